"""Uses the console of a daemon as a user would, in a headless Chromium.

console.py PROGRAM ADDRESS TOKEN LOOKS [PICTURES]: signs in at ADDRESS, tries a link, views the rules, creates and changes
links, signs out, with and without scripts; in each of the LOOKS, for example `phone-dark,desktop-light`. Prints each fault on
a line, or the number of visited pages if there are none. Saves a screenshot of each page in the folder PICTURES, if given.
"""

import base64
import json
import os
import sys
import tempfile

import axe_core_python

from devtools import Browser
from pictures import PictureServer

LINK = "https://example.page.link/WXYZ"
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


class Visit:
    def __init__(self, browser, address, previews, pictures):
        self.browser, self.address, self.previews, self.pictures = browser, address, previews, pictures
        with open(os.path.join(os.path.dirname(axe_core_python.__file__), "axe.min.js")) as file:
            self.axe = file.read()
        self.faults, self.pages, self.look = [], 0, ""

    def expect(self, is_so, what):
        if not is_so:
            self.faults.append(f"{self.look}: {what}")

    def show(self, size, scheme):
        width, height = SIZES[size]
        self.look = f"{size} {scheme}"
        self.browser.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=size == "phone")
        self.browser.call("Emulation.setTimezoneOverride", timezoneId="Asia/Kolkata")
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def inspect(self, name):
        """Checks the page for the common requirements, and takes a screenshot."""
        self.pages += 1
        browser = self.browser
        # The window of a phone grows with content that is too wide for it.
        wide = browser.run("document.documentElement.scrollWidth") - SIZES[self.look.split()[0]][0]
        self.expect(wide <= 0, f"{name} is {wide} px wider than the window")
        # Not subject to the page's policy, as browser tools are not.
        browser.run(f"(() => {{ {self.axe} }})(); 1")
        found = browser.run("axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map("
                            "(one) => `${one.impact} ${one.id}: ${one.nodes[0].html.slice(0, 120)} ${one.nodes[0].failureSummary}`))")
        for one in found:
            self.expect(False, f"{name}: axe: {one}")
        if self.pictures:
            size = browser.run("[innerWidth, Math.min(document.documentElement.scrollHeight, 2600)]")
            picture = browser.call(
                "Page.captureScreenshot", captureBeyondViewport=True,
                clip={"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1})
            with open(f"{self.pictures}/{name}-{self.look.replace(' ', '-')}.png", "wb") as file:
                file.write(base64.b64decode(picture["data"]))

    def sign_in(self, token):
        browser = self.browser
        browser.open(f"{self.address}/rules")
        self.expect(browser.run("location.pathname") == "/sign-in", "a stranger sees a page")
        self.inspect("sign-in")
        self.expect(browser.run("document.activeElement.id") == "token", "the token's field has no focus")
        browser.type("#token", "fpt_wrong")
        browser.press("Enter")
        browser.until("!!document.querySelector('[role=alert]')", "the wrong token is refused")
        self.inspect("sign-in-refused")
        browser.type("#token", token)
        browser.press("Enter")
        browser.until("location.pathname === '/rules'", "one is signed in and where one wanted to be")
        self.expect(browser.run("document.cookie") == "", "scripts can read the cookie")

    def led_here(self):
        """Arrives from another site, so that the browser does not send the cookie at first."""
        browser = self.browser
        browser.open(f"data:text/html,<title>elsewhere</title><a href='{self.address}/try%23link={LINK}'>here</a>")
        browser.click(
            "a", "!!document.querySelector('#matrix-heading')",
            "who is signed in and led here is where the link leads")
        self.expect(browser.run("location.pathname") == "/try", "who is led here is asked for a token")

    def overview(self):
        browser = self.browser
        browser.open(f"{self.address}/")
        self.expect(browser.run("document.querySelector('[aria-current]')?.textContent") == "Overview", "the start page is another")
        self.inspect("overview")

    def links_by_clicks(self):
        browser = self.browser
        browser.open(f"{self.address}/links?sort=clicks")
        self.expect(browser.run("document.querySelector('#sort').value") == "clicks", "the order is not chosen")
        self.inspect("links-by-clicks")

    def keyboard(self):
        browser = self.browser
        browser.open(f"{self.address}/try")
        browser.press("Tab")
        self.expect(browser.run("document.activeElement.className") == "skip", "the first stop is not the skip link")
        self.expect(browser.run("document.activeElement.getBoundingClientRect().left >= 0"), "the skip link is not seen")
        browser.press("Enter")
        browser.press("Tab")
        self.expect(browser.run("document.activeElement.id") == "link", "the skip link does not lead to the form")

    def try_link(self):
        browser = self.browser
        browser.open(f"{self.address}/try")
        self.inspect("try")
        browser.type("#link", LINK)
        browser.run("document.querySelector('#situation').value = 'iphone/safari/app'")
        browser.press("Enter")
        browser.until("!!document.querySelector('#matrix-heading')", "the link is tried")
        self.expect(browser.run("location.pathname") == "/try", "the answer is another page")
        fragment = browser.run("location.hash")
        self.expect("situation=iphone%2Fsafari%2Fapp" in fragment, f"the address has {fragment}")
        self.expect("The link " in browser.run("document.querySelector('#said').textContent"), "nothing is announced")
        self.inspect("tried")
        browser.run("for (const part of document.querySelectorAll('#answer details.folded')) part.open = true")
        self.inspect("tried-unfolded")
        text = browser.run("document.querySelector('#answer').textContent")
        browser.open("about:blank")
        browser.open(f"{self.address}/try{fragment}")
        browser.until("!!document.querySelector('#matrix-heading')", "a shared address is tried")
        self.expect(browser.run("document.querySelector('#answer').textContent") == text, "a shared address has another answer")
        line = json.dumps({"input": {"link": LINK, "country": "IN"}})
        browser.click("details.card > summary", "document.querySelector('details.card').open", "a line can be entered")
        browser.type("#line", line)
        browser.until("document.querySelector('#line').value !== ''", "a line is entered")
        browser.click("button[name=fill]", "document.querySelector('#country')?.value === 'IN'", "a line fills the form in")
        browser.until("location.hash.includes('country=IN')", "a filled form has an address")

    def rules(self):
        self.browser.open(f"{self.address}/rules")
        self.browser.until("!!document.querySelector('#findings-heading')", "the rules are shown")
        self.inspect("rules")

    def draft(self):
        browser = self.browser
        browser.open(f"{self.address}/")
        browser.open(f"{self.address}/rules")
        browser.click("a[href='/rules/draft']", "location.pathname === '/rules/draft'", "a draft can be begun")
        browser.run("document.querySelector('#file').value = [...document.querySelector('#file').options].map((one) => one.value)"
                    ".find((name) => /^sites\\/.*[^s]\\.yaml$/.test(name) && !name.includes('cases'))")
        browser.click("form[method=get] button", "location.search.startsWith('?file=sites')", "a file is opened")
        self.inspect("draft")
        before = browser.run("document.querySelector('#text').value")
        self.expect("example.page.link" in before and before.count("\n") > 3, f"the file is {before[:80]}")
        # Like typing.
        browser.run("document.querySelector('#text').focus(); document.querySelector('#text').setSelectionRange(0, 0)")
        browser.call("Input.insertText", text="# A remark.\n")
        browser.until("!!document.querySelector('#changes-heading')", "a draft is checked as one types")
        self.expect("none would" in browser.run("document.querySelector('#answer').textContent"), "a remark changes decisions")
        self.inspect("drafted")
        browser.run("document.querySelector('form[data-live] details').open = true")
        browser.type("#link", LINK)
        browser.until("!!document.querySelector('#tried-heading')", "a link is tried with the draft")
        self.expect("no difference" in browser.run("document.querySelector('#answer').textContent"), "a remark changes a link")
        self.inspect("draft-tried")
        browser.run("document.querySelector('#text').focus(); document.querySelector('#text').setSelectionRange(0, 0)")
        browser.call("Input.insertText", text="hots: [a]\n")
        browser.until("!!document.querySelector('#answer .badge.bad')", "a fault is found")
        self.expect("^" in browser.run("document.querySelector('#answer pre').textContent"), "the fault has no caret")
        self.inspect("draft-fault")

    def write(self):
        """Activates a comment, views the history, and restores the file."""
        browser = self.browser
        browser.open(f"{self.address}/rules/draft")
        file = browser.run("[...document.querySelector('#file').options].map((one) => one.value)"
                           ".find((name) => /^sites\\/.*[^s]\\.yaml$/.test(name) && !name.includes('cases'))")
        browser.open(f"{self.address}/rules/draft?file={file}")
        before = browser.run("document.querySelector('#text').value")
        browser.run("document.querySelector('#text').focus(); document.querySelector('#text').setSelectionRange(0, 0)")
        browser.call("Input.insertText", text="# A remark that stays.\n")
        browser.until("!!document.querySelector('#changes-heading')", "a draft is checked before it is written")
        browser.click("[name=write]", "location.search === '?done=written'", "a file is written")
        self.inspect("written")
        browser.click("a[href='/rules/history']", "location.pathname === '/rules/history'", "there is a history")
        browser.click("main details summary", "document.querySelector('main details').open", "a change can be looked at")
        self.expect("+# A remark that stays." in browser.run("document.querySelector('main pre').textContent"), "the remark is not shown")
        self.inspect("history")
        browser.click("main section form button", "location.search === '?done=returned'", "one returns by a click")
        browser.open(f"{self.address}/rules/draft?file={file}")
        self.expect(browser.run("document.querySelector('#text').value") == before, "the file is another than before")

    def links(self):
        """Creates a link, views it, changes it concurrently with another user, pauses and deletes it."""
        browser = self.browser
        code = f"b{os.getpid()}{self.look.replace(chr(32), str())}"
        browser.open(f"{self.address}/links")
        self.inspect("links")
        browser.click("main a[href='/links/new']")
        browser.until("location.pathname === '/links/new'", "a link can be begun")
        browser.type("#long_link", "nonsense")
        browser.type("#code", code)
        browser.press("Enter")
        browser.until("!!document.querySelector('#answer .fault')", "nonsense is refused")
        self.inspect("link-refused")
        self.expect(browser.run("document.activeElement.id + document.activeElement.ariaInvalid") == "long_linktrue",
                    "the faulty field is not marked and focused")
        browser.type("#long_link", "www.example.com/poster")
        browser.type("#name", "Poster in the hall")
        browser.type("#tags", "poster, hall")
        browser.run("for (const group of document.querySelectorAll('details.group')) group.open = true")
        browser.type("#utm_source", "poster")
        browser.type("#st", "The poster")
        browser.type("#si", f"{self.previews.address}/{code}.png")
        browser.run("document.querySelector('#expires').value = '2031-07-01T18:30'")
        self.inspect("link-filled")
        browser.run("document.querySelector('#long_link').focus()")
        browser.press("Enter")
        browser.until("!!document.querySelector('[value=save]')", "a link is checked")
        self.expect("The poster" in browser.run("document.querySelector('.unfurled').textContent"), "the preview is not shown")
        self.preview_picture(f"/{code}.png")
        self.inspect("link-checked")
        browser.click("[value=save]")
        browser.until("location.pathname === '/links/link'", "a link is made")
        browser.until("document.querySelector('img.qr').complete && document.querySelector('img.qr').naturalWidth > 0",
                      "the QR code is drawn")
        self.expect("The link was created" in browser.run("document.querySelector('main').textContent"), "nothing is said")
        # Kolkata is five and a half hours ahead of UTC.
        self.expect(browser.run("[...document.querySelectorAll('time')].some((one) => one.dateTime === '2031-07-01T13:00:00Z')"),
                    "the time is not converted to UTC")
        self.inspect("link")
        page = browser.run("location.href")
        browser.click("main a[href^='/links/edit']")
        browser.until("location.pathname === '/links/edit'", "a link can be changed")
        self.expect(browser.run("document.querySelector('#expires').value") == "2031-07-01T18:30", "the time is not local")
        self.expect("Asia/" in browser.run("document.querySelector('.zone').textContent"), "the time zone is not shown")
        self.expect(browser.run("document.querySelector('#utm_source').value") == "poster", "the campaign is lost")
        # A concurrent change by another user.
        browser.run("(async () => { const page = new DOMParser().parseFromString(await (await fetch('" + page + "')).text(), 'text/html');"
                    " const form = page.querySelector('[value=pause]').form; const body = new URLSearchParams(new FormData(form));"
                    " body.set('do', 'pause'); body.set('sure', 'yes'); await fetch('/links/link', {method: 'POST', body}); })()")
        browser.type("#name", "Poster at the door")
        browser.press("Enter")
        browser.until("!!document.querySelector('#answer a.button')", "a conflict is shown")
        self.inspect("link-conflict")
        browser.click("#answer a.button")
        browser.until("document.querySelector('#name')?.value === 'Poster in the hall'", "one begins again")
        browser.type("#name", "Poster at the door")
        browser.press("Enter")
        browser.until("!!document.querySelector('[value=save]')", "a change is checked")
        browser.click("[value=save]")
        browser.until("location.pathname === '/links/link' && !!document.querySelector('[value=resume]')", "a change is saved")
        self.expect("Poster at the door" in browser.run("document.querySelector('main').textContent"), "the change is lost")
        browser.open(f"{self.address}/links?tag=hall&q={code}")
        browser.until(f"document.querySelector('tbody a')?.textContent.endsWith('/{code}')", "the link is found")
        self.inspect("links-found")
        browser.click("tbody a")
        browser.until("!!document.querySelector('[value=delete]')", "the link's page is open")
        browser.click("[value=delete]")
        browser.until("!!document.querySelector('[name=sure]')", "a question precedes the deletion")
        self.inspect("link-confirm")
        browser.click("form:has([name=sure]) button")
        browser.until("location.pathname === '/links'", "the link is deleted")

    def preview_picture(self, path):
        """The picture of a link's preview, from another host, which the page's policy allows."""
        self.browser.until("document.querySelector('.unfurled img')?.complete", "the picture of the preview is awaited")
        self.expect(self.browser.run("document.querySelector('.unfurled img').naturalWidth") == 1,
                    "the picture of the preview is not shown")
        referrers = [referrer for asked, referrer in self.previews.requests if asked == path]
        self.expect(len(referrers) > 0 and not any(referrers), f"the picture is requested with the referrers {referrers}")

    def links_from_a_file(self):
        browser = self.browser
        code = f"f{os.getpid()}{self.look.replace(chr(32), str())}"
        browser.open(f"{self.address}/links/import")
        browser.run("document.querySelector('#text').focus()")
        browser.call("Input.insertText", text=f"domain,code,long_link\nexample.page.link,{code},https://www.example.com/\n"
                     f"example.page.link,{code}x,https://elsewhere.example/\n")
        browser.click("#import button")
        browser.until("!!document.querySelector('[value=import]')", "a file is looked at")
        self.inspect("import-looked")
        browser.click("[value=import]")
        browser.until("!!document.querySelector('#answer a')", "a file's links are made")
        self.inspect("imported")
        browser.open(f"{self.address}/links/refused")
        browser.click("#look button")
        browser.until("!!document.querySelector('#found-heading')", "targets are looked at")
        self.inspect("refused-targets")

    def live(self):
        browser = self.browser
        browser.open(f"{self.address}/live")
        browser.run("window.first = document.querySelector('[data-refresh]')")
        browser.until("window.first !== document.querySelector('[data-refresh]')", "the figures are looked at again")
        browser.until("document.querySelector('.large').textContent.includes('per second')", "there is a rate")
        asked = [event["params"]["request"]["url"] for event in browser.events
                 if event.get("method") == "Network.requestWillBeSent" and event["params"].get("type") in ("EventSource", "Fetch")]
        self.expect(asked[-1:] == [f"{self.address}/live/events"], f"the figures are asked for at {asked}")
        browser.until("document.querySelectorAll('.chart.low rect').length > 1", "there is a chart")
        self.inspect("live")
        browser.click("[data-pauses]")
        self.expect(browser.run("document.querySelector('[data-pauses]').textContent") == "Resume", "it does not pause")

    def test_on_a_phone(self):
        browser = self.browser
        browser.open(f"{self.address}/lab?link=example.page.link%2FWXYZ")
        self.expect(browser.run("document.querySelector('#link').value") == LINK, "the link is not filled in")
        self.inspect("lab")
        browser.click("form.card button", "document.querySelectorAll('img.qr').length === 2", "the test is opened")
        self.expect(
            browser.run("[...document.querySelectorAll('img.qr')].every((e) => e.complete && e.naturalWidth > 0)"),
            "a code is not shown")
        self.inspect("lab-test")
        browser.click("#end", "location.pathname === '/lab' && !location.search", "the test is ended")

    def without_script(self):
        browser = self.browser
        browser.call("Emulation.setScriptExecutionDisabled", value=True)
        browser.open(f"{self.address}/try")
        browser.type("#link", LINK)
        browser.press("Enter")
        browser.until("!!document.querySelector('#matrix-heading')", "the link is tried without script")
        self.expect(browser.run("document.querySelector('#link').value") == LINK, "the form is empty")
        browser.call("Emulation.setScriptExecutionDisabled", value=False)

    def shared_address_of_a_stranger(self, token):
        """A shared URL is opened after signing in."""
        browser = self.browser
        browser.click("header button", "location.pathname === '/sign-in'", "one is signed out")
        browser.open("about:blank")
        browser.open(f"{self.address}/try#link={LINK}")
        browser.type("#token", token)
        browser.press("Enter")
        browser.until("!!document.querySelector('#matrix-heading')", "what was shared is tried after signing in")
        browser.click("header button", "location.pathname === '/sign-in'", "one is signed out")

    def settle(self):
        """The errors that the browser has reported since the last call."""
        sizes = {}
        for event in self.browser.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                text = f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}"
                # Expected refusals: a wrong token, an invalid link, and a conflicting change.
                expected = ("status of 403" in text and "/sign-in" in text, "status of 400" in text and "/links/new" in text,
                            "status of 412" in text and "/links/edit" in text)
                self.expect(any(expected), f"log: {text}")
            if method == "Runtime.exceptionThrown":
                self.expect(False, f"exception: {parameters['exceptionDetails']['text']}")
            if method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                self.expect(url.startswith((self.address + "/", self.previews.address + "/", "data:")) or url == "about:blank", f"a request to {url}")
            if method == "Network.loadingFinished":
                sizes[parameters["requestId"]] = parameters["encodedDataLength"]
        largest = sum(sorted(sizes.values())[-2:], 0)
        self.browser.events = []
        return largest


def first_view(browser, address):
    """The bytes transferred for the first view, with an empty cache."""
    browser.call("Network.clearBrowserCache")
    browser.events = []
    browser.open(f"{address}/")
    browser.gather(0.5)
    return sum(int(event["params"]["encodedDataLength"]) for event in browser.events
               if event.get("method") == "Network.loadingFinished")


def main():
    program, address, token, looks, *pictures = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, folder)
        visit = Visit(browser, address, PictureServer(folder), pictures[0] if pictures else None)
        # The certificate of the pictures' server is not trusted.
        browser.call("Security.setIgnoreCertificateErrors", ignore=True)
        try:
            for size, scheme in (look.split("-") for look in looks.split(",")):
                visit.show(size, scheme)
                visit.sign_in(token)
                visit.led_here()
                visit.overview()
                visit.keyboard()
                visit.try_link()
                visit.rules()
                visit.draft()
                visit.write()
                visit.links()
                visit.links_by_clicks()
                visit.links_from_a_file()
                visit.live()
                visit.test_on_a_phone()
                visit.without_script()
                visit.settle()
                count = first_view(browser, address)
                visit.expect(0 < count < 60_000, f"the first view has {count} bytes")
                visit.shared_address_of_a_stranger(token)
                visit.settle()
        finally:
            browser.close()
            # Also if the visit ends early, since earlier faults may be the cause.
            for fault in visit.faults:
                print(fault, flush=True)
    if not visit.faults:
        print(f"{visit.pages} pages, the first view {count} bytes")
    sys.exit(1 if visit.faults else 0)


main()
