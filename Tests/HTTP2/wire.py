"""HTTP/2 frame by frame, including frames that a client library would refuse to send (RFC 9113)."""

import socket
import ssl
import struct
import time

import hpack
from hyperframe.frame import Frame

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

(DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION) = range(10)
PRIORITY_UPDATE = 0x10

END_STREAM = ACK = 0x1
END_HEADERS = 0x4
PADDED = 0x8
PRIORITIZED = 0x20

ERRORS = (
    "NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR "
    "REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM INADEQUATE_SECURITY HTTP_1_1_REQUIRED"
).split()


# MARK: what is written


def frame(kind, flags, stream, payload=b"", length=None):
    """A frame, whose length need not be that of its payload."""
    size = len(payload) if length is None else length
    return struct.pack(">I", size)[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def integer(value, bits, first=0):
    """A number with a prefix of so many bits (RFC 7541, section 5.1)."""
    limit = (1 << bits) - 1
    if value < limit:
        return bytes([first | value])
    out = bytearray([first | limit])
    value -= limit
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def literal(name, value):
    """A field that leaves the table as it is (RFC 7541, section 6.2.2): names and values of any bytes."""
    name, value = (part.encode("latin-1") if isinstance(part, str) else part for part in (name, value))
    return b"\0" + integer(len(name), 7) + name + integer(len(value), 7) + value


def section(fields):
    return b"".join(literal(name, value) for name, value in fields)


def settings(*pairs, ack=False):
    return frame(SETTINGS, ACK if ack else 0, 0, b"".join(struct.pack(">HI", *pair) for pair in pairs))


def headers(stream, fields, end=True, whole=True, flags=0):
    block = fields if isinstance(fields, bytes) else section(fields)
    return frame(HEADERS, (END_STREAM if end else 0) | (END_HEADERS if whole else 0) | flags, stream, block)


def continuation(stream, block=b"", whole=True):
    return frame(CONTINUATION, END_HEADERS if whole else 0, stream, block)


def data(stream, content=b"", end=False):
    return frame(DATA, END_STREAM if end else 0, stream, content)


def window(stream, increment):
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", increment))


def reset(stream, code=8):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", code))


def ping(payload=b"12345678", ack=False):
    return frame(PING, ACK if ack else 0, 0, payload)


def goaway(last=0, code=0):
    return frame(GOAWAY, 0, 0, struct.pack(">II", last, code))


def request(path="/WXYZ", method="GET", host="link.example", more=()):
    return [(":method", method), (":scheme", "https"), (":authority", host), (":path", path), *more]


# MARK: what is read


class Gone(Exception):
    """The connection is over."""


class Wire:
    """A connection through TLS that agrees on h2, and whatever frames have come on it."""

    def __init__(self, port, host="127.0.0.1", name="link.example", greeting=PREFACE + settings(), alpn="h2"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.set_alpn_protocols([alpn])
        self.socket = context.wrap_socket(socket.create_connection((host, port), timeout=20), server_hostname=name)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        assert self.socket.selected_alpn_protocol() == alpn
        self.decoder = hpack.Decoder()
        self.buffer = b""
        self.frames = []
        self.is_closed = False
        self.pings = 0
        if greeting:
            self.send(greeting)

    def send(self, data):
        """Sends until the server closes the connection; returns whether all data was sent."""
        try:
            self.socket.sendall(data)
        except (ConnectionError, ssl.SSLError, socket.timeout):
            return False
        return True

    def read(self, seconds):
        """Waits for the next frame; None when none comes in time, Gone after the last."""
        end = time.monotonic() + seconds
        while True:
            found = self._next()
            if found:
                self.frames.append(found)
                return found
            if self.is_closed:
                raise Gone
            left = end - time.monotonic()
            if left <= 0:
                return None
            self.socket.settimeout(left)
            try:
                piece = self.socket.recv(65536)
            except (TimeoutError, ssl.SSLWantReadError):
                return None
            except (ConnectionError, ssl.SSLError):
                piece = b""
            if piece:
                self.buffer += piece
            else:
                self.is_closed = True

    def _next(self):
        if len(self.buffer) < 9:
            return None
        found, length = Frame.parse_frame_header(memoryview(self.buffer[:9]))
        if len(self.buffer) < 9 + length:
            return None
        found.parse_body(memoryview(self.buffer[9 : 9 + length]))
        self.buffer = self.buffer[9 + length :]
        if found.type == HEADERS:
            found.fields = self.decoder.decode(found.data)
        return found

    def settle(self, seconds=10):
        """Waits until the server has dealt with all that was sent, and all it had to say is read. False when it has gone.

        Two echoes: the first may overtake what was written before it, but not what was sent before the second was asked for.
        """
        try:
            for _ in range(2):
                self.pings += 1
                mark = struct.pack(">Q", 0xF1 << 56 | self.pings)
                if not self.send(ping(mark)):
                    while self.read(seconds):
                        pass
                    return False
                while True:
                    found = self.read(seconds)
                    if found is None:
                        raise TimeoutError("the server neither answers PING nor closes")
                    if found.type == PING and found.opaque_data == mark:
                        break
        except Gone:
            return False
        return True

    def until(self, condition, seconds=10):
        """Reads until a frame fulfils the condition; that frame, or None when none comes in time or the server goes."""
        end = time.monotonic() + seconds
        try:
            while (left := end - time.monotonic()) > 0:
                found = self.read(left)
                if found is not None and condition(found):
                    return found
        except Gone:
            pass
        return None

    def is_ended(self, seconds):
        """Whether the server ends the connection within so many seconds."""
        end = time.monotonic() + seconds
        try:
            while (left := end - time.monotonic()) > 0:
                self.read(left)
        except Gone:
            return True
        return False

    def close(self):
        self.socket.close()

    # What the frames that have come so far say.

    def goaway_code(self):
        codes = [ERRORS[each.error_code] for each in self.frames if each.type == GOAWAY]
        return codes[-1] if codes else None

    def reset_code(self, stream):
        return next((ERRORS[f.error_code] for f in self.frames if f.type == RST_STREAM and f.stream_id == stream), None)

    def status(self, stream):
        found = [dict(f.fields)[":status"] for f in self.frames if f.type == HEADERS and f.stream_id == stream]
        return found[-1] if found else None

    def content(self, stream):
        return b"".join(each.data for each in self.frames if each.type == DATA and each.stream_id == stream)

    def is_whole(self, stream):
        return any(
            f.stream_id == stream and f.type in (DATA, HEADERS) and "END_STREAM" in f.flags for f in self.frames)
