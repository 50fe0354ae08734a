"""Chapter 26: Zhukov and Manstein."""

from __future__ import annotations

import pytest

import stavka
from tests.playing import Situation, end_until, event, happened, move, offered, played, reach, refused, track, where

from .helpers_late import CENTRE, GUARDS, INFANTRY, NORTH, RIFLES, SOUTH, after_retreat, has_flag, task, with_flag

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"
ZHUKOV, MANSTEIN = "S-Zhukov", "G-Manstein"
FOUR_GUARDS = dict(zip([*GUARDS, "S-R-95+97G"], (CENTRE, CENTRE, "5505", "5505", "5705"), strict=True))
"""25 attack points of Guards around 5605; with a front headquarters near."""

# -- 26.1 Zhukov ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "26.1.a")
def test_zhukov_helps_one_attack_a_phase_within_four_hexes(situation: Situation) -> None:
    place = {RIFLE: CENTRE, GERMAN: NORTH, RIFLES[1]: "5603", INFANTRY[1]: "5602", ZHUKOV: "5609"}
    match = situation("soviet.combat1", place, dice=[1, 1])
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}", "do:zhukov", "do:roll")  # four hexes
    after_retreat(match)
    played(match, *(["do:stand"] if "do:stand" in offered(match) else []), "hex:5602", f"unit:{RIFLES[1]}")
    assert refused(match, "do:zhukov") == "26.1.a"
    far = situation("soviet.combat1", {**place, ZHUKOV: "5610"})
    played(far, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(far, "do:zhukov") == "26.1.a"


@pytest.mark.rule("u43", "26.1.d", "8.2", "12.4")
def test_who_has_entered_one_of_two_hexes_attacks_the_other_again(situation: Situation) -> None:
    place = {RIFLE: CENTRE, RIFLES[1]: CENTRE, "S-TS-86": CENTRE, ZHUKOV: SOUTH, "G-AG1": NORTH, GERMAN: "5705"}
    match = situation("soviet.combat1", place, dice=[4, 3, 4, 3])  # an exchange at 1-1, and another
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}", f"unit:{RIFLES[1]}", "unit:S-TS-86", "hex:5705", "do:zhukov",
           "do:roll", f"unit:{RIFLE}", "unit:S-TS-86", "unit:G-AG1", f"unit:{RIFLES[1]}")
    assert where(match, RIFLES[1]) == NORTH
    played(match, "do:halt", "do:again")
    assert event(match, "fought")["hexes"] == ["5705"] and event(match, "fought")["defence"] == 7
    after_retreat(match)
    lost = [data["unit"] for kind in ("reduced", "eliminated") for data in happened(match, kind)]
    assert GERMAN in lost and len([unit for unit in lost if unit.startswith("S-")]) == 4  # two in each exchange


@pytest.mark.rule("u43", "26.1.a")
def test_what_asks_about_zhukov_answers_as_the_button_does(situation: Situation) -> None:
    def asked(step: str, **place: str) -> str | None:
        match = situation(step, {TANKS: CENTRE, GERMAN: NORTH, **place})
        side, target = (TANKS, NORTH) if step.startswith("soviet") else (GERMAN, CENTRE)
        with pytest.raises(stavka.Illegal) as error:
            match.ask("odds", target=target, units=[side], zhukov=True)
        start = [f"hex:{target}", f"unit:{side}"]
        played(match, *(reversed(start) if step.endswith("exploitation") else start))
        assert refused(match, "do:zhukov") == error.value.rule
        return error.value.rule

    assert asked("soviet.combat1", **{ZHUKOV: "5615"}) == "26.1.a"  # far away
    assert asked("soviet.exploitation", **{ZHUKOV: SOUTH}) == "26.1.a"  # no combat phase
    assert asked("german.combat1", **{ZHUKOV: SOUTH}) == "26.1.a"
    near = situation("soviet.combat1", {TANKS: CENTRE, GERMAN: NORTH, ZHUKOV: SOUTH})
    assert near.ask("odds", target=NORTH, units=[TANKS], zhukov=True)["magnitude"] == 2


