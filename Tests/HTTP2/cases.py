"""What RFC 9113 (HTTP/2) and RFC 7541 (HPACK) ask of a server, a row for each demand.

A row has a name, a section, what is sent after the greeting, and what comes of it:

    302                     the stream is answered with this status
    stream STREAM_CLOSED    the stream is reset with this code, and the connection goes on
    connection ...          GOAWAY with this code, and the connection ends
    open                    nothing at all, and the connection goes on

Where the RFC leaves a choice, the row has what this server does. Streams are the row's highest unless `stream` says otherwise.
"""

from dataclasses import dataclass, field
from typing import Callable, Optional

from wire import *

GET = request()
# An answer with content of nearly two kilobytes.
PAGE = request("/nothing")


def post(*more, path="/WXYZ"):
    return request(path, "POST", more=more)


def without(name, fields=GET):
    return [each for each in fields if each[0] != name]


def changed(name, value, fields=GET):
    return [(each[0], value) if each[0] == name else each for each in fields]


def more(*pairs):
    return GET + list(pairs)


# A stream that the client has ended and the server has not: there is no window for the answer's content.
HELD = settings((4, 0)) + headers(1, PAGE)
# One that the client has not ended.
OPEN = headers(1, post(), end=False)


@dataclass
class Case:
    name: str
    section: str
    sent: bytes
    expected: str
    stream: int = 1
    greeting: bytes = PREFACE + settings()
    byte_by_byte: bool = False
    # What else must hold once all has come.
    holds: Optional[Callable[[Wire], bool]] = None
    # A stream that is free for a request after all.
    next: int = 1001
    after: bytes = field(default=b"")


PREFACES = [
    Case("the usual beginning", "9113 3.4", headers(1, GET), "302"),
    Case("the usual beginning, byte by byte", "9113 3.4", headers(1, GET), "302", byte_by_byte=True),
    Case("requests in the packet of the preface", "9113 3.4", b"", "302", greeting=PREFACE + settings() + headers(1, GET)),
    Case("a request of HTTP/1.1", "9113 3.4", b"", "connection PROTOCOL_ERROR",
         greeting=b"GET /WXYZ HTTP/1.1\r\nHost: link.example\r\n\r\n"),
    Case("a preface that is wrong in its last byte", "9113 3.4", b"", "connection PROTOCOL_ERROR",
         greeting=PREFACE[:-1] + b"\r" + settings()),
    Case("no preface", "9113 3.4", headers(1, GET), "connection PROTOCOL_ERROR", greeting=settings()),
    Case("a request before SETTINGS", "9113 3.4", headers(1, GET), "connection PROTOCOL_ERROR", greeting=PREFACE),
    Case("PING before SETTINGS", "9113 3.4", ping(), "connection PROTOCOL_ERROR", greeting=PREFACE),
    Case("an acknowledgement instead of SETTINGS", "9113 3.4", settings(ack=True), "connection PROTOCOL_ERROR",
         greeting=PREFACE),
    Case("the preface twice", "9113 3.4", PREFACE, "connection FRAME_SIZE_ERROR"),
]

FRAMES = [
    Case("a frame of an unknown type", "9113 4.1", frame(0xBB, 0xFF, 0, b"x" * 100) + headers(1, GET), "302"),
    Case("a frame of an unknown type on an idle stream", "9113 4.1", frame(0xBB, 0, 7, b"x"), "open"),
    Case("flags that have no meaning", "9113 4.1", frame(HEADERS, 0xC2 | END_STREAM | END_HEADERS, 1, section(GET)), "302"),
    Case("the reserved bit of a stream's number", "9113 4.1",
         frame(HEADERS, END_STREAM | END_HEADERS, 1 << 31 | 1, section(GET)), "302"),
    Case("the reserved bit of a window's increment", "9113 6.9", window(0, 1 << 31 | 1) + headers(1, GET), "302"),
    Case("DATA of 16,384 bytes", "9113 4.2", OPEN + data(1, b"x" * 16_384, end=True), "405"),
    Case("DATA of 16,385 bytes", "9113 4.2", OPEN + data(1, b"x" * 16_385), "connection FRAME_SIZE_ERROR"),
    Case("HEADERS of 16,385 bytes", "9113 4.2",
         frame(HEADERS, END_STREAM | END_HEADERS, 1, section(GET).ljust(16_385, b"\x82")), "connection FRAME_SIZE_ERROR"),
    Case("SETTINGS of 16,386 bytes", "9113 4.2", frame(SETTINGS, 0, 0, b"\0\1\0\0\20\0" * 2731),
         "connection FRAME_SIZE_ERROR"),
    Case("an unknown frame of 16,385 bytes", "9113 4.2", frame(0xBB, 0, 0, b"x" * 16_385), "connection FRAME_SIZE_ERROR"),
    Case("a header that announces 16 MiB", "9113 4.2", frame(DATA, 0, 1, length=(1 << 24) - 1),
         "connection FRAME_SIZE_ERROR"),
]

