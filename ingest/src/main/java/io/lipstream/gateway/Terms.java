package io.lipstream.gateway;

import io.lipstream.admission.AdmissionSettings;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.quota.QuotaSettings;
import java.time.Duration;

/**
 * On what terms the topology takes requests, as far as clients are told.
 *
 * @param idempotence how long a request id is kept from other content
 */
public record Terms(
    AdmissionSettings admission,
    QuotaSettings quota,
    BacklogSettings backlog,
    Duration idempotence) {}
