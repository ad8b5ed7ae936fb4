"""Nobody can choose a die: everybody is bound before anybody shows anything, a playing host with his own database
included; and in games with parts he can't foretell one either."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import fixed_dice
from marne.engine import FairDice, HashChain, Match, fingerprint_of, mixture_of
from marne.table.game import opening
from marne.table.game.open_tables import Hall
from table.support import Game, bearer, open_game, server

SEEDS = {"blue": bytes(range(32)), "red": bytes(range(32, 64))}


def hash_of(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def seated(client: TestClient, **more: Any) -> Game:
    """Two people, each bound to a seed that he keeps."""
    game = open_game(client, seats={"blue": "me", "red": "open"}, commit=hash_of(SEEDS["blue"]), **more)
    body = {"invitation": game.invitations["red"], "commit": hash_of(SEEDS["red"])}
    game.tokens["red"] = game.post("/join", body).json()["token"]
    return game


def show(game: Game, seat: str, seed: bytes | None = None) -> Any:
    return game.client.put(
        game.at + "/seed", json={"seed": (seed or SEEDS[seat]).hex()}, headers=bearer(game.tokens[seat])
    )


def live_of(game: Game) -> Any:
    hall: Hall = game.client.app.state.hall
    return hall._live[game.id]


def test_every_table_has_a_secret_and_seeds_of_its_own(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the product draws them: the other tests have the same dice in every run."""
    monkeypatch.setattr(opening, "fresh", fixed_dice.FRESH)
    games = [open_game(client, seats={"blue": "me", "red": "computer:random"}) for _ in range(3)]
    drawn = [live_of(game).kept.secret for game in games]
    drawn += [seed for game in games for seed in live_of(game).match.dice.seeds.values()]
    assert len(set(drawn)) == len(drawn) == 9
    assert all(len(each) == 32 for each in drawn)


def test_no_seed_is_shown_before_everybody_is_bound(client: TestClient) -> None:
    game = open_game(client, seats={"blue": "me", "red": "open"}, seed=SEEDS["blue"].hex())
    told = game.get("/dice")
    assert (told["commits"], told["seeds"]) == ({"blue": hash_of(SEEDS["blue"])}, {})
    assert SEEDS["blue"].hex() not in game.client.get(game.at).text
    game.tokens["red"] = game.post("/join", {"invitation": game.invitations["red"]}).json()["token"]
    told = game.get("/dice")
    assert told["seeds"]["blue"] == SEEDS["blue"].hex()
    assert fingerprint_of(bytes.fromhex(told["seeds"]["red"])) == told["commits"]["red"]


def test_a_playing_host_cannot_choose_the_dice(client: TestClient) -> None:
    """The attack of old: wait for the guest's seed, read the secret in one's own database, try seeds until the dice are
    right. Any seed but the one that the guest has seen the hash of is refused."""
    game = seated(client)
    assert show(game, "red").status_code == 200
    secret = live_of(game).kept.secret
    wanted = next(
        seed
        for seed in (number.to_bytes(8, "big") for number in range(100_000))
        if all(FairDice(secret, {**SEEDS, "blue": seed}).draw(at, [1] * 6) == 5 for at in range(3))
    )
    for seed in (wanted, b"", SEEDS["red"]):
        assert show(game, "blue", seed or b"\0").status_code == 403
    assert game.get("/dice")["awaited"] == ["blue"]
    assert show(game, "blue").status_code == 200
    for seed in (wanted, SEEDS["blue"]):
        assert show(game, "blue", seed).status_code == 403, "nothing changes after that"
    assert live_of(game).match.dice.seeds == SEEDS