SECTIONS = [
    Case("fields in two frames", "9113 4.3",
         headers(1, section(GET)[:20], whole=False) + continuation(1, section(GET)[20:]), "302"),
    Case("fields in nine frames, some of nothing", "9113 4.3",
         headers(1, b"", whole=False) + continuation(1, whole=False) * 7 + continuation(1, section(GET)), "302"),
    Case("fields in a frame a byte are too many frames", "9113 10.5",
         headers(1, section(GET)[:1], whole=False) + b"".join(
             continuation(1, section(GET)[n:n + 1], whole=False) for n in range(1, 40)),
         "connection ENHANCE_YOUR_CALM"),
    Case("DATA between", "9113 4.3", headers(1, GET, whole=False) + data(1), "connection PROTOCOL_ERROR"),
    Case("PING between", "9113 4.3", headers(1, GET, whole=False) + ping(), "connection PROTOCOL_ERROR"),
    Case("an unknown frame between", "9113 5.5", headers(1, GET, whole=False) + frame(0xBB, 0, 1),
         "connection PROTOCOL_ERROR"),
    Case("HEADERS of another stream between", "9113 4.3", headers(1, GET, whole=False) + headers(3, GET),
         "connection PROTOCOL_ERROR"),
    Case("CONTINUATION of another stream", "9113 6.10", headers(1, GET, whole=False) + continuation(3),
         "connection PROTOCOL_ERROR"),
    Case("CONTINUATION of stream 0", "9113 6.10", headers(1, GET, whole=False) + continuation(0),
         "connection PROTOCOL_ERROR"),
    Case("CONTINUATION of nothing", "9113 6.10", continuation(1, section(GET)), "connection PROTOCOL_ERROR"),
    Case("CONTINUATION after the end", "9113 6.10", headers(1, post(), end=False) + continuation(1),
         "connection PROTOCOL_ERROR"),
    Case("CONTINUATION after DATA", "9113 6.10", OPEN + data(1, b"x") + continuation(1), "connection PROTOCOL_ERROR"),
    Case("a section that is cut off in a field", "9113 4.3", headers(1, section(GET)[:-1]), "connection COMPRESSION_ERROR"),
]

STREAMS = [
    Case("DATA on an idle stream", "9113 5.1", data(1, b"x"), "connection PROTOCOL_ERROR"),
    Case("RST_STREAM on an idle stream", "9113 6.4", reset(1), "connection PROTOCOL_ERROR"),
    Case("WINDOW_UPDATE on an idle stream", "9113 5.1", window(1, 1), "connection PROTOCOL_ERROR"),
    Case("PRIORITY on an idle stream", "9113 5.1", frame(PRIORITY, 0, 3, b"\0\0\0\1\20") + headers(1, GET), "302"),
    Case("DATA after the end, half-closed", "9113 5.1", HELD + data(1, b"x"), "connection STREAM_CLOSED"),
    Case("HEADERS after the end, half-closed", "9113 5.1", HELD + headers(1, GET), "connection STREAM_CLOSED"),
    Case("WINDOW_UPDATE after the end, half-closed", "9113 5.1", HELD + window(1, 1), "404",
         holds=lambda wire: len(wire.content(1)) == 1),
    Case("PRIORITY after the end, half-closed", "9113 5.1", HELD + frame(PRIORITY, 0, 1, b"\0\0\0\3\20"), "404"),
    Case("RST_STREAM after the end, half-closed", "9113 5.1", HELD + reset(1), "open", stream=3),
    Case("WINDOW_UPDATE on a closed stream", "9113 5.1", headers(1, GET), "302", after=window(1, 1)),
    Case("RST_STREAM on a closed stream", "9113 5.1", headers(1, GET), "302", after=reset(1)),
    Case("PRIORITY on a closed stream", "9113 5.1", headers(1, GET), "302", after=frame(PRIORITY, 0, 1, b"\0\0\0\3\20")),
    Case("DATA on a stream that was reset is passed over", "9113 5.1", OPEN + reset(1) + data(1, b"x"), "open", stream=3),
    Case("the trailer of a stream that was reset is passed over", "9113 5.1",
         OPEN + reset(1) + headers(1, [("x", "y")]), "open", stream=3),
    Case("what passed-over fields say of the table counts", "9113 4.3",
         OPEN + reset(1) + frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\x40\x01x\x01y")
         + headers(3, section(GET) + b"\xbe"), "302", stream=3),
    Case("a stream of an even number", "9113 5.1.1", headers(2, GET), "connection PROTOCOL_ERROR", stream=2),
    # The RFC asks for PROTOCOL_ERROR. But they may be trailers of a stream that was reset meanwhile: nghttp2 passes them over.
    Case("a stream of a lower number than the last", "9113 5.1.1", headers(5, GET) + headers(3, GET), "open", stream=3),
    Case("the same stream again", "9113 5.1", headers(1, GET), "302", after=headers(1, GET),
         holds=lambda wire: sum(f.type == HEADERS for f in wire.frames) == 1),
    Case("streams with gaps", "9113 5.1.1", headers(1, GET) + headers(77, GET), "302", stream=77),
    Case("the highest stream", "9113 5.1.1", headers((1 << 31) - 1, GET), "302", stream=(1 << 31) - 1, next=0),
    Case("128 streams at a time", "9113 5.1.2",
         settings((4, 0)) + b"".join(headers(1 + 2 * n, PAGE) for n in range(128)), "404", stream=255,
         after=window(0, 1) + settings((4, 65_535)), next=0),
    Case("129 streams at a time, before the limit is acknowledged", "9113 5.1.2",
         settings((4, 0)) + b"".join(headers(1 + 2 * n, PAGE) for n in range(129)), "stream REFUSED_STREAM", stream=257,
         after=settings((4, 65_535))),
    Case("129 streams at a time, after it is", "9113 5.1.2",
         settings(ack=True) + settings((4, 0)) + b"".join(headers(1 + 2 * n, PAGE) for n in range(129)),
         "connection PROTOCOL_ERROR"),
]

