"""Case files: a set-up, answers with their dice, and what must then be true. See docs/cases.md."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from marne.engine import CHANCE, Game, MarneError, Position, Setting, Staged, check_setting, find_game

__all__ = ["CaseError", "run_case"]

_CASE = {"title", "game", "scenario", "edition", "options", "rules", "why", "setup", "play"}
_PLAY = {"answers", "expect", "note"}
_EXPECT = {"actor", "step", "rule", "legal", "offers", "lacks", "refused", "events", "over", "winner"}


class CaseError(MarneError):
    """A case that does not hold, or cannot be read: the file, where in it, what was found and expected."""


def run_case(path: Path, tell: Callable[[str], None] | None = None) -> int:
    """Run one case file; the number of expectations that held. A CaseError says which one did not."""
    say = tell or (lambda _: None)
    try:
        case = tomllib.loads(path.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CaseError(f"{path}: not TOML: {error}") from None
    _known(path, "the case", case, _CASE)
    for key in ("title", "game", "scenario"):
        if not isinstance(case.get(key), str):
            raise CaseError(f"{path}: {key!r} is missing or no text")
    game = find_game(case["game"])
    options = tuple((name, str(chosen)) for name, chosen in case.get("options", {}).items())
    setting = check_setting(game, Setting(case["scenario"], case.get("edition", ""), options))
    say(case["title"])
    position = _set_up(path, game, setting, case.get("setup"))
    held = 0
    for number, part in enumerate(case.get("play", []), 1):
        where = f"{path}: play {number}"
        _known(path, f"play {number}", part, _PLAY)
        told: list[tuple[str, str]] = []
        for text in part.get("answers", []):
            position = _answer(where, game, position, text, say, told)
        held += _expect(where, game, position, part.get("expect", {}), told)
    if not held:
        raise CaseError(f"{path}: nothing is expected, so the case could not fail")
    return held


def _set_up(path: Path, game: Game, setting: Setting, changes: Any) -> Position[Any]:
    if changes is None:
        return game.start(setting)
    if not isinstance(game, Staged):
        raise CaseError(f"{path}: {game.name} has no set-ups for cases")
    try:
        return game.arrange(setting, changes)
    except CaseError:
        raise
    except (MarneError, LookupError, ValueError) as error:
        raise CaseError(f"{path}: setup: {error}") from None


def _answer(
    where: str,
    game: Game,
    position: Position[Any],
    text: Any,
    say: Callable[[str], None],
    told: list[tuple[str, str]],
) -> Position[Any]:
    """Play `actor: notation`, or a bare number for a die."""
    ask = position.open
    if ask is None:
        raise CaseError(f"{where}: {text!r}: the game is over")
    actor, colon, notation = ("chance", ":", str(text)) if isinstance(text, int) else str(text).partition(":")
    due = "chance" if ask.actor == CHANCE else game.seats[ask.actor]
    asked = f"{type(position.step).__name__} ({position.step.rule})"
    if not colon or actor.strip() != due:
        raise CaseError(f"{where}: {text!r}: {due} is asked {asked}: {_legal(position)}")
    answer = position.read(notation.strip())
    if answer is None:
        raise CaseError(f"{where}: {text!r}: {position.refusal(notation.strip())}; legal: {_legal(position)}")
    after = position.play(answer)
    say(f"  {due}: {notation.strip()}")
    for event in after.events:
        words = game.say(event, "en")
        told.append((type(event).__name__, words))
        say(f"    {event.rule:>8}  {words}")
    return after


def _legal(position: Position[Any]) -> str:
    ask = position.open
    if ask is None or ask.options is None:
        return "open"
    return "; ".join(position.write(option) for option in ask.options)


def _expect(
    where: str, game: Game, position: Position[Any], expect: Mapping[str, Any], told: list[tuple[str, str]]
) -> int:
    """Check every expectation; how many there were."""
    ask = position.open
    written = [] if ask is None else [position.write(option) for option in ask.options or ()]
    score = game.score(position)
    held = 0

    def check(what: str, found: Any, due: Any) -> None:
        nonlocal held
        if found != due:
            raise CaseError(f"{where}: {what} is {found!r}, expected {due!r}")
        held += 1

    for key, due in expect.items():
        match key:
            case "actor":
                actor = None if ask is None else "chance" if ask.actor == CHANCE else game.seats[ask.actor]
                check("the actor", actor, due)
            case "step":
                check("the step", None if ask is None else type(position.step).__name__, due)
            case "rule":
                check("the rule of the step", None if ask is None else position.step.rule, due)
            case "legal":
                check("the list of legal answers", written, due)
            case "offers":
                check("what is not offered", [text for text in due if text not in written], [])
            case "lacks":
                check("what is offered", [text for text in due if text in written], [])
            case "refused":
                for each in due:
                    refusal = position.refusal(each["answer"])
                    check(f"the rule that refuses {each['answer']!r}", refusal and refusal.rule, each["rule"])
            case "events":
                kinds = [kind for kind, _ in told]
                missing = [text for text in due if text not in kinds and not any(text in words for _, words in told)]
                check("what did not happen", missing, [])
            case "over":
                check("the end of the game", position.over, due)
            case "winner":
                winner = None if score.winner is None else game.seats[score.winner]
                check("the winner", (winner or "draw") if score.over else None, due)
            case _:
                held += _expect_facts(where, game, position, key, due)
    return held


def _expect_facts(where: str, game: Game, position: Position[Any], kind: str, names: Mapping[str, Any]) -> int:
    """`[play.expect.unit."X AK"]`: fields of a named fact, as the game's `inspect` gives them."""
    facts = game.inspect(position) if isinstance(game, Staged) else {}
    if kind not in facts:
        raise CaseError(f"{where}: unknown expectation {kind!r}; known: {', '.join(sorted(_EXPECT | set(facts)))}")
    held = 0
    for name, due in names.items():
        if name not in facts[kind]:
            raise CaseError(f"{where}: no {kind} {name!r}; there are {', '.join(sorted(facts[kind])[:40])}")
        found = facts[kind][name]
        for field, value in due.items():
            if field not in found:
                raise CaseError(f"{where}: {kind} {name!r} has no {field!r}; it has {', '.join(sorted(found))}")
            if found[field] != value:
                raise CaseError(f"{where}: {field} of {kind} {name!r} is {found[field]!r}, expected {value!r}")
            held += 1
    return held


def _known(path: Path, what: str, table: Mapping[str, Any], keys: set[str]) -> None:
    for key in table:
        if key not in keys:
            raise CaseError(f"{path}: {what} has an unknown key {key!r}; known: {', '.join(sorted(keys))}")
