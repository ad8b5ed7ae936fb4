"""What comes over the line until a map stands, and how long that takes on a slow one."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from browser.house import House

SLOW = {"offline": False, "latency": 300, "downloadThroughput": 1_400_000 / 8, "uploadThroughput": 1_400_000 / 8}
"""1.4 Mbit/s and 300 ms: what a telephone has in a village."""
PHONE = {"width": 390, "height": 844}
PORTRAIT = {"width": 820, "height": 1180}


@dataclass
class Loaded:
    """The bytes of each address and of the socket, and the seconds until the map stood with its counters."""

    seconds: float = 0.0
    bytes: dict[str, int] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    """What was asked for and what came, one after the other."""
    longest: float = 0.0

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.bytes.values())


def held_table(house: House, game: str, scenario: str) -> dict[str, Any]:
    """A new table as a browser keeps it, against the computer."""
    (about,) = [each for each in house.get("/api/games") if each["name"] == game]
    mine, *others = about["seats"]
    seats = {mine: "me", **dict.fromkeys(others, "computer:staff")}
    made = house.post("/api/tables", {"game": game, "scenario": scenario, "seats": seats})
    return {"id": made["id"], "game": game, "title": "", "tokens": made["seats"], "made": 0, "map": True}


def load(browser: Browser, house: House, held: dict[str, Any], *, slow: bool = False, **more: Any) -> Loaded:
    """Open a table in a browser that has nothing of it yet but its tokens."""
    context = browser.new_context(viewport=more.pop("viewport", PHONE), locale="en-GB", reduced_motion="reduce", **more)
    kept = {"marne-tables": json.dumps([held]), "marne-prefs": json.dumps({"toured": [held["game"]]})}
    context.add_init_script(f"Object.assign(localStorage, {json.dumps(kept)})")
    try:
        page = context.new_page()
        return _load(page, context.new_cdp_session(page), f"{house.address}/#/table/{held['id']}", slow)
    finally:
        context.close()


def _load(page: Page, line: CDPSession, address: str, slow: bool) -> Loaded:
    found, names = Loaded(), dict[str, str]()
    line.send("Network.enable")
    if slow:
        line.send("Network.emulateNetworkConditions", SLOW)

    def asked(told: Any) -> None:
        url = told["request"]["url"]
        if not url.startswith("data:"):
            names[told["requestId"]] = url.split("?")[0].rpartition("/")[2] or "index.html"
            found.order.append(f"asked {names[told['requestId']]}")

    def came(told: Any) -> None:
        if (name := names.get(told["requestId"])) is not None:
            found.bytes[name] = found.bytes.get(name, 0) + int(told["encodedDataLength"])
            found.order.append(f"came {name}")

    def letter(told: Any) -> None:
        data = told["response"]["payloadData"]
        size = len(data) if told["response"]["opcode"] == 1 else len(data) * 3 // 4  # bytes are told as base64
        found.bytes["socket"] = found.bytes.get("socket", 0) + size

    line.on("Network.requestWillBeSent", asked)
    line.on("Network.loadingFinished", came)
    line.on("Network.webSocketFrameReceived", letter)
    begun = time.monotonic()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".board svg", state="attached")
    page.wait_for_selector(".table[data-number] [data-testid=question] b", state="attached")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found.seconds = time.monotonic() - begun
    return found
