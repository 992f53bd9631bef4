"""A forward proxy: `proxy.py LOG MODE [USER:PASSWORD]`.

Prints its port, and adds a line to LOG for each request: its request line, and whether it has credentials. Every host is this
machine, so that tests may use names that do not exist and addresses of other networks. With credentials, it requires them.

MODE is ok, or the way in which it fails: forbid, gateway, first-gateway (the first request only), nonsense, hang-up, silent.
"""
import base64, socket, sys, threading, time

log, mode = sys.argv[1], sys.argv[2]
expected = "Basic " + base64.b64encode(sys.argv[3].encode()).decode() if len(sys.argv) > 3 else None
count = 0


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def read_head(client):
    data = b""
    while b"\r\n\r\n" not in data:
        more = client.recv(65536)
        if not more:
            return None, b""
        data += more
    head, _, rest = data.partition(b"\r\n\r\n")
    return head.decode("latin-1").split("\r\n"), rest


def connect(authority, default):
    port = authority.rsplit(":", 1)[1] if ":" in authority.rsplit("]", 1)[-1] else default
    return socket.create_connection(("127.0.0.1", int(port)), timeout=60)


def refuse(client, status):
    client.sendall(f"HTTP/1.1 {status} Refused\r\nContent-Length: 7\r\n\r\nrefused".encode())


def serve(client):
    global count
    lines, rest = read_head(client)
    if not lines:
        return
    method, target, _ = lines[0].split(" ")
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    credentials = fields.pop("proxy-authorization", None)
    count += 1
    with open(log, "a") as file:
        file.write(f"{lines[0]} {'credentials' if credentials else '-'}\n")
    if expected and credentials != expected:
        return refuse(client, 407)
    if mode == "forbid":
        return refuse(client, 403)
    if mode == "gateway" or mode == "first-gateway" and count == 1:
        return refuse(client, 502)
    if mode == "nonsense":
        return client.sendall(b"SSH-2.0-OpenSSH\r\n\r\n")
    if mode == "hang-up":
        return
    if mode == "silent":
        return time.sleep(60)
    try:
        if method == "CONNECT":
            server = connect(target, None)
            # Without a length or a coding, and with an interim response, as some proxies send it.
            client.sendall(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n")
        else:
            authority, slash, path = target.removeprefix("http://").partition("/")
            server = connect(authority, 80)
            kept = [line for line in lines[1:] if not line.lower().startswith("proxy-")]
            server.sendall("\r\n".join([f"{method} {slash}{path} HTTP/1.1", *kept, "", ""]).encode("latin-1"))
    except OSError:
        return refuse(client, 503)
    server.settimeout(None)
    server.sendall(rest)
    threading.Thread(target=pump, args=(client, server), daemon=True).start()
    pump(server, client)
    server.close()


def handle(client):
    try:
        serve(client)
    except OSError:
        pass
    finally:
        client.close()


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=handle, args=(listener.accept()[0],), daemon=True).start()
