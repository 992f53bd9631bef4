"""Asks the edge as Envoy's ext_authz filter does (HTTP service, path_prefix /edge/envoy) over HTTP/2 without TLS: many checks at a
time, each a stream of one connection.

ext_authz.py HOST:PORT
"""

import socket
import sys

import h2.config
import h2.connection
import h2.events

ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
# Method, host and path of what Envoy was asked for, and what it is told: the status, and whether it leads elsewhere.
CHECKS = [
    ("GET", "example.page.link", "/WXYZ", "302", True),
    ("HEAD", "example.page.link", "/WXYZ", "302", True),
    ("POST", "example.page.link", "/WXYZ", "200", False),
    ("GET", "www.example.com", "/index.html", "200", False),
    ("GET", "example.page.link", "/nothing", "200", False),
]
ROUNDS = 20


def fields(method, host, path, number):
    return [
        (":method", method), (":scheme", "http"), (":authority", host), (":path", "/edge/envoy" + path),
        ("user-agent", ANDROID), ("accept", "*/*"), ("content-length", "0"), ("x-forwarded-for", "203.0.113.7"),
        ("x-forwarded-proto", "https"), ("x-envoy-internal", "true"), ("x-envoy-expected-rq-timeout-ms", "250"),
        ("x-request-id", f"b2e8c7d0-0000-4000-8000-{number:012}"),
    ]


def main():
    host, port = sys.argv[1].rsplit(":", 1)
    connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
    connection.initiate_connection()
    expected, answers, open_streams = {}, {}, set()
    waiting = [check for _ in range(ROUNDS) for check in CHECKS]
    with socket.create_connection((host, int(port)), timeout=20) as sock:
        sock.sendall(connection.data_to_send())
        while waiting or open_streams:
            while waiting and len(open_streams) < 50:
                method, name, path, status, leads = waiting.pop()
                stream = connection.get_next_available_stream_id()
                connection.send_headers(stream, fields(method, name, path, stream), end_stream=True)
                expected[stream] = (method, name, path, status, leads)
                open_streams.add(stream)
            sock.sendall(connection.data_to_send())
            data = sock.recv(65536)
            if not data:
                sys.exit("the connection is closed")
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.ResponseReceived):
                    answers[event.stream_id] = dict(event.headers)
                elif isinstance(event, h2.events.DataReceived):
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    open_streams.discard(event.stream_id)
                elif isinstance(event, (h2.events.StreamReset, h2.events.ConnectionTerminated)):
                    sys.exit(f"{event}")
    for stream, (method, name, path, status, leads) in expected.items():
        answer = answers[stream]
        asked = f"{method} {name}{path}: {answer}"
        if answer[":status"] != status or ("location" in answer) != leads:
            sys.exit(asked)
        if not answer["x-request-id"].endswith(f"{stream:012}"):
            sys.exit(f"the name of another request: {asked}")
    print(f"ok {len(expected)} checks")


main()
