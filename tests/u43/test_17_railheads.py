"""Chapter 17: railheads and the repair of railways."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, event, happened, move, offered, played, refused

from .helpers_late import CENTRE, INFANTRY, RIFLES, control, marks

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"
TO_KHARKOV = ["4409", "4410", "4310", "4311", "4212", "4213"]
"""The green line from the railhead of August in 4408 to Kharkov."""


def rail_source(match: stavka.Match, unit: str) -> bool:
    """Whether a unit stands on a source of supply."""
    return bool(match.ask("supply", unit=unit)["rule"] == "14.2.b")


# -- 17.1 What must be repaired ------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "17.1.a", "4.6.a")
def test_soviets_do_not_ride_on_unrepaired_railways(situation: Situation) -> None:
    held = {"soviet": TO_KHARKOV}
    wrecked = situation("soviet.movement", {RIFLE: "4407"}, control=held)
    played(wrecked, f"unit:{RIFLE}", "do:rail")
    assert refused(wrecked, "hex:4409") == "17.1.a"
    mended = situation("soviet.movement", {RIFLE: "4407"}, control=held, repaired=TO_KHARKOV[:3])
    played(mended, f"unit:{RIFLE}", "do:rail")
    assert "4310" in offered(mended).hexes and "4311" not in offered(mended).hexes
    germans = situation("german.movement", {GERMAN: "4213"})
    played(germans, f"unit:{GERMAN}", "do:rail")
    assert "4409" in offered(germans).hexes  # they need no repairs


@pytest.mark.rule("u43", "17.1.b")
def test_an_unmarked_line_works_when_both_ends_are_repaired(situation: Situation) -> None:
    """The rulebook's example: from Krasnograd, 3818, to Lozovaya, 4321."""
    branch = ["3818", "3918", "4019", "4119", "4220", "4221", "4321"]
    trunk = [*TO_KHARKOV, "4214", "4114", "4015", "4016", "3916", "3917", "3818"]
    south = ["4215", "4315", "4316", "4317", "4318", "4319", "4320", "4321"]
    hold = {"soviet": [*branch, *trunk, *south]}
    one_end = situation("soviet.movement", {RIFLE: "4119"}, control=hold, repaired=trunk)
    assert not rail_source(one_end, RIFLE)
    both = situation("soviet.movement", {RIFLE: "4119"}, control=hold, repaired=[*trunk, *south])
    assert rail_source(both, RIFLE)


@pytest.mark.rule("u43", "17.1.b")
def test_a_dead_end_works_when_its_junction_is_reached(situation: Situation) -> None:
    """The rulebook's example: from Volnovakha, 5030, to Mariupol."""
    trunk = ["5832", "5831", "5729", "5629", "5528", "5428", "5427", "5327", "5227", "5228", "5128", "5129", "5030"]
    branch = ["5031", "5131", "5132", "5133"]
    hold = {"soviet": [*trunk, *branch]}
    before = situation("soviet.movement", {RIFLE: "5132"}, control=hold, repaired=trunk[:-1])
    reached = situation("soviet.movement", {RIFLE: "5132"}, control=hold, repaired=trunk)
    assert not rail_source(before, RIFLE) and rail_source(reached, RIFLE)


@pytest.mark.rule("u43", "17.1.a", "17.1.b")
def test_green_hexes_on_the_way_of_an_unmarked_line_need_their_railhead(situation: Situation) -> None:
    """The line from 4326 to Berdyansk meets green lines again in 4330 and 4431: each part waits for its own ends."""
    trunk = ["5724", "5624", "5524", "5425", "5324", "5224", "5123", "5024", "4924", "4825", "4725", "4625", "4525",
             "4426", "4326"]
    branch = ["4327", "4328", "4329", "4330", "4431", "4432", "4532", "4533", "4634", "4635", "4735"]
    hold = {"soviet": [*trunk, *branch]}
    for place in ("4328", "4431", "4533"):
        assert not rail_source(situation("soviet.movement", {RIFLE: place}, control=hold, repaired=trunk), RIFLE)
    reached = [*trunk, "4330", "4431"]
    for place in ("4328", "4431", "4533"):
        assert rail_source(situation("soviet.movement", {RIFLE: place}, control=hold, repaired=reached), RIFLE)


# -- 17.2, 17.3 Repairs --------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "17.2", "31.2.g")
def test_every_railhead_of_august_has_a_line_before_it(situation: Situation) -> None:
    west = ["3405", "4409", "4414", "5021", "5724", "5729", "5831", "5832"]
    match = situation("soviet.final", {RIFLE: CENTRE}, repaired=["5831", "5832"], control={"soviet": west},
                      railheads=["3504", "4408", "4514", "5220", "5823", "5830"])
    assert set(offered(match).hexes) == {"3405", "4409", "4414", "5021", "5724", "5729"}


@pytest.mark.rule("u43", "17.2")
def test_railheads_keep_to_green_lines(situation: Situation) -> None:
    match = situation("soviet.final", {RIFLE: CENTRE}, railheads=["4409"], control={"soviet": ["4409", "4309", "4410"]})
    assert offered(match).hexes == ("4410",)
    assert refused(match, "hex:4309") == "17.2"  # the branch to Tomarovka is not green