FRAME_DATA = [
    Case("DATA on stream 0", "9113 6.1", data(0, b"x"), "connection PROTOCOL_ERROR"),
    Case("DATA with padding", "9113 6.1", OPEN + frame(DATA, PADDED | END_STREAM, 1, b"\3abc\0\0\0"), "405"),
    Case("DATA that is all padding", "9113 6.1", OPEN + frame(DATA, PADDED | END_STREAM, 1, b"\3\0\0\0"), "405"),
    Case("DATA with as much padding as payload", "9113 6.1", OPEN + frame(DATA, PADDED, 1, b"\3abc"[:3]),
         "connection PROTOCOL_ERROR"),
    Case("DATA with more padding than payload", "9113 6.1", OPEN + frame(DATA, PADDED, 1, b"\xffabc"),
         "connection PROTOCOL_ERROR"),
    # RFC 9113, section 4.2, asks for FRAME_SIZE_ERROR; nghttp2 has another word for it.
    Case("DATA without the length of its padding", "9113 6.1", OPEN + frame(DATA, PADDED, 1), "connection PROTOCOL_ERROR"),
    Case("HEADERS on stream 0", "9113 6.2", headers(0, GET), "connection PROTOCOL_ERROR"),
    Case("HEADERS with padding and a priority", "9113 6.2",
         frame(HEADERS, END_STREAM | END_HEADERS | PADDED | PRIORITIZED, 1, b"\3\x80\0\0\0\xff" + section(GET) + b"\0\0\0"),
         "302"),
    Case("HEADERS with more padding than payload", "9113 6.2",
         frame(HEADERS, END_STREAM | END_HEADERS | PADDED, 1, b"\xff" + section(GET)), "connection PROTOCOL_ERROR"),
    Case("HEADERS with a priority that is cut off", "9113 6.2",
         frame(HEADERS, END_STREAM | END_HEADERS | PRIORITIZED, 1, b"\0\0\0"), "connection FRAME_SIZE_ERROR"),
    Case("HEADERS that depend on themselves", "7540 5.3.1",
         frame(HEADERS, END_STREAM | END_HEADERS | PRIORITIZED, 1, b"\0\0\0\1\20" + section(GET)),
         "connection PROTOCOL_ERROR"),
    Case("PRIORITY on stream 0", "9113 6.3", frame(PRIORITY, 0, 0, b"\0\0\0\1\20"), "connection PROTOCOL_ERROR"),
    Case("PRIORITY of four bytes", "9113 6.3", headers(1, post(), end=False) + frame(PRIORITY, 0, 1, b"\0\0\0\0"),
         "connection FRAME_SIZE_ERROR"),
    Case("PRIORITY that depends on itself: the scheme is deprecated", "9113 5.3.1", frame(PRIORITY, 0, 1, b"\0\0\0\1\20"),
         "open"),
    Case("RST_STREAM on stream 0", "9113 6.4", reset(0), "connection PROTOCOL_ERROR"),
    Case("RST_STREAM of three bytes", "9113 6.4", OPEN + frame(RST_STREAM, 0, 1, b"\0\0\0"), "connection FRAME_SIZE_ERROR"),
    Case("RST_STREAM of five bytes", "9113 6.4", OPEN + frame(RST_STREAM, 0, 1, b"\0\0\0\0\0"),
         "connection FRAME_SIZE_ERROR"),
    Case("RST_STREAM with an unknown code", "9113 7", OPEN + reset(1, 0xFFFF_FFFF), "open", stream=3),
    Case("PUSH_PROMISE from a client", "9113 8.4", OPEN + frame(PUSH_PROMISE, END_HEADERS, 1, b"\0\0\0\2" + section(GET)),
         "connection PROTOCOL_ERROR"),
]

