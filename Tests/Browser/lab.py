"""Uses the pages for testing a link on a phone, in a headless Chromium with a narrow touch screen.

lab.py PROGRAM PORT ADDRESS [PICTURES]: ADDRESS is the first page; all hosts are mapped to the local port. States that the app is
installed, tries the taps that a browser without apps can make, plays an app that asks by JSON, and finishes. Prints each fault on
a line. Saves a screenshot of each page in the folder PICTURES, if given.
"""

import base64
import http.client
import json
import os
import ssl
import sys
import tempfile

import axe_core_python

from devtools import Browser, errors

AGENT = ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36")
IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          "Version/18.5 Mobile/15E148 Safari/604.1")
WIDTH, HEIGHT = 320, 640
LINK = "https://example.page.link/WXYZ"


class Phone:
    def __init__(self, browser, port, address, pictures):
        self.browser, self.port, self.address, self.pictures, self.faults = browser, port, address, pictures, []
        with open(os.path.join(os.path.dirname(axe_core_python.__file__), "axe.min.js")) as file:
            self.axe = file.read()
        browser.call("Emulation.setUserAgentOverride", userAgent=AGENT, acceptLanguage="en", userAgentMetadata={
            "platform": "Android", "platformVersion": "16.0.0", "model": "Pixel 9", "mobile": True, "architecture": "",
            "brands": [{"brand": "Chromium", "version": "156"}],
            "fullVersionList": [{"brand": "Chromium", "version": "156.0.1.2"}]})
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=True)
        browser.call("Emulation.setTouchEmulationEnabled", enabled=True)

    def expect(self, is_so, what):
        if not is_so:
            self.faults.append(what)

    def inspect(self, name):
        browser = self.browser
        wide = browser.run("document.documentElement.scrollWidth") - WIDTH
        self.expect(wide <= 0, f"{name} is {wide} px wider than the screen")
        small = browser.run(
            "[...document.querySelectorAll('a.tap,a.button,button')].filter((e) => e.getBoundingClientRect().height < 44).length")
        self.expect(small == 0, f"{name} has {small} buttons that are too small for a finger")
        browser.run(f"(() => {{ {self.axe} }})(); 1")
        for one in browser.run("axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map("
                               "(one) => `${one.impact} ${one.id}: ${one.nodes[0].html.slice(0, 120)}`))"):
            self.expect(False, f"{name}: axe: {one}")
        if self.pictures:
            size = browser.run("[innerWidth, document.documentElement.scrollHeight]")
            picture = browser.call(
                "Page.captureScreenshot", captureBeyondViewport=True,
                clip={"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1})
            with open(f"{self.pictures}/lab-{name}.png", "wb") as file:
                file.write(base64.b64decode(picture["data"]))

    def tap(self, selector, script):
        """Touches an element with a finger until an expression is true: on a busy machine a touch may be lost."""
        browser = self.browser
        for _ in range(5):
            browser.until(f"document.querySelector({json.dumps(selector)}) || ({script})", f"{selector} is shown")
            if not browser.holds(script, 0.1):
                self.touch(selector)
            if browser.holds(script, 10):
                return
        texts = [text for event in browser.events for text in errors(event)]
        sys.exit(f"never: {script} after {selector}; at {browser.run('location.href')}: {texts}")

    def touch(self, selector):
        browser = self.browser
        # Where it is once it has been drawn there.
        x, y = browser.run(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {"
            f" const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            " const b = e.getBoundingClientRect(); done([b.x + b.width / 2, b.y + b.height / 2]); })))")
        browser.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        browser.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        browser.gather(0.5)

    def seen(self, tap):
        """What the server has received for a tap, on its page."""
        self.browser.open(f"{self.address}/{tap}")
        return self.browser.run("document.body.innerText")

    def follow(self, tap):
        """Touches the link: the browser has no app, and shows the page with the button."""
        self.tap("#link", f"!location.pathname.endsWith('/{tap}')")
        self.browser.until("document.querySelector('.button')", "the link's page is shown")
        text = self.seen(tap)
        self.expect("a click, answered with a page; the page of the link" in text, f"{tap}: the server has received {text}")

    def be_an_iphone(self):
        self.browser.call("Emulation.setUserAgentOverride", userAgent=IPHONE, acceptLanguage="en")

    def choose(self, ending):
        self.tap(f"button[value={ending}]", "document.querySelector('ol')")

    def open_tap(self, name):
        self.tap(f"a.tap[href$='/{name}']", f"location.pathname.endsWith('/{name}')")
        self.inspect(name)

    def play_app(self):
        """An app that was opened with the link, and asks where it leads."""
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=context)
        connection.request("GET", "/WXYZ", headers={
            "Host": "example.page.link", "Accept": "application/json", "User-Agent": "okhttp/5.1.0"})
        answer = json.loads(connection.getresponse().read())
        self.expect(answer.get("payload") == "https://www.example.com/", f"the app gets {answer}")


