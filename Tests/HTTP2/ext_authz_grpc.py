"""Checks requests as Envoy's ext_authz filter does over gRPC (envoy.service.auth.v3), with Google's client, many at a time.

ext_authz_grpc.py HOST:PORT
"""

import sys

import grpc

METHOD = "/envoy.service.auth.v3.Authorization/Check"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
# Method, host and path of the client's request, and the result: the status for the client, 0 if the request continues.
CHECKS = [
    ("GET", "example.page.link", "/WXYZ", 302),
    ("HEAD", "example.page.link", "/WXYZ", 302),
    ("POST", "example.page.link", "/WXYZ", 0),
    ("GET", "www.example.com", "/index.html", 0),
    ("GET", "example.page.link", "/nothing", 0),
]
ROUNDS = 20


def number(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(key, value):
    """A string, bytes or message."""
    value = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(value)) + value


def fields(message):
    """The fields of a message: numbers and bytes."""
    found, at = [], 0

    def read():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = read()
        if key & 7 == 0:
            found.append((key >> 3, read()))
        else:
            size = read()
            found.append((key >> 3, message[at : at + size]))
            at += size
    return found


def check(method, host, path, raw=False):
    headers = {":method": method, ":path": path, ":authority": host, "user-agent": ANDROID, "x-forwarded-for": "nonsense"}
    if raw:
        http = field(13, b"".join(field(1, field(1, name) + field(3, value)) for name, value in headers.items()))
    else:
        http = b"".join(field(3, field(1, name) + field(2, value)) for name, value in headers.items())
    # A timestamp and a size are numbers; unknown fields are passed over.
    http += field(2, method) + field(4, path) + field(5, host) + field(6, "https") + number(9 << 3) + number(0)
    request = field(1, number(1 << 3) + number(1_700_000_000)) + field(2, http)
    source = field(1, field(1, field(2, "203.0.113.7") + number(3 << 3) + number(4711)))
    return field(1, field(1, source) + field(4, request) + field(10, field(1, "a") + field(2, "b")))


def result(message):
    """The status for the client, 0 if its request continues, and the target."""
    parts = dict(fields(message))
    code = dict(fields(parts[1])).get(1, 0)
    if code == 0:
        return (0, None) if 3 in parts else sys.exit(f"no ok_response: {parts}")
    denied = fields(parts[2])
    status = dict(fields(dict(denied)[1]))[1]
    options = [dict(fields(dict(fields(value))[1])) for key, value in denied if key == 2]
    location = [option[2] for option in options if option[1] == b"location"]
    return (status, location[0] if location else None) if code == 7 else sys.exit(f"code {code}")


def expect_refusal(call, message, code):
    try:
        call(message, timeout=10)
        sys.exit(f"{message[:20]} was accepted")
    except grpc.RpcError as error:
        if error.code() != code:
            sys.exit(f"{message[:20]}: {error}")


def main():
    with grpc.insecure_channel(sys.argv[1]) as channel:
        call = channel.unary_unary(METHOD)
        pending = []
        for turn in range(ROUNDS):
            for method, host, path, status in CHECKS:
                pending.append((status, call.future(check(method, host, path, raw=turn % 2 == 1), timeout=20)))
        for status, future in pending:
            found, location = result(future.result())
            if found != status or (location is not None) != (status != 0):
                sys.exit(f"{found} {location} instead of {status}")
        whole = check("GET", "example.page.link", "/WXYZ")
        for message in [b"", whole[:-1], whole[:40], b"\xff" * 12, field(1, b"\x0b\x0c"), field(2, b"x")]:
            expect_refusal(call, message, grpc.StatusCode.INVALID_ARGUMENT)
        # A request that HTTP does not allow is refused for the client.
        if result(call(check("GET", "example.page.link", "/a b"), timeout=10))[0] != 400:
            sys.exit("a path with a blank is no request")
        expect_refusal(channel.unary_unary("/envoy.service.auth.v3.Authorization/Other"), whole, grpc.StatusCode.UNIMPLEMENTED)
        # Larger than a frame of HTTP/2.
        if result(call(check("GET", "example.page.link", "/WXYZ?x=" + "a" * 40_000), timeout=10))[0] not in (0, 302, 400, 414):
            sys.exit("a long link")
    print(f"ok {len(pending)} checks")


main()
