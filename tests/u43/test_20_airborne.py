"""Chapters 20 and 21: Soviet airborne brigades, German security divisions."""

from __future__ import annotations

import pytest

from tests.playing import Situation, end_until, event, happened, offered, play, played, reach, refused, where

from .helpers_late import AROUND, CENTRE, INFANTRY, NORTH, RIFLES, has_flag, task, with_flag

RIFLE, GERMAN = RIFLES[0], INFANTRY[0]
BRIGADES = ("S-Abn-1", "S-Abn-3", "S-Abn-5")
WAITING = dict.fromkeys(BRIGADES, "airborne")

# -- 20.1, 20.2 Drops ----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "20.1", "6.2")
def test_the_brigades_come_by_parachute_and_have_no_zone(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE}, dice=[1])
    assert all(where(match, brigade) == "airborne" for brigade in BRIGADES)
    play(match, "unit:S-Abn-1", f"hex:{NORTH}")
    assert where(match, "S-Abn-1") == NORTH
    alone = situation("german.movement", {"S-Abn-1": CENTRE, GERMAN: "0540"})
    assert alone.ask("zoc", side="soviet") == []


@pytest.mark.rule("u43", "20.2.a")
def test_drops_in_movement_and_exploitation_of_clear_turns(situation: Situation) -> None:
    for step in ("soviet.movement", "soviet.exploitation"):
        assert "unit:S-Abn-1" in offered(situation(step, {RIFLE: CENTRE}))
        for weather in ("overcast", "rain"):
            grey = situation(step, {RIFLE: CENTRE}, turn=9, weather=weather)
            assert refused(grey, "unit:S-Abn-1") == "20.2.a"
    late = situation("soviet.movement", {RIFLE: CENTRE}, turn=8, dice=[1, 1, 1])
    for brigade, hex in zip(BRIGADES, AROUND, strict=False):
        play(late, f"unit:{brigade}", f"hex:{hex}")
    assert [where(late, brigade) for brigade in BRIGADES] == list(AROUND[:3])  # all three in one turn
    assert not any(f"unit:{brigade}" in offered(late) for brigade in BRIGADES)  # once each


@pytest.mark.rule("u43", "20.2.b")
def test_within_five_hexes_of_a_combat_unit(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE, "S-TS-86": "5601", "S-Abn-3": "5611"})
    match.choose("unit:S-Abn-1")
    assert {"5611", "5106"} <= set(offered(match).hexes)
    assert refused(match, "hex:5612") == "20.2.b"  # six; neither support units nor brigades count
    assert refused(match, "hex:5006") == "20.2.b"


@pytest.mark.rule("u43", "20.2.b")
def test_no_marsh_town_or_city_but_villages_and_zones(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "1407", GERMAN: "1308"})
    match.choose("unit:S-Abn-1")
    hexes = set(offered(match).hexes)
    assert {"1410", "1408"} <= hexes  # a village, a hex in a German zone
    for hex in ("1307", "1306", "1211", "1308"):  # marsh, wooded marsh, city, Germans
        assert refused(match, f"hex:{hex}") == "20.2.b"
    town = situation("soviet.movement", {RIFLE: "2207"})
    town.choose("unit:S-Abn-1")
    assert refused(town, "hex:2007") == "20.2.b"


@pytest.mark.rule("u43", "20.2.c")
@pytest.mark.parametrize("flags", [(), ("flying",)])
def test_away_from_enemy_air_units(situation: Situation, flags: tuple[str, ...]) -> None:
    match = situation("soviet.movement", {RIFLE: "3010", "G-Air-I": with_flag("3011", *flags)})
    match.choose("unit:S-Abn-1")
    for hex in ("3011", "3012"):
        assert refused(match, f"hex:{hex}") == "20.2.c"
    assert "3013" in offered(match).hexes


@pytest.mark.rule("u43", "20.2.d")
def test_one_brigade_in_the_first_seven_turns(situation: Situation) -> None:
    second = situation("soviet.movement", {RIFLE: CENTRE, "S-Abn-1": "5706"}, turn=7, drops=1)
    assert refused(second, "unit:S-Abn-3") == "20.2.d"
    eighth = situation("soviet.movement", {RIFLE: CENTRE, "S-Abn-1": "5706"}, turn=8, drops=1)
    assert "unit:S-Abn-3" in offered(eighth)


# -- 20.3, 20.4 Landing --------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "20.3")
@pytest.mark.parametrize(("die", "fate"), [
    (1, "intact"), (2, "intact"), (3, "disrupted"), (4, "disrupted"), (5, "lost"), (6, "lost")])
def test_the_die_decides(situation: Situation, die: int, fate: str) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE}, dice=[die])
    play(match, "unit:S-Abn-1", "hex:5604")
    assert where(match, "S-Abn-1") == ("aside" if fate == "lost" else "5604")
    assert has_flag(match, "S-Abn-1", "disrupted") == (fate == "disrupted")


