"""Opens pages in a headless Chromium, and prints status, protocol and URL of each response: `302 h2 https://…`.

answers.py PROGRAM PORT AGENT URL…: all hosts are mapped to that local port, and certificates are not checked. Errors
that the browser reports come last, as `error: …`.
"""

import sys
import tempfile

from devtools import Browser, errors


def answer(event):
    """The response that an event reports, if any."""
    parameters = event.get("params", {})
    if event.get("method") == "Network.requestWillBeSent":
        return parameters.get("redirectResponse")
    return parameters.get("response") if event.get("method") == "Network.responseReceived" else None


def main():
    program, port, agent, *addresses = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(
            program, folder, "--ignore-certificate-errors", f"--host-resolver-rules=MAP * 127.0.0.1:{port}")
        try:
            browser.call("Emulation.setUserAgentOverride", userAgent=agent)
            faults = []
            for address in addresses:
                browser.events = []
                browser.open(address, seconds=0.3)
                for event in browser.events:
                    found = answer(event)
                    if found and found["url"].startswith("https:"):
                        print(found["status"], found.get("protocol"), found["url"])
                    faults.extend(errors(event))
            for fault in faults:
                print("error:", fault)
        finally:
            browser.close()


main()