@pytest.mark.rule("u43", "26.1.a")
def test_not_in_a_game_turn_in_which_he_has_moved(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE, GERMAN: NORTH, ZHUKOV: "5608"})
    move(match, ZHUKOV, "5607")
    played(match, "do:end_phase", f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(match, "do:zhukov") == "26.1.a"
    still = situation("soviet.movement", {RIFLE: CENTRE, GERMAN: NORTH, ZHUKOV: "5608"})
    played(still, "do:end_phase", f"hex:{NORTH}", f"unit:{RIFLE}")
    assert "do:zhukov" in offered(still)


@pytest.mark.rule("u43", "26.1.b", "8.4.a")
def test_the_magnitude_is_one_higher_and_three_at_most(situation: Situation) -> None:
    def dice_of(*defenders: str) -> int:
        match = situation("soviet.combat1", {**FOUR_GUARDS, **dict.fromkeys(defenders, NORTH), ZHUKOV: SOUTH,
                                             "S-HQ-V": SOUTH}, dice=[1] * 9)
        played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in FOUR_GUARDS), "do:zhukov", "do:roll")
        return len(event(match, "fought")["dice"])

    assert dice_of(GERMAN) == 2  # two steps, magnitude 1
    assert dice_of(*INFANTRY[:2]) == 3  # four steps
    assert dice_of(*INFANTRY[:3]) == 3  # six steps


@pytest.mark.rule("u43", "26.1.c")
def test_the_soviets_lose_one_step_more_besides_severe_losses(situation: Situation) -> None:
    # 25 against 7 is 3-1; on a 4 DR, without any loss, but for Zhukov's. Secondary 1: nothing.
    place = {**FOUR_GUARDS, GERMAN: NORTH, ZHUKOV: SOUTH, "S-HQ-V": SOUTH}
    match = situation("soviet.combat1", place, dice=[4, 1])
    played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in FOUR_GUARDS), "do:zhukov", "do:roll")
    assert set(offered(match).units) == set(FOUR_GUARDS)  # of the Soviet player's choice
    after_retreat(match)
    assert len([loss for loss in happened(match, "reduced") if loss["unit"] in FOUR_GUARDS]) == 1
    fort = situation("soviet.combat1", {**place, GERMAN: with_flag(NORTH, "reduced")}, forts=[NORTH], dice=[4, 1])
    played(fort, f"hex:{NORTH}", *(f"unit:{unit}" for unit in FOUR_GUARDS), "do:zhukov", "do:roll")  # 25 to 7
    after_retreat(fort)
    lost = [*happened(fort, "reduced"), *happened(fort, "eliminated")]
    assert len([loss for loss in lost if loss["unit"] in FOUR_GUARDS]) == 2


@pytest.mark.rule("u43", "26.1.d", "8.3.5", "26.1.b", "26.1.c")
def test_the_worked_example_of_zhukov(situation: Situation) -> None:
    """3-1, magnitude 1 and Zhukov: 2 and 1, an exchange; again, 1 and 6: contact, and the last German step."""
    place = {**FOUR_GUARDS, GERMAN: NORTH, ZHUKOV: "5608", "S-HQ-V": SOUTH}
    match = situation("soviet.combat1", place, dice=[2, 1, 1, 6])
    played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in FOUR_GUARDS), "do:zhukov", "do:roll")
    first = event(match, "fought")
    assert (first["column"], first["dice"], first["result"]) == ("3-1", [2, 1], "EX")
    after_retreat(match)
    lost = [*happened(match, "reduced"), *happened(match, "eliminated")]
    assert sum(loss["unit"] in FOUR_GUARDS for loss in lost) == 2
    assert sum(loss["unit"] == GERMAN for loss in lost) == 1
    assert task(match) == "attack_again"
    match.choose("do:again")
    second = event(match, "fought")
    assert (second["column"], second["dice"], second["result"]) == ("3-1", [1, 6], "C")
    after_retreat(match)
    lost = [*happened(match, "reduced"), *happened(match, "eliminated")]
    assert sum(loss["unit"] in FOUR_GUARDS for loss in lost) == 3
    assert where(match, GERMAN) == "dead.german"


@pytest.mark.rule("u43", "26.1.d")
def test_he_need_not_attack_again_and_may_not_after_a_retreat(situation: Situation) -> None:
    place = {**FOUR_GUARDS, GERMAN: NORTH, ZHUKOV: "5608", "S-HQ-V": SOUTH}
    match = situation("soviet.combat1", place, dice=[1, 1])
    played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in FOUR_GUARDS), "do:zhukov", "do:roll")
    after_retreat(match)
    played(match, "do:done")
    assert len(happened(match, "fought")) == 1
    retreat = situation("soviet.combat1", place, dice=[5, 1])  # DRX is no EX
    played(retreat, f"hex:{NORTH}", *(f"unit:{unit}" for unit in FOUR_GUARDS), "do:zhukov", "do:roll")
    after_retreat(retreat)
    assert task(retreat) == "advance"
    played(retreat, "do:halt")
    assert retreat.offer is None or task(retreat) != "attack_again"


