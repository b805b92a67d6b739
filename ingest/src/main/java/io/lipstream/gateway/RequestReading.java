package io.lipstream.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.lipstream.admission.Admission;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.admission.Verdict;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.field.RequestFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a request of named values, whatever way they came, and says everything that is wrong with
 * them at once: what cannot be read, and what the topology's own admission finds. Pure and
 * thread-safe.
 */
final class RequestReading {
  /** Stands where an address is missing, so that all else can be judged. */
  static final String MISSING = "https://missing.invalid/";

  private final Admission admission;

  RequestReading(Admission admission) {
    this.admission = admission;
  }

  /**
   * The request.
   *
   * @param others faults of the call that were found before; they are said last
   * @param now milliseconds since 1970 UTC
   * @throws Refusal with every violation
   */
  Request read(String tenant, String requestId, SentFields sent, List<JobError> others, long now) {
    Map<String, JsonNode> fields = new LinkedHashMap<>(sent.values());
    fields.keySet().removeAll(List.of("tenant", "request_id"));
    Request request = new Request();
    request.put("tenant", tenant);
    request.put("request_id", requestId);
    List<JobError> faults = new ArrayList<>(RequestFields.put(fields, sent.names(), request));
    RequestFields.missing(fields)
        .forEach(
            asset -> faults.add(ErrorCode.INVALID_PARAMETER.jobError(sent.missing().get(asset))));
    for (String asset : RequestFields.ASSETS) {
      if (request.get(asset) == null) {
        request.put(asset, MISSING);
      }
    }
    Verdict verdict = admission.judge(request, RequestIdentity.of(request), now, sent.names()::of);
    if (verdict instanceof Verdict.Refused refused) {
      faults.addAll(refused.errors());
    }
    faults.addAll(others);
    if (!faults.isEmpty()) {
      throw Refusal.of(faults);
    }
    return request;
  }
}
