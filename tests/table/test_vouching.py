"""A record proves what it says: every row is in a chain, and `fair` is said only against the head and the key that a
player's page kept. Forgeries and edits never pass as fair."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from marne.engine import (
    CHANCE,
    HashChain,
    MarneError,
    Match,
    Record,
    find_game,
    link,
    read_record,
    rebuild,
    sealed_record,
    verify_dice,
)
from marne.engine.ledger import Deed, Ledger, head_of, write_deed
from marne.table.store.seal import Seal, genuine
from marne.table.view.vouched import covered
from table.support import Game, open_game
from table.test_promises import Clients, with_parts

Sealed = tuple[str, str, str]
"""A record, a head that somebody kept on the way, and the server's key."""


def finished(client: TestClient, seed: int, game: Game | None = None) -> Sealed:
    """A whole game with a going back, and what a player's page kept of it at the end."""
    rng = Random(seed)
    game = game or open_game(client, scenario="meeting")
    for _ in game.play(rng, 30):
        pass
    game.post("/undo/ask", {"to": 16}, "blue")
    game.post("/undo/consent", {"yes": True}, "red")
    for _ in game.play(rng):
        pass
    told = game.get("/dice")
    return client.get(game.at + "/record").text, told["head"], told["key"]


@pytest.fixture(scope="module")
def sealed(client: TestClient) -> Sealed:
    return finished(client, 11)


def verdict(text: str, head: str, key: str) -> str:
    try:
        record = read_record(text)
        verify_dice(record)
        rebuild(record)
    except MarneError:
        return "broken"
    found = covered(record, head, key)
    return "consistent" if found is None else "fair" if found.whole else "uncovered"


