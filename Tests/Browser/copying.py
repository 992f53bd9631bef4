"""Taps the link to the App Store in a headless Chromium, and prints the contents of the clipboard before and after.

copying.py PROGRAM PORT ADDRESS AGENT: all hosts are mapped to that local port. Prints one JSON object: `before` (after loading the
page), `scripted` (after a scripted click), `elsewhere` (after a tap next to the link), `after` (after the tap), `token` (the page's
token) and `errors` (errors that the browser reports, including policy violations).
"""

import json
import sys
import tempfile

from devtools import Browser, errors

LINK = "a[href^='https://apps.apple.com/']"


def tap(browser, selector):
    place = browser.run(
        f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
        "const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
    browser.gather(0.5)


def clipboard(browser):
    return browser.run("navigator.clipboard.readText()")


def main():
    program, port, address, agent = sys.argv[1:]
    found = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(
            program, profile, "--ignore-certificate-errors", f"--host-resolver-rules=MAP * 127.0.0.1:{port}")
        try:
            browser.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="en")
            browser.call(
                "Emulation.setDeviceMetricsOverride", width=390, height=780, deviceScaleFactor=1, mobile=True)
            browser.call("Emulation.setFocusEmulationEnabled", enabled=True)
            origin = "/".join(address.split("/")[:3])
            session, browser.session = browser.session, None
            browser.call(
                "Browser.grantPermissions", origin=origin,
                permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
            browser.session = session
            browser.open(address, seconds=0.3)
            found["token"] = browser.run("document.querySelector('script[data-token]').dataset.token")
            # Keeps the page open, so that the clipboard can be read.
            browser.run("window.addEventListener('click', e => e.preventDefault()); navigator.clipboard.writeText('old')")
            found["before"] = clipboard(browser)
            browser.run(f"document.querySelector({json.dumps(LINK)}).click()")
            browser.gather(0.5)
            found["scripted"] = clipboard(browser)
            tap(browser, "h1")
            found["elsewhere"] = clipboard(browser)
            tap(browser, LINK)
            found["after"] = clipboard(browser)
            texts = [error for event in browser.events for error in errors(event)]
            found["errors"] = [text for text in texts if "favicon" not in text]
        finally:
            browser.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