@pytest.mark.rule("u43", "20.3")
@pytest.mark.parametrize(("die", "fate"), [(1, "disrupted"), (2, "disrupted"), (3, "lost")])
def test_an_axis_zone_adds_two(situation: Situation, die: int, fate: str) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE, GERMAN: "5603"}, dice=[die])
    play(match, "unit:S-Abn-1", "hex:5604")
    assert event(match, "dropped")["modifier"] == 2
    assert has_flag(match, "S-Abn-1", "disrupted") == (fate == "disrupted")
    assert (where(match, "S-Abn-1") == "aside") == (fate == "lost")


@pytest.mark.rule("u43", "20.3")
def test_an_intact_brigade_attacks_in_the_next_combat_phase(situation: Situation) -> None:
    first = situation("soviet.movement", {RIFLE: CENTRE, GERMAN: "5603", "G-PzC-III": "5402"}, dice=[1])
    play(first, "unit:S-Abn-1", "hex:5403", "do:end_phase")
    played(first, "hex:5402")
    assert "unit:S-Abn-1" in offered(first)
    second = situation("soviet.exploitation", {RIFLE: CENTRE, "G-PzC-III": "5402"}, dice=[1])
    play(second, "unit:S-Abn-1", "hex:5403", "do:end_phase")
    assert second.phase == "soviet.combat2"
    played(second, "hex:5402")
    assert "unit:S-Abn-1" in offered(second)


@pytest.mark.rule("u43", "20.4")
def test_a_brigade_does_not_move_in_the_turn_of_its_drop(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "5612", GERMAN: "0540"}, dice=[1])
    play(match, "unit:S-Abn-1", "hex:5610")
    assert refused(match, "unit:S-Abn-1") == "20.4"
    end_until(match, "soviet.exploitation")
    assert not reach(match, "S-Abn-1")
    match.choose("unit:S-Abn-1")
    assert refused(match, "hex:5609") == "20.4"
    end_until(match, "soviet.reaction")
    assert refused(match, "unit:S-Abn-1") == "20.4"
    end_until(match, "soviet.movement", 4)
    assert max(reach(match, "S-Abn-1").values()) == 4


@pytest.mark.rule("u43", "20.4", "4.9.c")
def test_a_brigade_may_take_an_assault_marker_in_the_turn_of_its_drop(situation: Situation) -> None:
    """It may not move, and to take the marker it does not."""
    place = {"S-Abn-1": with_flag("5403", "dropped"), RIFLE: CENTRE, "G-PzC-III": "5402"}
    match = played(situation("soviet.exploitation", place), "unit:S-Abn-1")
    assert not offered(match).hexes
    played(match, "do:assault", "do:end_phase", "hex:5402")
    assert match.phase == "soviet.combat2" and "unit:S-Abn-1" in offered(match)
    shaken = situation("soviet.exploitation", {**place, "S-Abn-1": with_flag("5403", "dropped", "disrupted")})
    assert refused(shaken, "unit:S-Abn-1") == "11.3.c"


@pytest.mark.rule("u43", "20.4", "14.6", "14.8.a")
def test_a_brigade_is_in_supply_on_its_first_turn_and_not_after(situation: Situation) -> None:
    ring = dict(zip(INFANTRY, AROUND, strict=True))
    match = situation("soviet.final", {"S-Abn-1": with_flag(CENTRE, "dropped"), RIFLE: "5601", **ring}, dice=[6])
    assert not has_flag(match, "S-Abn-1", "unsupplied") and not happened(match, "attrition")
    later = situation("soviet.final", {"S-Abn-1": CENTRE, RIFLE: "5601", **ring}, dice=[6])
    assert has_flag(later, "S-Abn-1", "unsupplied") and happened(later, "attrition")


# -- 21 Security divisions -----------------------------------------------------------------------------------------

KIEV = "1211"


@pytest.mark.rule("u43", "21.a")
def test_a_garrison_leaves_its_city_when_soviets_are_within_three_hexes(situation: Situation) -> None:
    quiet = situation("german.movement", {"G-218Sec": KIEV, RIFLE: "1607", GERMAN: "1212"})
    assert refused(quiet, "unit:G-218Sec") == "21.a"
    near = situation("german.movement", {"G-218Sec": KIEV, RIFLE: "1510", GERMAN: "1212"})  # three hexes
    assert "unit:G-218Sec" in offered(near)
    far = situation("german.movement", {"G-218Sec": KIEV, RIFLE: "1610", GERMAN: "1212"})  # four
    assert refused(far, "unit:G-218Sec") == "21.a"
    reaction = situation("german.reaction", {"G-218Sec": KIEV, RIFLE: "1610", GERMAN: "1212"})
    assert refused(reaction, "unit:G-218Sec") == "21.a"


@pytest.mark.rule("u43", "21.a", "21.b")
def test_elsewhere_it_moves_until_it_enters_a_city(situation: Situation) -> None:
    match = situation("german.movement", {"G-454Sec": "3728", "G-218Sec": "1212", GERMAN: "0540"})
    assert "unit:G-454Sec" in offered(match)  # Zaporozhye is a town
    played(match, "unit:G-218Sec", f"hex:{KIEV}", f"unit:{GERMAN}")
    end_until(match, "german.movement", 4)
    assert refused(match, "unit:G-218Sec") == "21.a"


