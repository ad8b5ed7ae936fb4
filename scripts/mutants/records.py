"""What is kept in docs/mutants: mutations that change nothing in play, with the reason, and the baseline by rule."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from marne.engine import MarneError
from scripts.mutants.pool import ROOT, Mutation
from scripts.mutants.trial import Outcome

__all__ = ["BASELINE", "EQUIVALENTS", "Baseline", "Equivalents", "read_baseline", "read_equivalents"]

BASELINE = ROOT / "docs/mutants/baseline.toml"
EQUIVALENTS = ROOT / "docs/mutants/equivalents.toml"
_FIELDS = {"game", "rule", "place", "before", "after", "reason"}


@dataclass(frozen=True)
class Equivalents:
    """Changes that no play can show, with their reasons; each stands for all like changes of its place."""

    reasons: Mapping[tuple[str, str, str, str], str]
    rules: Mapping[tuple[str, str, str, str], str]

    def reason(self, mutation: Mutation) -> str:
        """Why a mutation is equivalent; empty if it is not known to be."""
        change = mutation.change
        return self.reasons.get((mutation.game, mutation.place, change.before, change.after), "")

    def stale(self, known: Iterable[Mutation], games: Iterable[str]) -> list[str]:
        """Entries of these games whose change the code no longer has."""
        have = {(each.game, each.place, each.change.before, each.change.after) for each in known}
        wanted = set(games)
        return [" ".join(entry) for entry in self.reasons if entry[0] in wanted and entry not in have]


def read_equivalents(path: Path = EQUIVALENTS) -> Equivalents:
    """Read the list; an entry without a reason, or with a field too many or too few, is refused."""
    reasons, rules = {}, {}
    for at, entry in enumerate(tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", ()), 1):
        if set(entry) != _FIELDS or not all(isinstance(text, str) and text for text in entry.values()):
            raise MarneError(f"{path.name}, entry {at}: every one has {', '.join(sorted(_FIELDS))}, as text")
        key = (entry["game"], entry["place"], entry["before"], entry["after"])
        if key in reasons:
            raise MarneError(f"{path.name}, entry {at}: stands twice")
        reasons[key], rules[key] = entry["reason"], entry["rule"]
    return Equivalents(reasons, rules)


@dataclass
class Baseline:
    """A draw, and by game and rule how many were tried and how many survived. The survivors may only become fewer."""

    seed: str
    number: int
    tried: dict[str, dict[str, int]] = field(default_factory=dict)
    survivors: dict[str, dict[str, int]] = field(default_factory=dict)

    def note(self, outcomes: Sequence[Outcome]) -> None:
        """Take the figures of a run."""
        tried: dict[str, Counter[str]] = defaultdict(Counter)
        survivors: dict[str, Counter[str]] = defaultdict(Counter)
        for outcome in outcomes:
            mutation = outcome.mutation
            tried[mutation.game][mutation.rule] += 1
            survivors[mutation.game][mutation.rule] += not outcome.noticed
        self.tried = {game: dict(count) for game, count in tried.items()}
        self.survivors = {game: dict(count) for game, count in survivors.items()}

    def worse(self, now: Baseline) -> list[str]:
        """The rules with more survivors than here."""
        return [
            f"{game} {rule}: {count} survive, the baseline has {self.survivors.get(game, {}).get(rule, 0)}"
            for game, counts in now.survivors.items()
            for rule, count in sorted(counts.items())
            if count > self.survivors.get(game, {}).get(rule, 0)
        ]

    def text(self) -> str:
        """The file."""
        lines = [
            "# Survivors of `make mutants` by game and rule; numbers may only fall. `make mutants WRITE=1` writes it.",
            f'seed = "{self.seed}"',
            f"draw = {self.number}",
        ]
        for game in sorted(self.tried):
            lines += ["", f"[{game}]"]
            for rule in sorted(self.tried[game]):
                survivors = self.survivors.get(game, {}).get(rule, 0)
                lines.append(f'"{rule}" = {{ tried = {self.tried[game][rule]}, survivors = {survivors} }}')
        return "\n".join(lines) + "\n"


def read_baseline(path: Path = BASELINE) -> Baseline:
    """Read the baseline; refused if a figure is missing or makes no sense."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    made = Baseline(str(document.pop("seed")), int(document.pop("draw")))
    for game, rules in document.items():
        for rule, figures in rules.items():
            if set(figures) != {"tried", "survivors"} or not 0 <= figures["survivors"] <= figures["tried"]:
                raise MarneError(f"{path.name}: {game} {rule}: {figures}")
            made.tried.setdefault(game, {})[rule] = figures["tried"]
            made.survivors.setdefault(game, {})[rule] = figures["survivors"]
    return made