def test_fair_only_against_what_was_kept(sealed: Sealed) -> None:
    text, head, key = sealed
    assert text.startswith("marne record 2\n")
    assert verdict(text, head, key) == "fair"
    record = read_record(text)
    assert record.ledger is not None
    assert record.secret is not None
    links = record.ledger.links(record.header, record.secret)
    assert verdict(text, links[len(links) // 2], key) == "uncovered", "a page that was closed half-way knows that half"
    half = covered(record, links[len(links) // 2], key)
    assert half is not None
    assert (half.rows, half.of) == (len(links) // 2, len(links) - 1)
    other = Seal(bytes(32)).key
    for kept in (("", ""), (head, ""), ("", key), ("0" * 64, key), (head, other)):
        assert verdict(text, *kept) == "consistent"


def test_going_back_and_consent_are_in_the_record(sealed: Sealed) -> None:
    record = read_record(sealed[0])
    assert record.ledger is not None
    kinds = [deed.kind for deed in record.ledger.deeds]
    assert kinds.count("ask") == kinds.count("back") == 1
    assert len(record.lines) < kinds.count("answer")


def test_the_route_says_the_same(client: TestClient) -> None:
    game = open_game(client, scenario="meeting")
    _, head, key = finished(client, 12, game)
    assert game.get("/verify")["verdict"] == "consistent"
    assert "nobody vouches" in game.get("/verify")["message"]
    told = game.get(f"/verify?head={head}&key={key}")
    assert (told["verdict"], told["rows"]) == ("fair", told["of"])
    assert told["message"] == f"Fair up to row {told['of']} of {told['of']}"
    spanish = client.get(f"{game.at}/verify?head={head}&key={key}&language=es").json()["message"]
    assert spanish == f"Limpia hasta la fila {told['of']} de {told['of']}"
    assert game.get(f"/verify?head={'1' * 64}&key={key}")["verdict"] == "consistent"


def edits(text: str, rng: Random, count: int) -> list[str]:
    """The record with one letter changed, a line lost, doubled or moved."""
    found: list[str] = []
    while len(found) < count:
        rows = text.splitlines()
        at = rng.randrange(1, len(rows))
        match rng.randrange(4):
            case 0:
                row = rows[at] or " "
                place = rng.randrange(len(row))
                rows[at] = row[:place] + rng.choice("0123456789abcdef xyz") + row[place + 1 :]
            case 1:
                del rows[at]
            case 2:
                rows.insert(at, rows[at])
            case _:
                other = rng.randrange(1, len(rows))
                rows[at], rows[other] = rows[other], rows[at]
        changed = "\n".join(rows) + "\n"
        if [row.strip() for row in rows if row.strip()] != [row.strip() for row in text.splitlines() if row.strip()]:
            found.append(changed)
    return found


def test_no_edit_passes_as_fair(sealed: Sealed) -> None:
    text, head, key = sealed
    told = [verdict(changed, head, key) for changed in edits(text, Random(1), 60)]
    assert "fair" not in told


def remade(record: Record, deeds: list[Deed], seal: Seal) -> str:
    """All checksums made again, and signed by a key of the forger's own."""
    assert record.secret is not None
    head = head_of(record.header, deeds, record.secret)
    text = "\n".join(map(write_deed, deeds))
    game, answers = find_game(record.header["game"]), []
    for deed in deeds:
        if deed.kind == "answer":
            answers.append(deed)
        elif deed.kind == "back":
            del answers[deed.number :]
    match = Match(game, record.setting)
    for deed in answers:
        match.play_text(deed.text, deed.draw)
    from marne.engine import FairDice

    match.dice = FairDice(record.secret or b"", record.seeds)
    assert text
    return sealed_record(match, record.header, Ledger(deeds, head, seal.key, seal.sign(head)))


def forgeries(text: str, rng: Random, count: int, seal: Seal | None = None) -> list[str]:
    """A decision changed for another legal one, the rest of the game played on from there with the true secret, all
    checksums made again: what a host can do who has everything but the heads that others kept."""
    record = read_record(text)
    found: list[str] = []
    assert record.ledger is not None
    seal = seal or Seal(b"f" * 32)
    while len(found) < count:
        match = rebuild(record, 0)
        cut = rng.randrange(5, len(record.lines) - 1)
        whole = rebuild(record, cut)
        options = whole.position.open.options if whole.position.open else None
        if whole.actor in (None, CHANCE) or not options or len(options) < 2:
            continue
        deeds = [d for d in record.ledger.deeds if d.kind == "answer"][:cut]
        deeds = [
            Deed(n, d.when, "answer", n - 1, line.actor, line.draw, line.text)
            for n, (d, line) in enumerate(zip(deeds, record.lines, strict=False), 1)
        ]
        match = Match(whole.game, whole.setting, whole.dice)
        renumbered: list[Deed] = []
        for deed in deeds:
            if match.actor == CHANCE:
                answer = match.position.write(match.roll())
                if answer != deed.text:
                    break
                match.play(match.roll())
            else:
                answer = deed.text
                match.play_text(answer)
            renumbered.append(
                Deed(len(renumbered) + 1, deed.when, "answer", len(renumbered), deed.actor, match.log[-1].draw, answer)
            )
        when = deeds[-1].when
        while not match.over:
            if match.actor == CHANCE:
                match.play(match.roll())
            else:
                match.play(rng.choice(match.position.suggest(rng, 3)))
            entry = match.log[-1]
            renumbered.append(
                Deed(
                    len(renumbered) + 1,
                    when,
                    "answer",
                    len(renumbered),
                    match.actor_name(entry.actor),
                    entry.draw,
                    entry.text,
                )
            )
        found.append(remade(record, renumbered, seal))
    return found


def test_no_forgery_passes_as_fair(sealed: Sealed) -> None:
    text, head, key = sealed
    told = [verdict(forged, head, key) for forged in forgeries(text, Random(2), 60)]
    assert set(told) == {"consistent"}, "the forger is no fool: all but the head and the key is right"


@pytest.mark.night
def test_no_forgery_and_no_edit_of_many_passes_as_fair(client: TestClient) -> None:
    tried: dict[str, int] = {}
    for seed in range(10):
        text, head, key = finished(client, 100 + seed)
        for kind, made in (("edit", edits(text, Random(seed), 60)), ("forgery", forgeries(text, Random(seed), 6))):
            for changed in made:
                told = f"{kind} {verdict(changed, head, key)}"
                tried[told] = tried.get(told, 0) + 1
    print(tried)
    assert "edit fair" not in tried
    assert "forgery fair" not in tried
    assert sum(tried.values()) == 660


def test_rules_data_and_the_last_draw_are_in_the_chain(sealed: Sealed) -> None:
    text, head, key = sealed
    record = read_record(text)
    rules, data = record.header["rules"], record.header["data"]
    for old, new in ((f"rules: {rules}", "rules: 99"), (f"data: {data}", "data: " + "0" * 16)):
        assert old in text
        assert verdict(text.replace(old, new), head, key) == "broken"
    assert record.ledger is not None
    deeds = list(record.ledger.deeds)
    last = max(at for at, deed in enumerate(deeds) if deed.draw is not None)
    moved = deeds[last]
    deeds[last] = Deed(moved.seq, moved.when, moved.kind, moved.number, moved.actor, (moved.draw or 0) + 1, moved.text)
    assert verdict(remade(record, deeds, Seal(b"f" * 32)), head, key) == "broken", "its index is fixed"


def test_parts_are_in_the_record(client: TestClient) -> None:
    chains = {seat: HashChain(seat.encode() * 8, 400) for seat in ("blue", "red")}
    game = with_parts(client, chains)
    for _ in Clients(game, chains).play(Random(3)):
        pass
    told = game.get("/dice")
    text = client.get(game.at + "/record").text
    assert verdict(text, told["head"], told["key"]) == "fair"
    record = read_record(text)
    assert record.ledger is not None
    deeds = [deed for deed in record.ledger.deeds if deed.kind != "part"]
    deeds = [Deed(n, d.when, d.kind, d.number, d.actor, d.draw, d.text) for n, d in enumerate(deeds, 1)]
    assert verdict(remade(record, deeds, Seal(b"f" * 32)), told["head"], told["key"]) == "broken"


def test_a_record_of_version_1_still_reads_and_says_that_nobody_vouches() -> None:
    path = Path(__file__).parents[1] / "records" / "grand_illusion-1.txt"
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.ledger is None
    assert covered(record, "0" * 64, Seal(bytes(32)).key) is None


def test_a_signature_is_of_one_head_by_one_key() -> None:
    seal, other = Seal(b"a" * 32), Seal(b"b" * 32)
    signature = seal.sign("1" * 64)
    assert genuine(seal.key, "1" * 64, signature)
    assert not genuine(other.key, "1" * 64, signature)
    assert not genuine(seal.key, "2" * 64, signature)
    assert not genuine(seal.key, "1" * 64, "zz")


def test_both_players_see_the_head_after_every_row(client: TestClient) -> None:
    game, heads = open_game(client, scenario="meeting"), []
    for _ in game.play(Random(3), 10):
        both = {game.get(seat=seat)["dice"]["head"] for seat in ("blue", "red")}
        assert len(both) == 1
        heads.append(both.pop())
    assert len(set(heads)) == 10
    deed = Deed(1, 2, "answer", 0, "blue", None, "x")
    assert link("a", deed, b"s") != link("b", deed, b"s")


def test_a_head_does_not_tell_a_hidden_answer() -> None:
    """Whoever knows all but the answer and the server's secret, and tries every answer, finds none that fits."""
    secret, known = b"only the server's", "0" * 64
    rows = {text: Deed(7, 1_000, "answer", 3, "blue", None, text) for text in ("north", "south", "east", "west")}
    shown = link(known, rows["east"], secret)
    assert shown not in [link(known, row, guess) for row in rows.values() for guess in (b"", b"0")]
    assert [text for text, row in rows.items() if link(known, row, secret) == shown] == ["east"]