# -- 26.2 Manstein -------------------------------------------------------------------------------------------------

TROUBLED = {GERMAN: with_flag("1020", "disrupted"), INFANTRY[1]: with_flag("1021", "disrupted"),
            INFANTRY[2]: with_flag("1019", "disrupted"), INFANTRY[3]: with_flag("1119", "disrupted"),
            INFANTRY[4]: with_flag("1025", "disrupted"), MANSTEIN: "1120"}


@pytest.mark.rule("u43", "26.2.a")
@pytest.mark.parametrize("step", ["german.movement", "german.exploitation"])
def test_manstein_rallies_single_units_within_four_hexes(situation: Situation, step: str) -> None:
    place = {MANSTEIN: "1020", GERMAN: with_flag("1024", "disrupted"), "G-1H": with_flag("1020", "disrupted"),
             INFANTRY[1]: with_flag("1025", "disrupted"), INFANTRY[2]: "1016"}
    match = situation(step, place, dice=[1, 1])
    for unit in (GERMAN, "G-1H"):  # an ally too
        match.choose(f"unit:{unit}")
        if "do:rally" in offered(match):
            match.choose("do:rally")
        assert not has_flag(match, unit, "disrupted")
    if step == "german.movement":
        match.choose(f"unit:{INFANTRY[1]}")
        assert refused(match, "do:rally") == "26.2.a"  # five hexes
        match.choose(f"unit:{INFANTRY[2]}")
        assert refused(match, "do:rally") == "26.2.a"  # nothing is wrong with it
    else:
        assert f"unit:{INFANTRY[1]}" not in offered(match)


@pytest.mark.rule("u43", "26.2.b")
def test_only_before_he_moves(situation: Situation) -> None:
    match = situation("german.movement", {**TROUBLED, INFANTRY[5]: "0540"}, dice=[6])
    played(match, f"unit:{GERMAN}", "do:rally", f"unit:{MANSTEIN}", "hex:1018", f"unit:{INFANTRY[1]}")
    assert refused(match, "do:rally") == "26.2.b"
    end_until(match, "german.exploitation")
    assert refused(match, f"unit:{INFANTRY[1]}") == "11.3.c"  # disrupted, and nobody rallies it now
    assert track(match, "rallies") == 2
    looked_at = situation("german.movement", TROUBLED, dice=[1])
    played(looked_at, f"unit:{MANSTEIN}", f"unit:{GERMAN}", "do:rally")  # picked up, not moved
    assert not has_flag(looked_at, GERMAN, "disrupted")


@pytest.mark.rule("u43", "26.2.c")
def test_three_tries_a_turn(situation: Situation) -> None:
    match = situation("german.movement", TROUBLED, dice=[6, 6, 6])
    for unit in (GERMAN, INFANTRY[1], INFANTRY[2]):
        played(match, f"unit:{unit}", "do:rally")
    match.choose(f"unit:{INFANTRY[3]}")
    assert refused(match, "do:rally") == "26.2.c"
    used = situation("german.exploitation", TROUBLED, tries=3)
    assert f"unit:{GERMAN}" not in offered(used)


@pytest.mark.rule("u43", "26.2.d")
def test_one_try_for_a_unit_in_each_phase(situation: Situation) -> None:
    match = situation("german.movement", TROUBLED, dice=[6, 2])
    played(match, f"unit:{GERMAN}", "do:rally")
    assert refused(match, "do:rally") == "26.2.d"
    end_until(match, "german.exploitation")
    match.choose(f"unit:{GERMAN}")
    assert not has_flag(match, GERMAN, "disrupted")
    corps = situation("german.movement", {MANSTEIN: "1020", "G-PzC-III": with_flag("1020", "disrupted"),
                                          "G-11Pz": with_flag("1020", "disrupted")}, dice=[1, 6])
    played(corps, "unit:G-PzC-III", "do:rally", "unit:G-11Pz", "do:rally")  # one stack, two tries
    assert not has_flag(corps, "G-PzC-III", "disrupted") and has_flag(corps, "G-11Pz", "disrupted")


