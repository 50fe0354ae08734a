"""The charts page, and the set-up of the free scenario."""

from __future__ import annotations

import random

import pytest

import stavka
from stavka.games.fb import FestungBreslau
from tests.playing import by_chance, offered, play, refused, seen, where


@pytest.mark.rule("fb", "13.0", "8.2.6a")
def test_the_bombardment_table_rises_and_keeps_the_known_cells(fb: FestungBreslau) -> None:
    chart = fb.charts.table("bombardment")
    rows = {int(key): chart.table("rows").texts(key) for key in chart.table("rows").values}
    assert sorted(rows) == list(range(1, 11))
    worth = {"-": 0, "D": 1, "D/S": 2}
    for strength, row in rows.items():
        values = [worth[cell] for cell in row]
        assert values == sorted(values)
        if strength > 1:
            assert all(a <= b for a, b in zip([worth[c] for c in rows[strength - 1]], values, strict=True))
    for cell in chart.values["known"]:
        assert rows[cell["strength"]][cell["die"] - 1].startswith(cell["result"])


@pytest.mark.rule("fb", "13.0")
def test_every_cell_of_the_charts_says_where_it_comes_from(fb: FestungBreslau) -> None:
    for key, table in fb.charts.table("terrain").tables():
        assert {"move", "stack", "assault"} <= set(table.table("source").values), key
    assert fb.board.terrains["urban"].source.letter in "RPHX"
    assert fb.counters["su-385-112"].sources["identity"].letter == "R"


# -- The free scenario ---------------------------------------------------------------------------------------------


def deployed(fb: FestungBreslau, seed: int, covering: int = 10) -> stavka.Match:
    """A free set-up made by chance."""
    match = fb.start("free", seed=seed)
    chance = random.Random(seed)
    while match.phase == "setup":
        offer = offered(match)
        if offer.task == "deploy_covering" and not covering:
            play(match, "do:done")
            continue
        covering -= offer.task == "deploy_covering"
        by_chance(match, chance)
    return match


@pytest.mark.rule("fb", "SC.F1")
def test_the_germans_set_up_first(fb: FestungBreslau) -> None:
    match = fb.start("free", seed=1)
    assert offered(match).seat == "german" and match.view("german")["tracks"]["supply"]["value"] == 12
    assert refused(match, "unit:su-372-218") == "SC.F2"
    seats = []
    chance = random.Random(1)
    while match.phase == "setup":
        seats.append(offered(match).seat)
        play(match, offered(match).nth(chance.randrange(len(offered(match)))))
    assert seats == sorted(seats)  # all of german, then all of soviet


@pytest.mark.rule("fb", "SC.F2")
def test_the_german_set_up(fb: FestungBreslau) -> None:
    grid = fb.board.grid
    concentration = fb.board.area("soviet_concentration")
    limits = {key: table.table("stack").whole("german") for key, table in fb.charts.table("terrain").tables()}
    for seed in range(3):
        match = deployed(fb, seed)
        stacks = seen(match, "german")["stacks"]
        assert len(stacks["box.north_german"]) >= 6 and len(stacks.get("box.reserve", ())) <= 12
        for name, stack in stacks.items():
            if name in grid.index and stack[0].startswith("de-"):
                assert (grid.steps_to(grid.index[name], concentration) or 0) >= 3
                assert len(stack) <= limits[fb.board.terrain[grid.index[name]]]


@pytest.mark.rule("fb", "SC.F2")
def test_the_last_six_germans_go_north_if_none_has(fb: FestungBreslau) -> None:
    match = fb.start("free", seed=1)
    chance = random.Random(5)
    while offered(match).seat == "german":
        offer = offered(match)
        if offer.units:
            play(match, f"unit:{chance.choice(offer.units)}")
        elif not offer.hexes:
            play(match, "do:finish")
        else:
            on_map = [hex for hex in offer.hexes if hex in fb.board.grid.index]
            play(match, f"hex:{chance.choice(on_map or offer.hexes)}")
    assert len(match.view("german")["stacks"]["box.north_german"]) == 6
    assert refused(fb.start("free", seed=1), "hex:1516") == "SC.F2"


@pytest.mark.rule("fb", "SC.F2")
def test_the_reserve_takes_twelve(fb: FestungBreslau) -> None:
    match = fb.start("free", seed=1)
    for _ in range(12):
        play(match, f"unit:{offered(match).units[0]}", "hex:box.reserve")
    play(match, f"unit:{offered(match).units[0]}")
    assert refused(match, "hex:box.reserve") == "SC.F2"
    assert refused(match, "hex:0118") == "SC.F2"


@pytest.mark.rule("fb", "SC.F3")
def test_the_soviet_set_up(fb: FestungBreslau) -> None:
    grid = fb.board.grid
    centres = [grid.index[hex] for hex in fb.board.numbers(fb.board.area("soviet_concentration"))]
    edge = set(fb.board.numbers(fb.board.area("edge")))
    for seed in range(3):
        match = deployed(fb, seed)
        germans = match.position.occupied[1]
        divisions: dict[str, list[int]] = {}
        for counter in fb.counters:
            name = where(match, counter.id)
            if counter.side != "soviet" or name not in grid.index:
                continue
            hex = grid.index[name]
            assert not germans >> hex & 1
            if counter.kind == "covering":
                assert name in edge
                continue
            assert min(grid.distance(hex, centre) for centre in centres) <= 2
            assert not germans & grid.around(1 << hex)
            if counter.division:
                divisions.setdefault(counter.division, []).append(hex)
        assert divisions
        for hexes in divisions.values():
            assert any(all(grid.distance(hex, centre) <= 3 for hex in hexes) for centre in centres)


@pytest.mark.rule("fb", "SC.F3")
def test_up_to_ten_covering_units(fb: FestungBreslau) -> None:
    for covering in (10, 4, 0):
        match = deployed(fb, 2, covering)
        assert sum(where(match, f"su-cov-{n}") in fb.board.grid.index for n in range(1, 25)) == covering
        assert match.view("soviet")["control"]["soviet"]
