#!/usr/bin/env python3
"""Prints completions as they come. Needs: confluent-kafka, avro (pip or Debian python3-*).

usage: completions.py BOOTSTRAP_SERVERS REGISTRY_URL [REQUEST_ID]
With REQUEST_ID it ends when that request has ended.
"""
import io, json, struct, sys, urllib.request

import avro.io, avro.schema
from confluent_kafka import Consumer

bootstrap, registry = sys.argv[1:3]
awaited = sys.argv[3] if len(sys.argv) > 3 else None
schemas = {}


def decode(value):
    zero, schema_id = struct.unpack(">bI", value[:5])
    if schema_id not in schemas:
        with urllib.request.urlopen(f"{registry}/schemas/ids/{schema_id}") as answer:
            schemas[schema_id] = avro.schema.parse(json.load(answer)["schema"])
    reader = avro.io.DatumReader(schemas[schema_id])
    return reader.read(avro.io.BinaryDecoder(io.BytesIO(value[5:])))


consumer = Consumer(
    {
        "bootstrap.servers": bootstrap,
        "group.id": "completions-example",
        "auto.offset.reset": "earliest",
        "isolation.level": "read_committed",  # an aborted transaction's records are not there
    }
)
consumer.subscribe(["lipstream.completions"])
while True:
    message = consumer.poll(1.0)
    if message is None or message.error():
        continue
    completion = decode(message.value())
    video = completion["video"]
    print(
        completion["request_id"],
        completion["state"],
        f"s3://{video['bucket']}/{video['key']}" if video else completion["errors"],
        flush=True,
    )
    if completion["request_id"] == awaited:
        break
consumer.close()
