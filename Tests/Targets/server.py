"""Targets that answer well, badly or not at all: `server.py FILE`.

It prints its port, and adds a line to FILE for each request: method, path, and whether it had a cookie, credentials or a referrer.
"""
import http.server, socket, struct, sys, time

log = sys.argv[1]


class Target(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Set-Cookie", "a=b")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def handle_any(self):
        path = self.path.split("?")[0]
        secret = any(self.headers[name] for name in ["Cookie", "Authorization", "Referer"])
        with open(log, "a") as file:
            file.write(f"{self.command} {self.path} {'secret' if secret else '-'}\n")
        if path == "/hang":
            time.sleep(30)
        elif path == "/reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        elif path == "/no-head":
            self.answer(405 if self.command == "HEAD" else 200)
        elif path == "/long":
            self.send_response(200)
            self.send_header("Content-Length", str(1 << 40))
            self.end_headers()
        elif path == "/there":
            self.answer(302, Location="ok?from=there")
        elif path == "/private":
            self.answer(302, Location="http://10.0.0.1/")
        elif path == "/to-code":
            self.answer(302, Location="/ok?mode=signIn&oobCode=abcdefghijkl&apiKey=k")
        elif path == "/to-nested-code":
            self.answer(302, Location="/ok?link=%2Fok%3Fmode%3DresetPassword%26oobCode%3Dabcdefghijkl")
        elif path == "/to-mail":
            self.answer(301, Location="//" + self.headers["Host"] + "/ok?email=ann@example.com")
        elif path == "/loop":
            self.answer(302, Location="/loop2")
        elif path == "/loop2":
            self.answer(302, Location="/loop")
        elif path.startswith("/far"):
            self.answer(302, Location=path + "r")
        elif path == "/ok":
            self.answer(200)
        elif path[1:].isdigit():
            self.answer(int(path[1:]))
        else:
            self.answer(404)

    do_GET = do_HEAD = handle_any

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Target)
print(server.server_port, flush=True)
server.serve_forever()
