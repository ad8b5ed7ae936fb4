"""Somebody with a browser of their own: pages, what they store, and every fault that the page reports."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Response, expect

from browser.house import House

LARGE = {"width": 1920, "height": 1080}
MIDDLE = {"width": 1280, "height": 800}
TABLET = {"width": 1024, "height": 768}
SEATED = """() => document.querySelector('.table[data-number]')?.checkVisibility()
  && document.querySelector('[data-testid=map] .board svg')"""
STILL = """async (element) => {
  let [last, same] = ['', 0];
  while (same < 10) {
    await new Promise(requestAnimationFrame);
    const { x, y, width } = element.getBoundingClientRect();
    const now = `${x} ${y} ${width}`;
    same = now === last && !document.querySelector('.world.moving') ? same + 1 : 0;
    last = now;
  }
}"""
LUCK = """(seed) => {
  let word = seed;
  const next = () => (word = (Math.imul(word, 1664525) + 1013904223) >>> 0) / 4294967296;
  Math.random = next;
  crypto.getRandomValues = (bytes) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(next() * 256);
    return bytes;
  };
}"""
"""What a page draws is the same in every run."""
PATIENCE = 120_000
"""Milliseconds. No wait took this long on two cores with a load of 17. A test that is red says so after two minutes."""
GAMES = ("schlieffens_war", "grand_illusion", "brigade1914", "nach_paris")


class Visitor:
    """One browser context with one page. `faults` holds errors of the page: a test ends well only without them."""

    def __init__(self, browser: Browser, house: House, **more: Any) -> None:
        self.house = house
        prefs = {"toured": list(GAMES), **more.pop("prefs", {})}
        size = more.pop("viewport", MIDDLE)
        luck = more.pop("luck", 1)
        self.context: BrowserContext = browser.new_context(
            base_url=house.address, viewport=size, locale=more.pop("locale", "en-GB"), reduced_motion="reduce", **more
        )
        self.context.set_default_timeout(PATIENCE)
        kept = json.dumps(json.dumps(prefs))
        self.context.add_init_script(f"localStorage['marne-prefs'] ??= {kept}; ({LUCK})({luck})")
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"error in the page: {error}"))
        self.page.on("console", self._hear)
        self.page.on("response", self._look)

    def _hear(self, told: ConsoleMessage) -> None:
        if told.type == "error":
            self.faults.append(f"console: {told.text}")

    def _look(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.request.method} {response.url}")

    def forgive_a_dead_server(self) -> None:
        """The browser itself complains of a server killed under it, at whatever moment of a connection that was; what
        the page's own code says of it stays a fault."""
        cut = ("net::ERR_", "Connection closed before receiving a handshake response")
        self.faults = [f for f in self.faults if not (f.startswith("console: ") and any(word in f for word in cut))]

    def test_id(self, name: str) -> Locator:
        """By the name that the client gives to its parts."""
        return self.page.get_by_test_id(name)

    def go(self, route: str) -> None:
        """Open an address of the page, and see that it stands."""
        self.page.goto(f"/#{route}")

    def reload(self) -> None:
        """As with F5."""
        self.page.reload()

    # -- tables

    @property
    def table(self) -> str:
        """The id of the table that the page shows."""
        self.page.wait_for_url("**/#/table/**")
        return str(self.page.evaluate("location.hash.split('/')[2]"))

    def tokens(self, table: str) -> list[str]:
        """The tokens that this browser holds for a table."""
        held = self.page.evaluate("JSON.parse(localStorage.getItem('marne-tables') ?? '[]')")
        return [token for each in held if each["id"] == table for token in each["tokens"].values()]

    def state(self) -> Any:
        """The table as the API tells it to this visitor."""
        table = self.table
        return self.house.get(f"/api/tables/{table}", *self.tokens(table))

    @property
    def number(self) -> int:
        """How many answers the page has seen."""
        return int(self.page.locator(".table").get_attribute("data-number") or -1)

    def seated(self) -> None:
        """Until the map and the question stand."""
        self.page.wait_for_function(SEATED)  # looks at every frame: `expect` would look after 0.1, 0.35 and 0.85 s

    def new_game(self, game: str, scenario: str = "", **seats: str) -> str:
        """Fill in the form for a new game as a person does; the table's id."""
        self.choose(game, scenario)
        for seat, kind in seats.items():
            self.test_id(f"seat-{seat}").select_option(kind)
        self.test_id("start").click()
        table = self.table
        self.seated()
        return table

    def choose(self, game: str, scenario: str = "") -> None:
        """The page of a scenario, with all its choices open; the scenario that the game offers first where none is
        named."""
        scenario = (
            scenario
            or next(each for each in self.house.get("/api/games") if each["name"] == game)["scenarios"][0]["name"]
        )
        self.go(f"/new/{game}/{scenario}")
        expect(self.page).to_have_url(re.compile(f"#/new/{game}/{scenario}$"))
        more = self.test_id("more")
        if more.get_attribute("open") is None:  # from page to page it stays as it was
            more.locator("summary").click()

    def open_record(self, text: str, route: str = "") -> str:
        """A record as a table all of whose seats are this visitor's; its id. (The file is chosen by hand elsewhere.)"""
        made = self.house.post("/api/records", {"text": text})
        game = next(line[6:] for line in text.splitlines() if line.startswith("game: "))
        return self.open_table(made["id"], game, made["seats"], route)

    def open_table(self, id: str, game: str, tokens: dict[str, str], route: str = "") -> str:
        """A table at which this visitor holds seats; its id. The first page that they open is the table."""
        held = json.dumps({"id": id, "game": game, "title": "", "tokens": tokens, "made": 0})
        put = f"localStorage['marne-tables'] = JSON.stringify([{held}])"
        if self.page.url.startswith(self.house.address):
            self.go("/")
            self.page.evaluate(put)
        else:
            self.context.add_init_script(f"if (!localStorage['held-{id}']) localStorage['held-{id}'] = ({put})")
        self.go(f"/table/{id}{route}")
        self.seated()
        return id

    @property
    def question(self) -> Locator:
        """The prompt bar's question."""
        return self.test_id("question")

    @property
    def mine(self) -> Locator:
        """There while it is this visitor's move."""
        return self.page.locator("[data-testid=question] .actor.mine")

    def answered(self, before: int) -> None:
        """Until the page has seen more answers than before; one that ends a move waits for Done, which is pressed."""
        self.page.wait_for_function(
            """n => document.querySelector('.table').dataset.number !== n
                 || document.querySelector('[data-testid=held-done]')""",
            arg=str(before),
        )
        if self.test_id("held-done").count():
            self.test_id("held-done").click()
        expect(self.page.locator(".table")).not_to_have_attribute("data-number", str(before))
        assert self.number > before

    def at(self, number: int) -> None:
        """Until the page has seen so many answers."""
        expect(self.page.locator(".table")).to_have_attribute("data-number", str(number))

    def becomes(self, look: Callable[[], object], wanted: object) -> None:
        """Until something is as it should be: the page draws it a frame after an action, or once the server answers."""
        self._until(lambda: look() == wanted)
        assert look() == wanted

    def changes(self, look: Callable[[], object], was: object) -> None:
        """Until something is otherwise than it was."""
        self._until(lambda: look() != was)
        assert look() != was

    def _until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while not true() and time.monotonic() < end:
            self.page.wait_for_timeout(30)

    def link(self, name: str) -> str:
        """The address in a field that the page fills in."""
        expect(self.test_id(name)).to_have_value(re.compile("#/"))
        return self.test_id(name).input_value()

    def still(self, shape: Locator) -> None:
        """Until the map rests and a shape on it has not moved for ten frames."""
        shape.evaluate(STILL)

    def pieces(self) -> list[tuple[str, str]]:
        """Every counter on the map with its place, as the page has drawn it."""
        found = self.page.eval_on_selector_all(
            "g.counter[data-piece]", "all => all.map(each => [each.dataset.piece, each.dataset.at])"
        )
        return sorted((piece, place) for piece, place in found)

    def pieces_told(self, *tokens: str) -> list[tuple[str, str]]:
        """The same from the API, for the holder of these tokens or a spectator: what lies in a hex of the board."""
        table = self.table
        state = self.house.get(f"/api/tables/{table}", *tokens)
        board = self.house.get(f"/api/board/{state['game']}.json")
        hexes = {each["label"] for each in board["hexes"]}
        return sorted((each["id"], each["place"]) for each in state["scene"]["pieces"] if each["place"] in hexes)

    def picture(self) -> list[str]:
        """The counters as they are drawn: what stands on each, where, and what a screen reader says of it. What it says
        of answers below a counter belongs to the question, not to the picture."""
        found = self.page.eval_on_selector_all(
            "g.counter[data-piece]",
            """all => all.map(each => {
                 const image = each.querySelector('image')?.getAttribute('href');  // counters that can be picked
                 const drawn = image && decodeURIComponent(image.slice(image.indexOf(',') + 1));
                 const shown = drawn ? new DOMParser().parseFromString(drawn, 'image/svg+xml').documentElement : each;
                 const words = each.getAttribute('aria-label').split('; below it, to be chosen: ')[0];
                 return [each.dataset.piece, each.getAttribute('transform'), words, shown.textContent].join(' ');
               })""",
        )
        return sorted(found)

    def close(self) -> None:
        """Away with the context."""
        self.context.close()
