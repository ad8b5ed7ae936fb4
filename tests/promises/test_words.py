"""What a player reads in a game: no data key, no open placeholder, no wrong plural. Every game, scenario, edition and
language; a new game is in it by being registered."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import marne.games
from marne.engine import CHANCE, Event, Happened, Match, Modifier, Scene, Setting, check_setting, find_game
from marne.engine.errors import ENGLISH
from marne.kit.plurals import parsed
from marne.lab.play import seeded_dice
from marne.text import board_lines, moment
from promises.table import promised

ANSWERS = 400
PICTURES = 25
"""A whole picture is read after so many answers; the question and its answers, and all that happened, always."""

NOUNS = {
    "en": {
        "answer": "answers", "barrage": "barrages", "base": "bases", "CAP": "CAPS", "card": "cards",
        "column": "columns", "company": "companies", "convoy": "convoys", "die": "dice", "gun": "guns", "hex": "hexes",
        "hit": "hits", "inch": "inches", "marker": "markers", "point": "points", "squadron": "squadrons",
        "step": "steps", "token": "tokens", "turn": "turns", "unit": "units",
    },
    "es": {
        "ataque": "ataques", "bombardeo": "bombardeos", "CAP": "CAPS", "cañón": "cañones", "carta": "cartas",
        "columna": "columnas", "compañía": "compañías", "convoy": "convoyes", "cuerpo": "cuerpos", "dado": "dados",
        "escuadrón": "escuadrones", "ficha": "fichas", "hexágono": "hexágonos", "impacto": "impactos",
        "marcador": "marcadores", "paso": "pasos", "peana": "peanas", "pulgada": "pulgadas", "punto": "puntos",
        "reemplazo": "reemplazos", "respuesta": "respuestas", "turno": "turnos", "unidad": "unidades",
    },
}  # fmt: skip
VERBS = {
    "en": r"(?:are|arrive|attack|bombard|defend|dig|fail|go|have|leave|obey|retreat|shell|stay|withdraw)",
    "es": r"(?:(?:se|no) )?[a-zñáéíóú]+[ae]n",
}
"""What several units do, right after their names; in Spanish by the ending."""

PARTICIPLE = re.compile(r"(?!el |fuerte |fort )[^:,]{1,40}? ((?:es|queda) \w+(?:ado|ido|erto|eso))\b", re.IGNORECASE)
"""What is said of a unit as of a man. A unit's name may be that of an army, a brigade or a corps; a sentence that says
the same of all of them needs no gender: `se elimina {unit}`."""

KEY = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b(?:why|ask|answer|word|view|modifier|label|odds|phase)\.[a-z]\w*")


def wrong(text: str, language: str) -> str:
    """What is wrong with a text that a player reads; nothing where it is right."""
    if found := KEY.search(text):
        return f"the key {found[0]!r}"
    if found := re.search(r"[{}]|, plural,|\(e?s\)", text):
        return f"a placeholder or a plural by half: {found[0]!r}"
    if found := re.search(r"\belan\b", text, re.IGNORECASE):
        return f"{found[0]!r} for élan"
    nouns = NOUNS.get(language, {})
    many, one = "|".join(nouns.values()), "|".join(nouns)
    kind = "(?:more |command |morale |movement |victory )?"
    if found := re.search(
        rf"(?<!rolled )(?<![\w.,:/+-])[+-]?1 {kind}(?:{many})\b|\b(?:quedan|faltan) 1\b(?! de)", text
    ):
        return f"one of several: {found[0]!r}"
    if found := re.search(rf"(?<![\w.,:/+-])[+-]?(?:0|[2-9]|[1-9]\d+) {kind}(?:{one})\b", text):
        return f"several of one: {found[0]!r}"
    return ""


def disagrees(event: Event, text: str, language: str) -> str:
    """A verb for several where one unit does it, or in Spanish a gender where a unit has none."""
    facts = event.plain().facts()
    if language == "es" and (found := PARTICIPLE.match(text)) and {"unit", "counter", "units"} & facts.keys():
        return f"a gender for every unit: {found[1]!r}"
    units: Any = facts.get("units")
    count = len(units.split() if isinstance(units, str) else units or ())
    if count != 1 or language not in VERBS or re.search(r" (?:and|y) ", text):
        return ""
    found = re.match(rf"[^:]{{1,40}}? ({VERBS[language]})\b", text)
    return f"one does what several do: {found[1]!r}" if found else ""


SHIFTS = {
    "BattleFought": "its modifiers shift the column, and the line names both",
    "FiredAt": "before the dice: what hits, less the modifiers; two needs where machine guns fire too",
}
"""Events whose modifiers are not added to a die, with the reason."""
SUM = re.compile(
    r"(?:\b(?:rolled \d+, halved|saca \d+, mitad|half the die|mitad del dado|rolled|saca) |\()"
    r"(?P<base>\d+)(?P<added>,? [^=]*)"
    r" = (?P<made>-?\d+)"
)
NEED = re.compile(r"\b(?:needs|necesita) (?P<made>-?\d+) (?:or|o) \w+(?::| \() ?(?P<base>\d+)(?P<added>(?:, [^)]*)+)\)")
LIMITED = re.compile(r"is the most|es lo máximo")


def miscounts(happened: Happened, text: str) -> str:
    """A line with a die and modifiers that doesn't add up."""
    amount = sum(each.amount for each in happened.modifiers)
    if not happened.modifiers or happened.kind in SHIFTS or (text == happened.brief and not amount):
        return ""
    found = SUM.search(text) or NEED.search(text)
    if found is None:
        return "a line with modifiers that shows no sum"
    added = sum(map(int, re.findall(r"(?<=[ ,])[+-]\d+", found["added"])))
    if added != amount:
        return f"{added:+d} in the line, {amount:+d} in its modifiers"
    return "" if LIMITED.search(text) or int(found["base"]) + added == int(found["made"]) else f"no sum: {found[0]!r}"