FRAME_SETTINGS = [
    Case("SETTINGS are acknowledged", "9113 6.5.3", settings((3, 10)), "open",
         holds=lambda wire: sum(f.type == SETTINGS and "ACK" in f.flags for f in wire.frames) == 2),
    Case("SETTINGS of nothing", "9113 6.5", settings(), "open"),
    Case("an acknowledgement that has a payload", "9113 6.5", frame(SETTINGS, ACK, 0, b"\0\1\0\0\20\0"),
         "connection FRAME_SIZE_ERROR"),
    Case("an acknowledgement of nothing", "9113 6.5.3", settings(ack=True) * 2, "connection PROTOCOL_ERROR"),
    Case("SETTINGS on a stream", "9113 6.5", frame(SETTINGS, 0, 1), "connection PROTOCOL_ERROR"),
    Case("SETTINGS of five bytes", "9113 6.5", frame(SETTINGS, 0, 0, b"\0\1\0\0\0"), "connection FRAME_SIZE_ERROR"),
    Case("an unknown setting", "9113 6.5.2", settings((0x7A7A, 1)), "open"),
    Case("the same setting twice: the last counts", "9113 6.5", settings((4, 0), (4, 65_535)) + headers(1, PAGE), "404",
         holds=lambda wire: wire.is_whole(1)),
    Case("push allowed by the client", "9113 6.5.2", settings((2, 1)), "open"),
    Case("push of 2", "9113 6.5.2", settings((2, 2)), "connection PROTOCOL_ERROR"),
    Case("a window of 2^31", "9113 6.5.2", settings((4, 1 << 31)), "connection FLOW_CONTROL_ERROR"),
    Case("frames of 16,383 bytes", "9113 6.5.2", settings((5, 16_383)), "connection PROTOCOL_ERROR"),
    Case("frames of 2^24 bytes", "9113 6.5.2", settings((5, 1 << 24)), "connection PROTOCOL_ERROR"),
    Case("frames of 2^24-1 bytes", "9113 6.5.2", settings((5, (1 << 24) - 1)) + headers(1, PAGE), "404"),
    Case("a table of 0 bytes", "9113 6.5.2", settings((1, 0)) + headers(1, GET) + headers(3, GET), "302", stream=3,
         greeting=PREFACE + settings((1, 0))),
    Case("a table of 4 GiB", "9113 6.5.2", settings((1, 0xFFFF_FFFF)) + headers(1, GET), "302"),
    Case("a limit of fields that no answer fits is advice", "9113 6.5.2", settings((6, 1)) + headers(1, GET), "302"),
    Case("no streams of the server are wanted", "9113 6.5.2", settings((3, 0)) + headers(1, GET), "302"),
    Case("CONNECT's extension is only the server's to offer", "8441 3", settings((8, 1)), "open"),
    Case("priorities of 2", "9218 2.1", settings((9, 2)), "connection PROTOCOL_ERROR"),
    Case("32 settings in a frame", "9113 6.5", settings(*[(0x7A7A, n) for n in range(32)]), "open"),
    Case("33 settings in a frame are a flood", "9113 10.5", settings(*[(0x7A7A, n) for n in range(33)]),
         "connection ENHANCE_YOUR_CALM"),
]

FRAME_OTHERS = [
    Case("PING is echoed", "9113 6.7", ping(b"fedcba98"), "open",
         holds=lambda wire: any(f.type == PING and f.opaque_data == b"fedcba98" and "ACK" in f.flags for f in wire.frames)),
    Case("an echo is not echoed", "9113 6.7", ping(b"fedcba98", ack=True), "open",
         holds=lambda wire: not any(f.type == PING and f.opaque_data == b"fedcba98" for f in wire.frames)),
    Case("PING on a stream", "9113 6.7", frame(PING, 0, 1, b"12345678"), "connection PROTOCOL_ERROR"),
    Case("PING of seven bytes", "9113 6.7", frame(PING, 0, 0, b"1234567"), "connection FRAME_SIZE_ERROR"),
    Case("PING of nine bytes", "9113 6.7", frame(PING, 0, 0, b"123456789"), "connection FRAME_SIZE_ERROR"),
    Case("GOAWAY on a stream", "9113 6.8", frame(GOAWAY, 0, 1, bytes(8)), "connection PROTOCOL_ERROR"),
    Case("GOAWAY of seven bytes", "9113 6.8", frame(GOAWAY, 0, 0, bytes(7)), "connection FRAME_SIZE_ERROR"),
    Case("a request before GOAWAY is answered, and the connection ends", "9113 6.8", headers(1, GET) + goaway(),
         "302 and the end"),
    Case("WINDOW_UPDATE of three bytes", "9113 6.9", frame(WINDOW_UPDATE, 0, 0, b"\0\0\1"), "connection FRAME_SIZE_ERROR"),
    Case("WINDOW_UPDATE of five bytes", "9113 6.9", frame(WINDOW_UPDATE, 0, 0, b"\0\0\0\0\1"), "connection FRAME_SIZE_ERROR"),
    Case("WINDOW_UPDATE of 0 for the connection", "9113 6.9", window(0, 0), "connection PROTOCOL_ERROR"),
    Case("WINDOW_UPDATE of 0 for a stream", "9113 6.9", HELD + window(1, 0), "connection PROTOCOL_ERROR"),
    Case("a window of the connection beyond 2^31-1", "9113 6.9.1", window(0, (1 << 31) - 1), "connection FLOW_CONTROL_ERROR"),
    Case("a window of a stream beyond 2^31-1", "9113 6.9.1", HELD + window(1, (1 << 31) - 1) + window(1, 1),
         "stream FLOW_CONTROL_ERROR"),
]

