"""Chapter 23: every line of the set-up and reinforcement lists of both scenarios, and how players place them."""

from __future__ import annotations

import random

import pytest

from stavka.games.ssa import TheSSAbyss
from stavka.lab.fuzz import flaws
from tests.playing import by_chance, offered, play, refused, where

LISTS = {
    "k3": """
        69-5 0514 0515 0614 | 1G-5 0511 0512 0513 | 84-4 0510 0709 | 252-4 0808 0908 1007 | 96G-3 1615
        1GM-6 1102 1104 1305 | 5Tk-1 1103 | 62G-4 1107 1205 1206 | 25G-1 2710 | 18TC-6 1414 1802 1808 1809
        5GC-7@5 1601 1901 | 23TC-6@6 1901 | 104-1@6 2701 | 122-1@6 2701 | 35G-1@6 2701 | 7MC-6@8 2823
        2PzH-4n 1001 1002 | 4C-4n 0904 1003 1004 | 23Pz-7n 0907 1005 1006 | 35TkCo-1n 0906 | 17Rkt-1n 0906
        503-1n 1106 | 303StG-1s 0607 | 3SS-8s 0109 0209 0210 0309 0310 | 5SS-7s 0312 0411 0412
        3Pz-8s 0213 0313 0413 | 1Pz-7s 0408 0409 0509 | 1Pz-1s 0415 | 1/24Pz-1s 0508 | 25H-4s 0608 0707 0708 0807
        403Art-3s 0307 0308 0407 | 19Rkt-1s 0607 | 509-1s 0410 | 1335StG-1s 0410 | Pape-4s 0314 | Dora-1 0308
        44-4 0602 0603 0704 0804 | 6Pz-1n@7 0501""",
    "sa": """
        236-4 0913 0914 0915 | 233-4 0912 1013 1014 | 208Tk-1 1119 | AT1-1 1215 | 209Tk-1 1215 | AT2-1 1414
        Arty1-3 1516 1710 1814 | 9Arty-1 1907 | 68G-4 1213 1313 1412 | 36G-4 1411 1511 | 155-4 1510 1610 | 202-1 1509
        21-1 1809 | 211Tk-1 1708 | 210Tk-1 1806 | 94G-1 ~2710 | 206-1 ~2710 | 78-1 ~2710 | 337-1 ~2710 | 163-1 ~2710
        99G-4 1001 1002 | 80G-4 ~1103 | 5G-4 1205 1306 | 41G-4 1307 1406 | 40-1 1305 | 7G-1 1407 | 113-4 1711 1810
        93-4 0416 0517 | AT3-1 1120 | Arty4-2 0620 1018 | 66G-4 ~0621 | 18TC-6 ~1818 | 7MC-6 ~2624 | 74-3 0616 0617
        151-4 0717 0816 | 5GC-7@9 2830 | 1GM-6@12 1301 | 23TC-6@12 1601
        5SS-6n 1108 1109 1207 1208 | 3SS-7n 1004 1105 1106 1206 | 2PzH-4n 0901 0902 0903 | 356-3c 1207 1208 1308
        1Pz-8c 1008 1408 1409 | 3Pz-8c 1209 1310 1410 | 9SS-8c 1211 1311 1312 | 503-1c 1309 | 19Rkt-1c 1309
        325StG-1c 1107 | 509-1c 1308 | 44-4c 0809 1010 1112 1113 | 1/24Pz-1c 1007 | 303StG-1c 1007
        2SS-9c 1009 1111 1210 1212 | 17Rkt-1c 1110 | 239StG-1c 0907 | 23Pz-7s 0710 0911 1011 | 12SS-8s 0812 0813 0814
        25H-1s 0811 | 1SS-8s 0613 0714 0715 | 403Art-3s 0711 0810 0910 | 501-1s 0716 | 560-1s 0716 | 202StG-1s 0515
        25H-3s 0514 0614 0615 | 4C-4s 0413 0515 0516 | 3C-4s 0314 0414 0415 | 959Art-1s 0709 | 219StG-1s 0410
        842Br-1s 0610 | 4Br-1s 0610 | 6Pz-6c@5 0501""",
}
"""The lists of the rulebook: first unit or formation, number, group letter, turn, and hexes (~: in or adjacent to)."""


