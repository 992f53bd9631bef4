"""A scripted receiver of events: `receiver.py PORT FILE SECRET`.

Verifies signatures by the standardwebhooks scheme, writes the events of accepted requests to FILE, one per line, and reads its
behaviour from FILE.mode: ok, fail, busy, stall, hang-up, lose (accepts the events, and disconnects without responding).
"""
import base64, hashlib, hmac, http.server, json, os, sys, time

port, path, secret = int(sys.argv[1]), sys.argv[2], base64.b64decode(sys.argv[3].removeprefix("whsec_"))


def mode():
    try:
        with open(path + ".mode") as file:
            return file.read().strip()
    except FileNotFoundError:
        return "ok"


class Receiver(http.server.BaseHTTPRequestHandler):
    def answer(self, status, **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        now = mode()
        if now == "fail":
            return self.answer(500)
        if now == "busy":
            return self.answer(429, Retry_After="2")
        if now == "stall":
            time.sleep(60)
            return
        if now == "hang-up":
            self.close_connection = True
            return
        name, stamp = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        signed = f"{name}.{stamp}.".encode() + body
        expected = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        if expected not in self.headers["webhook-signature"].split() or abs(time.time() - int(stamp)) > 300:
            return self.answer(401)
        with open(path, "a") as file:
            for event in json.loads(body)["data"]:
                file.write(json.dumps(event) + "\n")
        if now == "lose":
            self.close_connection = True
            return
        self.answer(204)

    def log_message(self, *arguments):
        pass


http.server.ThreadingHTTPServer.allow_reuse_address = True
http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
