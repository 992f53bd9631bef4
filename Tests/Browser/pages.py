"""Opens each page of a plan in a headless Chromium as users see it, and reports its faults.

pages.py PROGRAM PORT PLAN [FOLDER]: PLAN is a JSON file, a list of objects with `name`, `url`, `agent`, `language`, `width`,
`height`, `dark` and `status`. All hosts are mapped to that local port. Prints a line for each page, `paint …` for the largest
contentful paint of each kind, and `fault …` for each of these:

* an error that the browser reports, a policy violation, or a failed request;
* a request for anything but the page and its own icon;
* a page that is wider than the screen, or has text that overflows its box;
* a finding of axe-core (WCAG 2.2 A and AA, best practices) that is serious or critical;
* another status, language or direction than expected, or another address than its own.

Saves a screenshot of each page in FOLDER, if given.
"""

import base64
import json
import pathlib
import statistics
import sys
import tempfile
import urllib.parse

import axe_core_python

from devtools import Browser, errors

AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Layout faults of a page. Text that is cut off on purpose (the URL to copy) is in an input element.
LAYOUT = """(() => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll('h1,h2,p,a,td,dd,span,label')].filter(
    e => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline');
  return JSON.stringify({
    wide, cut: cut.map(e => e.outerHTML.slice(0, 120)), dir: document.documentElement.dir,
    lang: document.documentElement.lang, address: location.href,
    icon: [...document.images].every(i => i.complete && i.naturalWidth > 0),
  });
})()"""

# The milliseconds from the click to the largest contentful paint; null if the browser reports none.
PAINT = """new Promise(done => {
  new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
    .observe({type: 'largest-contentful-paint', buffered: true});
  setTimeout(() => done(null), 1000);
})"""


class Visit:
    """A page in its own tab."""

    def __init__(self, browser, page):
        self.browser, self.page, self.faults = browser, page, []

    def fault(self, text):
        self.faults.append(f"fault {self.page['name']}: {text}")

    def open(self):
        browser, page = self.browser, self.page
        browser.call("Emulation.setUserAgentOverride", userAgent=page["agent"], acceptLanguage=page["language"])
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=page["width"], height=page["height"], deviceScaleFactor=1,
            mobile=page["width"] < 700)
        browser.call("Emulation.setTouchEmulationEnabled", enabled=page["width"] < 700)
        browser.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if page["dark"] else "light"}])
        browser.events = []
        browser.open(page["url"], seconds=0.1)

    def check_traffic(self):
        address = None
        for event in self.browser.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if parameters["type"] == "Document":
                    address = url
                elif not urllib.parse.urlparse(url).path.startswith(("/_fp/icon/", "/favicon.ico")):
                    self.fault(f"asks for {url}")
            if method == "Network.responseReceived" and parameters["type"] == "Document":
                status = parameters["response"]["status"]
                if status != self.page["status"]:
                    self.fault(f"status {status}")
            for error in errors(event):
                # The browser reports the page itself as a failed resource if its status is that of a broken link.
                if not (address and error.strip().endswith(address) and "status of" in error) and "favicon" not in error:
                    self.fault(error)

    def check_layout(self):
        layout = json.loads(self.browser.run(LAYOUT))
        if layout["wide"] > 0:
            self.fault(f"{layout['wide']} pixels wider than the screen")
        for cut in layout["cut"]:
            self.fault(f"text runs out of its box: {cut}")
        if layout["lang"] != self.page["language"]:
            self.fault(f"language {layout['lang']}")
        if layout["dir"] != ("rtl" if self.page["language"] in ("ar", "fa") else "ltr"):
            self.fault(f"direction {layout['dir']}")
        if not layout["icon"]:
            self.fault("a picture is not shown")
        return layout

    def check_access(self):
        self.browser.run(f"(() => {{ {AXE} }})(); 1")
        run = f"axe.run(document, {{runOnly: {json.dumps(TAGS)}}}).then(found => JSON.stringify(found.violations))"
        for finding in json.loads(self.browser.run(run)):
            places = "; ".join(node["html"][:200] + " — " + node["failureSummary"][:300] for node in finding["nodes"])
            line = f"axe: {finding['impact']}: {finding['id']}: {places}"
            if finding["impact"] in ("serious", "critical"):
                self.fault(line)
            else:
                print("note", self.page["name"], line)

    def picture(self, folder):
        data = self.browser.call("Page.captureScreenshot", format="png")["data"]
        (pathlib.Path(folder) / f"{self.page['name']}.png").write_bytes(base64.b64decode(data))


def main():
    program, port, plan, *folder = sys.argv[1:]
    faults, paints = [], {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(
            program, profile, "--ignore-certificate-errors", f"--host-resolver-rules=MAP * 127.0.0.1:{port}")
        try:
            for page in json.loads(pathlib.Path(plan).read_text()):
                visit = Visit(browser, page)
                visit.open()
                visit.check_traffic()
                visit.check_layout()
                paints.setdefault(page["name"].split("-")[0], []).append(browser.run(PAINT))
                if folder:
                    visit.picture(folder[0])
                visit.check_access()
                print("ok" if not visit.faults else "bad", page["name"])
                faults += visit.faults
        finally:
            browser.close()
    for kind, times in paints.items():
        known = sorted(time for time in times if time is not None)
        if known:
            print(f"paint {kind}: median {statistics.median(known):.0f} ms, {known[0]:.0f} to {known[-1]:.0f} ms")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