def entries(scenario: str) -> list[tuple[str, int, str, int, bool, set[str]]]:
    """The lists, taken apart."""
    found = []
    for text in LISTS[scenario].replace("\n", " | ").split(" | "):
        if not text.strip():
            continue
        head, *hexes = text.split()
        name, _, rest = head.rpartition("-")
        rest, _, turn = rest.partition("@")
        number, group = (rest[:-1], rest[-1]) if rest[-1] in "ncs" else (rest, "")
        near = hexes[0].startswith("~")
        found.append((name, int(number), group, int(turn or 0), near, {hex.removeprefix("~") for hex in hexes}))
    return found


@pytest.mark.rule(
    "ssa", "23.1.S01", "23.1.S02", "23.1.S03", "23.1.S04", "23.1.S05", "23.1.S06", "23.1.S07", "23.1.S08", "23.1.S09",
    "23.1.S10", "23.1.S11", "23.1.S12", "23.1.S13", "23.1.S14", "23.1.S15", "23.1.S16", "23.1.S17", "23.1.S18",
    "23.1.S19", "23.1.S20", "23.1.S21", "23.1.S22", "23.1.S23", "23.1.S24", "23.1.S25", "23.1.S26", "23.1.S27",
    "23.1.S28", "23.1.S29", "23.1.S30", "23.1.S31", "23.1.S32", "23.1.S33", "23.1.S34", "23.1.S35", "23.1.S36",
    "23.1.S37", "23.1.S38")
@pytest.mark.rule(
    "ssa", "23.2.S01", "23.2.S02", "23.2.S03", "23.2.S04", "23.2.S05", "23.2.S06", "23.2.S07", "23.2.S08", "23.2.S09",
    "23.2.S10", "23.2.S11", "23.2.S12", "23.2.S13", "23.2.S14", "23.2.S15", "23.2.S16", "23.2.S17", "23.2.S18",
    "23.2.S19", "23.2.S20", "23.2.S21", "23.2.S22", "23.2.S23", "23.2.S24", "23.2.S25", "23.2.S26", "23.2.S27",
    "23.2.S28", "23.2.S29", "23.2.S30", "23.2.S31", "23.2.S32", "23.2.S33", "23.2.S34", "23.2.S35", "23.2.S36",
    "23.2.S37", "23.2.S38", "23.2.S39", "23.2.S40", "23.2.S41", "23.2.S42", "23.2.S43", "23.2.S44", "23.2.S45",
    "23.2.S46", "23.2.S47", "23.2.S48", "23.2.S49", "23.2.S50", "23.2.S51", "23.2.S52", "23.2.S53", "23.2.S54",
    "23.2.S55", "23.2.S56", "23.2.S57", "23.2.S58", "23.2.S59", "23.2.S60", "23.2.S61", "23.2.S62", "23.2.S63",
    "23.2.S64", "23.2.S65", "23.2.S66", "23.2.S67", "23.2.S68", "23.2.S69", "23.2.S70", "23.2.S71")
@pytest.mark.parametrize("scenario", ["k3", "sa"])
def test_every_line_places_its_units_in_its_hexes_and_nowhere_else(ssa: TheSSAbyss, scenario: str) -> None:
    """Number, group letter, turn and hexes of each line, in the order of the rulebook; and what is then offered."""
    plan, names = ssa.theatre.plans[scenario], ssa.board.names
    wanted = entries(scenario)
    assert [line.rule for line in plan.lines] == [
        f"{'23.1' if scenario == 'k3' else '23.2'}.S{number:02}" for number in range(1, len(wanted) + 1)]
    for line, (name, number, group, turn, near, hexes) in zip(plan.lines, wanted, strict=True):
        first = ssa.counters[line.units[0]]
        assert name in (first.key, first.id, first.id.partition("-")[0]), line.rule
        assert (len(line.units), line.group, line.turn, line.near) == (number, group, turn, near), line.rule
        listed = {names[place] for place in line.hexes}
        assert hexes <= listed and (near or hexes == listed), line.rule
        if near:
            centre = ssa.board.index[next(iter(hexes))]
            assert all(ssa.board.grid.distance(centre, place) <= 1 for place in line.hexes), line.rule
    match = ssa.start(scenario, seed=1)
    for side in ("soviet", "axis"):
        for line in plan.lines:
            unit = ssa.counters[line.units[0]]
            if unit.side != side:
                continue
            if line.turn:
                assert where(match, unit.id) == f"turn.{line.turn}"
                continue
            twin = match.copy()
            twin.choose(f"unit:{unit.id}")
            places = set(offered(twin).hexes) if offered(twin).task == "deploy_to" else {where(twin, unit.id)}
            assert places and places <= {names[place] for place in line.hexes}, line.rule
        play(match, "do:ready_made")


