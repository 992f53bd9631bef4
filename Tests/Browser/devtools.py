"""A headless Chromium, controlled by the DevTools protocol over pipes. Needs only the standard library."""

import fcntl
import json
import os
import select
import subprocess
import sys
import time

KEYS = {"Enter": ("\r", 13), "Tab": ("", 9)}


class Browser:
    """A browser with one tab. Its errors end the program."""

    def __init__(self, program, folder, *flags):
        """Starts `program` with an empty profile in `folder`."""
        own_end, self.output = os.pipe()
        self.input, other_end = os.pipe()
        # The browser expects them as 3 and 4, which they may already be here.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (own_end, other_end)]

        def place():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--disable-background-networking", "--no-first-run", "--remote-debugging-pipe",
                f"--user-data-dir={folder}", *flags, "about:blank",
            ],
            preexec_fn=place, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (own_end, other_end, *ends):
            os.close(end)
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Network", "Page", "Log", "Runtime"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()

    def messages(self, seconds):
        """Yields the messages that arrive within some time."""
        end = time.monotonic() + seconds
        while True:
            while b"\0" in self.buffer:
                line, self.buffer = self.buffer.split(b"\0", 1)
                yield json.loads(line)
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                return
            piece = os.read(self.input, 1 << 16)
            if not piece:
                sys.exit("the browser is gone")
            self.buffer += piece

    def gather(self, seconds):
        """Collects the events of some time."""
        self.events.extend(self.messages(seconds))

    def send(self, method, **parameters):
        """Sends a command. Its result may get lost if it leads to another page."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")

    def call(self, method, **parameters):
        """Returns the result of a command, and collects the events that arrive before it."""
        self.send(method, **parameters)
        for answer in self.messages(60):
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)
        sys.exit(f"{method}: no answer")

    def open(self, address, seconds=0):
        """Loads a page, and collects events for some time afterwards."""
        self.call("Page.navigate", url=address)
        self.until("true", f"{address} is loaded")
        self.gather(seconds)

    def run(self, script):
        """Returns the value of an expression in the page, awaiting promises."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            sys.exit(f"{script[:80]}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def holds(self, script, seconds):
        """Whether an expression becomes true within some time, in a page that has loaded."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.run(f"document.readyState === 'complete' && !!({script})"):
                    return True
            except SystemExit:
                # The page is being replaced.
                if self.process.poll() is not None:
                    raise
            self.gather(0.05)
        return False

    def until(self, script, what, seconds=60):
        """Waits for an expression to be true in a page that has loaded."""
        if not self.holds(script, seconds):
            sys.exit(f"never: {what}; at {self.run('location.href')}")

    def type(self, selector, text):
        """Replaces the text of a field."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.run(f"document.querySelector({json.dumps(selector)}).value = ''")
        self.call("Input.insertText", text=text)

    def press(self, key):
        text, number = KEYS[key]
        keys = {"key": key, "code": key, "windowsVirtualKeyCode": number}
        self.call("Input.dispatchKeyEvent", type="keyDown", **keys, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **keys)

    def click(self, selector, script=None, what=None):
        """Clicks an element; with an expression, by the mouse and until it is true.

        On a busy machine a page moves between two frames, and the mouse misses; after three times the element is clicked
        wherever it is.
        """
        press = f"document.querySelector({json.dumps(selector)})"
        if script is None:
            return self.run(f"{press}.click()")
        for turn in range(6):
            if self.holds(press, 5):
                if turn < 3:
                    self.click_once(selector)
                else:
                    self.run(f"{press}?.click()")
            if self.holds(script, 10):
                return
        sys.exit(f"never: {what}; at {self.run('location.href')}")

    def click_once(self, selector):
        element = f"document.querySelector({json.dumps(selector)})"
        self.run(f"{element}.scrollIntoView({{block: 'center'}})")
        # Where it is once it has been drawn there.
        x, y = self.run(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {"
            f" const box = {element}.getBoundingClientRect();"
            " done([box.x + box.width / 2, box.y + box.height / 2]); })))")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def errors(event):
    """The error that an event reports, if any."""
    method, parameters = event.get("method"), event.get("params", {})
    if method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
        yield f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}"
    if method == "Runtime.exceptionThrown":
        yield parameters["exceptionDetails"]["text"]
    if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
        yield json.dumps(parameters["args"])
    if method == "Network.loadingFailed" and not parameters.get("canceled"):
        yield parameters["errorText"]
