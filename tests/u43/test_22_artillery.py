"""Chapter 22: Soviet artillery divisions."""

from __future__ import annotations

import pytest

from stavka.forecast import forecast
from tests.playing import Situation, end_until, event, happened, lines, notes, offered, played, reach, refused, where

from .helpers_late import CENTRE, INFANTRY, NORTH, RIFLES, SOUTH, after_retreat, has_flag, shows_back, task, with_flag

RIFLE, GERMAN = RIFLES[0], INFANTRY[0]
GUNS, MORE_GUNS, SHOCK, MORE_SHOCK = "S-Art-13", "S-Art-17", "S-GArt-1", "S-GArt-2"
FRONT = {RIFLE: CENTRE, "S-HQ-V": SOUTH, GERMAN: NORTH}

# -- 22.1, 22.2 Bombardment ----------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "22.1", "9.11")
def test_one_column_from_two_hexes_at_most(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, GUNS: SOUTH, MORE_GUNS: "5608"})
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(match, f"unit:{MORE_GUNS}") == "22.1"  # three hexes from the defender
    match.choose(f"unit:{GUNS}")
    assert lines(match.ask("odds"), "shifts") == {"22.1": 1}
    assert "depleted" in notes(match.ask("odds"))["22.4.a"]


@pytest.mark.rule("u43", "22.1", "22.3.c", "22.4.a")
def test_a_division_tells_how_far_it_reaches_and_whether_it_may_fire(situation: Situation) -> None:
    shaken, spent = with_flag(SOUTH, "disrupted"), with_flag(SOUTH, "depleted")
    match = situation("soviet.combat1", {**FRONT, GUNS: SOUTH, MORE_GUNS: "5608", SHOCK: shaken, "S-Art-16": spent})
    told = {unit: match.ask("fire", unit=unit) for unit in (GUNS, MORE_GUNS, SHOCK, "S-Art-16")}
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert {unit for unit, fire in told.items() if NORTH in fire["targets"]} == set(offered(match).units) == {GUNS}
    assert told[GUNS]["range"] == 2 and CENTRE in told[GUNS]["hexes"] and told[GUNS]["observers"] is None
    for unit, rule in ((SHOCK, "22.3.c"), ("S-Art-16", "22.4.a")):
        assert told[unit]["rule"] == refused(match, f"unit:{unit}") == rule


@pytest.mark.rule("u43", "22.1")
def test_in_either_combat_phase_and_never_in_a_mobile_assault(situation: Situation) -> None:
    second = situation("soviet.combat2", {**FRONT, RIFLE: with_flag(CENTRE, "assault"), GUNS: SOUTH})
    played(second, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert f"unit:{GUNS}" in offered(second)
    mobile = situation("soviet.exploitation", {"S-10TC": CENTRE, "S-HQ-V": SOUTH, GERMAN: NORTH, GUNS: SOUTH})
    played(mobile, "unit:S-10TC", f"hex:{NORTH}")
    assert refused(mobile, f"unit:{GUNS}") == "22.1"


@pytest.mark.rule("u43", "22.2", "22.5.b", "9.11")
@pytest.mark.parametrize(("guns", "shift"), [
    ([GUNS], 1), ([SHOCK], 1), ([GUNS, SHOCK], 2), ([SHOCK, GUNS], 2), ([SHOCK, MORE_SHOCK], 2)])
def test_two_columns_for_two_divisions_of_which_one_is_guards(
        situation: Situation, guns: list[str], shift: int) -> None:
    match = situation("soviet.combat1", {**FRONT, **dict.fromkeys(guns, SOUTH)})
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}", *(f"unit:{unit}" for unit in guns))
    assert sum(lines(match.ask("odds"), "shifts").values()) == shift


@pytest.mark.rule("u43", "22.2")
def test_two_regular_divisions_do_not_fire_together_nor_three_of_any_kind(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, GUNS: SOUTH, MORE_GUNS: SOUTH, SHOCK: SOUTH, MORE_SHOCK: "5706"})
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}", f"unit:{GUNS}")
    assert refused(match, f"unit:{MORE_GUNS}") == "22.2"
    match.choose(f"unit:{SHOCK}")
    assert refused(match, f"unit:{MORE_SHOCK}") == "22.2"


# -- 22.3 Properties -----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "22.3.a")
def test_a_division_has_one_step(situation: Situation) -> None:
    # 8 + 12 against 1: overwhelming. One step is enough to lose it.
    match = situation("german.combat1", {GUNS: CENTRE, "G-11Pz": NORTH, "G-GD": "5505"})
    played(match, f"hex:{CENTRE}", "unit:G-11Pz", "unit:G-GD", "do:roll")
    assert where(match, GUNS) == "aside" and not happened(match, "reduced")


@pytest.mark.rule("u43", "22.3.b", "5.1.d", "5.3")
def test_it_has_no_zone_and_stacks_as_a_support_unit(situation: Situation) -> None:
    match = situation("soviet.movement", {GUNS: CENTRE, RIFLE: NORTH, RIFLES[1]: NORTH, "S-TS-86": NORTH,
                                          RIFLES[2]: SOUTH, RIFLES[3]: SOUTH})
    alone = situation("soviet.movement", {GUNS: CENTRE})
    assert alone.ask("zoc", side="soviet") == []
    assert NORTH not in reach(match, GUNS) and SOUTH in reach(match, GUNS)  # one support unit with two combat units


