"""Every page in a language that a script made: whatever a reader meets is of that language, but names and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.hand import Hand
from browser.house import House, open_house
from browser.reading import in_the_language, left_over
from browser.records import SCENARIOS, WHOLE, in_battle, record, with_modifiers, with_odds
from browser.tabletop_pictures import asking, ghost, hover, in_sight
from browser.visitor import Visitor
from games.test_pseudo_language import NAMES
from marne.engine import Match
from marne.kit.phrases import EXTRA
from scripts.pseudo_language import CODE, write

pytestmark = [pytest.mark.browser, pytest.mark.slow]
GAMES = pytest.mark.parametrize("game", list(SCENARIOS))
"""Those with a staff, which plays the records; what Nach Paris tells is read in `games/test_pseudo_language.py`."""
NOBODY: set[str] = set()
CLOCK = {"now", "minute", "minutes", "ago"}
"""How long ago something was is written by the browser, which does not speak our language."""


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    extra = tmp_path_factory.mktemp("words")
    write(extra)
    return extra


@pytest.fixture(scope="module")
def speaking(words: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that speaks the language too."""
    with open_house(tmp_path_factory.mktemp("speaking"), **{EXTRA: str(words)}) as found:
        yield found


@pytest.fixture
def reader(speaking: House, words: Path, visitors: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Makes readers of the language."""

    def make(**prefs: object) -> Visitor:
        visitor = visitors(speaking, prefs={"language": CODE, **prefs})
        visitor.context.add_init_script(in_the_language(words))
        return visitor

    return make


def opened(visitor: Visitor, game: str, answers: int, stop: Callable[[Match], bool] = with_odds) -> None:
    visitor.open_record(record(game, answers, "staff", stop=stop))


def units(visitor: Visitor) -> set[str]:
    """The units of the miniatures by their names, those that are not on the table too, and `rG`."""
    return NAMES["brigade1914"] | {piece["name"] for piece in visitor.state()["scene"]["pieces"]}


def close(visitor: Visitor) -> None:
    """Back at the table, nothing open."""
    visitor.page.keyboard.press("Escape")


def test_a_word_of_english_would_be_found(reader: Callable[..., Visitor]) -> None:
    visitor = reader()
    visitor.go("/")
    expect(visitor.page.locator("[data-game]").first).to_be_visible()
    visitor.page.evaluate("document.querySelector('h1').textContent = '⟦Turn⟧ of Nancy'")
    visitor.page.evaluate("document.querySelector('h1').title = 'anything'")
    found = left_over(visitor, {"Nancy"})
    assert [text for _, text in found] == ["⟦Turn⟧ of Nancy", "anything"]


def test_home_new_game_and_invitation(reader: Callable[..., Visitor]) -> None:
    visitor = reader()
    opened(visitor, "grand_illusion", 40)
    visitor.go("/")
    expect(visitor.page.locator("[data-game]").nth(2)).to_be_visible()
    expect(visitor.test_id("my-games")).not_to_contain_text("…")
    assert left_over(visitor, CLOCK) == []
    for game in NAMES:
        visitor.choose(game)
        assert left_over(visitor, NOBODY) == []
    seats = visitor.page.locator("select[data-testid^=seat-]")
    seats.nth(1).select_option("open")
    visitor.test_id("start").click()
    visitor.seated()
    expect(visitor.test_id("invite")).to_be_visible()
    assert left_over(visitor, NAMES[game]) == []
    link = visitor.test_id("invite").locator("input").first.input_value()
    guest = reader()
    guest.page.goto(link)
    expect(guest.test_id("join")).to_be_visible()
    assert left_over(guest, NOBODY) == []


def test_the_force_builder(reader: Callable[..., Visitor]) -> None:
    visitor = reader()
    visitor.go("/forces")
    visitor.page.locator("[data-add=heavy]").click()
    expect(visitor.test_id("breaches").locator("li").first).to_be_visible()
    units = NAMES["brigade1914"]  # the roster names them
    assert left_over(visitor, units) == []
    for nation in visitor.page.locator("[data-nation]").all():
        nation.click()
        expect(nation).to_have_attribute("aria-checked", "true")
        assert left_over(visitor, units) == []


@GAMES
def test_the_table_with_odds_and_log(reader: Callable[..., Visitor], game: str) -> None:
    visitor = reader()
    opened(visitor, game, 200, with_odds if game == "brigade1914" else with_modifiers)
    names = NAMES[game]
    assert left_over(visitor, names) == []
    for box in visitor.page.locator("[data-testid^=overlay-]").all():
        box.check()
    assert left_over(visitor, names) == []
    for tab in ("units", "log", "chat", "odds"):
        visitor.test_id(f"tab-{tab}").click()
        assert left_over(visitor, names) == [], tab
    expect(visitor.page.locator("[data-odds]").first).to_be_attached()
    visitor.page.locator("[data-odds]").first.click()
    expect(visitor.test_id("odds")).to_contain_text("%")
    assert left_over(visitor, names) == []


@GAMES
def test_a_refusal_and_its_rule(reader: Callable[..., Visitor], game: str) -> None:
    visitor = reader()
    opened(visitor, game, 300)
    idle = ".unit:not(.can) .counter" if game == "brigade1914" else "g.counter:not(.can)"
    visitor.page.locator(idle).first.dispatch_event("click")
    expect(visitor.test_id("toast")).to_be_visible()
    assert left_over(visitor, NAMES[game]) == []
    visitor.test_id("prompt").locator(".chip").first.click()
    expect(visitor.test_id("rule")).to_be_visible()
    assert left_over(visitor, NAMES[game]) == []


@GAMES
def test_menu_keys_text_answers_departures_and_tour(reader: Callable[..., Visitor], game: str) -> None:
    visitor = reader()
    opened(visitor, game, 200)
    names = NAMES[game]
    visitor.test_id("menu").click()
    assert left_over(visitor, names) == []
    for part in ("keys", "text"):
        visitor.test_id(f"open-{part}").click()
        assert left_over(visitor, names) == [], part
        close(visitor)
        visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Where play differs").click()
    expect(visitor.test_id("departures")).to_be_visible()
    assert left_over(visitor, names) == []
    close(visitor)
    visitor.page.keyboard.press("a")
    assert left_over(visitor, names) == []
    close(visitor)
    visitor.test_id("menu").click()
    visitor.test_id("open-tour").click()
    for _ in range(12):
        if not visitor.test_id("tour").count():
            break
        assert left_over(visitor, names) == []
        visitor.test_id("tour-next").click()


@GAMES
def test_a_replay(reader: Callable[..., Visitor], game: str) -> None:
    visitor = reader()
    visitor.open_record(record(game, 200, "staff"), "/at/120")
    expect(visitor.test_id("replay")).to_be_visible()
    assert left_over(visitor, NAMES[game]) == []
    visitor.test_id("replay-slider").fill("150")
    expect(visitor.question).to_contain_text("150")
    assert left_over(visitor, NAMES[game]) == []


@pytest.mark.parametrize("game", ["schlieffens_war", "grand_illusion"])
def test_a_what_if_with_its_odds(reader: Callable[..., Visitor], game: str) -> None:
    visitor = reader()
    opened(visitor, game, 300)
    visitor.test_id("menu").click()
    visitor.test_id("open-whatif").click()
    assert left_over(visitor, NAMES[game]) == []
    for counter in visitor.page.locator("g.counter").all()[-40:]:
        visitor.test_id("whatif-odds").click()
        counter.dispatch_event("click")
        expect(visitor.test_id("supposed")).to_be_visible()
        if visitor.page.locator("[data-testid=supposed] h3").count():
            break
    assert left_over(visitor, NAMES[game]) == []


def test_the_battle_board(reader: Callable[..., Visitor]) -> None:
    visitor = reader()
    opened(visitor, "grand_illusion", 120, in_battle)
    expect(visitor.test_id("battle-board")).to_be_visible()
    assert left_over(visitor, NAMES["grand_illusion"]) == []


@GAMES
def test_the_end_with_luck_and_dice(reader: Callable[..., Visitor], game: str) -> None:
    visitor = reader()
    visitor.open_record(record(game, WHOLE, "staff"))
    visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Result").click()
    visitor.test_id("check-dice").click()
    expect(visitor.test_id("dice-checked")).to_be_visible()
    visitor.test_id("luck").click()
    expect(visitor.test_id("luck-table")).to_be_visible()
    assert left_over(visitor, NAMES[game]) == []


@pytest.mark.parametrize(
    "step", ["Allocate", "PlaceMarker", "TakeCard", "Deploy", "Act", "GoTo", "Reaction", "ChooseTarget"]
)
def test_moments_of_the_miniatures(reader: Callable[..., Visitor], step: str) -> None:
    visitor = reader()
    opened(visitor, "brigade1914", 150 if step in ("Act", "GoTo") else 0, asking(step))
    expect(visitor.mine).to_be_visible()
    assert left_over(visitor, units(visitor)) == []


def test_a_place_that_is_tried_on_the_open_table(reader: Callable[..., Visitor]) -> None:
    visitor = reader()
    opened(visitor, "brigade1914", 0, asking("Deploy"))
    ghost(visitor)
    assert left_over(visitor, units(visitor)) == []
    visitor.test_id("notation").fill("9000,9000 0 line")
    expect(visitor.test_id("draft")).to_have_attribute("data-verdict", "no")
    assert left_over(visitor, units(visitor)) == []


def test_lines_of_sight(reader: Callable[..., Visitor]) -> None:
    visitor = reader()
    opened(visitor, "brigade1914", 150, asking("Act", 0, in_sight))
    hover(visitor)
    assert left_over(visitor, units(visitor)) == []


def test_the_curtain_and_a_wish_to_go_back(reader: Callable[..., Visitor]) -> None:
    visitor = reader()
    visitor.new_game("schlieffens_war", german="me", entente="same-screen")
    hand = Hand(visitor, 2, done=1, mouse=999)
    for _ in range(150):
        assert hand.click() == "more"
        if visitor.test_id("curtain").count():
            break
    expect(visitor.test_id("curtain")).to_be_visible()
    assert left_over(visitor, NAMES["schlieffens_war"]) == []
