"""An OTLP/HTTP collector that reads spans by OpenTelemetry's own protocol definitions.

collector.py [REFUSALS]: says `port N`, then a line of JSON for each span that it takes: its resource's service and the span, as
protobuf understands them. Answers the first REFUSALS requests with 503. A request that the definitions don't allow is answered
with 400 and said as `fault …`.
"""

import base64
import http.server
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

left = int(sys.argv[1]) if len(sys.argv) > 1 else 0


def say(text):
    print(text, flush=True)


def in_base64(span):
    """OTLP has IDs in hexadecimal, ProtoJSON in base64."""
    for name in ("traceId", "spanId", "parentSpanId"):
        if name in span:
            span[name] = base64.b64encode(bytes.fromhex(span[name])).decode()


def value(of):
    return getattr(of, of.WhichOneof("value"))


def read(body):
    message = json.loads(body)
    for resource in message["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                in_base64(span)
    return json_format.ParseDict(message, ExportTraceServiceRequest())


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"{}", **fields):
        self.send_response(status)
        for name, text in fields.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        global left
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if left > 0:
            left -= 1
            say("refused")
            return self.answer(503, Retry_After="1")
        if self.path != "/v1/traces" or self.headers["Content-Type"] != "application/json":
            say(f"fault {self.path} {self.headers['Content-Type']}")
            return self.answer(400)
        try:
            message = read(body)
        except Exception as error:
            say(f"fault {error}")
            return self.answer(400)
        for resource in message.resource_spans:
            service = {pair.key: value(pair.value) for pair in resource.resource.attributes}
            for span in resource.scope_spans[0].spans:
                say(json.dumps({
                    "service": service["service.name"], "key": self.headers["X-Key"], "trace": span.trace_id.hex(),
                    "span": span.span_id.hex(), "parent": span.parent_span_id.hex(), "name": span.name, "kind": span.kind,
                    "nanoseconds": span.end_time_unix_nano - span.start_time_unix_nano, "end": span.end_time_unix_nano,
                    "status": span.status.code, "attributes": {pair.key: value(pair.value) for pair in span.attributes}}))
        self.answer(200)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
say(f"port {server.server_port}")
server.serve_forever()
