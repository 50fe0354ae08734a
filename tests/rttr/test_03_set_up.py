"""Chapter 3: set-up."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.rttr import RaceToTheReichstag
from tests.playing import offered, play, refused, seen, track, where

from .helpers import flaws_of, ready_made, units_at


def set_up_to(match: stavka.Match, rule: str) -> stavka.Match:
    """Take the ready-made set-up until the step of this rule."""
    while offered(match).rules != (rule,):
        match.choose("do:ready_made")
    return match


@pytest.fixture
def match(rttr: RaceToTheReichstag) -> stavka.Match:
    """A match at its very beginning."""
    return rttr.start("standard", seed=5)


@pytest.mark.rule("rttr", "3.1a")
def test_the_set_up_follows_the_order_of_the_rulebook(match: stavka.Match) -> None:
    order = []
    while match.phase == "setup":
        order.append((offered(match).seat, offered(match).rules[0]))
        match.choose("do:ready_made")
    assert order == [
        ("1bf", "3.5"), ("1uf", "3.6"), ("1bf", "3.7a"), ("1uf", "3.7b"), ("1bf", "3.8"), ("1bf", "3.9"),
        ("1uf", "3.10"), ("1bf", "3.11a"), ("1bf", "3.11b"), ("1uf", "3.12a"),
    ]
    assert (match.turn, match.phase) == (1, "1bf.reinforcement")


@pytest.mark.rule("rttr", "3.1b", "10.7")
def test_stacking_limits_hold_in_the_set_up(match: stavka.Match) -> None:
    set_up_to(match, "3.9")
    first, second, third, fourth = offered(match).units[:4]
    for unit in (first, second, third):  # units of different divisions may stack
        play(match, f"unit:{unit}", "hex:3431")
    play(match, f"unit:{fourth}")
    assert "3431" not in offered(match).hexes
    assert refused(match, "hex:3431") == "10.7"


@pytest.mark.rule("rttr", "3.2")
def test_flak_towers_stand_face_up_in_the_hexes_of_their_names(match: stavka.Match) -> None:
    for seat in ("1bf", "1uf"):
        towers = {unit: seen(match, seat)["units"][unit] for unit in ("S-TG", "S-HT", "S-FR")}
        assert towers == {"S-TG": {"place": "3114"}, "S-HT": {"place": "3608"}, "S-FR": {"place": "4112"}}
    assert {match.game.counters[id].strength for id in ("S-TG", "S-HT", "S-FR")} == {6}


@pytest.mark.rule("rttr", "3.3", "3.13")
def test_the_other_statics_are_in_a_pool_from_which_none_can_be_told(match: stavka.Match) -> None:
    assert track(match, "pool") == 52 - 3 - 15
    ready_made(match)
    assert track(match, "pool") == 52 - 3 - 15 - 25 == 9
    for seat in ("1bf", "1uf"):
        assert units_at(match, "pool", seat) == [None] * 9


@pytest.mark.rule("rttr", "3.4", "16.10a")
def test_nobody_knows_the_garrison_of_the_reichstag(match: stavka.Match) -> None:
    for seat in ("1bf", "1uf"):
        assert units_at(match, "3513", seat) == [None, None, None]


@pytest.mark.rule("rttr", "3.5", "16.8a")
def test_the_1bf_player_places_fifteen_statics_that_the_other_does_not_see(match: stavka.Match) -> None:
    offer = offered(match)
    assert (offer.seat, len(offer.units)) == ("1bf", 15)
    unit = next(id for id in offer.units if id.startswith(("S-VS", "S-Area", "S-HJ")))
    play(match, f"unit:{unit}")
    assert refused(match, "hex:4906") == "3.5"  # not in the other sector
    play(match, "hex:3431")
    assert units_at(match, "3431", "1bf") == [unit]
    assert units_at(match, "3431", "1uf") == [None]
    assert unit not in seen(match, "1uf")["units"]
    assert seen(match, "1bf")["units"][unit] == {"place": "3431", "face": 1}


@pytest.mark.rule("rttr", "3.6")
def test_the_1uf_player_places_twenty_five(match: stavka.Match) -> None:
    set_up_to(match, "3.6")
    offer = offered(match)
    assert (offer.seat, len(offer.units)) == ("1uf", 25)
    play(match, f"unit:{offer.units[0]}")
    assert refused(match, "hex:3431") == "3.6"


@pytest.mark.rule("rttr", "3.7a", "3.7b")
def test_the_garrison_of_berlin_is_dealt_by_chance(rttr: RaceToTheReichstag) -> None:
    dealt = set()
    for seed in range(4):
        match = set_up_to(rttr.start("standard", seed=seed), "3.7a")
        four = offered(match).units
        assert len(four) == 4 and offered(match).seat == "1bf"
        dealt.add(four)
        match.choose("do:ready_made")
        assert len(offered(match).units) == 7 and not set(four) & set(offered(match).units)
        match.choose("do:ready_made")
        for unit in four:
            assert match.game.board.grid.index[where(match, unit)]
            assert rttr.berlin.sector_of(rttr.board.index[where(match, unit)]) == 1
            assert seen(match, "1uf")["units"][unit] == {"place": where(match, unit)}  # face up
    assert len(dealt) > 1


@pytest.mark.rule("rttr", "3.8")
def test_army_detachment_spree_stands_at_potsdam_west_of_the_havel(match: stavka.Match) -> None:
    set_up_to(match, "3.8")
    assert set(offered(match).units) == {f"G-{division}-{n}" for division in ("FLJ", "PD") for n in (1, 2, 3)}
    play(match, "unit:G-FLJ-1")
    assert set(offered(match).hexes) == {
        "0228", "0229", "0230", "0328", "0329", "0330", "0427", "0428", "0429", "0528", "0529", "0628"}
    assert refused(match, "hex:0530") == "3.8"


@pytest.mark.rule("rttr", "3.9", "3.10")
def test_the_56th_panzer_corps_is_divided(match: stavka.Match) -> None:
    set_up_to(match, "3.9")
    assert {unit.split("-")[1] for unit in offered(match).units} == {"18PG", "20PG"}
    set_up_to(match, "3.10")
    assert {unit.split("-")[1] for unit in offered(match).units} == {"11SS", "MB", "9FJ", "92SG", "503SS"}
    assert len(offered(match).units) == 12


@pytest.mark.rule("rttr", "3.11a", "3.11b", "3.12c")
def test_the_1bf_sets_up_at_its_edges(match: stavka.Match) -> None:
    set_up_to(match, "3.11a")
    assert set(offered(match).units) == {"BF-1M", "BF-9GT", "BF-12GT", "BF-6GTB", "BF-2GTA"}
    play(match, "unit:BF-1M")
    assert {hex[2:] for hex in offered(match).hexes} == {"01", "02"}
    assert refused(match, "hex:2603") == "3.11a"
    play(match, "hex:2602", "do:ready_made")
    assert (offered(match).rules, len(offered(match).units)) == (("3.11b",), 19)
    play(match, "unit:BF-35G")
    assert {hex[2:] for hex in offered(match).hexes} == {"32", "33"}
    assert min(offered(match).hexes) == "4132"  # the boundary parts the south edge


@pytest.mark.rule("rttr", "3.11c", "3.12b", "7.2")
def test_the_others_wait_as_reinforcements(match: stavka.Match) -> None:
    ready_made(match)
    waiting = {turn: units_at(match, f"turn.{turn}") for turn in range(1, 11)}
    assert [len(waiting[turn]) for turn in range(1, 11)] == [0, 30, 5, 4, 3, 0, 0, 1, 0, 0]
    assert track(match, "artillery_1bf") == 5 and track(match, "air_1uf") == 2


@pytest.mark.rule("rttr", "3.12a")
def test_the_1uf_sets_up_in_the_south_east_of_the_havel(match: stavka.Match) -> None:
    set_up_to(match, "3.12a")
    assert len(offered(match).units) == 12 and offered(match).seat == "1uf"
    play(match, "unit:UF-6GM")
    assert {hex[2:] for hex in offered(match).hexes} == {"32", "33"}
    assert refused(match, "hex:0132") == "3.12a"


@pytest.mark.rule("rttr", "3.14")
def test_steiner_and_the_20th_corps_are_put_aside(match: stavka.Match) -> None:
    relief = [unit.id for unit in match.game.counters if unit.stage in ("steiner", "corps_20")]
    assert len(relief) == 22 and {where(match, unit) for unit in relief} == {"aside"}


@pytest.mark.rule("rttr", "3.15")
def test_nobody_is_fatigued_on_23_april(match: stavka.Match) -> None:
    ready_made(match)
    assert seen(match, "1bf")["date"]["en"] == "23 April 1945"
    assert track(match, "fatigued_1bf") == track(match, "fatigued_1uf") == 0


@pytest.mark.rule("rttr", "16.5", "16.3a")
def test_snipers_may_be_kept_and_airfields_need_a_road(rttr: RaceToTheReichstag) -> None:
    match = next(match for match in (rttr.start("standard", seed=seed) for seed in range(99))
                 if {"S-SN-1", "S-EA-1"} <= set(offered(match).units))
    play(match, "unit:S-SN-1", "do:hold")
    assert units_at(match, "held.1bf", "1bf") == ["S-SN-1"] and units_at(match, "held.1bf", "1uf") == [None]
    play(match, "unit:S-EA-1")
    roads = rttr.berlin.road_hexes | rttr.berlin.airfields
    assert all(roads >> rttr.board.index[hex] & 1 for hex in offered(match).hexes)
    assert refused(match, "hex:3431") == "16.3a"


def test_a_ready_made_set_up_is_one_click_a_step_in_every_scenario(rttr: RaceToTheReichstag) -> None:
    for scenario in rttr.scenarios:
        match = rttr.start(scenario, seed=1)
        clicks = 0
        while match.phase == "setup":
            match.choose("do:ready_made")
            clicks += 1
        assert clicks == (12 if scenario == "prepared" else 10)
        assert not units_at(match, "setup") and not units_at(match, "hand.1bf") and not flaws_of(match)
