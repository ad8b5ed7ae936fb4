"""What a run has shown, as a page: survivors by rule, and figures by game and chapter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from scripts.mutants.pool import Mutation, by_rule, chapter
from scripts.mutants.trial import Outcome

__all__ = ["page"]


def page(outcomes: Sequence[Outcome], left_out: Sequence[Mutation], later: Sequence[Outcome] = ()) -> str:
    """The page; `later` are the survivors once more, against all tests of `make check`."""
    checked = {outcome.mutation.key: outcome for outcome in later}
    lines = ["# Mutations", ""]
    games = sorted({outcome.mutation.game for outcome in outcomes})
    lines += ["| game | chapter | tried | killed | kept | by `make check` |", "| --- | --- | --- | --- | --- | --- |"]
    for game in games:
        mine = [outcome for outcome in outcomes if outcome.mutation.game == game]
        chapters: dict[str, list[Outcome]] = defaultdict(list)
        for outcome in mine:
            chapters[chapter(outcome.mutation.rule)].append(outcome)
        for name, some in [("all", mine), *sorted(chapters.items(), key=lambda item: (len(item[0]), item[0]))]:
            lines.append(_row(game, name, some, checked))
    equal = sum(mutation.game in games for mutation in left_out)
    seconds = sum(outcome.seconds for outcome in outcomes)
    lines += ["", f"{equal} equivalent ones left out; {seconds / max(1, len(outcomes)):.1f} s a mutation."]
    for game in games:
        kept = [outcome for outcome in outcomes if outcome.mutation.game == game and not outcome.noticed]
        lines += ["", f"## {game}: {len(kept)} survivors", ""]
        verdicts = {outcome.mutation.key: outcome.verdict for outcome in kept}
        for rule, found in sorted(
            by_rule([outcome.mutation for outcome in kept]).items(), key=lambda item: _order(item[0])
        ):
            lines.append(f"- **{rule}**")
            for mutation in found:
                extra = " (no test is tied to it)" if verdicts[mutation.key] == "untested" else ""
                if mutation.key in checked:
                    extra += " (`make check` notices)" if checked[mutation.key].noticed else " (nor does `make check`)"
                lines.append(f"  - {mutation}{extra}")
    return "\n".join(lines) + "\n"


def _row(game: str, name: str, some: Sequence[Outcome], checked: dict[str, Outcome]) -> str:
    killed = sum(outcome.noticed for outcome in some)
    more = sum(
        not outcome.noticed and outcome.mutation.key in checked and checked[outcome.mutation.key].noticed
        for outcome in some
    )
    share = f"{100 * killed / len(some):.0f} %"
    rest = f"{100 * (killed + more) / len(some):.0f} %" if checked else ""
    return f"| {game} | {name} | {len(some)} | {killed} ({share}) | {len(some) - killed} | {rest} |"


def _order(rule: str) -> tuple[str, list[int], str]:
    digits = "".join(letter if letter.isdigit() else " " for letter in rule).split()
    return rule.rstrip("0123456789.abcdefghij-"), [int(digit) for digit in digits], rule
