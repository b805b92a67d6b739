#!/usr/bin/env python3
"""Sends a request to Lipstream. Needs: confluent-kafka, avro (pip or Debian python3-*).

usage: produce.py BOOTSTRAP_SERVERS REGISTRY_URL PORTRAIT_URI VOICE_URI
"""
import io, json, struct, sys, urllib.request, uuid

import avro.io, avro.schema
from confluent_kafka import Producer

bootstrap, registry, portrait, voice = sys.argv[1:5]
topic = "lipstream.requests"

# Schemas are registered by Lipstream alone; a producer looks its id up.
with urllib.request.urlopen(f"{registry}/subjects/{topic}-value/versions/latest") as answer:
    registered = json.load(answer)
schema = avro.schema.parse(registered["schema"])

request = {field.name: field.default if field.has_default else None for field in schema.fields}
request.update(
    request_id=str(uuid.uuid4()),  # the same id again is the same job
    tenant="python",
    image_uri=portrait,
    audio_uri=voice,
    min_resolution=512,
)

value = io.BytesIO()
value.write(struct.pack(">bI", 0, registered["id"]))  # Confluent's frame: 0x00, schema id
avro.io.DatumWriter(schema).write(request, avro.io.BinaryEncoder(value))

producer = Producer({"bootstrap.servers": bootstrap, "enable.idempotence": True})
failures = []
producer.produce(
    topic,
    key=request["request_id"],
    value=value.getvalue(),
    on_delivery=lambda error, message: failures.append(error) if error else None,
)
producer.flush()
if failures:
    sys.exit(f"not delivered: {failures[0]}")
print(request["request_id"])
