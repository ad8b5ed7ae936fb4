"""How far a record reaches: times that never fall, rows that a kept head covers, ends that come after it, and the
countersignatures of both pages."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.testclient import TestClient
from typer.testing import CliRunner

from marne.cli import app
from marne.engine import FairDice, Match, Record, find_game, read_record, rebuild, sealed_record
from marne.engine.ledger import Deed, Ledger, head_of
from marne.engine.values import CHANCE
from marne.table.store.seal import Seal
from marne.table.view.vouched import covered
from table.support import Game, bearer, open_game
from table.test_holders import GAMES
from table.test_vouching import finished, verdict

YEAR = 365 * 86_400.0


class Page:
    """What a page does at the end: it keeps a key of its own and signs the last head."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        raw = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.signer = raw.hex()

    def sign(self, head: str) -> str:
        """As WebCrypto gives it."""
        first, second = decode_dss_signature(self._key.sign(f"marne head {head}".encode(), ec.ECDSA(SHA256())))
        return (first.to_bytes(32) + second.to_bytes(32)).hex()


def paged(client: TestClient, answers: int = 40) -> tuple[Game, dict[str, Page]]:
    """Two people whose pages have keys, after some answers."""
    pages = {"blue": Page(), "red": Page()}
    seats = {"blue": "me", "red": "open"}
    wish = {"game": "training", "scenario": "meeting", "seats": seats, "signer": pages["blue"].signer}
    made = client.post("/api/tables", json=wish).json()
    game = Game(client, made["id"], made["seats"], made["invitations"])
    joined = game.post("/join", {"invitation": game.invitations["red"], "signer": pages["red"].signer})
    game.tokens["red"] = joined.json()["token"]
    for _ in game.play(Random(4), answers):
        pass
    return game, pages


def sign(game: Game, seat: str, page: Page, row: int | None = None) -> Any:
    state = game.get(seat=seat)
    return game.post("/sign", {"row": row or state["moment"], "signature": page.sign(state["dice"]["head"])}, seat)


def record_text(game: Game) -> str:
    found: str = game.client.get(game.at + "/record", headers=bearer(game.tokens["blue"])).text
    return found


def test_both_pages_countersign_the_end(client: TestClient) -> None:
    game, pages = paged(client)
    early = game.get("/dice")
    assert sign(game, "blue", pages["blue"]).status_code == 403, "when it is over"
    assert game.post("/resign", {}, "red").status_code == 200
    assert sign(game, "blue", pages["red"]).status_code == 403, "by one's own key"
    assert sign(game, "blue", pages["blue"], row=1).status_code == 409, "the end, no other row"
    told = game.get(f"/verify?head={early['head']}&key={early['key']}")
    assert told["verdict"] == "uncovered"
    assert "not covered" in told["message"]
    assert sign(game, "blue", pages["blue"]).status_code == 200
    assert game.get(f"/verify?head={early['head']}&key={early['key']}")["verdict"] == "uncovered", "one is not both"
    assert sign(game, "red", pages["red"]).status_code == 200
    assert sign(game, "red", pages["red"]).status_code == 403, "once"
    assert game.get()["dice"]["signed"] == ["blue", "red"]
    told = game.get(f"/verify?head={early['head']}&key={early['key']}")
    assert (told["verdict"], told["signed"]) == ("fair", ["blue", "red"])
    assert told["of"] - 2 <= told["rows"] <= told["of"]
    assert verdict(record_text(game), early["head"], early["key"]) == "fair", "by the record alone"


def test_the_command_line_says_how_far_it_reaches(client: TestClient, tmp_path: Path) -> None:
    game, pages = paged(client)
    early = game.get("/dice")
    game.post("/resign", {}, "red")
    path = tmp_path / "game.marne"

    def verified(head: str) -> str:
        path.write_text(record_text(game), encoding="utf-8")
        found = CliRunner().invoke(app, ["verify", str(path), "--head", head, "--key", early["key"]])
        assert found.exit_code == 0, found.output
        return " ".join(found.output.split())

    rows = game.get()["moment"]
    assert f"fair up to row {rows - 1} of {rows}" in verified(early["head"])
    assert f"not covered: rows {rows} to {rows}, and with them the end of the game" in verified(early["head"])
    last = game.get("/dice")["head"]
    assert f"fair up to row {rows} of {rows}" in verified(last)
    assert "not covered" not in verified(last)
    assert "fair" not in verified("0" * 64)
    for seat, page in pages.items():
        assert sign(game, seat, page).status_code == 200
    assert "the end is countersigned by blue, red" in verified(early["head"])
    assert "not covered" not in verified(early["head"])