WINDOWS = [
    Case("no content without a window", "9113 6.9", HELD, "404",
         holds=lambda wire: wire.content(1) == b"" and not wire.is_whole(1)),
    Case("a byte of content for a byte of window", "9113 6.9", HELD + window(1, 1), "404",
         holds=lambda wire: len(wire.content(1)) == 1),
    Case("a window that is given by SETTINGS later", "9113 6.9.2", HELD + settings((4, 7)), "404",
         holds=lambda wire: len(wire.content(1)) == 7),
    Case("a window that becomes negative", "9113 6.9.2",
         settings((4, 10)) + headers(1, PAGE), "404", after=settings((4, 2)) + window(1, 5),
         holds=lambda wire: len(wire.content(1)) == 10),
    Case("a window that was negative and is given back", "9113 6.9.2",
         settings((4, 10)) + headers(1, PAGE), "404", after=settings((4, 2)) + window(1, 9),
         holds=lambda wire: len(wire.content(1)) == 11),
    # RFC 9113, section 6.9.2, asks for the connection's end; nghttp2 ends the streams.
    Case("SETTINGS that push a stream's window beyond 2^31-1", "9113 6.9.2",
         OPEN + window(1, 1 << 30) + settings((4, (1 << 31) - 1)), "stream FLOW_CONTROL_ERROR"),
    Case("an answer in many windows", "9113 6.9", HELD + window(1, 1000), "404", after=window(1, 1 << 20),
         holds=lambda wire: wire.is_whole(1) and len(wire.content(1)) > 1500),
    Case("content that is longer than is allowed", "9110 15.5.14",
         OPEN + data(1, b"x" * 16_384) + data(1, b"x"), "413"),
    Case("the connection's window is given back", "9113 6.9",
         b"".join(headers(n, post(), end=False) + data(n, b"x" * 16_000, end=True) for n in range(1, 41, 2)), "405",
         stream=39, holds=lambda wire: sum(
             f.window_increment for f in wire.frames if f.type == WINDOW_UPDATE and f.stream_id == 0) > 200_000),
]

