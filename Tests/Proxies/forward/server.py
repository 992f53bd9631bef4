"""A server behind a proxy: `server.py LOG [CERTIFICATE KEY]`, with TLS if it has a certificate.

Prints its port, and adds a line to LOG for each request: method, Host, path. It accepts every request, and is an OpenID provider
as far as its discovery document.
"""
import http.server, json, ssl, sys

log = sys.argv[1]


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        with open(log, "a") as file:
            leak = " leaked" if self.headers["Proxy-Authorization"] else ""
            file.write(f"{self.command} {self.headers['Host']} {self.path}{leak}\n")
        issuer = f"https://{self.headers['Host']}"
        body = json.dumps({
            "issuer": issuer, "authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token",
            "jwks_uri": f"{issuer}/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"]}).encode() if self.path.startswith("/.well-known") else b"{}"
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = answer

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_port, flush=True)
server.serve_forever()
