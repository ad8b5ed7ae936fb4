"""A mouse that gives orders at a table and counts: a click one, a drag one, pointing nothing."""

from __future__ import annotations

from typing import Any

from browser.visitor import Visitor
from marne.engine import Choice

MOST = 60
"""So many questions has no battle: something goes round in circles."""


class Mouse:
    """Gives orders on a page and counts."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.clicks = self.refused = 0
        self.page.evaluate("document.querySelector('.board').style.display = 'none'")
        self.page.get_by_test_id("map").focus()
        self.page.keyboard.press("0")

    def rest(self) -> None:
        """Until nothing is on its way."""
        self.page.wait_for_function(
            """() => !document.querySelector('.table.pending') && !document.querySelector('.world.moving')
               && !/to go/.test(document.querySelector('[data-testid=order]')?.textContent ?? '')""",
            timeout=60_000,
        )

    def at(self, selector: str) -> tuple[float, float] | None:
        """Where something lies on the screen."""
        found: list[float] | None = self.page.evaluate(
            """s => { const e = document.querySelector(s); if (!e) return null;
                      const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }""",
            selector,
        )
        return None if found is None else (found[0], found[1])

    def carry(self, pieces: list[str], hex: str) -> None:
        """Carry counters of one stack to a hex: all that can be chosen there by one drag, otherwise each by its own."""
        first = self.page.locator(f"g.counter[data-piece='{pieces[0]}']").get_attribute("data-at") or ""
        able = self.page.eval_on_selector_all(
            "g.counter.can", "(all, at) => all.filter(e => e.dataset.at === at).map(e => e.dataset.piece)", first
        )
        if len(pieces) > 1 and set(able) == set(pieces):
            self.drag(pieces[-1], hex, whole=True)
            return
        for piece in pieces:
            self.drag(piece, hex, whole=False)

    def drag(self, piece: str, hex: str, *, whole: bool) -> None:
        """One drag; a counter under others is carried out of the fan, which opens by pointing."""
        self.rest()
        self.page.mouse.move(58, 62)  # nothing is fanned out over the counter
        self.page.get_by_test_id("fan").wait_for(state="detached", timeout=8000)
        number = self.visitor.number
        start = self.at(f"g.counter[data-piece='{piece}']")
        assert start is not None
        on_top = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('g.counter')?.dataset.piece ?? ''", list(start)
        )
        if on_top != piece and not whole:
            self.page.mouse.move(*start)
            self.page.mouse.move(start[0] + 1, start[1])
            self.page.locator(f"[data-fan-piece='{piece}']").wait_for(timeout=8000)
            start = self.at(f"[data-fan-piece='{piece}']") or start
        if whole:
            self.page.keyboard.down("Shift")
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] + 9, start[1] + 5)
        self.page.wait_for_function(
            "n => document.querySelector('.table').dataset.number !== n && !document.querySelector('.table.pending')",
            arg=str(number),
            timeout=60_000,
        )
        end = self.at(f".target[data-hex='{hex}']")
        self.clicks += 1
        if end is None:  # the dice fell otherwise than for the staff: it stays
            self.refused += 1
            self.page.mouse.up()
            self.page.keyboard.up("Shift")
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("u")
            self.rest()
            return
        self.page.mouse.move(*end, steps=2)
        self.page.mouse.up()
        if whole:
            self.page.keyboard.up("Shift")
        self.rest()

    def aim(self, piece: str, hex: str, *, whole: bool) -> None:
        """One drag of a counter, or of its stack, to a hex that can be attacked."""
        self.rest()
        self.page.mouse.move(58, 62)
        self.page.get_by_test_id("fan").wait_for(state="detached", timeout=8000)
        start, end = self.at(f"g.counter[data-piece='{piece}']"), self.at(f".target[data-hex='{hex}']")
        assert start is not None
        assert end is not None
        on_top = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('g.counter')?.dataset.piece ?? ''", list(start)
        )
        if on_top != piece and not whole:
            self.page.mouse.move(*start)
            self.page.mouse.move(start[0] + 1, start[1])
            self.page.locator(f"[data-fan-piece='{piece}']").wait_for(timeout=8000)
            start = self.at(f"[data-fan-piece='{piece}']") or start
        if whole:
            self.page.keyboard.down("Shift")
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] + 9, start[1] + 5)
        self.page.mouse.move(*end, steps=2)
        self.page.mouse.up()
        if whole:
            self.page.keyboard.up("Shift")
        self.clicks += 1
        self.page.wait_for_timeout(300)
        self.rest()

    def press(self, selector: str) -> None:
        """A click on a button."""
        self.page.locator(selector).first.click()
        self.clicks += 1
        self.rest()

    def land(self, spot: tuple[float, float] | None, *, shift: bool = False) -> None:
        """A click on a spot of the screen."""
        assert spot is not None
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(*spot)
        if shift:
            self.page.keyboard.up("Shift")
        self.clicks += 1

    def stroke(self, spots: list[str]) -> None:
        """One drag over things that lie beside each other."""
        for count, spot in enumerate(spots):
            at = self.at(spot)
            assert at is not None
            self.page.mouse.move(*at, steps=4)
            if not count:
                self.page.mouse.down()
        self.page.mouse.up()
        self.clicks += 1


def runs(row: list[str], wanted: set[str], other: set[str]) -> list[list[str]]:
    """What is wanted of a row, in as few strokes as it takes: none goes over one of the others."""
    found: list[list[str]] = []
    broken = True
    for each in row:
        if each in other:
            broken = True
        elif each in wanted:
            if broken:
                found.append([])
            found[-1].append(each)
            broken = False
    return found


def open_seat(visitor: Visitor, record: str, seat: str) -> tuple[str, dict[str, str]]:
    """A record as a table at which this visitor has one seat; its id, and the tokens of all seats."""
    made = visitor.house.post("/api/records", {"text": record})
    game = next(line[6:] for line in record.splitlines() if line.startswith("game: "))
    mine = {seat: made["seats"][seat]}
    held = {"id": made["id"], "game": game, "title": "", "tokens": mine, "made": 0}
    visitor.go("/")
    visitor.page.evaluate("held => localStorage.setItem('marne-tables', JSON.stringify([held]))", held)
    visitor.go(f"/table/{made['id']}")
    visitor.seated()
    return str(made["id"]), made["seats"]


class Fought:
    """Plays the orders of a battle: what was ordered where it is offered, the first answer where it is not."""

    def __init__(self, mouse: Mouse, orders: list[Choice], table: str, tokens: dict[str, str], seat: str) -> None:
        self.mouse, self.page, self.visitor = mouse, mouse.page, mouse.visitor
        self.orders, self.table, self.tokens, self.seat = orders, table, tokens, seat
        self.missing = 0
        self.first = ""
        self.in_order = False
        """Whoever was asked about took the first place that was offered."""
        self.able: dict[str, tuple[str, ...]] = {}
        """Who was offered with each answer of the staff."""

    def play(self, end: str) -> None:
        """Until the question of the beginning comes again; `end` is its stage."""
        for count in range(MOST):
            self.mouse.rest()
            state = self._others()
            prompt = state["scene"]["prompt"]
            stage = (prompt["context"] or {}).get("stage", "") if prompt["context"] else ""
            over = stage == "target" if end else prompt["question"] == self.first
            if state["status"] != "playing" or not prompt["mine"] or (count and over):
                return
            if not count:
                self.first = prompt["question"]
            before = state["number"]
            self._answer(prompt, stage, state["scene"]["pieces"])
            if self.page.get_by_test_id("held-done").count():  # the last answer of a move waits for its Done
                self.mouse.press("[data-testid=held-done]")
            self.page.wait_for_function(
                "n => document.querySelector('.table').dataset.number !== n", arg=str(before), timeout=60_000
            )
        raise AssertionError("no end of it")

    def _others(self) -> Any:
        """The table when this seat is asked: the others answer with what is offered first."""
        for _ in range(MOST):
            state = self.visitor.house.get(f"/api/tables/{self.table}", self.tokens[self.seat])
            actor = state["scene"]["prompt"]["actor"]
            if actor not in self.tokens or actor == self.seat:
                number = state["number"]
                self.page.wait_for_function(
                    "n => document.querySelector('.table').dataset.number === n", arg=str(number)
                )
                return state
            theirs = self.visitor.house.get(f"/api/tables/{self.table}", self.tokens[actor])
            body = {"number": theirs["number"], "answer": theirs["scene"]["prompt"]["choices"][0]["id"]}
            self.visitor.house.post(f"/api/tables/{self.table}/answers", body, self.tokens[actor])
        raise AssertionError("the others never end")

    def _answer(self, prompt: Any, stage: str, pieces: list[Any]) -> None:
        offered = {each["id"]: each for each in prompt["choices"]}
        wanted = [each for each in self.orders if each.id in offered]
        support = [each["id"] for each in prompt["choices"] if not each["done"]] if stage == "support" else []
        if len(support) > 1 and {each.id for each in wanted} >= set(support):
            self.orders = [each for each in self.orders if each.id not in support]
            self.mouse.press("[data-testid=battle-sweep]")
            return None
        if stage == "target" and wanted and wanted[0].hex:
            return self._target(wanted[0], pieces)
        if stage in ("attackers", "advance") and not prompt["piece"] and wanted and wanted[0].piece:
            return self._ticks(wanted, prompt)
        if wanted and wanted[0].piece and not stage:
            return self._group(wanted[0], pieces)
        after = self.orders[self.orders.index(wanted[0]) + 1 :] if wanted else []
        if wanted and wanted[0].opens and after and after[0].piece:
            return self._group(after[0], pieces)  # who takes up a counter has named its hex
        if self.in_order and wanted and prompt["piece"] and self.page.get_by_test_id("battle-straight").count():
            self.orders = [each for each in self.orders if each.id.split(" ")[0] not in ("against", "behind")]
            self.mouse.press("[data-testid=battle-straight]")
            return None
        if not wanted:
            self.missing += 1
        done = next((each for each in prompt["choices"] if each["done"]), prompt["choices"][0])
        answer = wanted[0].id if wanted else done["id"]
        self._spend(answer)
        return self._one(offered[answer])

    def _spend(self, answer: str) -> None:
        self.orders = self.orders[next((at + 1 for at, each in enumerate(self.orders) if each.id == answer), 0) :]

    def _one(self, choice: Any) -> None:
        """One answer by one click: in the battle panel, in the bar, on a counter or on a hex."""
        ways = [f"[data-battle-choice='{choice['id']}']", f"[data-choice='{choice['id']}']"]
        if choice["done"]:
            ways.insert(0, "[data-testid=battle-main]")
        if choice["piece"]:
            ways.insert(0, f"[data-battle-tick='{choice['piece']}']")
        for way in ways:
            button = self.page.locator(way)
            if button.count() and button.first.is_visible() and button.first.is_enabled():
                self.mouse.press(way)
                return
        if choice["hex"]:
            self.mouse.land(self.mouse.at(f".target[data-hex='{choice['hex']}']"))
        else:
            self._in_fan(choice["piece"], shift=False)
        self.mouse.rest()

    def _target(self, target: Choice, pieces: list[Any]) -> None:
        """With everybody by one click, where the staff sent everybody; otherwise the hex alone."""
        going = {each.piece for each in self.orders if each.id.startswith("with ")}
        self._spend(target.id)
        number = self.visitor.number
        self.mouse.press(f"[data-battle-assault='{target.hex}']")
        self.mouse.rest()
        on = self._on()
        more = {piece for piece in on - going if self.page.locator(f"[data-battle-tick='{piece}']").is_enabled()}
        if going <= on and not more:
            self.orders = [each for each in self.orders if not each.id.startswith("with ")]
            return
        # Too many: the staff sent some of them.
        some = going <= on and len(more) == 1
        self._back(number)
        if going and self._carried(target, {str(piece) for piece in going}, pieces, only=some):
            return
        self.mouse.press(f"[data-battle-{'assault' if some else 'choice'}='{target.hex if some else target.id}']")
        if some:
            for piece in more:
                self.mouse.press(f"[data-battle-tick='{piece}']")
            self.orders = [each for each in self.orders if not each.id.startswith("with ")]

    def _back(self, number: int) -> None:
        """It was only tried: taken back, and not counted."""
        self.page.keyboard.press("u")
        self.page.wait_for_function("n => document.querySelector('.table').dataset.number === n", arg=str(number))
        self.mouse.rest()
        self.mouse.clicks -= 1

    def _carried(self, target: Choice, going: set[str], pieces: list[Any], *, only: bool) -> bool:
        """A stack of those who go, or one of them, is carried to the target; with `only` if that is all of them."""
        places: dict[str, list[str]] = {}
        for each in pieces:
            if each["id"] in going:
                places.setdefault(each["place"], []).append(each["id"])
        stack = max(places.values(), key=len)
        if only and len(places) > 1:
            return False
        number = self.visitor.number
        self.mouse.aim(stack[-1], str(target.hex), whole=len(stack) > 1)
        on = self._on()
        if on and on <= going and (on == going or not only):
            self.orders = [each for each in self.orders if not (each.id.startswith("with ") and each.piece in on)]
            return True
        if self.visitor.number == number:  # the page does not carry them: the gesture was for nothing
            self.mouse.clicks -= 1
        else:
            self._back(number)
        return False

    def _on(self) -> set[str]:
        found = self.page.eval_on_selector_all(
            "[data-battle-tick]:checked", "all => all.map(e => e.dataset.battleTick)"
        )
        return set(found)

    def _ticks(self, wanted: list[Choice], prompt: Any) -> None:
        """Counters that join or advance: a whole stack by its button, all of them by theirs, the others one by one."""
        verb = wanted[0].id.split(" ")[0]
        group = [each for each in wanted if each.piece and each.id.startswith(verb)]
        open_ticks = self.page.eval_on_selector_all(
            "fieldset",
            "all => all.map(f => [...f.querySelectorAll('input:not(:checked)')].map(e => e.dataset.battleTick))",
        )
        everybody = {piece for stack in open_ticks for piece in stack}
        going = {each.piece for each in group}
        placed = [each.piece for each in self.orders if each.id.split(" ")[0] in ("front", "reserve")]
        offered = [each["piece"] for each in prompt["choices"] if each["piece"]]
        if placed and placed == offered[: len(placed)] and self.page.get_by_test_id("battle-all").count():
            # The battle board is filled in the order in which the staff filled it, as far as it goes.
            self.orders = [each for each in self.orders if each.id.split(" ")[0] not in ("front", "reserve")]
            self.mouse.press("[data-testid=battle-all]")
            return
        ends = any(each.done for each in self.orders[self.orders.index(group[-1]) + 1 :][:1])
        if self.page.get_by_test_id("battle-all").count() and (going == everybody or (verb == "advance" and not ends)):
            self.orders = [each for each in self.orders if each not in group]
            self.mouse.press("[data-testid=battle-all]")
            return
        for stack in open_ticks:
            if len(stack) > 1 and set(stack) <= going:
                self.orders = [each for each in self.orders if not (each in group and each.piece in stack)]
                button = f"fieldset:has([data-battle-tick='{stack[0]}']) [data-battle-stack]"
                self.mouse.press(button)
                return
        rows = [run for stack in open_ticks for run in runs(stack, {str(piece) for piece in going}, everybody - going)]
        longest = max(rows, key=len, default=[])
        if len(longest) > 1:
            self.orders = [each for each in self.orders if not (each in group and each.piece in longest)]
            self.mouse.stroke([f"label:has([data-battle-tick='{piece}'])" for piece in longest])
            self.page.wait_for_timeout(200)
            self.mouse.rest()
            return
        self._spend(group[0].id)
        self._one({"id": group[0].id, "piece": group[0].piece, "hex": group[0].hex, "done": False})

    def _group(self, first: Choice, pieces: list[Any]) -> None:
        """Counters of one stack that go to one hex: by one drag where all of them go, or one; otherwise held first, by
        strokes over their fan."""
        taken = []
        for each in self.orders[self.orders.index(first) :]:
            if not each.piece or each.id.split(" ")[0] != first.id.split(" ")[0]:
                break
            taken.append(str(each.piece))
        after = self.orders[self.orders.index(first) + len(taken) :]
        hex = after[0].hex if after and after[0].hex else None
        if hex is None:
            self._spend(first.id)
            return self._one({"id": first.id, "piece": first.piece, "hex": None, "done": False})
        self._spend(after[0].id)
        place = next(each["place"] for each in pieces if each["id"] == taken[0])
        stack = [each["id"] for each in pieces if each["place"] == place]
        able = {piece for piece in self.able[first.id] if piece in stack}
        if set(taken) == able or len(taken) == 1:
            return self.mouse.drag(taken[-1], hex, whole=len(taken) > 1)
        out = able - set(taken)
        self._open_fan(taken[0])
        rows = self.page.eval_on_selector_all(
            "[data-fan-piece]",
            """all => { const rows = {};
                        for (const e of all) (rows[e.offsetTop] ??= []).push(e.dataset.fanPiece);
                        return Object.values(rows); }""",
        )
        held = [run for row in rows for run in runs(row, set(taken), out)]
        let = [run for row in rows for run in runs(row, out, set(taken))]
        if len(let) + 1 < len(held):
            self.mouse.press("[data-testid=fan-all]")
            held = let
        for run in held:
            self._open_fan(taken[0])
            self.page.keyboard.down("Shift")
            self.mouse.stroke([f"[data-fan-piece='{piece}']" for piece in run])
            self.page.keyboard.up("Shift")
            self.mouse.rest()
        self.page.mouse.move(58, 62)
        self.page.get_by_test_id("fan").wait_for(state="detached", timeout=8000)
        self.mouse.land(self.mouse.at(f".target[data-hex='{hex}']"))
        self.mouse.rest()
        return None

    def _open_fan(self, piece: str) -> None:
        """The fan of a counter's stack, if it is not open."""
        if self.page.locator(f"[data-fan-piece='{piece}']").count():
            return
        self.page.mouse.move(58, 62)
        self.page.get_by_test_id("fan").wait_for(state="detached", timeout=8000)
        spot = self.mouse.at(f"g.counter[data-piece='{piece}']")
        assert spot is not None
        self.page.mouse.move(*spot)
        self.page.mouse.move(spot[0] + 1, spot[1])
        self.page.locator(f"[data-fan-piece='{piece}']").wait_for(timeout=8000)

    def _in_fan(self, piece: str, *, shift: bool) -> None:
        """A counter by a click in the fan of its stack, or on itself where it lies alone."""
        alone = self.page.evaluate(
            """p => { const at = document.querySelector(`g.counter[data-piece='${p}']`).dataset.at;
                      return document.querySelectorAll(`g.counter[data-at='${at}']`).length === 1; }""",
            piece,
        )
        if not alone:
            self._open_fan(piece)
        which = f"g.counter[data-piece='{piece}']" if alone else f"[data-fan-piece='{piece}']"
        self.mouse.land(self.mouse.at(which), shift=shift)