REQUESTS = [
    Case("no :method", "9113 8.3.1", headers(1, without(":method")), "stream PROTOCOL_ERROR"),
    Case("no :scheme", "9113 8.3.1", headers(1, without(":scheme")), "stream PROTOCOL_ERROR"),
    Case("no :path", "9113 8.3.1", headers(1, without(":path")), "stream PROTOCOL_ERROR"),
    Case("an empty :path", "9113 8.3.1", headers(1, changed(":path", "")), "stream PROTOCOL_ERROR"),
    Case("a :path without its slash", "9113 8.3.1", headers(1, changed(":path", "WXYZ")), "stream PROTOCOL_ERROR"),
    Case("a :path with a space", "9113 8.3.1", headers(1, changed(":path", "/W XYZ")), "stream PROTOCOL_ERROR"),
    Case("a :path with a fragment", "9113 8.3.1", headers(1, changed(":path", "/WXYZ#x")), "400"),
    Case("a :path with a NUL", "9113 8.3.1", headers(1, changed(":path", "/WXYZ\0")), "stream PROTOCOL_ERROR"),
    Case("a :path with a high byte", "9113 8.3.1", headers(1, changed(":path", "/WXYZ\xff")), "400"),
    Case("a :path in absolute form", "9113 8.3.1", headers(1, changed(":path", "https://link.example/WXYZ")),
         "stream PROTOCOL_ERROR"),
    Case("* for GET", "9113 8.3.1", headers(1, changed(":path", "*")), "stream PROTOCOL_ERROR"),
    Case("* for OPTIONS", "9113 8.3.1", headers(1, request("*", "OPTIONS")), "405"),
    Case("an empty :method", "9113 8.3.1", headers(1, changed(":method", "")), "stream PROTOCOL_ERROR"),
    Case("a :method that is no token", "9113 8.3.1", headers(1, changed(":method", "GE T")), "stream PROTOCOL_ERROR"),
    Case("an unknown :method", "9113 8.3.1", headers(1, changed(":method", "BREW")), "405"),
    Case("a :scheme that is not served", "9113 8.3.1", headers(1, changed(":scheme", "ftp")), "400"),
    Case("HEAD with a :scheme that is not served", "9110 9.3.2",
         headers(1, [(":scheme", "ftp"), (":method", "HEAD"), (":path", "/"), (":authority", "link.example")]), "400",
         holds=lambda wire: wire.content(1) == b""),
    Case(":method twice", "9113 8.3", headers(1, [(":method", "GET")] + GET), "stream PROTOCOL_ERROR"),
    Case(":path twice", "9113 8.3", headers(1, [(":path", "/")] + GET), "stream PROTOCOL_ERROR"),
    Case(":scheme twice", "9113 8.3", headers(1, [(":scheme", "https")] + GET), "stream PROTOCOL_ERROR"),
    Case(":authority twice", "9113 8.3", headers(1, [(":authority", "link.example")] + GET), "stream PROTOCOL_ERROR"),
    Case("a pseudo-header field after others", "9113 8.3", headers(1, [("x", "y")] + GET), "stream PROTOCOL_ERROR"),
    Case("an unknown pseudo-header field", "9113 8.3", headers(1, [(":x", "y")] + GET), "stream PROTOCOL_ERROR"),
    Case(":status in a request", "9113 8.3", headers(1, [(":status", "200")] + GET), "stream PROTOCOL_ERROR"),
    Case(":protocol that was not offered", "8441 4", headers(1, [(":protocol", "websocket")] + GET), "stream PROTOCOL_ERROR"),
    Case("a pseudo-header field of no name", "9113 8.3", headers(1, [(":", "x")] + GET), "stream PROTOCOL_ERROR"),
    Case("no :authority, but Host", "9113 8.3.1", headers(1, without(":authority") + [("host", "link.example")]), "302"),
    Case("neither :authority nor Host", "9113 8.3.1", headers(1, without(":authority")), "stream PROTOCOL_ERROR"),
    Case(":authority and the same Host", "9113 8.3.1", headers(1, more(("host", "LINK.example"))), "302"),
    Case(":authority and another Host", "9113 8.3.1", headers(1, more(("host", "rsa.example"))), "400"),
    Case(":authority with a user", "9113 8.3.1", headers(1, changed(":authority", "u@link.example")), "400"),
    Case("an empty :authority", "9113 8.3.1", headers(1, changed(":authority", "")), "stream PROTOCOL_ERROR"),
    Case(":authority with a slash", "9113 8.3.1", headers(1, changed(":authority", "link.example/")), "stream PROTOCOL_ERROR"),
    Case(":authority with a NUL", "9113 8.3.1", headers(1, changed(":authority", "link.example\0")), "stream PROTOCOL_ERROR"),
    Case("a Host that is none", "9110 7.2", headers(1, without(":authority") + [("host", "link.example/")]), "400"),
    Case("a Host of nothing", "9110 7.2", headers(1, without(":authority") + [("host", "")]), "400"),
    Case("Host twice", "9110 7.2", headers(1, more(("host", "link.example"), ("host", "link.example"))),
         "stream PROTOCOL_ERROR"),
    Case("CONNECT", "9113 8.5", headers(1, [(":method", "CONNECT"), (":authority", "link.example:443")], end=False), "501"),
    Case("CONNECT to an invalid authority", "9113 8.5",
         headers(1, [(":method", "CONNECT"), (":authority", "link.example/x")], end=False), "stream PROTOCOL_ERROR"),
    Case("CONNECT with :path", "9113 8.5", headers(1, request(method="CONNECT")), "stream PROTOCOL_ERROR"),
    Case("CONNECT without :authority", "9113 8.5", headers(1, [(":method", "CONNECT")]), "stream PROTOCOL_ERROR"),
    Case("HEAD has no content and its length", "9110 9.3.2", headers(1, request("/nothing", "HEAD")), "404",
         holds=lambda wire: wire.content(1) == b"" and wire.is_whole(1)),
    Case("a request that expects 100-continue", "9110 10.1.1",
         headers(1, post(("expect", "100-continue")), end=False), "100", after=data(1, b"x", end=True),
         holds=lambda wire: wire.status(1) == "405"),
    Case("a request with another expectation", "9110 10.1.1", headers(1, more(("expect", "x"))), "417"),
]