@pytest.mark.rule("u43", "26.2.d", "26.2.f")
@pytest.mark.parametrize("step", ["german.movement", "german.exploitation"])
def test_units_rallied_one_after_another_may_all_move(situation: Situation, step: str) -> None:
    place = {MANSTEIN: "1120", "G-7Pz": with_flag("1020", "disrupted"), "G-11Pz": with_flag("1020", "disrupted")}
    match = situation(step, place, dice=[1, 1])
    for unit in ("G-7Pz", "G-11Pz"):
        match.choose(f"unit:{unit}")
        if "do:rally" in offered(match):
            match.choose("do:rally")
    assert max(reach(match, "G-11Pz").values()) == 6
    if step == "german.exploitation":
        match.choose("unit:G-7Pz")
    match.choose("hex:1019")
    assert where(match, "G-7Pz") == where(match, "G-11Pz") == "1019"


@pytest.mark.rule("u43", "26.2.e")
@pytest.mark.parametrize(("die", "rallied"), [(1, True), (4, True), (5, False), (6, False)])
def test_one_to_four_removes_the_marker(situation: Situation, die: int, rallied: bool) -> None:
    match = situation("german.movement", TROUBLED, dice=[die])
    played(match, f"unit:{GERMAN}", "do:rally")
    assert has_flag(match, GERMAN, "disrupted") != rallied


@pytest.mark.rule("u43", "26.2.f")
def test_the_worked_example_of_manstein(situation: Situation) -> None:
    """Rallied after rail movement on a 4; a unit with a replacement not on a 5, but in exploitation; then no more."""
    place = {"G-7Pz": "0219", "G-11Pz": with_flag("1021", "reduced"), MANSTEIN: "1020",
             INFANTRY[0]: with_flag("1019", "disrupted")}
    match = situation("german.movement", place, replacements=[1, 0], dice=[4, 5, 1])
    played(match, "unit:G-7Pz", "do:rail", "hex:1122", "unit:G-7Pz")
    assert not has_flag(match, "G-7Pz", "disrupted")
    assert "unit:G-7Pz" not in offered(match)  # it moves no more in this phase
    played(match, "unit:G-11Pz", "do:replace", "do:rally")
    assert has_flag(match, "G-11Pz", "disrupted")
    end_until(match, "german.exploitation")
    assert max(reach(match, "G-7Pz").values()) == 6
    match.choose("unit:G-11Pz")
    assert not has_flag(match, "G-11Pz", "disrupted")
    assert max(reach(match, "G-11Pz").values()) == 6
    assert track(match, "rallies") == 0
    assert f"unit:{INFANTRY[0]}" not in offered(match)


@pytest.mark.rule("u43", "26.2.f")
def test_a_unit_rallied_after_a_replacement_moves_normally(situation: Situation) -> None:
    match = situation("german.movement", {"G-11Pz": with_flag("1021", "reduced"), MANSTEIN: "1020"},
                      replacements=[1, 0], dice=[4])
    played(match, "unit:G-11Pz", "do:replace", "do:rally")
    assert max(reach(match, "G-11Pz").values()) == 6


@pytest.mark.rule("u43", "26.2.f", "16.5.b")
def test_a_unit_that_moved_before_its_replacement_does_not_move_again(situation: Situation) -> None:
    place = {"G-11Pz": with_flag("1021", "reduced"), MANSTEIN: "1020", INFANTRY[0]: "1019"}
    match = situation("german.movement", place, replacements=[1, 0], dice=[4])
    played(match, "unit:G-11Pz", "hex:1022", "do:replace", f"unit:{INFANTRY[0]}", "unit:G-11Pz")
    assert not has_flag(match, "G-11Pz", "disrupted")
    assert refused(match, "unit:G-11Pz") == "4.1.c" and not reach(match, "G-11Pz")


@pytest.mark.rule("u43", "26.2.f", "16.5.b")
def test_a_unit_with_a_replacement_waits_for_manstein_and_then_moves(situation: Situation) -> None:
    place = {"G-11Pz": with_flag("1021", "reduced"), MANSTEIN: "1020", INFANTRY[0]: "1019"}
    match = situation("german.movement", place, replacements=[1, 0], dice=[4])
    played(match, "unit:G-11Pz", "do:replace", f"unit:{INFANTRY[0]}", "unit:G-11Pz")  # others first, then the die
    assert max(reach(match, "G-11Pz").values()) == 6
    far = situation("german.movement", {**place, MANSTEIN: "1030"}, replacements=[1, 0])
    played(far, "unit:G-11Pz", "do:replace", f"unit:{INFANTRY[0]}")
    assert refused(far, "unit:G-11Pz") == "16.5.b"


