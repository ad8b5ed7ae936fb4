"""The robot's window in Firefox, driven by WebDriver BiDi: the browser's own protocol, over one WebSocket.

It needs no driver and no package beside `websockets`: docs/decisions/0019-second-browser.md."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

from websockets.sync.client import ClientConnection, connect

from browser.robot.window import EYES, Size

NAMES = ("firefox-esr", "firefox")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
SECONDS = 120
PREFS = {
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en-GB",
    "intl.locale.requested": "en-GB",
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


def firefox_path() -> str | None:
    """Where Firefox is on this machine."""
    return next((path for path in map(which, NAMES) if path), None)


class FirefoxWindow:
    """One window. What goes wrong in the page is kept in `faults`."""

    def __init__(self, line: ClientConnection, size: Size) -> None:
        self.size = size
        self.faults: list[str] = []
        self._line, self._number = line, 0
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded", "network.responseCompleted"])
        tree = self._send("browsingContext.getTree", maxDepth=0)
        self._context = tree["contexts"][0]["context"]
        self._send("script.addPreloadScript", functionDeclaration=f"() => addEventListener('DOMContentLoaded', {EYES})")
        view = {"width": size.width, "height": size.height}
        self._send("browsingContext.setViewport", context=self._context, viewport=view)

    def _send(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(timeout=SECONDS))
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                return told["result"]
            self._hear(told)

    def _hear(self, told: dict[str, Any]) -> None:
        params = told.get("params", {})
        if told.get("method") == "log.entryAdded" and params["level"] == "error":
            self.faults.append(f"{params['type']}: {params['text']}")
        if told.get("method") == "network.responseCompleted" and params["response"]["status"] >= 400:
            self.faults.append(
                f"{params['response']['status']} {params['request']['method']} {params['request']['url']}"
            )

    def open(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, script: str, told: Any = None) -> Any:
        asked = f"({script})({json.dumps(told)})"
        found = self._send(
            "script.evaluate",
            expression=f"Promise.resolve({asked}).then((found) => JSON.stringify(found ?? null))",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found.get("exceptionDetails", {}).get("text")
        return json.loads(found["result"]["value"])

    def press(self, x: float, y: float) -> None:
        kind = "touch" if self.size.touch else "mouse"
        at = {"type": "pointerMove", "x": round(x), "y": round(y)}
        steps = [at, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
        self._send("input.performActions", context=self._context, actions=[pointer])

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def picture(self, path: Path) -> None:
        shot = self._send("browsingContext.captureScreenshot", context=self._context)
        path.write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def firefox(size: Size, profile: Path) -> Iterator[FirefoxWindow]:
    """Firefox without a window on the screen, with a profile of its own."""
    path = firefox_path()
    assert path
    profile.mkdir(parents=True, exist_ok=True)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFS.items()]
    (profile / "user.js").write_text("\n".join(lines))
    log = profile / "firefox.log"
    command = [path, "--headless", "--remote-debugging-port=0", "--no-remote", "--profile", str(profile), "about:blank"]
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    try:
        with connect(f"{_address(process, log)}/session", max_size=None, open_timeout=SECONDS) as line:
            yield FirefoxWindow(line, size)
    finally:
        process.terminate()
        process.wait(timeout=SECONDS)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where it listens, as it says when it is ready."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        if found := LISTENS.search(log.read_text(errors="replace")):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"Firefox does not listen: {log.read_text(errors='replace')}")
