"""Where German corps march to: cities that can be taken, with as many corps as they ask for, round enemies."""

from __future__ import annotations

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import GERMAN
from marne.games.schlieffens_war.staff.distances import march_costs
from marne.games.schlieffens_war.staff.plans import Plan
from marne.games.schlieffens_war.staff.wheel import advance, need, ways


def test_a_city_asks_for_more_corps_the_better_it_is_held() -> None:
    garrisons: tuple[dict[str, str], ...] = ({}, {"4e GRD": "1213"}, {"20e CA": "1213", "18e CA": "1213"})
    asked = [need(Plan(board({"X AK": "1007", **held}), GERMAN), h("1213")) for held in garrisons]
    assert asked == sorted(set(asked))
    walls = [need(Plan(board({"X AK": "1007", "20e CA": hex}), GERMAN), h(hex)) for hex in ("1213", "1314")]
    assert walls[0] < walls[1], "a fortress asks for more than an open town"


def test_the_way_leads_round_an_enemy_and_his_zone() -> None:
    made = board({"X AK": "2324", "20e CA": "2321"})
    way, plain = ways(Plan(made, GERMAN), h("2318")), march_costs(h("2318"))
    round_about = way[h("2324")] - plain[h("2324")]
    barred = way[h("2322")] - plain[h("2322")]
    assert 0 < round_about < barred, "from his zone there is no way but through it"
    assert way[h("2319")] == plain[h("2319")]


def test_no_more_corps_march_on_an_open_city_than_it_needs() -> None:
    names = ("II AK", "III AK", "IV AK", "IX AK")
    where = dict(zip(names, ("1112", "1112", "1112", "1011"), strict=True))
    made = board({**where, "AOK 1": "1112", "20e CA": "2018"}, control={"german": ["1012"]})
    plan = Plan(made, GERMAN)
    advance(plan)
    cities = {
        city: sum(g.GRID.distance(plan.board.where[u(name)], h(city)) <= 1 for name in names)
        for city in ("1213", "0914", "1211", "1212")
    }
    assert all(count <= 3 for count in cities.values()), cities
    assert all(plan.board.where[u(name)] != made.where[u(name)] for name in names)