def test_the_game_waits_for_the_last_seed_and_says_for_whose(client: TestClient) -> None:
    game = seated(client)
    assert (game.get()["status"], game.get()["number"]) == ("open", 0)
    assert sorted(game.get()["dice"]["awaited"]) == ["blue", "red"]
    refused = game.answer("x", 0, "blue")
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "refused")
    assert "seed" in refused.json()["error"]["message"]
    assert show(game, "blue").status_code == 200
    assert game.get()["dice"]["awaited"] == ["red"]
    assert show(game, "red").status_code == 200
    assert game.get()["status"] == "playing"


def test_a_seed_is_not_shown_before_the_last_seat_is_taken(client: TestClient) -> None:
    game = open_game(client, seats={"blue": "me", "red": "open"}, commit=hash_of(SEEDS["blue"]))
    assert show(game, "blue").status_code == 403
    assert live_of(game).seats[0].seed == b""


def test_a_seed_that_does_not_fit_its_hash_is_refused_at_once(client: TestClient) -> None:
    wish = {"game": "training", "seats": {"blue": "me", "red": "open"}, "seed": "00", "commit": hash_of(b"\1")}
    assert client.post("/api/tables", json=wish).status_code == 400


# -- parts


@pytest.fixture
def chains() -> dict[str, HashChain]:
    return {seat: HashChain(secrets.token_bytes(32), 400) for seat in SEEDS}


def with_parts(client: Any, chains: dict[str, HashChain], scenario: str = "meeting") -> Game:
    """Two people, both with hash chains."""

    def pledge(seat: str) -> dict[str, Any]:
        return {"seed": SEEDS[seat].hex(), "chain": chains[seat].head.hex(), "links": chains[seat].links}

    game = open_game(client, seats={"blue": "me", "red": "open"}, scenario=scenario, **pledge("blue"))
    reply = game.post("/join", {"invitation": game.invitations["red"], **pledge("red")})
    game.tokens["red"] = reply.json()["token"]
    return game


class Clients:
    """Both players' pages: each keeps its chain and counts what it has shown."""

    def __init__(self, game: Game, chains: dict[str, HashChain]) -> None:
        self.game, self.chains, self.shown = game, chains, dict.fromkeys(chains, 0)
        self.drawn: dict[int, dict[str, bytes]] = {}

    def give(self, seat: str, part: bytes | None = None) -> Any:
        draw = self.game.get()["dice"]["draw"]
        mine = part or self.chains[seat].part(self.shown[seat])
        reply = self.game.post("/parts", {"draw": draw, "part": mine.hex()}, seat)
        if reply.status_code == 200:
            self.shown[seat] += 1
            self.drawn.setdefault(draw, {})[seat] = mine
        return reply

    def give_all(self) -> None:
        while due := self.game.get()["dice"]["parts"]:
            assert self.give(due[0]).status_code == 200

    def play(self, rng: Random, most: int = 10_000) -> Iterator[dict[str, Any]]:
        for _ in range(most):
            self.give_all()
            state = self.game.get()
            if state["status"] == "over":
                return
            for state in self.game.play(rng, 1):
                yield state

    def to_a_die(self, rng: Random) -> None:
        """Play until a die waits for parts."""
        for _ in self.play(rng):
            if self.game.get()["dice"]["parts"]:
                return


def test_every_draw_mixes_a_part_of_each_player(client: TestClient, chains: dict[str, HashChain]) -> None:
    game = with_parts(client, chains)
    pages = Clients(game, chains)
    for _ in pages.play(Random(3)):
        pass
    live = live_of(game)
    assert live.match.over
    dice, again = FairDice(bytes.fromhex(game.get("/dice")["secret"]), SEEDS), Match(live.game, live.match.setting)
    draws = other = 0
    for entry in live.match.log:
        ask = again.position.open
        assert ask is not None
        if entry.draw is not None:
            assert ask.options is not None
            weights = ask.weights or (1,) * len(ask.options)
            with_them = dice.draw(entry.draw, weights, mixture_of(pages.drawn[entry.draw]))
            assert again.position.write(ask.options[with_them]) == entry.text
            other += dice.draw(entry.draw, weights) != with_them
            draws += 1
        again.play_text(entry.text, entry.draw)
    assert draws > 5
    told = {drawn["draw"]: drawn for drawn in game.get("/draws")}
    assert len(told) == draws
    for number, drawn in told.items():
        assert drawn["parts"] == {seat: part.hex() for seat, part in pages.drawn[number].items()}
        mixed = mixture_of({seat: bytes.fromhex(part) for seat, part in drawn["parts"].items()})
        assert dice.draw(number, drawn["weights"], mixed) == drawn["place"]
    assert other > 0, "whoever knows the secret and both seeds, but not the parts, foretells nothing"