FIELDS = [
    Case("a name in capitals", "9113 8.2.1", headers(1, more(("X-Y", "z"))), "stream PROTOCOL_ERROR"),
    Case("a name with a space", "9113 8.2.1", headers(1, more(("x y", "z"))), "400"),
    Case("a name with a colon", "9113 8.2.1", headers(1, more(("x:y", "z"))), "400"),
    Case("a name with a high byte", "9113 8.2.1", headers(1, more(("x\xe9", "z"))), "400"),
    Case("a name with a NUL", "9113 8.2.1", headers(1, more(("x\0", "z"))), "400"),
    Case("an empty name", "9113 8.2.1", headers(1, more(("", "z"))), "400"),
    Case("a value with a NUL", "9113 8.2.1", headers(1, more(("x", "a\0b"))), "400"),
    Case("a value with a line's end", "9113 8.2.1", headers(1, more(("x", "a\r\ny: z"))), "400"),
    Case("a value with a line feed", "9113 8.2.1", headers(1, more(("x", "a\ny: z"))), "400"),
    Case("a value with a space at its start", "9113 8.2.1", headers(1, more(("x", " a"))), "400"),
    Case("a value with a tab at its end", "9113 8.2.1", headers(1, more(("x", "a\t"))), "400"),
    Case("a value of nothing", "9110 5.5", headers(1, more(("x", ""))), "302"),
    Case("a value with high bytes", "9110 5.5", headers(1, more(("x", "\x80\xff"))), "302"),
    Case("a value with a control", "9110 5.5", headers(1, more(("x", "a\x01b"))), "400"),
    Case("Connection", "9113 8.2.2", headers(1, more(("connection", "close"))), "stream PROTOCOL_ERROR"),
    Case("Keep-Alive", "9113 8.2.2", headers(1, more(("keep-alive", "1"))), "stream PROTOCOL_ERROR"),
    Case("Proxy-Connection", "9113 8.2.2", headers(1, more(("proxy-connection", "close"))), "stream PROTOCOL_ERROR"),
    Case("Transfer-Encoding", "9113 8.2.2", headers(1, more(("transfer-encoding", "chunked"))), "stream PROTOCOL_ERROR"),
    Case("Upgrade", "9113 8.2.2", headers(1, more(("upgrade", "h2c"))), "stream PROTOCOL_ERROR"),
    Case("TE: trailers", "9113 8.2.2", headers(1, more(("te", "trailers"))), "302"),
    Case("TE: Trailers", "9110 10.1.4", headers(1, more(("te", "Trailers"))), "302"),
    Case("TE with another coding", "9113 8.2.2", headers(1, more(("te", "trailers, gzip"))), "stream PROTOCOL_ERROR"),
    Case("a fault that is not of HTTP/2 before one that is", "9113 8.1.1", headers(1, more(("x y", "z"), ("X", "z"))), "400"),
    Case("a fault that is of HTTP/2 before one that is not", "9113 8.1.1", headers(1, more(("X", "z"), ("x y", "z"))),
         "stream PROTOCOL_ERROR"),
    Case("Cookie in crumbs", "9113 8.2.3", headers(1, more(("cookie", "a=b"), ("cookie", "c=d"))), "302"),
    Case("Priority", "9218 5", headers(1, more(("priority", "u=0, i"))), "302"),
    Case("100 fields", "9113 10.5.1", headers(1, more(*[("x", str(n)) for n in range(100)])), "302"),
    Case("101 fields", "9113 10.5.1", headers(1, more(*[("x", str(n)) for n in range(101)])), "431"),
    Case("fields beyond the limit that SETTINGS say", "9113 10.5.1", headers(1, more(("x", "y" * 8_100), ("z", "y" * 8_100))), "431"),
]

CONTENT = [
    Case("content as long as is said", "9113 8.1.1", headers(1, post(("content-length", "3")), end=False)
         + data(1, b"ab") + data(1, b"c", end=True), "405"),
    Case("more content than is said", "9113 8.1.1", headers(1, post(("content-length", "1")), end=False)
         + data(1, b"ab", end=True), "stream PROTOCOL_ERROR"),
    Case("more content than is said, without the end", "9113 8.1.1",
         headers(1, post(("content-length", "1")), end=False) + data(1, b"ab"), "stream PROTOCOL_ERROR"),
    Case("more content than is said, in two frames", "9113 8.1.1",
         headers(1, post(("content-length", "1")), end=False) + data(1, b"a") + data(1, b"b"), "stream PROTOCOL_ERROR"),
    Case("less content than is said, and a trailer section", "9113 8.1.1",
         headers(1, post(("content-length", "3")), end=False) + data(1, b"ab") + headers(1, [("x-sum", "1")]),
         "stream PROTOCOL_ERROR"),
    Case("a length of nothing, and nothing", "9113 8.1.1", headers(1, post(("content-length", "0"))), "405"),
    Case("less content than is said", "9113 8.1.1", headers(1, post(("content-length", "3")), end=False)
         + data(1, b"ab", end=True), "stream PROTOCOL_ERROR"),
    Case("no content where some is said", "9113 8.1.1", headers(1, post(("content-length", "3"))), "stream PROTOCOL_ERROR"),
    Case("a length that is no number", "9110 8.6", headers(1, post(("content-length", "x"))), "stream PROTOCOL_ERROR"),
    Case("a length with a sign", "9110 8.6", headers(1, post(("content-length", "+1"))), "stream PROTOCOL_ERROR"),
    Case("two lengths", "9110 8.6", headers(1, post(("content-length", "1"), ("content-length", "1"))),
         "stream PROTOCOL_ERROR"),
    Case("a length beyond 2^63", "9110 8.6", headers(1, post(("content-length", "9223372036854775808"))),
         "stream PROTOCOL_ERROR"),
    Case("a length beyond the limit", "9110 15.5.14", headers(1, post(("content-length", "16385")), end=False), "413"),
    Case("a trailer section", "9113 8.1", OPEN + data(1, b"x") + headers(1, [("x-sum", "1")]), "405"),
    Case("a trailer section without the stream's end", "9113 8.1", OPEN + headers(1, [("x-sum", "1")], end=False),
         "stream PROTOCOL_ERROR"),
    Case("a trailer section with a pseudo-header field", "9113 8.1", OPEN + headers(1, [(":path", "/")]),
         "stream PROTOCOL_ERROR"),
    Case("a trailer section with Connection", "9113 8.2.2", OPEN + headers(1, [("connection", "close")]),
         "stream PROTOCOL_ERROR"),
    Case("a trailer section with a value that has a NUL", "9113 8.2.1", OPEN + headers(1, [("x", "a\0b")]), "400"),
    Case("a trailer section with the end, and one more", "9113 5.1",
         OPEN + headers(1, [("x-sum", "1")]) + headers(1, [("x-sum", "1")]), "connection STREAM_CLOSED"),
    Case("a trailer section that frames", "9110 6.5.1", OPEN + headers(1, [("content-length", "0")]),
         "400"),
    Case("a trailer section that routes", "9110 6.5.1", OPEN + headers(1, [("host", "rsa.example")]), "400"),
    Case("a trailer section with a name in capitals", "9113 8.2.1", OPEN + headers(1, [("X", "y")]), "stream PROTOCOL_ERROR"),
    Case("a trailer section of nothing", "9113 8.1", OPEN + data(1, b"x") + headers(1, []), "405"),
]


