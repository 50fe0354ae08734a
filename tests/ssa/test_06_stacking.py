"""Chapter 6: stacking."""

from __future__ import annotations

import pytest

from stavka import SituationError
from stavka.games.ssa import TheSSAbyss
from stavka.kit.words import Message
from tests.playing import Situation, move, offered, play, reach, refused, where

LEGAL = [
    ["1Pz-1", "1Pz-PzV"],  # a regiment and a battalion
    ["1Pz-1", "1Pz-PzIV", "1Pz-StG", "1Pz-PzJ"],  # a regiment and three companies
    ["1Pz-PzV", "1Pz-Rec"],  # two battalions
    ["1Pz-PzV", "1Pz-PzIV", "1Pz-StG", "1Pz-PzJ"],
    ["1Pz-PzIV", "1Pz-StG", "1Pz-PzJ", "3Pz-PzIV", "3Pz-StG", "3Pz-PzJ"],
    ["84-41", "84-201", "84-382"],
    ["25G-Div"],
]
ILLEGAL = [
    ["1Pz-1", "1Pz-113"],
    ["1Pz-1", "1Pz-PzV", "1Pz-PzIV"],
    ["1Pz-1", "1Pz-Art"],
    ["1Pz-PzV", "1Pz-Rec", "1Pz-PzIV"],
    ["1Pz-PzV", "1Pz-PzIV", "1Pz-StG", "1Pz-PzJ", "3Pz-PzJ"],
    ["84-41", "84-201", "84-382", "252-924"],
    ["25G-Div", "84-41"],
]


@pytest.mark.rule("ssa", "6.0a", "6.0b", "6.0c")
@pytest.mark.parametrize("units", LEGAL)
def test_what_may_stand_together(k3: Situation, units: list[str]) -> None:
    *standing, last = units
    side = "axis" if last[:2] in ("1P", "3P") else "soviet"
    match = k3(f"{side}.movement", {**dict.fromkeys(standing, "2115"), last: "2117"})
    move(match, last, "2115")
    assert where(match, last) == "2115"


@pytest.mark.rule("ssa", "6.0a", "6.0b", "6.0c", "6.0f")
@pytest.mark.parametrize("units", ILLEGAL)
def test_what_may_not_stand_together(k3: Situation, units: list[str]) -> None:
    *standing, last = units
    side = "axis" if last[:2] in ("1P", "3P") else "soviet"
    stuck = {"hex": "2115", "disrupted": True}  # or they could make room
    match = k3(f"{side}.movement", {**dict.fromkeys(standing, stuck), last: "2117"})
    assert "2115" not in reach(match, last)
    play(match, f"unit:{last}")
    assert refused(match, "hex:2115") in ("6.0a", "6.0c")
    with pytest.raises(SituationError, match=r"\(6\.0\)"):
        k3(f"{side}.movement", dict.fromkeys(units, "2115"))


@pytest.mark.rule("ssa", "6.0d")
def test_two_full_stacks_change_places_while_they_move(k3: Situation) -> None:
    """The limit may be exceeded while units move: whoever was there has to go on before anything else is done."""
    match = k3("axis.movement", {"1Pz-1": "2115", "1Pz-PzV": "2115", "3Pz-3": "2117", "3Pz-PzV": "2117"})
    move(match, "1Pz-1", "2117")
    assert set(offered(match).units) == {"3Pz-3"} and offered(match).buttons == ()  # two regiments are one too many
    assert refused(match, "unit:3Pz-PzV") == "6.0d"
    asked = offered(match).as_data()
    why = match.game.say(Message(f"why.{asked['why']}"))
    assert "has moved to 2117" in asked["prompt"]["en"] and "retreat" not in why
    play(match, "unit:3Pz-3")
    assert refused(match, "hex:2117") == "4.0a" and "2115" in offered(match).hexes
    play(match, "hex:2115")
    assert (where(match, "1Pz-1"), where(match, "3Pz-3")) == ("2117", "2115")
    play(match, "unit:3Pz-PzV")
    assert refused(match, "unit:3Pz-3") == "4.0b"  # its move is over


@pytest.mark.rule("ssa", "6.0d")
def test_three_full_stacks_change_places_in_a_ring(k3: Situation) -> None:
    """Who makes room may go to a full hex as well, from which somebody goes to where the first came from."""
    match = k3("axis.movement", {"1Pz-1": "2115", "1Pz-PzV": "2115", "3Pz-3": "2215", "3Pz-PzV": "2215",
                                 "1Pz-113": "2116", "3Pz-Rec": "2116"})
    move(match, "1Pz-1", "2215")
    play(match, "unit:3Pz-3", "hex:2116")
    assert offered(match).task == "displace" and offered(match).units == ("1Pz-113",)
    play(match, "unit:1Pz-113", "hex:2115")
    assert (where(match, "1Pz-1"), where(match, "3Pz-3"), where(match, "1Pz-113")) == ("2215", "2116", "2115")
    assert offered(match).task in ("move", "move_to")


@pytest.mark.rule("ssa", "6.0d")
def test_a_full_hex_is_closed_where_nobody_can_leave_it(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2115", "3Pz-3": {"hex": "2117", "disrupted": True}, "3Pz-PzV": "2117"})
    assert "2117" not in reach(match, "1Pz-1")
    play(match, "unit:1Pz-1")
    assert refused(match, "hex:2117") == "6.0a"


@pytest.mark.rule("ssa", "6.0d")
def test_the_unit_in_hand_makes_no_room_since_it_is_put_down_first(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2115", "3Pz-3": "2116"})
    move(match, "3Pz-3", "2117")
    assert "2117" not in reach(match, "1Pz-1")
    play(match, "unit:1Pz-1")
    assert refused(match, "hex:2117") == "6.0a"


@pytest.mark.rule("ssa", "6.0e")
def test_dora_stands_with_a_full_stack(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "0707", "1Pz-PzV": "0707", "Dora": "0607"})
    move(match, "Dora", "0707")
    assert where(match, "Dora") == "0707"


@pytest.mark.rule("ssa", "6.0f")
def test_artillery_divisions_stack_as_regiments(ssa: TheSSAbyss, sa: Situation) -> None:
    match = sa("soviet.movement", {"Arty1": "2115", "Arty2": "2115", "84-41": "2117"})
    assert "2115" in reach(match, "84-41")
    assert ssa.theatre.weight[ssa.counters.index["Arty1"]] == ssa.theatre.weight[ssa.counters.index["84-41"]]
