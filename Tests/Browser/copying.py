"""Taps the link to the App Store in a headless Chromium, and prints what is on the clipboard before and after.

copying.py PROGRAM PORT ADDRESS AGENT: all hosts are at that port of this machine. Prints one JSON object: `before` (of the page as it
was loaded), `scripted` (after a click that a script makes), `elsewhere` (after a tap beside the link), `after` (of the tap), `token`
(the one of the page) and `errors` (what the browser says of the page and its policy).
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
            # The page stays, so that what was copied can be read here.
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
