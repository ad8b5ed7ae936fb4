"""How much of the data stands on what: counts of values by origin, and what would settle the reconstructed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from marne.tables.dataset import Data
from marne.tables.origin import Claim, Origin


def counts(data: Data) -> dict[str, dict[Origin, int]]:
    """For each file, how many values have each origin. A value is a cell of a declared column, empty or not."""
    return {name: _by_origin(tally) for name, tally in data.tallies.items()}


def _by_origin(tally: Mapping[Claim, int]) -> dict[Origin, int]:
    return {origin: sum(n for claim, n in tally.items() if claim.origin is origin) for origin in Origin}


def counts_table(data: Data) -> str:
    """The counts as a Markdown table, with a line for all files together."""
    by_file = counts(data)
    total = {origin: sum(line[origin] for line in by_file.values()) for origin in Origin}
    head = ["file", *(origin.value for origin in Origin), "all"]
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    for name, line in [*by_file.items(), ("all", total)]:
        numbers = [*line.values(), sum(line.values())]
        lines.append(f"| {name} | {' | '.join(str(number) for number in numbers)} |")
    return "\n".join(lines) + "\n"


def to_settle(data: Data) -> list[tuple[str, Claim, int]]:
    """Every reconstructed claim with its file and how many values stand on it, the largest first."""
    found = [
        (name, claim, count)
        for name, tally in data.tallies.items()
        for claim, count in tally.items()
        if claim.origin is Origin.RECONSTRUCTED
    ]
    return sorted(found, key=lambda item: (-item[2], item[0], str(item[1])))


def settle_list(data: Data) -> str:
    """The same as a Markdown list, for a game's departures.md."""
    return "".join(
        f"- {name}, {count} {'value' if count == 1 else 'values'}: {claim.why}. Settled by: {claim.settles}.\n"
        for name, claim, count in to_settle(data)
    )


def rules_of(data: Data) -> Counter[str]:
    """The rule numbers that stated values cite, with the number of values: the data column of a rules map."""
    cited: Counter[str] = Counter()
    for tally in data.tallies.values():
        for claim, count in tally.items():
            for rule in claim.rules:
                cited[rule] += count
    return cited