@lru_cache(maxsize=1)
def moments(name: str, scenario: str, edition: str) -> tuple[Match, ...]:
    """A game played at random, from one answer to the next."""
    game = find_game(name)
    match = Match(game, check_setting(game, Setting(scenario, edition)), seeded_dice(game, 1914))
    rng, found = Random(1914), [match.copy()]
    while (ask := match.position.open) is not None and len(match.log) < ANSWERS:
        match.play(match.roll() if ask.actor == CHANCE else match.position.suggest(rng)[0])
        found.append(match.copy())
    return tuple(found)


def words_of(scene: Scene, whole: bool) -> Iterator[str]:
    """What stands in a picture, in words."""
    yield from (scene.turn, scene.phase, scene.prompt.question)
    for choice in scene.prompt.choices:
        if choice.text != choice.id:
            yield choice.text
    if not whole:
        return
    yield from (line.text for line in scene.outline)
    yield from (aim.text for aim in scene.aims)
    yield from (tally.title for tally in scene.tallies)
    yield from (piece.words for piece in scene.pieces)
    for panel in scene.panels:
        yield panel.title
        yield from (f"{line.text} {line.mark}" for line in panel.lines)


@promised("words")
def test_everything_that_a_player_reads_is_in_words(reading: tuple[str, str, str, str]) -> None:
    name, scenario, edition, language = reading
    game, found, read = find_game(name), set(), 0
    for number, match in enumerate(moments(name, scenario, edition)):
        for event in match.position.events:
            happened = event.told(lambda each: game.say(each, language), lambda key: game.term(key, language))
            texts = (happened.text, happened.brief, happened.result, *(each.text for each in happened.modifiers))
            faults = [*(wrong(text, language) for text in texts), disagrees(event, happened.text, language)]
            faults += [miscounts(happened, text) for text in (happened.text, happened.brief) if text]
            found |= {(happened.kind, happened.text, fault) for fault in faults if fault}
            read += 1
        actor = match.actor
        if actor is None or actor == CHANCE or number % 5:
            continue
        scene = match.sight(actor).scene(language)
        for text in words_of(scene, number % PICTURES == 0):
            if fault := wrong(text, language):
                found.add(("picture", text, fault))
            read += 1
    assert not found, "\n".join(map(str, sorted(found)[:20]))
    assert read > ANSWERS // 2


@promised("words")
def test_the_board_in_words(reading: tuple[str, str, str, str]) -> None:
    """Terminal and REPL: a heading that begins with a capital and says nothing twice; counters by name."""
    name, scenario, edition, language = reading
    pieces = 0
    for match in moments(name, scenario, edition)[::PICTURES]:
        if match.actor is None or match.actor == CHANCE:
            continue
        scene = match.sight(match.actor).scene(language)
        heading = moment(scene).split(" · ")
        assert len(set(heading)) == len(heading)
        assert scene.turn[:1].isupper(), scene.turn
        assert all(part[:1].isupper() for part in heading), heading
        nameless = [piece.id for piece in scene.pieces if not piece.words and not piece.name]
        assert not nameless, "counters that only their key names"
        lines = list(board_lines(scene))
        assert [line for line in lines if line != line.rstrip()] == []
        pieces += len(scene.pieces)
    assert pieces


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "XVI AK loses 1 steps"),
        ("en", "2 more step"),
        ("en", "-1 points (orders), now 3"),
        ("en", "why.not_now"),
        ("en", "entente_corps goes"),
        ("en", "costs {points} points"),
        ("en", "3 unit(s)"),
        ("en", "13e CA is now elan"),
        ("es", "pierde 1 pasos"),
        ("es", "quedan 1"),
        ("es", "12 reemplazo"),
    ],
)
def test_a_planted_fault_is_found(language: str, text: str) -> None:
    assert wrong(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Turn 1 of 10, from 2 August"),
        ("en", "AOK 1 goes from 1106 to 0705, 1 point in all"),
        ("en", "I retreats to 85 Luxembourg"),
        ("es", "quedan 2 pasos, falta 1 turno"),
        ("es", "quedan 1 de 4 fichas"),
    ],
)
def test_what_is_right_is_left_alone(language: str, text: str) -> None:
    assert not wrong(text, language)


