"""Clients that keep to the protocol, by the library h2: clients.py PORT.

None of what they do may count as a flood. Prints a line for each that was turned away.
"""

import socket
import ssl
import sys
import time

import h2.config
import h2.connection
import h2.events
import h2.settings


class Client:
    """A client on one connection, which waits for all that it asks for."""

    def __init__(self, port, window=None):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        self.socket = context.wrap_socket(
            socket.create_connection(("127.0.0.1", port), timeout=20), server_hostname="link.example")
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.wire = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
        self.wire.initiate_connection()
        self.statuses, self.ended, self.resets, self.end = {}, set(), {}, None
        self.contents = {}
        self.echoes = 0
        if window is not None:
            self.wire.update_settings({h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: window})
        self.flush()
        # The library gives streams that begin before the acknowledgement the windows of before.
        while window not in (None, self.wire.local_settings.initial_window_size) and not self.hear():
            pass

    def flush(self):
        self.socket.sendall(self.wire.data_to_send())

    def ask(self, path="/WXYZ", method="GET", content=None):
        stream = self.wire.get_next_available_stream_id()
        self.wire.send_headers(stream, [
            (":method", method), (":scheme", "https"), (":authority", "link.example"), (":path", path),
            ("user-agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36"),
            ("accept-language", "en-US,en;q=0.9"), ("priority", "u=0, i")], end_stream=content is None)
        if content is not None:
            self.wire.send_data(stream, content, end_stream=True)
        return stream

    def hear(self):
        """Waits for something and takes note of it; True where the connection is over."""
        piece = self.socket.recv(65536)
        if not piece:
            self.end = self.end or "closed"
        for event in self.wire.receive_data(piece):
            if isinstance(event, h2.events.ResponseReceived):
                self.statuses[event.stream_id] = dict(event.headers)[":status"]
            elif isinstance(event, h2.events.DataReceived):
                self.contents[event.stream_id] = self.contents.get(event.stream_id, 0) + len(event.data)
                # As many clients do: what was read is given back at once, to the stream and to the connection.
                if event.flow_controlled_length:
                    self.wire.increment_flow_control_window(event.flow_controlled_length)
                    if event.stream_ended is None:
                        self.wire.increment_flow_control_window(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                self.ended.add(event.stream_id)
            elif isinstance(event, h2.events.StreamReset):
                self.resets[event.stream_id] = event.error_code
            elif isinstance(event, h2.events.PingAckReceived):
                self.echoes += 1
            elif isinstance(event, h2.events.ConnectionTerminated):
                self.end = f"GOAWAY {event.error_code}"
        if self.end is None:
            self.flush()
        return self.end is not None

    def wait(self, streams):
        """Waits until these streams are over; what went wrong, or nothing."""
        left = set(streams)
        while left := left - self.ended - self.resets.keys():
            if self.hear():
                return f"{self.end} with {len(left)} requests under way"
        return f"reset: {self.resets}" if any(stream in self.resets for stream in streams) else None

    def get(self, path="/WXYZ"):
        stream = self.ask(path)
        self.flush()
        fault = self.wait([stream])
        return fault or self.statuses[stream]


def many_requests(port):
    """10,000 requests, 100 at a time."""
    client = Client(port)
    for _ in range(100):
        streams = [client.ask() for _ in range(100)]
        client.flush()
        if fault := client.wait(streams):
            return fault
        if any(client.statuses[stream] != "302" for stream in streams):
            return "not all are 302"


def many_pages(port):
    """Pages, 100 at a time, for which both windows are given back after each frame."""
    client = Client(port, window=1000)
    for _ in range(10):
        streams = [client.ask("/nothing") for _ in range(100)]
        client.flush()
        if fault := client.wait(streams):
            return fault
        if len({client.contents[stream] for stream in streams}) != 1:
            return "pages of different lengths"


def hasty_reader(port):
    """100 requests a second, of which 20 are no longer wanted as soon as they are made."""
    client = Client(port)
    for _ in range(6):
        streams = [client.ask("/nothing") for _ in range(100)]
        for stream in streams[::5]:
            client.wire.reset_stream(stream, 8)
        client.flush()
        if fault := client.wait([stream for n, stream in enumerate(streams) if n % 5]):
            return fault
        time.sleep(1)


def pings(port):
    """A PING every second between requests, as gRPC sends them, and many at once."""
    client = Client(port)
    for count in (1, 1, 1, 1, 80):
        for _ in range(count):
            client.wire.ping(b"12345678")
        if (status := client.get()) != "302":
            return status
        time.sleep(1)
    if client.get() != "302" or client.echoes < 84:
        return f"{client.echoes} echoes"


def contents(port):
    """100 requests with content at a time."""
    client = Client(port)
    for _ in range(3):
        streams = [client.ask("/WXYZ", "POST", b"x" * 300) for _ in range(100)]
        client.flush()
        if fault := client.wait(streams):
            return fault
        if any(client.statuses[stream] != "405" for stream in streams):
            return "not all are 405"


def main(port):
    faults = 0
    for run in (many_requests, many_pages, hasty_reader, pings, contents):
        start = time.monotonic()
        fault = run(port)
        faults += fault is not None
        print(f"{run.__name__}: {fault or 'ok'} ({time.monotonic() - start:.1f} s)")
    return faults


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
