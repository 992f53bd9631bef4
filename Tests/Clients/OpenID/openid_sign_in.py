"""Signs in to the console at a real OpenID provider (oidc-provider-mock), following links, forms and cookies as a browser does.

usage: openid_sign_in.py CONSOLE PROVIDER-PORT

The console's settings contain the provider and map the group `ops` to the role operator. Prints `ok`.
"""

import contextlib
import html
import http.cookiejar
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

console, port = sys.argv[1], sys.argv[2]
provider = f"http://localhost:{port}"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


class Person:
    """A browser with its own cookies."""

    def __init__(self, name):
        self.name = name
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(NoRedirect, urllib.request.HTTPCookieProcessor(self.jar))

    def ask(self, url, form=None, **fields):
        data = None if form is None else urllib.parse.urlencode(form).encode()
        try:
            answer = self.opener.open(urllib.request.Request(url, data, fields), timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers, answer.read().decode()

    def way_back(self):
        """Submits the forms of the console and the provider. Returns the URL of the redirect back."""
        status, _, text = self.ask(console + "/sign-in?to=/rules")
        assert f"Sign in with localhost:{port}" in text, text
        status, _, text = self.ask(console + "/sign-in/openid", {"to": "/rules"}, Origin=console)
        assert status == 200, (status, text)
        address = html.unescape(re.search(r'href="([^"]*)" data-outward', text)[1])
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)
        assert query["code_challenge_method"] == ["S256"] and query["nonce"] and query["state"], address
        self.ask(address)
        status, headers, text = self.ask(address, {"sub": self.name})
        assert status == 302, (status, text[-2000:])
        assert headers["Location"].startswith(console + "/sign-in/openid/callback?"), headers["Location"]
        return headers["Location"]

    def follow(self, back):
        fetch = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        return self.ask(back, **fetch)


@contextlib.contextmanager
def running_provider():
    program = os.path.join(os.path.dirname(sys.executable), "oidc-provider-mock")
    process = subprocess.Popen([program, "--port", port], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with contextlib.suppress(urllib.error.HTTPError, OSError):
                urllib.request.urlopen(provider + "/.well-known/openid-configuration", timeout=2)
                break
            time.sleep(0.1)
        else:
            raise SystemExit("the provider does not answer")
        yield
    finally:
        # SIGKILL, because the provider may have inherited all other signals blocked.
        process.kill()
        process.wait()


def add(person, groups):
    body = json.dumps({"groups": groups, "email": f"{person}@example.com", "email_verified": True}).encode()
    request = urllib.request.Request(
        f"{provider}/users/{person}", body, {"Content-Type": "application/json"}, method="PUT"
    )
    urllib.request.urlopen(request, timeout=10).close()


with running_provider():
    add("ann", ["ops"])
    add("eve", ["other"])

    ann = Person("ann")
    back = ann.way_back()
    # The code is of no use in another browser.
    assert Person("mallory").follow(back)[0] == 403
    status, headers, text = ann.follow(back)
    assert status == 200, (status, text)
    cookies = headers.get_all("Set-Cookie")
    assert any("SameSite=Strict" in cookie and "HttpOnly" in cookie for cookie in cookies), cookies
    # Reusing the code has no effect, and does not end the session.
    assert ann.follow(back)[0] == 403
    status, _, text = ann.ask(console + "/rules")
    assert status == 200 and "ann@example.com" in text, (status, text)
    assert ann.ask(console + "/v1/reload", {}, Origin=console)[0] == 200
    # The form of another site can't trigger a reload.
    assert ann.ask(console + "/v1/reload", {}, Origin="http://evil.example")[0] == 403
    token = re.search(r'name="form_token" value="([^"]*)"', text)[1]
    assert ann.ask(console + "/sign-out", {"form_token": token}, Origin=console)[0] == 303
    assert ann.ask(console + "/rules")[0] != 200

    eve = Person("eve")
    status, _, text = eve.follow(eve.way_back())
    assert status == 403 and "eve@example.com" in text, (status, text)
    assert eve.ask(console + "/rules")[0] != 200

    bob = Person("ann")
    back = bob.way_back()

# The provider is unreachable: a response nevertheless, and no session.
began = time.monotonic()
status, _, text = bob.follow(back)
assert status >= 500 and f"localhost:{port}" in text, (status, text)
assert time.monotonic() - began < 15
assert bob.ask(console + "/rules")[0] != 200
print("ok")