@pytest.mark.rule("u43", "22.3.c")
def test_disrupted_divisions_give_no_shift(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, GUNS: with_flag(SOUTH, "disrupted")})
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(match, f"unit:{GUNS}") == "22.3.c"


@pytest.mark.rule("u43", "22.3.d", "4.8.a", "4.5.b")
def test_restricted_movement_and_no_marsh_but_by_road(situation: Situation) -> None:
    match = situation("soviet.exploitation", {GUNS: CENTRE, RIFLE: CENTRE})
    assert refused(match, f"unit:{GUNS}") == "4.8.a"
    # 2736 and 2637 are marsh with a road through them; 3731 is marsh, the road to it comes from 3730 and 3832.
    moving = situation("soviet.movement", {GUNS: "2837"})
    assert {"2736", "2637"} <= set(reach(moving, GUNS))
    off = situation("soviet.movement", {GUNS: "3332"})
    off.choose(f"unit:{GUNS}")
    assert refused(off, "hex:3331") == "4.5.b"


# -- 22.4 Regular divisions ----------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "22.4.a")
def test_a_regular_division_that_has_fired_is_depleted_and_stays(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, GUNS: SOUTH, RIFLES[1]: "5505", INFANTRY[1]: "5504"}, dice=[3, 3])
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}", f"unit:{GUNS}", "do:roll")
    assert shows_back(match, GUNS) and where(match, GUNS) == SOUTH
    spent = situation("soviet.combat1", {**FRONT, GUNS: with_flag(SOUTH, "depleted")})
    played(spent, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(spent, f"unit:{GUNS}") == "22.4.a"


@pytest.mark.rule("u43", "22.4.b", "3.C.1.b")
def test_two_depleted_divisions_recover_in_the_initial_supply_phase(situation: Situation) -> None:
    place = {GUNS: with_flag("5612", "depleted"), MORE_GUNS: with_flag("5512", "depleted"),
             "S-Art-16": with_flag("5712", "depleted"), "S-Art-3": with_flag("5812", "depleted", "disrupted"),
             "S-Art-7+9+11": with_flag("5912", "depleted", "unsupplied")}
    match = situation("soviet.initial_supply", place)
    assert task(match) == "artillery" and "Guards" not in offered(match).prompt
    assert refused(match, "unit:S-Art-3") == refused(match, "unit:S-Art-7+9+11") == "22.4.b"
    played(match, f"unit:{GUNS}", f"unit:{MORE_GUNS}")
    assert not shows_back(match, GUNS) and not shows_back(match, MORE_GUNS) and shows_back(match, "S-Art-16")
    assert match.phase == "soviet.movement"  # a third has to wait


# -- 22.5 Shock artillery ------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "22.5.a")
def test_four_guards_divisions_are_shock_artillery(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE}, scenario="september", turn=9)
    assert all(where(match, f"S-GArt-{number}") == "stavka" for number in (1, 2, 3, 4))


@pytest.mark.rule("u43", "22.5.c")
def test_after_firing_it_goes_to_the_stavka(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, SHOCK: SOUTH, GUNS: SOUTH}, dice=[3])
    promise = forecast(match, "soviet", f"hex:{NORTH}")  # all that can join
    assert promise is not None and SHOCK in promise["units"] and "Stavka" in notes(promise["odds"])["22.5.c"]
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}", f"unit:{SHOCK}", f"unit:{GUNS}", "do:roll")
    assert where(match, SHOCK) == "stavka" and where(match, GUNS) == SOUTH


@pytest.mark.rule("u43", "22.5.c")
def test_when_it_must_retreat_it_goes_to_the_stavka(situation: Situation) -> None:
    # 8 + 3 against 5 + 1: 1.5-1, and two columns for the panzer corps and the Tigers.
    place = {RIFLE: CENTRE, SHOCK: CENTRE, "G-11Pz": NORTH, "G-PzC-III": NORTH, "G-Tiger": NORTH}
    match = situation("german.combat1", place, dice=[4])
    played(match, f"hex:{CENTRE}", "unit:G-11Pz", "unit:G-Tiger", "unit:G-PzC-III", "do:roll")
    assert (event(match, "fought")["column"], event(match, "fought")["result"]) == ("3-1", "DR")
    after_retreat(match)
    assert where(match, SHOCK) == "stavka" and where(match, RIFLE) not in (CENTRE, "stavka")


@pytest.mark.rule("u43", "22.5.d", "22.4.b")
def test_one_leaves_the_reserve_instead_of_recovering_regular_divisions(situation: Situation) -> None:
    place = {SHOCK: "stavka", MORE_SHOCK: "stavka", GUNS: with_flag("5612", "depleted")}
    match = situation("soviet.initial_supply", place, turn=1)  # no replacements on turn 1
    match.choose(f"unit:{SHOCK}")
    assert match.phase == "soviet.movement" and shows_back(match, GUNS)
    match.choose(f"unit:{SHOCK}")
    assert task(match) == "enter"
    played(match, "hex:4101", "do:rail", "hex:4406")
    assert where(match, SHOCK) == "4406" and has_flag(match, SHOCK, "disrupted")  # the railway was free for it
    assert f"unit:{MORE_SHOCK}" not in offered(match)
    other = situation("soviet.initial_supply", place, turn=1)
    other.choose(f"unit:{GUNS}")
    assert other.phase == "soviet.movement"  # after a recovery none leaves for nothing
    end_until(other, "german.movement")
    assert where(other, SHOCK) == "stavka"