def visit(phone):
    browser, address = phone.browser, phone.address
    browser.open(address)
    phone.inspect("phone")
    phone.expect("Android 16, Chrome 156" in browser.run("document.body.innerText"), "the phone is not recognized")
    # This browser can't show an `intent:`. Links lead iPhones to a page.
    phone.be_an_iphone()
    browser.open(address)
    phone.expect("iOS 18.5, Safari 18" in browser.run("document.body.innerText"), "the iPhone is not recognized")
    phone.tap("button[value=current]", "!document.querySelector('button[value=current]')")
    for _ in range(40):
        if browser.holds("document.querySelector('a.tap')", 1):
            break
        browser.open(address)
    phone.inspect("taps")
    phone.open_tap("page")
    phone.expect(browser.run("location.host") == "preview.example.com", "the page is on the link's host")
    phone.follow("page")
    phone.choose("web")
    phone.open_tap("same-host")
    phone.expect(browser.run("location.host") == "example.page.link", "the page is not on the link's host")
    phone.follow("same-host")
    phone.choose("web")
    # Without a gesture, and only once: going back does not follow the link again.
    phone.open_tap("script")
    phone.tap("#link", "location.search || !location.pathname.endsWith('/script')")
    browser.until("document.querySelector('.button') && !location.pathname.includes('.lab')", "the script has followed")
    index = browser.call("Page.getNavigationHistory")
    browser.call("Page.navigateToHistoryEntry", entryId=index["entries"][index["currentIndex"] - 1]["id"])
    browser.until("location.pathname.endsWith('/script')", "back is the page of the tap")
    browser.gather(5)
    phone.expect(browser.run("location.pathname").endswith("/script"), "going back follows the link again")
    text = phone.seen("script")
    phone.expect(text.count("a click, answered") == 1, f"script: the server has received {text}")
    phone.choose("web")
    phone.open_tap("mail")
    phone.expect(browser.run("document.querySelector('input').value") == LINK, "the link can't be copied")
    phone.play_app()
    browser.open(browser.run("location.href"))
    phone.expect("it has opened" in browser.run("document.body.innerText"), "the app's question was not received")
    phone.inspect("mail-opened")
    browser.open(address)
    phone.open_tap("camera")
    code = browser.run(f"fetch({json.dumps(address + '/code.svg')}).then((r) => r.status).catch(() => 0)")
    phone.expect(code in (0, 200), "there is no code")
    phone.choose("nothing")
    phone.inspect("taps-answered")
    phone.tap("button[name=end]", "document.body.innerText.includes('Finished')")
    phone.inspect("finished")


def main():
    program, port, address, *pictures = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(
            program, profile, "--ignore-certificate-errors", f"--host-resolver-rules=MAP * 127.0.0.1:{port}")
        try:
            phone = Phone(browser, int(port), address, pictures[0] if pictures else None)
            visit(phone)
        finally:
            browser.close()
    for fault in phone.faults:
        print(fault)
    sys.exit(1 if phone.faults else 0)


if __name__ == "__main__":
    main()