def coded(block, base=GET):
    return headers(1, section(base) + block)


TABLES = [
    Case("a field of the static table", "7541 6.1", headers(1, b"\x82\x87\x41\x0clink.example\x04\x05/WXYZ"), "302"),
    Case("a value in Huffman's code", "7541 5.2", coded(b"\0\x01x\x81\xf3"), "302"),
    Case("a field that was put into the table", "7541 6.1", headers(1, section(GET) + b"\x40\x01x\x01y\xbe\xbe"), "302"),
    Case("a table's entry from a request before", "7541 2.2",
         headers(1, section(GET) + b"\x40\x01x\x01y") + headers(3, section(GET) + b"\xbe"), "302", stream=3),
    Case("index 0", "7541 6.1", coded(b"\x80"), "connection COMPRESSION_ERROR"),
    Case("an index beyond the static table", "7541 2.3.3", coded(b"\xbe"), "connection COMPRESSION_ERROR"),
    Case("an index far beyond both tables", "7541 2.3.3", coded(integer(100_000, 7, 0x80)), "connection COMPRESSION_ERROR"),
    Case("a name of an index beyond both tables", "7541 2.3.3", coded(integer(100, 6, 0x40) + b"\1x"),
         "connection COMPRESSION_ERROR"),
    Case("an index of more than 32 bits", "7541 5.1", coded(b"\xff" + b"\xff" * 9 + b"\x01"), "connection COMPRESSION_ERROR"),
    Case("an index with zeros without end", "7541 5.1", coded(b"\xff" + b"\x80" * 40 + b"\x01"),
         "connection COMPRESSION_ERROR"),
    Case("a length of more than 32 bits", "7541 5.1", coded(b"\0\x7f" + b"\xff" * 9 + b"\x01x"),
         "connection COMPRESSION_ERROR"),
    Case("a string that is longer than the section", "7541 5.2", coded(b"\0\x01x\x05y"), "connection COMPRESSION_ERROR"),
    Case("a table of 4096 bytes", "7541 6.3", headers(1, integer(4096, 5, 0x20) + section(GET)), "302"),
    Case("a table of 0 bytes, and nothing is kept", "7541 6.3",
         headers(1, b"\x20" + section(GET) + b"\x40\x01x\x01y\xbe"), "connection COMPRESSION_ERROR"),
    Case("two sizes of the table", "7541 4.2", headers(1, b"\x20" + integer(4096, 5, 0x20) + section(GET)), "302"),
    Case("a table of 4097 bytes", "7541 6.3", headers(1, integer(4097, 5, 0x20) + section(GET)),
         "connection COMPRESSION_ERROR"),
    Case("a size of the table after a field", "7541 4.2", coded(b"\x20"), "connection COMPRESSION_ERROR"),
    Case("Huffman's code with padding of eight bits", "7541 5.2", coded(b"\0\x01x\x82\xf3\xff"),
         "connection COMPRESSION_ERROR"),
    Case("Huffman's code padded with zeros", "7541 5.2", coded(b"\0\x01x\x81\x18"), "connection COMPRESSION_ERROR"),
    Case("Huffman's code with its end in it", "7541 5.2", coded(b"\0\x01x\x84\xff\xff\xff\xff"),
         "connection COMPRESSION_ERROR"),
    Case("a field that is never to be indexed", "7541 6.2.3", coded(b"\x10\x01x\x01y"), "302"),
    Case("an entry larger than the table empties it", "7541 4.4",
         headers(1, section(GET) + b"\x40\x01x\x01y" + b"\x40\x01z" + integer(5000, 7) + b"a" * 5000)
         + headers(3, section(GET) + b"\xbe"), "connection COMPRESSION_ERROR", stream=3),
    Case("a client that has no room for a table is told of it before the first field, once", "7541 4.2",
         settings((1, 0)) + headers(1, GET) + headers(3, GET), "302",
         holds=lambda wire: [f.data[:1] == b"\x20" for f in wire.frames if f.type == HEADERS] == [True, False]),
]

CASES = (
    PREFACES + FRAMES + SECTIONS + STREAMS + FRAME_DATA + FRAME_SETTINGS + FRAME_OTHERS + WINDOWS + REQUESTS + FIELDS
    + CONTENT + TABLES
)