def test_a_part_is_withheld_or_given_never_chosen(client: TestClient, chains: dict[str, HashChain]) -> None:
    pages = Clients(game := with_parts(client, chains), chains)
    pages.to_a_die(Random(3))
    number = game.get()["number"]
    assert sorted(game.get()["dice"]["parts"]) == ["blue", "red"]
    for part in (secrets.token_bytes(32), chains["red"].part(pages.shown["red"]), chains["blue"].part(399)):
        assert pages.give("blue", part).status_code == 403
    assert pages.give("blue").status_code == 200
    assert pages.give("blue", chains["blue"].part(pages.shown["blue"])).status_code == 409, "one for each draw"
    assert game.get()["dice"]["parts"] == ["red"], "the game stands still and says for whom"
    assert game.get()["number"] == number
    refused = game.answer("x", number, "blue")
    assert refused.status_code == 400
    assert "part" in refused.json()["error"]["message"]
    assert pages.give("red").status_code == 200
    assert game.get()["number"] > number


def test_who_sees_a_die_in_the_air_cannot_take_back_the_answer(
    client: TestClient, chains: dict[str, HashChain]
) -> None:
    """A host who knows the secret knows the die with the guest's part: he must not undo and try another answer."""
    pages = Clients(game := with_parts(client, chains), chains)
    pages.to_a_die(Random(3))
    actor = "blue" if live_of(game).match.log[-1].actor == 0 else "red"
    other = "red" if actor == "blue" else "blue"
    assert pages.give(other).status_code == 200
    reply = game.post("/undo", {"number": game.get()["number"]}, actor)
    assert (reply.status_code, reply.json()["error"]["code"]) == (403, "forbidden")
    draw = game.get()["dice"]["draw"]
    game.post("/undo/ask", {"to": game.get()["number"] - 1}, actor)
    assert game.post("/undo/consent", {"yes": True}, other).status_code == 200
    assert game.get()["dice"]["draw"] == draw + 1, "the die that one of them may know never falls"


def test_all_agree_to_play_on_without_parts(client: TestClient, chains: dict[str, HashChain]) -> None:
    pages = Clients(game := with_parts(client, chains), chains)
    pages.to_a_die(Random(3))
    number = game.get()["number"]
    assert game.post("/parts/without", {}, "blue").json() == {"done": False}
    assert (game.get()["number"], game.get()["dice"]["would"]) == (number, ["blue"])
    assert game.post("/parts/without", {}, "red").json() == {"done": True}
    assert game.get()["number"] > number
    for state in game.play(Random(1)):
        assert not state["dice"]["parts"]
    assert live_of(game).match.over


def test_what_was_shown_survives_a_restart(tmp_path: Path, chains: dict[str, HashChain]) -> None:
    with server(tmp_path / "a.sqlite", processes=1) as client:
        pages = Clients(game := with_parts(client, chains), chains)
        for _ in pages.play(Random(3), 40):
            pass
        pages.to_a_die(Random(3))
        assert pages.give("blue").status_code == 200
        before = game.get()["dice"]
    with server(tmp_path / "a.sqlite", processes=1) as client:
        game.client = client
        assert game.get()["dice"] == before
        assert pages.give("blue").status_code == 409
        assert pages.give("red").status_code == 200
        for _ in pages.play(Random(4), 5):
            pass