@pytest.mark.rule("u43", "21.a")
def test_the_city_it_enters_is_where_its_move_ends(situation: Situation) -> None:
    quiet = situation("german.movement", {"G-218Sec": "1212", GERMAN: "0540"})
    played(quiet, "unit:G-218Sec", f"hex:{KIEV}")
    assert refused(quiet, "hex:1111") == "21.a"
    near = situation("german.movement", {"G-218Sec": "1212", RIFLE: "1510", GERMAN: "0540"})
    played(near, "unit:G-218Sec", f"hex:{KIEV}", "hex:1111")
    assert where(near, "G-218Sec") == "1111"


@pytest.mark.rule("u43", "21.a")
def test_it_does_not_pass_through_a_city(situation: Situation) -> None:
    beyond = "3723"  # over the bridge of Dnepropetrovsk
    quiet = situation("german.movement", {"G-454Sec": "3625", GERMAN: "3625"})
    assert beyond in reach(quiet, GERMAN) and beyond not in reach(quiet, "G-454Sec")
    assert "3724" in reach(quiet, "G-454Sec")
    near = situation("german.movement", {"G-454Sec": "3625", RIFLE: "3727"})
    assert beyond in reach(near, "G-454Sec")


@pytest.mark.rule("u43", "21.a", "26.2.f")
def test_it_stays_even_when_manstein_has_rallied_it(situation: Situation) -> None:
    near = {"G-Manstein": "1212", GERMAN: "1212"}
    hurt = situation("german.movement", {"G-218Sec": with_flag(KIEV, "disrupted"), **near}, dice=[1])
    assert not offered(played(hurt, "unit:G-218Sec")).hexes
    hurt.choose("do:rally")
    assert not has_flag(hurt, "G-218Sec", "disrupted") and not offered(hurt).hexes
    assert refused(hurt, "hex:1112") == refused(hurt, "do:rail") == "21.a"
    rebuilt = situation("german.movement", {"G-218Sec": "dead.german", **near}, replacements=[0, 1], dice=[1])
    played(rebuilt, "unit:G-218Sec", f"hex:{KIEV}", "unit:G-218Sec")
    assert not has_flag(rebuilt, "G-218Sec", "disrupted") and refused(rebuilt, "unit:G-218Sec") == "21.a"


@pytest.mark.rule("u43", "21.b")
def test_a_rebuilt_one_is_placed_in_a_city_if_possible(situation: Situation) -> None:
    match = situation("german.movement", {"G-218Sec": "dead.german"}, replacements=[0, 1])
    match.choose("unit:G-218Sec")
    assert set(offered(match).hexes) == {"1211", "3724", "4213", "5227", "1338"}
    assert refused(match, "hex:3417") == "21.b"
    lost = situation("german.movement", {"G-218Sec": "dead.german"}, replacements=[0, 1],
                     control={"soviet": ["1211", "3724", "4213", "5227", "1338"]})
    lost.choose("unit:G-218Sec")
    assert task(lost) == "rebuild" and "3417" in offered(lost).hexes
    full = situation("german.movement", {"G-218Sec": "dead.german", **dict.fromkeys(INFANTRY[:3], KIEV)},
                     replacements=[0, 1], control={"soviet": ["3724", "4213", "5227", "1338"]})
    full.choose("unit:G-218Sec")
    assert "3417" in offered(full).hexes and refused(full, f"hex:{KIEV}") == "5.4"


@pytest.mark.rule("u43", "21.a", "4.6.a")
def test_a_security_division_does_not_pass_a_quiet_city_by_rail(situation: Situation) -> None:
    def ends(unit: str) -> set[str]:
        line = ["1112", "1212", KIEV, "1310", "1410"]
        match = situation("german.movement", {unit: "1112"}, control={"soviet": "all", "german": line})
        return set(offered(played(match, f"unit:{unit}", "do:rail")).hexes)

    assert ends(GERMAN) == {"1212", KIEV, "1310", "1410"}
    assert ends("G-221Sec") == {"1212", KIEV}


@pytest.mark.rule("u43", "20.2.a", "20.2.d")
def test_what_keeps_brigades_from_jumping(situation: Situation) -> None:
    place = {RIFLE: CENTRE}
    for turn, weather, drops, rule in ((9, "overcast", 1, "20.2.a"), (7, "overcast", 1, "20.2.a"),
                                       (7, "clear", 1, "20.2.d"), (8, "rain", 0, "20.2.a")):
        match = situation("soviet.movement", place, turn=turn, weather=weather, drops=drops)
        assert refused(match, "unit:S-Abn-1") == rule


@pytest.mark.rule("u43", "20.2.a")
def test_a_brigade_that_was_called_may_stay_for_this_phase(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE}, turn=8)
    play(match, "unit:S-Abn-1", "do:done")
    assert where(match, "S-Abn-1") == "airborne" and happened(match, "kept_back")
    assert refused(match, "unit:S-Abn-1") == "20.2.a" and "unit:S-Abn-3" in offered(match)
    end_until(match, "soviet.exploitation")
    assert "unit:S-Abn-1" in offered(match)