@pytest.mark.rule("u43", "17.2")
def test_at_a_junction_another_railhead_appears(situation: Situation) -> None:
    ahead = ["4113", "4014", "4214", "4215", "4313"]
    match = situation("soviet.final", {RIFLE: CENTRE}, railheads=["4212"], repaired=TO_KHARKOV[:-1],
                      control={"soviet": [*TO_KHARKOV, *ahead]})
    played(match, "hex:4213", "hex:4113", "hex:4214")
    assert marks(match, "railhead") == {"4113", "4214"}
    nine = situation("soviet.final", {RIFLE: CENTRE}, control={"soviet": [*TO_KHARKOV, *ahead]}, repaired=[
        *TO_KHARKOV[:-1], "5729", "5831", "5832"], railheads=[
        "4212", "3504", "4514", "5220", "5823", "5830", "5729", "2007"])
    played(nine, "hex:4213", "hex:4113")
    assert "4213" not in marks(nine, "railhead")  # all eight markers are on the map


@pytest.mark.rule("u43", "17.2", "17.3")
def test_the_railhead_that_appears_at_a_junction_has_two_hexes_of_its_own(situation: Situation) -> None:
    ahead = ["4113", "4014", "4214", "4215"]
    match = situation("soviet.final", {RIFLE: CENTRE}, railheads=["4311"], repaired=TO_KHARKOV[:3],
                      control={"soviet": [*TO_KHARKOV, *ahead]})
    played(match, "hex:4212", "hex:4213")  # the railhead of 4311 has done its two hexes
    played(match, "hex:4113")
    assert refused(match, "hex:4214") == "17.3"  # only the one that is done lies in Kharkov now
    played(match, "hex:4014")
    assert len(happened(match, "repaired")) == 4 and match.phase != "soviet.final"


@pytest.mark.rule("u43", "17.2")
def test_where_two_railheads_meet_the_player_says_which_one_advances(situation: Situation) -> None:
    """Kharkov, 4213, from the north and from the east."""
    match = situation("soviet.final", {RIFLE: CENTRE}, railheads=["4212", "4313"], repaired=[*TO_KHARKOV[:-1], "4414"],
                      control={"soviet": [*TO_KHARKOV, "4414", "4313", "4113", "4214"]})
    played(match, "hex:4213")
    assert set(offered(match).hexes) == {"4212", "4313"} and not happened(match, "repaired")
    assert refused(match, "hex:4113") == "17.2"
    played(match, "hex:4313")
    assert event(match, "repaired")["line"] == "4313"


@pytest.mark.rule("u43", "17.3", "3.C.7")
def test_ten_hexes_a_turn_and_two_for_each_railhead(situation: Situation) -> None:
    lines = [["3405", "3305", "3206"], ["4409", "4410", "4310"], ["4414", "4313"], ["5021", "4920", "4820"],
             ["5724", "5624", "5524"], ["5729", "5629", "5528"]]
    match = situation("soviet.final", {RIFLE: CENTRE}, repaired=["5831", "5832"], control={
        "soviet": [*(hex for line in lines for hex in line), "5831", "5832"]},
        railheads=["3504", "4408", "4514", "5220", "5823", "5830"])
    played(match, "hex:3405", "hex:3305")
    assert refused(match, "hex:3206") == "17.3"  # a third hex of the same railhead
    played(match, *(f"hex:{hex}" for line in lines[1:5] for hex in line[:2]))
    assert len(happened(match, "repaired")) == 10
    assert match.phase != "soviet.final"  # nothing is left to decide: 5729 has to wait


@pytest.mark.rule("u43", "17.3")
def test_repaired_hexes_serve_from_the_next_player_turn(situation: Situation) -> None:
    match = situation("soviet.final", {TANKS: "4409"}, railheads=["4408"], control={"soviet": ["4409", "4410"]})
    assert refused(match, "hex:4310") == "17.2"
    played(match, "hex:4409")
    assert marks(match, "railhead") == {"4409"}
    assert rail_source(match, TANKS)


@pytest.mark.rule("u43", "17.3")
def test_a_hex_in_german_hands_is_not_repaired(situation: Situation) -> None:
    match = situation("soviet.final", {RIFLE: CENTRE, GERMAN: "4310"}, railheads=["4410", "3504"],
                      repaired=["4409"], control={"soviet": ["4409", "4410", "3405"]})
    assert refused(match, "hex:4310") == "17.3"


# -- 17.4 Germans --------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "17.4.a")
def test_germans_behind_a_railhead_cut_the_line_but_wreck_nothing(situation: Situation) -> None:
    held = {"soviet": TO_KHARKOV}
    match = situation("german.movement", {GERMAN: "4109", RIFLE: "4213"}, control=held, repaired=TO_KHARKOV,
                      railheads=["4213"])
    assert rail_source(match, RIFLE)
    move(match, GERMAN, "4310")
    assert not rail_source(match, RIFLE)
    assert marks(match, "railhead") == {"4213"}
    freed = situation("soviet.movement", {RIFLE: "4213"}, control=held, repaired=TO_KHARKOV)
    assert rail_source(freed, RIFLE)


