"""Sends links of Firebase's Admin SDK through /v1/compose, and follows the mail's link.

usage: admin_sdk.py EMULATOR EDGE FRONT, where EMULATOR is HOST:PORT, and EDGE and FRONT are http://127.0.0.1:PORT; the site's
handler is http://EMULATOR/emulator/action, and its Hosting domain is auth.example.com
"""
import json
import os
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

emulator, edge, front = sys.argv[1:]
host, port = emulator.split(":")
MODES = {"VERIFY_EMAIL": "verifyEmail", "EMAIL_SIGNIN": "signIn", "PASSWORD_RESET": "resetPassword"}
PAGE = "https://www.example.com/done?x=1&y=2"


class AuthEmulator(BaseHTTPRequestHandler):
    """Answers accounts:sendOobCode as the Auth emulator does (createOobRecord in src/emulator/auth/operations.ts)."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/identitytoolkit.googleapis.com/v1/projects/example-app/accounts:sendOobCode", self.path
        assert body["returnOobLink"] is True and "linkDomain" not in body, body
        query = urllib.parse.urlencode({
            "mode": MODES[body["requestType"]], "lang": "en", "oobCode": "code-of-" + body["requestType"],
            "apiKey": "fake-api-key", "continueUrl": body["continueUrl"]})
        answer = json.dumps({
            "kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": body["email"],
            "oobLink": f"http://{emulator}/emulator/action?{query}"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


threading.Thread(target=HTTPServer((host, int(port)), AuthEmulator).serve_forever, daemon=True).start()
os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = emulator
import firebase_admin  # noqa: E402: it reads the variable
from firebase_admin import auth  # noqa: E402

firebase_admin.initialize_app(options={"projectId": "example-app"})


def compose(action_link, settings):
    body = json.dumps({"id": "mail", "settings": settings, "action_link": action_link}).encode()
    with urllib.request.urlopen(urllib.request.Request(edge + "/v1/compose", body)) as answer:
        return json.load(answer)


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


def click(link, agent):
    path = link.removeprefix("https://auth.example.com")
    assert path != link, link
    request = urllib.request.Request(front + path, headers={"Host": "auth.example.com", "User-Agent": agent})
    try:
        return urllib.request.build_opener(Stay).open(request).headers["Location"]
    except urllib.error.HTTPError as error:
        return error.headers["Location"] or error.code


def parts(link):
    address = urllib.parse.urlsplit(link)
    return address.scheme, address.netloc, address.path, sorted(urllib.parse.parse_qsl(address.query))


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
for generate in (auth.generate_email_verification_link, auth.generate_sign_in_with_email_link,
                 auth.generate_password_reset_link):
    made = generate("user@example.com", auth.ActionCodeSettings(url=PAGE))
    answer = compose(made, {
        "url": PAGE, "handle_code_in_app": True, "android_package_name": "com.example.android",
        "ios_bundle_id": "com.example.ios", "link_domain": "auth.example.com"})
    assert answer["error"] is None and answer["warnings"] == [] and answer["id"] == "mail", answer
    assert answer["link"].startswith("https://auth.example.com/__/auth/links?link="), answer
    widget = click(answer["link"], FIREFOX)
    assert parts(widget) == parts(made), (widget, made)

refused = compose(made.split("&continueUrl=")[0], {"url": "https://www.example.org/"})
assert refused["link"] is None and refused["error"]["code"] == "auth/unauthorized-continue-uri", refused
print("ok")
