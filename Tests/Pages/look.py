#!/usr/bin/env python3
"""Checks the layout and the contrast of pages in Chromium, as phones, desktop computers and printers show them.

A page is a file or a URL. Each is loaded once and shown at 390 and 1280 px in light and dark mode, and in print.
Each line of standard output is one finding: an element beyond the edge or with horizontal scrolling, text with a
contrast below 4.5:1, or a message of the console. The status is 0 without findings, 1 with findings, and 3 if
Chromium does not work here.

--screenshots saves an image of each view, to look at while you design pages.
"""

import argparse
import base64
import functools
import http.server
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

VIEWS = {
    "390-light": (390, "screen", "light"),
    "390-dark": (390, "screen", "dark"),
    "1280-light": (1280, "screen", "light"),
    "1280-dark": (1280, "screen", "dark"),
    # A4 without margins.
    "paper": (718, "print", "light"),
}

# The part of a page in its image, in px from the top.
TALLEST = 16_000

# The height of a page with everything opened.
OPENED = """(() => {
  const closed = [...document.querySelectorAll("details:not([open])")];
  for (const details of closed) details.open = true;
  const height = document.documentElement.scrollHeight;
  for (const details of closed) details.open = false;
  return height;
})()"""

MEASURE = Path(__file__).with_name("look.js").read_text()


class Broken(Exception):
    """Raised when Chromium does not work as expected."""


class Chromium:
    """Chromium without a window, controlled over pipes."""

    def __init__(self, patience):
        self.patience = patience
        self.profile = tempfile.mkdtemp()
        commands, self.to = os.pipe()
        self.answers, events = os.pipe()
        # Chromium reads from descriptor 3 and writes to descriptor 4; some shells support only descriptors up to 9.
        shell = f'exec 3<&{commands} 4>&{events}; exec chromium "$@"'
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--no-first-run", "--hide-scrollbars", f"--user-data-dir={self.profile}",
                   "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", shell, "chromium", *options], pass_fds=(commands, events),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(events)
        self.number, self.unread, self.session, self.events = 0, b"", None, []

    def end(self):
        os.close(self.to)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self, deadline):
        while b"\0" not in self.unread:
            ready, _, _ = select.select([self.answers], [], [], max(deadline - time.monotonic(), 0))
            read = os.read(self.answers, 1 << 20) if ready else b""
            if not read:
                raise Broken("no message in time" if not ready else "it has exited")
            self.unread += read
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.to, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + self.patience
        while True:
            message = self.message(deadline)
            if message.get("id") == self.number:
                if "error" in message:
                    raise Broken(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def until(self, method):
        deadline = time.monotonic() + self.patience
        while not any(event["method"] == method for event in self.events):
            self.events.append(self.message(deadline))

    def open(self, url):
        """Loads a page in a tab of its own."""
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.events = []
        answer = self.ask("Page.navigate", url=url)
        if "errorText" in answer:
            raise Broken(f"{url}: {answer['errorText']}")
        self.until("Page.loadEventFired")

    def show(self, width, height, media, scheme):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia", media=media,
                 features=[{"name": "prefers-color-scheme", "value": scheme}])

    def run(self, script):
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Broken(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def complaints(self):
        texts = []
        for event in self.events:
            parameters = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                texts.append(parameters["exceptionDetails"]["text"])
            elif event["method"] == "Log.entryAdded":
                texts.append(parameters["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                texts.append(f"{parameters['type']}: {parameters['args']}")
        return sorted(set(texts))


class Answers(http.server.SimpleHTTPRequestHandler):
    """Serves files, and to the page of a running load test an event stream without events."""

    def do_GET(self):
        if not self.path.endswith("/events"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b": nothing yet\n\n")
        self.wfile.flush()
        time.sleep(3_600)

    def log_message(self, *_):
        pass


def serve():
    """Serves the file system of this machine on its own port until this program exits; returns the URL."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Answers, directory="/"))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def url(page, origin=""):
    return page if "://" in page else origin + urllib.parse.quote(str(Path(page).resolve()))


def look(browser, page, folder, origin):
    """Returns the findings, each as a sentence."""
    findings = []
    browser.open(url(page, origin))
    name = page.rsplit("/", 1)[-1] or "page"
    for view, (width, media, scheme) in VIEWS.items():
        browser.show(width, 900, media, scheme)
        height = browser.run("document.documentElement.scrollHeight")
        if folder:
            picture = browser.ask(
                "Page.captureScreenshot", captureBeyondViewport=True,
                clip={"x": 0, "y": 0, "width": width, "height": min(height, TALLEST), "scale": 1})
            (folder / f"{name}.{view}.png").write_bytes(base64.b64decode(picture["data"]))
        # The background of a text can be found only inside the window.
        browser.show(width, min(browser.run(OPENED), 200_000), media, scheme)
        findings += [f"{name} at {view}: {text}" for text in browser.run(f"({MEASURE})()")]
    findings += [f"{name}: console message {text!r}" for text in browser.complaints()]
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="+", metavar="PAGE")
    parser.add_argument("--screenshots", type=Path, metavar="FOLDER")
    parser.add_argument("--patience", type=float, default=60, metavar="SECONDS")
    options = parser.parse_args()
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    try:
        browser = Chromium(options.patience)
        try:
            browser.ask("Browser.getVersion")
        except Broken:
            browser.end()
            raise
    except (Broken, OSError) as reason:
        print(f"Chromium does not work here: {reason}", file=sys.stderr)
        return 3
    origin = serve()
    try:
        findings = [text for page in options.pages 
                    for text in look(browser, page, options.screenshots, origin)]
    finally:
        browser.end()
    for text in findings:
        print(text)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
