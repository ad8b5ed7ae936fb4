"""`make mutants`: break the rules one place at a time, and see which tests notice."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.mutants.pool import GAMES, Mutation, draw, draw_rules, mutations
from scripts.mutants.records import BASELINE, Baseline, read_baseline, read_equivalents
from scripts.mutants.report import page
from scripts.mutants.trial import Outcome, Trials
from scripts.settings import MUTANTS


def main(words: Sequence[str] | None = None) -> int:
    """Choose, run, report; 1 if a rule has more survivors than the baseline."""
    options = _options(words)
    known = [mutation for name in options.games for mutation in mutations(GAMES[name], not options.marked)]
    equivalents = read_equivalents()
    for line in equivalents.stale(known, options.games):
        print(f"no longer in the code: {line}")
    chosen = _choose(known, options)
    left_out = [mutation for mutation in chosen if equivalents.reason(mutation)]
    chosen = [mutation for mutation in chosen if not equivalents.reason(mutation)]
    uncited = sum(not mutation.cited for mutation in known)
    print(f"{len(known)} mutations, {uncited} where the code cites no rule; {len(chosen)} to try", flush=True)
    if options.list:
        for mutation in chosen:
            print(f"{mutation.game} {mutation}")
        return 0
    trials = Trials(options.workers, options.limit)
    broken = trials.check_sound(sorted({test for mutation in chosen for test in mutation.tests}))
    if broken:
        print(broken, "\nThe tests must hold before anything is changed.", sep="")
        return 2
    outcomes = _run(trials, chosen)
    survivors = [outcome.mutation for outcome in outcomes if not outcome.noticed]
    later = _run(trials, survivors, check=True) if options.check else []
    text = page(outcomes, left_out, later)
    if options.page:
        Path(options.page).write_text(text, encoding="utf-8")
    print(text)
    return _compare(outcomes, options)


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description=__doc__)
    parser.add_argument("--games", nargs="+", default=list(MUTANTS), choices=sorted(GAMES))
    parser.add_argument("--draw", type=int, help="so many at random; without it the draw of the baseline")
    parser.add_argument("--rules", type=int, help="one change of each of so many rules, drawn by the seed")
    parser.add_argument("--marked", action="store_true", help="marked tests and cases only, no witnesses")
    parser.add_argument("--each", action="store_true", help="so many of each game")
    parser.add_argument("--seed", default=None, help="of the draw")
    parser.add_argument("--rule", nargs="+", default=[], help="all of these rules instead of a draw")
    parser.add_argument("--place", nargs="+", default=[], help="all of these functions or classes instead of a draw")
    parser.add_argument("--all", action="store_true", help="all instead of a draw: hours")
    parser.add_argument("--uncited", action="store_true", help="only where the code cites no rule")
    parser.add_argument(
        "--check", action="store_true", help="the survivors once more, against the tests of `make check`"
    )
    parser.add_argument("--list", action="store_true", help="say what would be tried")
    parser.add_argument("--write", action="store_true", help="write the baseline; numbers only fall")
    parser.add_argument("--page", help="write the report to this file, too")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time for one mutation")
    return parser.parse_args(words)


def _choose(known: Sequence[Mutation], options: argparse.Namespace) -> list[Mutation]:
    among = [mutation for mutation in known if not (options.uncited and mutation.cited)]
    if options.rule:
        return [mutation for mutation in among if set(options.rule) & set(mutation.rules)]
    if options.place:
        return [mutation for mutation in among if set(options.place) & set(mutation.place.split("."))]
    if options.all:
        return among
    if options.rules:
        return draw_rules(among, options.rules, options.seed or read_baseline().seed, not options.marked)
    baseline = read_baseline()
    number, seed = options.draw or baseline.number, options.seed or baseline.seed
    if options.each:
        return [
            mutation
            for name in options.games
            for mutation in draw((each for each in among if each.game == name), number, seed)
        ]
    return draw(among, number, seed)


def _run(trials: Trials, chosen: Sequence[Mutation], check: bool = False) -> list[Outcome]:
    outcomes = []
    for outcome in trials.run(chosen, check):
        outcomes.append(outcome)
        if not outcome.noticed:
            print(
                f"{len(outcomes)}/{len(chosen)} {outcome.verdict}: {outcome.mutation.game} {outcome.mutation}",
                flush=True,
            )
    return outcomes


def _compare(outcomes: Sequence[Outcome], options: argparse.Namespace) -> int:
    """Against the baseline, if the draw was the same."""
    old = read_baseline()
    other = options.rule or options.rules or options.place or options.all or options.each or options.uncited
    now = Baseline(options.seed or old.seed, options.draw or old.number)
    same = (
        not other
        and set(options.games) == set(MUTANTS)
        and (now.seed, now.number) == (old.seed, old.number)
        and bool(old.tried)
    )
    now.note(outcomes)
    worse = old.worse(now) if same else []
    for line in worse:
        print(line)
    if options.write and not other and not worse:
        BASELINE.write_text(now.text(), encoding="utf-8")
    elif options.write:
        print("The baseline stays as it is: it takes the survivors of a draw, and they may only become fewer.")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