def played_on(record: Record, at: int, rng: Random, seal: Seal, more: tuple[Deed, ...] = ()) -> str:
    """The record up to a row, another end by the true secret, signed by the server's own key: what a host can do after
    the other page was closed."""
    ledger = record.ledger
    assert ledger is not None
    assert record.secret is not None
    match = Match(find_game(record.header["game"]), record.setting, FairDice(record.secret, record.seeds))
    deeds = list(ledger.deeds[:at])
    for deed in deeds:
        if deed.kind == "answer":
            match.play_text(deed.text, deed.draw)
    when = deeds[-1].when
    while not match.over:
        match.play(match.roll() if match.actor == CHANCE else rng.choice(match.position.suggest(rng, 3)))
        entry, number = match.log[-1], len(match.log) - 1
        name = match.actor_name(entry.actor)
        deeds.append(Deed(len(deeds) + 1, when, "answer", number, name, entry.draw, entry.text))
    for deed in more:
        head = head_of(record.header, deeds, record.secret)
        text = deed.text.format(row=len(deeds), signature=Page().sign(head))
        deeds.append(Deed(len(deeds) + 1, when, "sign", len(match.log), deed.actor, None, text))
    head = head_of(record.header, deeds, record.secret)
    return sealed_record(match, record.header, Ledger(deeds, head, seal.key, seal.sign(head)))


def test_no_end_forged_after_the_kept_head_is_covered(client: TestClient) -> None:
    """Fifteen ends, by the server's own key and secret; a third of them with countersignatures by other keys."""
    seal = client.app.state.hall.store.seal  # type: ignore[attr-defined]
    found = []
    for seed in range(5):
        game, _ = paged(client, 20 + seed)
        kept = game.get("/dice")
        for _ in game.play(Random(seed)):
            pass
        record = read_record(record_text(game))
        assert record.ledger is not None
        assert record.secret is not None
        at = record.ledger.links(record.header, record.secret).index(kept["head"])
        forged = [played_on(record, at, Random(seed * 10 + each), seal) for each in range(2)]
        signs = tuple(Deed(0, 0, "sign", 0, name, None, "{row} {signature}") for name in ("blue", "red"))
        forged.append(played_on(record, at, Random(seed), seal, signs))
        for text in forged:
            rebuild(read_record(text))
            told = covered(read_record(text), kept["head"], kept["key"])
            assert told is not None
            found.append((verdict(text, kept["head"], kept["key"]), told.rows == at))
    assert found == [("uncovered", True)] * 15


@pytest.mark.parametrize("step", [-0.5, -3_600.0, 10 * YEAR])
@pytest.mark.parametrize("name", GAMES)
def test_a_clock_that_steps_leaves_the_record_fair(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, name: str, step: float
) -> None:
    game, now = open_game(client, name), 1_800_000_000.0

    monkeypatch.setattr(client.app.state.hall, "clock", lambda: now)  # type: ignore[attr-defined]
    for number, _ in enumerate(game.play(Random(5), 12)):
        now += step if number == 4 else -step if number == 8 else 0.01
    assert game.post("/resign", {}, find_game(name).seats[0]).status_code == 200
    told = game.get("/dice")
    text = client.get(game.at + "/record").text
    assert verdict(text, told["head"], told["key"]) == "fair"
    assert game.get(f"/verify?head={told['head']}&key={told['key']}")["verdict"] == "fair"
    record = read_record(text)
    assert record.ledger is not None
    times = [deed.when for deed in record.ledger.deeds]
    assert times == sorted(times)


def test_times_go_on_from_the_log_after_a_restart(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(client, scenario="meeting")
    for _ in game.play(Random(6), 5):
        pass
    hall = client.app.state.hall  # type: ignore[attr-defined]
    del hall._live[game.id]
    monkeypatch.setattr(hall, "clock", lambda: 1.0)
    text, head, key = finished(client, 7, game)
    assert verdict(text, head, key) == "fair"