@pytest.mark.rule("u43", "17.4.b")
def test_a_railhead_goes_back_along_its_line_to_the_first_hex_without_germans(situation: Situation) -> None:
    held = {"soviet": TO_KHARKOV}
    match = situation("german.movement", {GERMAN: "4312"}, control=held, repaired=TO_KHARKOV[:4], railheads=["4311"])
    move(match, GERMAN, "4311")
    assert marks(match, "railhead") == {"4310"}
    assert event(match, "railhead_back") == {"hex": "4311", "to": "4310"}
    far = situation("german.movement", {GERMAN: "4312", INFANTRY[1]: "4310"}, control=held, repaired=TO_KHARKOV[:4],
                    railheads=["4311"])
    move(far, GERMAN, "4311")
    assert marks(far, "railhead") == {"4410"}
    assert "4311" not in control(far)


@pytest.mark.rule("u43", "17.4.b")
def test_back_is_where_the_railhead_came_from(situation: Situation) -> None:
    # From Chuguev the line runs west: the Soviet edge is nearer by other railways, but those are not repaired.
    match = situation("german.movement", {GERMAN: "4413"}, control={"soviet": ["4414"]}, railheads=["4414"])
    move(match, GERMAN, "4414")
    assert marks(match, "railhead") == {"4514"}


@pytest.mark.rule("u43", "17.4.b")
def test_a_railhead_goes_back_past_what_is_not_in_repair_any_more(situation: Situation) -> None:
    # Another railhead was driven back behind it: nothing between 4410 and 4213 is in repair.
    match = situation("german.movement", {GERMAN: "4113"}, control={"soviet": TO_KHARKOV}, railheads=["4410", "4213"],
                      repaired=["4409", "4410", "4213"])
    move(match, GERMAN, "4213")
    assert marks(match, "railhead") == {"4410"}
    assert event(match, "railhead_back") == {"hex": "4213", "to": "4410"}


@pytest.mark.rule("u43", "17.4.b")
def test_railheads_of_one_hex_go_back_the_same_way(situation: Situation) -> None:
    # The first leaves nothing in repair behind 4213; the second does not take the other line for that.
    match = situation("german.movement", {GERMAN: "4113", INFANTRY[1]: "4313"}, railheads=["4213"],
                      control={"soviet": [*TO_KHARKOV, "4414"]}, repaired=["4414", "4313", "4213"])
    p: Any = match.position
    p.railheads *= 2  # no situation names a hex twice
    move(match, GERMAN, "4213")
    assert happened(match, "railhead_back") == [{"hex": "4213", "to": "4414"}] * 2
    assert marks(match, "railhead") == {"4414"}


@pytest.mark.rule("u43", "17.4.b")
def test_a_railhead_with_germans_on_all_its_line_goes_to_the_end_of_it(situation: Situation) -> None:
    match = situation("german.movement", {GERMAN: "5930", INFANTRY[1]: "6031"}, railheads=["5931"])
    move(match, GERMAN, "5931")
    assert event(match, "railhead_back") == {"hex": "5931", "to": "6031"}


@pytest.mark.rule("u43", "17.4.b", "17.2")
@pytest.mark.parametrize(("start", "place"), [("4513", "4514"), ("3604", "3504")])
def test_a_railhead_where_its_line_begins_stays(situation: Situation, start: str, place: str) -> None:
    # The railway goes on to the edge, but it is not green: what is left of the line lies before the railhead.
    match = situation("german.movement", {GERMAN: start}, railheads=[place])
    move(match, GERMAN, place)
    assert marks(match, "railhead") == {place}


@pytest.mark.rule("u43", "17.4.b")
def test_a_railhead_goes_back_once_more_when_germans_follow_it(situation: Situation) -> None:
    match = situation("german.movement", {"G-11Pz": "4212"}, control={"soviet": TO_KHARKOV}, repaired=TO_KHARKOV[:4],
                      railheads=["4311"])
    move(match, "G-11Pz", "4410")
    assert marks(match, "railhead") == {"4409"}


@pytest.mark.rule("u43", "17.4.b")
def test_a_zone_pushes_no_railhead(situation: Situation) -> None:
    match = situation("german.movement", {GERMAN: "4313"}, control={"soviet": TO_KHARKOV}, repaired=TO_KHARKOV[:4],
                      railheads=["4311"])
    move(match, GERMAN, "4312")
    assert marks(match, "railhead") == {"4311"}


@pytest.mark.rule("u43", "17.4.c")
def test_a_railhead_cut_off_from_the_edge_does_not_advance(situation: Situation) -> None:
    hold = {"soviet": [*TO_KHARKOV, "3405"]}
    match = situation("soviet.final", {RIFLE: CENTRE, GERMAN: "4410"}, control=hold, repaired=TO_KHARKOV[:4],
                      railheads=["4311", "3504"])
    assert refused(match, "hex:4212") == "17.4.c"
    assert "3405" in offered(match).hexes