@pytest.mark.parametrize(
    ("key", "language", "text"),
    [
        ("Retreated", "en", "{units} retreat to {hex}"),
        ("Retreated", "es", "{units} se retiran a {hex}"),
        ("Moved", "es", "{units} van a {hex}"),
    ],
)
def test_a_planted_verb_is_found(key: str, language: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from marne.games.grand_illusion import events
    from marne.games.grand_illusion.words import WORDS, say

    event = getattr(events, key)("9.4.3", "FR.I", 85)
    assert not disagrees(event, say(event, language), language)
    catalogue = {**WORDS.catalogue(language), key: text}
    monkeypatch.setitem(WORDS._catalogues, language, catalogue)
    assert disagrees(event, say(event, language), language)


@pytest.mark.parametrize("text", ["{unit} en {hex} es eliminado", "{unit} queda destruido"])
def test_a_planted_gender_is_found(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from marne.games.schlieffens_war import events
    from marne.games.schlieffens_war.words import WORDS, say

    event = events.UnitEliminated("11.20", 20, 30, False)
    assert not disagrees(event, say(event, "es"), "es")
    monkeypatch.setitem(WORDS._catalogues, "es", {**WORDS.catalogue("es"), "UnitEliminated": text})
    assert disagrees(event, say(event, "es"), "es")


ALWAYS_MANY = {
    "allot.amount": "a range",
    "card.leads": "two ranges",
    "force.companies": "a range",
    "force.special_companies": "a range",
    "force.squadrons": "a range",
    "force.points": "what a force costs: hundreds",
    "ready.points": "what a force costs: hundreds",
    "large.record": "a limit of thousands",
    "no.bearers": "a limit of more than one",
    "TrainTurned": "a verb",
}
"""Messages with a number and such a word that need no plural form, with the reason."""
PACKAGE = Path(marne.__file__).parent
CATALOGUES = sorted(PACKAGE.rglob("*.e[ns].toml"))


def bare(message: str, language: str) -> str:
    """A number with its noun outside a plural; nothing where there is none."""
    text = "".join(part for part in parsed(message) if isinstance(part, str)) if ", plural," in message else message
    found = re.search(rf"\{{\w+\}} (?:{'|'.join(NOUNS[language].values())})\b", text)
    return found[0] if found else ""


@pytest.mark.parametrize("file", CATALOGUES, ids=[path.relative_to(PACKAGE).as_posix() for path in CATALOGUES])
def test_a_message_that_counts_has_plural_forms(file: Path) -> None:
    """Also where no game of the other tests comes by: in refusals, on the order sheet, in records."""
    language = file.suffixes[0].strip(".")
    messages = tomllib.loads(file.read_text(encoding="utf-8"))
    found = {key: bare(text, language) for key, text in messages.items() if isinstance(text, str)}
    assert sorted(key for key, fault in found.items() if fault and key not in ALWAYS_MANY) == []


GENDERED = re.compile(r"\{(?:unit|units|counter)\}[^:,]*? (?:es|queda) \w+(?:ado|ido|erto|eso)\b")


@pytest.mark.parametrize("file", CATALOGUES, ids=[path.relative_to(PACKAGE).as_posix() for path in CATALOGUES])
def test_a_message_says_nothing_of_a_unit_as_of_a_man_and_spells_elan(file: Path) -> None:
    messages = tomllib.loads(file.read_text(encoding="utf-8"))
    texts = {key: text for key, text in messages.items() if isinstance(text, str)}
    assert sorted(key for key, text in texts.items() if GENDERED.match(text) or re.search(r"\belan\b", text)) == []


def test_the_engine_counts_nothing_without_a_plural() -> None:
    """Its English has no plural forms, since it stands below the catalogues."""
    assert {key: fault for key, text in ENGLISH.items() if (fault := bare(text, "en"))} == {}
    assert bare("{count} answers", "en")
    assert not bare("{count, plural, one {# answer} other {# answers}}", "en")


def test_a_line_that_does_not_add_up_is_found() -> None:
    modifiers = (Modifier("5.2", "fort", -1), Modifier("5.3", "river", -2))
    told = partial(Happened, "Fought", "battle", "5.1", dice=(6,), modifiers=modifiers)
    right = ("x: rolled 6, fort -1, river -2 = 3: hit", "x: needs 3 or less (6, fort -1, river -2), rolled 6")
    for text in (*right, "x: rolled 6, -3 = 3", "x: needs 2 or more: 5, fort -1, river -2)"):
        assert not miscounts(told(text), text)
    for text in (
        "x: rolled 6, fort -1, river -2 = 4",
        "x: rolled 6, fort -1 = 5",
        "x: die 6 -1 fort -2 river = 3",
        "x: rolled 6: hit (fort -1, river -2)",
    ):
        assert miscounts(told(text), text)
