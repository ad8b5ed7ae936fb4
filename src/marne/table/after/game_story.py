"""The story of a finished game: up to five sentences, turning points by name, losses by army and turn.

Every sentence is made of what the record has: an event in its own words, numbers counted from events, the score. Each
names what happened in this game alone, so two games of a scenario rarely share one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from itertools import pairwise
from typing import Any, TypeVar

from marne.engine import Event, Match, Observation
from marne.kit import heading_in
from marne.players import Finished, Incident, Scored, finished
from marne.table.view.payloads import GameStory, LossesOfArmy, NamedTurning, StorySentence
from marne.table.words import WORDS

__all__ = ["MOST", "story_of"]

Key = TypeVar("Key", bound=Hashable)

MOST = 5
"""So many sentences, and so many turning points."""
NAMING = ("control", "loss", "points", "battle", "end", "roll", "departure", "arrival", "works", "supply", "move")
"""Which event of an answer says best why the score changed, the best first."""


def story_of(match: Match, language: str) -> GameStory:
    """The story of a finished game in a language."""
    story = _Story(finished(match), language)
    return {
        "sentences": story.sentences(),
        "standings": [
            {"number": each.number, "turn": each.turn, "points": each.points} for each in story.past.standings
        ],
        "turnings": story.turnings(),
        "losses": story.losses(),
    }


class _Story:
    def __init__(self, past: Finished, language: str) -> None:
        self.past, self.language = past, language
        self.game = past.game
        self.lost = list(past.losses())
        self.units: dict[str, str] = {}
        self.armies: dict[str, tuple[str, str]] = {}
        self.places: dict[str, str] = {}
        self._name()

    def _name(self) -> None:
        """Units, armies and places as the scenes at the end name them."""
        match = self.past.match
        for seat in range(len(match.game.seats)):
            seen = Observation.of(match.game, match.setting, match.position, seat)
            scene = match.game.sight(seen).scene(self.language)
            self.places.update({hex: prize.name for prize in scene.prizes for hex in prize.hexes})
            for army in scene.order_of_battle:
                self.armies[army.key] = (army.title, army.seat)
                self.units.update({unit.piece: unit.name for unit in army.units if army.seat == match.game.seats[seat]})

    def say(self, key: str, **facts: Any) -> str:
        said = WORDS.say(self.language, f"story.{key}", **facts)
        return said[:1].upper() + said[1:]

    def told(self, incident: Incident) -> str:
        """An event in its own words, to stand at the head of a sentence."""
        happened = incident.event.told(self._words, lambda key: key)
        said = happened.brief or happened.text
        return said[:1].upper() + said[1:]

    def _words(self, event: Event) -> str:
        return self.game.say(event, self.language)

    def seat(self, at: int) -> str:
        """A seat as it stands in a list."""
        return heading_in(self.game, self.language, self.game.seats[at])

    def unit(self, piece: str) -> str:
        """A unit with its army, since some names are a number only."""
        return f"{self.units[piece]} ({self.armies[self.past.army_of[piece]][0]})"

    def score(self, standing: Scored) -> str:
        return " : ".join(map(str, standing.points))

    # -- sentences

    def sentences(self) -> list[StorySentence]:
        """The first few that this game has, each of another answer, in the order in which they happened."""
        found: list[StorySentence] = []
        for each in (self.lead, self.swing, self.toll, self.place, self.bloody, self.fighter, self.ground, self.mover):
            sentence = each()
            told = {other["number"] for other in found}
            if sentence is not None and len(found) < MOST and sentence["number"] not in told:
                found.append(sentence)
        return sorted(found, key=lambda sentence: sentence["number"])

    def lead(self) -> StorySentence | None:
        """The last answer with which a side went ahead, and stayed there to the end."""
        standings = self.past.standings
        last = standings[-1]
        if len(last.points) != 2 or not last.lead:
            return None
        side = 1 if last.lead > 0 else -1
        behind = [at for at, each in enumerate(standings) if each.lead * side <= 0]
        if not behind:
            return None
        taken = standings[behind[-1] + 1]
        event = self._cause(taken)
        if event is None:
            return None
        ahead = 0 if side > 0 else 1
        text = self.say(
            "lead",
            turn=taken.turn,
            event=self.told(event),
            seat=self.seat(ahead),
            then=self.score(taken),
            end=self.score(last),
        )
        return {"number": taken.number, "text": text}

    def swing(self) -> StorySentence | None:
        """The turn that moved the score most."""
        first: dict[int, Scored] = {}
        last: dict[int, Scored] = {}
        for before, after in pairwise(self.past.standings):
            first.setdefault(after.turn, before)
            last[after.turn] = after
        turn = _most({turn: abs(last[turn].lead - first[turn].lead) for turn in last}, least=1)
        if turn is None:
            return None
        steps = [pair for pair in pairwise(self.past.standings) if pair[1].turn == turn]
        _, most = max(steps, key=lambda pair: abs(pair[1].lead - pair[0].lead))
        event = self._cause(most)
        if event is None:
            return None
        text = self.say(
            "swing", turn=turn, before=self.score(first[turn]), after=self.score(last[turn]), event=self.told(event)
        )
        return {"number": most.number, "text": text}

    def toll(self) -> StorySentence | None:
        """How many units each side lost, the first and the last of them."""
        if len(self.lost) < 2 or len(self.game.seats) != 2:
            return None
        count = Counter(self._side(piece) for _, piece in self.lost)
        if None in count:
            return None
        (first, _), (last, _) = self.lost[0], self.lost[-1]
        text = self.say(
            "toll",
            seat=self.seat(0),
            units=count[0],
            other=self.seat(1),
            theirs=count[1],
            first=self.told(first),
            began=first.turn,
            last=self.told(last),
            ended=last.turn,
        )
        return {"number": last.number, "text": text}

    def place(self) -> StorySentence | None:
        """Where most battles were."""
        fights = [(each, hex) for each in self.past.incidents if each.event.sort == "battle" for hex in each.hexes]
        hex = _most(Counter(hex for _, hex in fights))
        if hex is None:
            return None
        there = [each for each, other in fights if other == hex]
        text = self.say(
            "place",
            place=self.places.get(hex) or WORDS.say(self.language, "story.hex", hex=hex),
            fights=len(there),
            first=there[0].turn,
            last=there[-1].turn,
            total=len(fights),
        )
        return {"number": there[0].number, "text": text}

    def bloody(self) -> StorySentence | None:
        """The turn in which most units were lost."""
        count = Counter(each.turn for each, _ in self.lost)
        turn = _most(count, alone=True)
        if turn is None or len(count) < 2:
            return None
        then = [(each, piece) for each, piece in self.lost if each.turn == turn]
        names = [self.unit(piece) for _, piece in then if piece in self.units]
        if not names:
            return None
        text = self.say("bloody", turn=turn, units=len(then), total=len(self.lost), name=names[0])
        return {"number": then[0][0].number, "text": text}

    def fighter(self) -> StorySentence | None:
        """The unit that was named in most fights."""
        return self._busiest("fighter", ("battle",))

    def mover(self) -> StorySentence | None:
        """The unit that moved most often."""
        return self._busiest("mover", ("move", "rail"))

    def ground(self) -> StorySentence | None:
        """The last ground that changed hands."""
        taken = [each for each in self.past.incidents if each.event.sort == "control"]
        if not taken:
            return None
        sorts = Counter(each.event.sort for each in self.past.incidents)
        text = self.say(
            "ground",
            turn=taken[-1].turn,
            event=self.told(taken[-1]),
            times=len(taken),
            fights=sorts["battle"],
            moves=sorts["move"],
        )
        return {"number": taken[-1].number, "text": text}

    def _busiest(self, key: str, sorts: tuple[str, ...]) -> StorySentence | None:
        there = [each for each in self.past.incidents if each.event.sort in sorts]
        busy = [(each, piece) for each in there for piece in each.pieces]
        piece = _most(Counter(piece for _, piece in busy if piece in self.units))
        if piece is None:
            return None
        when = [each for each, other in busy if other == piece]
        text = self.say(
            key,
            unit=self.unit(piece),
            times=len(when),
            total=len(there),
            first=when[0].turn,
            event=self.told(when[-1]),
        )
        return {"number": when[-1].number, "text": text}

    # -- turning points and losses

    def turnings(self) -> list[NamedTurning]:
        """The answers that changed the score most, by the event that says why, in their order."""
        changes = [(after.lead - before.lead, after) for before, after in pairwise(self.past.standings)]
        most = sorted((each for each in changes if each[0]), key=lambda each: (-abs(each[0]), each[1].number))
        named = [(change, after, event) for change, after in most if (event := self._cause(after)) is not None]
        turnings: list[NamedTurning] = [
            {"number": after.number, "turn": after.turn, "change": change, "text": self.told(event)}
            for change, after, event in named[:MOST]
        ]
        return sorted(turnings, key=lambda turning: turning["number"])

    def losses(self) -> list[LossesOfArmy]:
        """Eliminated units by army and turn; only those whose army is known."""
        found: dict[str, Counter[int]] = defaultdict(Counter)
        for each, piece in self.lost:
            if piece in self.past.army_of:
                found[self.past.army_of[piece]][each.turn] += 1
        return [
            {
                "army": title,
                "seat": seat,
                "lost": found[key].total(),
                "turns": [{"turn": turn, "lost": count} for turn, count in sorted(found[key].items())],
            }
            for key, (title, seat) in self.armies.items()
            if key in found
        ]

    def _side(self, piece: str) -> int | None:
        """Whose a unit is."""
        army = self.past.army_of.get(piece)
        return None if army is None else self.game.seats.index(self.armies[army][1])

    def _cause(self, standing: Scored) -> Incident | None:
        """The event that says best what happened with an answer."""
        happened = [each for each in self.past.at(standing.number) if each.event.sort in NAMING]
        return min(happened, key=lambda each: (NAMING.index(each.event.sort), not each.event.gone()), default=None)


def _most(counts: Mapping[Key, int], least: int = 2, alone: bool = False) -> Key | None:
    """A key than which no other has more, if it has enough; `alone` where no other may have as many."""
    most = max(counts.values(), default=0)
    keys = [key for key, count in counts.items() if count == most]
    return keys[0] if most >= least and not (alone and len(keys) > 1) else None
