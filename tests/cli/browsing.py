"""A browser that tests can ask how it shows a page: spoken to through two pipes, by its own protocol for debugging."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.processes import begin_process

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MISSING = "needs Chromium, by one of its names"

OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--remote-debugging-pipe"]

AT_ITS_PIPES = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Begins a program that reads from its descriptor 3 and writes to 4, as the protocol has it."""

WIDER = """
[...document.querySelectorAll("body *")]
  .filter(each => !each.closest("svg") && each.getBoundingClientRect().right > innerWidth + 1)
  .filter(each => {
    for (let around = each.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== "visible") return false
    return true
  })
  .map(each => `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 60)}`)
"""
"""Elements that stand out at the right and cannot be scrolled to within what is around them."""

PHONE = 500
"""A page that is narrower than this is asked for as a phone does."""

COMPLAINTS = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")


class Browser:
    """A browser without a window; ``folder`` is for what it keeps."""

    def __init__(self, folder: Path) -> None:
        reads, self._to = os.pipe()
        self._from, writes = os.pipe()
        command = [sys.executable, "-c", AT_ITS_PIPES, str(reads), str(writes), str(BROWSER), *OPTIONS]
        command += [f"--user-data-dir={folder}", "about:blank"]
        quiet = subprocess.DEVNULL
        self._ending = ExitStack()
        self._ending.enter_context(begin_process(command, pass_fds=(reads, writes), stdout=quiet, stderr=quiet))
        os.close(reads)
        os.close(writes)
        self._rest = b""
        self._calls = 0
        self._told: list[dict[str, Any]] = []
        self._page: dict[str, str] = {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._page = {"sessionId": self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        """End it."""
        try:
            self.call("Browser.close")
        finally:
            os.close(self._to)
            os.close(self._from)
            self._ending.close()

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """What the browser answers."""
        self._calls += 1
        message = {"id": self._calls, "method": method, "params": params, **self._page}
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._calls:
            self._told.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._from, 1 << 16)
            assert read, "the browser has ended"
            self._rest += read
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def open(self, page: Path, width: int, *, scheme: str = "light", medium: str = "screen") -> list[dict[str, Any]]:
        """Show a page; what the browser complains of."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < PHONE
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=medium, features=features)
        self._told.clear()
        self.call("Page.navigate", url=page.as_uri())
        while not any(each["method"] == "Page.loadEventFired" for each in self._told):
            self._told.append(self._next())
        return [each for each in self._told if each["method"] in COMPLAINTS]

    def asked(self, expression: str) -> Any:
        """What an expression of JavaScript comes to on the page."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"]["value"]

    def printed(self) -> bytes:
        """The page as a PDF."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])