@pytest.mark.rule("u43", "26.2.a", "4.8.a", "15.8")
def test_who_may_not_move_in_a_phase_does_not_move_when_rallied(situation: Situation) -> None:
    place = {"G-HQ-8A": with_flag("1112", "disrupted"), "G-Air-I": with_flag("1211", "disrupted", "flown"),
             MANSTEIN: "1212", INFANTRY[1]: "1212"}
    exploiting = situation("german.exploitation", place, dice=[1, 1])
    for unit, rule in (("G-HQ-8A", "4.8.a"), ("G-Air-I", "15.3.b")):
        exploiting.choose(f"unit:{unit}")
        assert not has_flag(exploiting, unit, "disrupted") and task(exploiting) == "move"
        assert refused(exploiting, f"unit:{unit}") == rule
    moving = situation("german.movement", place, dice=[1])
    moving.choose("unit:G-Air-I")  # no change of base while it is disrupted
    assert not has_flag(moving, "G-Air-I", "disrupted") and task(moving) == "move"
    assert refused(moving, "unit:G-Air-I") == "15.2"


# -- 26.3 Both -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "26.3.a", "5.1.b")
def test_a_leader_caught_alone_is_disrupted_and_placed_at_a_friendly_objective(situation: Situation) -> None:
    match = situation("soviet.movement", {TANKS: "3215", MANSTEIN: "3214"})
    move(match, TANKS, "3214")
    assert task(match) == "relocate" and offered(match).seat == "german"
    assert "1211" in offered(match).hexes and refused(match, "hex:1020") == "26.3.a"
    match.choose("hex:1211")
    assert where(match, MANSTEIN) == "1211" and has_flag(match, MANSTEIN, "disrupted")
    guarded = situation("soviet.combat1", {TANKS: "3215", MANSTEIN: "3214", GERMAN: "3214"})
    assert guarded.ask("odds", target="3214", units=[TANKS])["defence"] == 7  # he adds nothing


@pytest.mark.rule("u43", "26.3.a")
def test_a_leader_is_not_lost_where_his_side_has_no_objective(situation: Situation) -> None:
    match = situation("german.movement", {"G-11Pz": "5607", ZHUKOV: CENTRE})  # in August the Soviets hold none
    move(match, "G-11Pz", CENTRE)
    assert task(match) == "relocate" and "6021" in offered(match).hexes and CENTRE not in offered(match).hexes
    match.choose("hex:6021")
    assert where(match, ZHUKOV) == "6021" and has_flag(match, ZHUKOV, "disrupted")


@pytest.mark.rule("u43", "26.3.a")
def test_disrupted_leaders_help_nobody(situation: Situation) -> None:
    match = situation("german.movement", {**TROUBLED, MANSTEIN: with_flag("1120", "disrupted")})
    match.choose(f"unit:{GERMAN}")
    assert refused(match, "do:rally") == "26.3.a"
    attack = situation("soviet.combat1", {RIFLE: CENTRE, GERMAN: NORTH, ZHUKOV: with_flag(SOUTH, "disrupted")})
    played(attack, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(attack, "do:zhukov") == "26.3.a"


@pytest.mark.rule("u43", "26.3.a", "6.2")
def test_a_leader_has_no_zone_and_stacks_freely(situation: Situation) -> None:
    full = {RIFLE: NORTH, RIFLES[1]: NORTH, "S-TS-86": NORTH, ZHUKOV: CENTRE}
    assert NORTH in reach(situation("soviet.movement", full), ZHUKOV)
    assert situation("soviet.movement", {ZHUKOV: CENTRE}).ask("zoc", side="soviet") == []


@pytest.mark.rule("u43", "26.3.b")
def test_leaders_move_as_vehicles_and_ride_as_the_one_unit_of_the_turn(situation: Situation) -> None:
    match = situation("soviet.movement", {ZHUKOV: "4213", RIFLE: "5512", TANKS: "5612"}, control={"soviet": ["4213"]})
    assert reach(match, ZHUKOV)["4113"] == 0.5
    rider = situation("soviet.movement", {ZHUKOV: "5512", TANKS: "5612"})
    played(rider, f"unit:{ZHUKOV}", "do:rail", "hex:5212", f"unit:{TANKS}")
    assert refused(rider, "do:rail") == "4.6.a"
    assert has_flag(rider, ZHUKOV, "disrupted")