@pytest.mark.rule("ssa", "23.0c")
@pytest.mark.parametrize("scenario", ["k3", "sa"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_however_players_place_their_units_every_listed_hex_gets_one(ssa: TheSSAbyss, scenario: str,
                                                                    seed: int) -> None:
    match, chance = ssa.start(scenario, seed=seed), random.Random(seed)
    while match.phase == "setup":
        by_chance(match, chance)
    assert list(flaws(match)) == []
    for line in ssa.theatre.plans[scenario].lines:
        if not line.turn and not line.near:
            assert {match.position.where[unit] for unit in line.units} == set(line.hexes), line.rule


@pytest.mark.rule("ssa", "23.0c")
def test_the_last_units_of_a_line_go_where_one_is_missing(ssa: TheSSAbyss) -> None:
    match = ssa.start("k3", seed=1)
    play(match, "unit:84-41", "hex:0510", "unit:84-201", "hex:0510", "unit:84-382")
    assert set(offered(match).hexes) == {"0510", "0709"}
    play(match, "hex:0510", "unit:84-Art")  # only 0709 is left, so it goes there at once
    assert where(match, "84-Art") == "0709"
    other = ssa.start("k3", seed=1)
    play(other, "unit:69-204")
    assert refused(other, "hex:0510") == "23.1.S01"


@pytest.mark.rule("ssa", "23.0c")
def test_a_hex_that_others_need_is_refused(ssa: TheSSAbyss) -> None:
    match = ssa.start("k3", seed=1)
    play(match, "unit:252-924", "hex:0808", "unit:252-928", "hex:0808", "unit:252-932")
    assert set(offered(match).hexes) == {"0908", "1007"}
    assert refused(match, "hex:0808") == "23.0c"


@pytest.mark.rule("ssa", "23.1.S10")
def test_the_18th_tank_corps_sends_one_tank_regiment_to_each_of_two_hexes(ssa: TheSSAbyss) -> None:
    match = ssa.start("k3", seed=1)
    play(match, "unit:18TC-32")
    assert not {"1414", "1802"} & set(offered(match).hexes)
    play(match, "hex:1808", "unit:18TC-110", "hex:1414", "unit:18TC-170")
    assert "1414" not in offered(match).hexes and refused(match, "hex:1414") == "23.1.S10"


@pytest.mark.rule("ssa", "23.0b")
def test_the_rest_can_be_had_ready_made_after_some_units_were_placed(ssa: TheSSAbyss) -> None:
    match = ssa.start("sa", seed=1)
    play(match, "unit:236-509", "hex:0913", "unit:236-818", "hex:0914", "do:ready_made", "do:ready_made")
    assert match.phase != "setup" and list(flaws(match)) == []
    assert where(match, "236-509") == "0913"


@pytest.mark.parametrize("scenario", ["k3", "sa"])
def test_the_ready_made_set_up_is_in_supply_and_legal(ssa: TheSSAbyss, scenario: str) -> None:
    match = ssa.start(scenario, seed=1)
    play(match, "do:ready_made", "do:ready_made")
    units = match.view("axis")["units"]
    assert not [unit for unit, state in units.items() if "unsupplied" in state.get("flags", ())]
    assert list(flaws(match)) == []
