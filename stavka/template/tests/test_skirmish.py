"""Rule tests of Skirmish: each cites what it would catch, plays a situation and checks values worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import stavka


def situation(step: str, place: dict[str, Any], **more: Any) -> stavka.Match:
    """A match on an otherwise empty map."""
    return stavka.game("skirmish").situation({"empty": True, "step": step, "place": place, **more})


def play(match: stavka.Match, *choices: str) -> stavka.Match:
    """Make choices one after the other."""
    for choice in choices:
        match.choose(choice)
    return match


def refused(match: stavka.Match, choice: str) -> str | None:
    """The rule by which a choice is refused."""
    with pytest.raises(stavka.Illegal) as error:
        match.choose(choice)
    assert error.value.say("es")
    return error.value.rule


def where(match: stavka.Match, unit: str) -> str:
    """Where a unit is."""
    return match.view("red")["units"][unit]["place"]


def attack(dice: list[int], place: dict[str, Any], target: str, *units: str) -> stavka.Match:
    """An attack of Red that has been rolled."""
    match = situation("red.combat", place, dice=dice)
    return play(match, f"hex:{target}", *[f"unit:{unit}" for unit in units], "do:roll")


@pytest.mark.rule("skirmish", "1.2")
def test_a_reduced_unit_shows_its_weaker_side() -> None:
    match = situation("red.movement", {"R-1": {"hex": "0603", "reduced": True}, "R-2": "0604"})
    assert match.view("blue")["units"]["R-1"]["face"] == 1
    assert match.ask("unit", unit="R-1")["factor"] == 2 and match.ask("unit", unit="R-2")["factor"] == 4


@pytest.mark.rule("skirmish", "2.1")
def test_the_phases_and_who_plays_them() -> None:
    game = stavka.game("skirmish")
    assert [phase.key for phase in game.sequence] == ["red.movement", "red.combat", "blue.movement", "blue.combat"]
    assert refused(situation("red.movement", {"R-1": "0603", "B-1": "0203"}), "unit:B-1") == "2.1"


@pytest.mark.rule("skirmish", "2.2", "5.2")
@pytest.mark.parametrize(("held", "winner"), [(["0303"], "blue"), (["0303", "0206"], "red")])
def test_after_six_turns_red_needs_two_towns(held: list[str], winner: str) -> None:
    assert play(situation("blue.combat", {"R-1": "0801"}, turn=5, control={"red": held}), "do:end_phase").turn == 6
    result = play(situation("blue.combat", {"R-1": "0801"}, turn=6, control={"red": held}), "do:end_phase").result
    assert result is not None and (result.winner, result.rule) == (winner, "5.2")


@pytest.mark.rule("skirmish", "3.1")
def test_one_unit_a_hex() -> None:
    match = play(situation("red.movement", {"R-1": "0603", "R-2": "0604", "B-1": "0602"}), "unit:R-1")
    assert refused(match, "hex:0604") == "3.1" and refused(match, "hex:0602") == "3.1"


@pytest.mark.rule("skirmish", "3.2")
def test_a_unit_moves_once_as_far_as_its_points_last() -> None:
    match = play(situation("red.movement", {"R-1": "0803", "R-2": "0808"}), "unit:R-1", "hex:0804", "hex:0806")
    assert where(match, "R-1") == "0806" and refused(match, "hex:0807") == "3.2"
    assert refused(play(match, "unit:R-2"), "unit:R-1") == "3.2"


@pytest.mark.rule("skirmish", "3.3")
def test_forest_and_river_cost_more_and_lakes_are_closed() -> None:
    match = situation("red.movement", {"R-1": "0602", "R-2": "0503", "R-5": "0709"})
    assert match.ask("reach", unit="R-1")["0601"] == 2
    assert match.ask("reach", unit="R-2")["0403"] == 2
    costs = [line["value"] for line in match.ask("path", unit="R-2", hex="0403")["steps"][0]["why"]]
    assert costs == [1, 1]
    assert refused(play(match, "unit:R-5"), "hex:0710") == "3.3"


@pytest.mark.rule("skirmish", "3.4")
def test_an_enemy_zone_stops() -> None:
    match = situation("red.movement", {"R-6": "0604", "B-1": "0606"})
    assert set(match.ask("zoc", side="blue")) == {"0605", "0607", "0506", "0507", "0706", "0707"}
    assert "0606" not in match.ask("reach", unit="R-6") and "0706" in match.ask("reach", unit="R-6")
    assert refused(play(match, "unit:R-6", "hex:0605"), "hex:0705") == "3.4"


@pytest.mark.rule("skirmish", "4.1")
def test_a_hex_is_attacked_once_and_a_unit_attacks_once() -> None:
    match = attack([3], {"R-1": "0804", "R-2": "0705", "B-1": "0805", "B-2": "0803"}, "0805", "R-1")  # 1-1: no effect
    assert refused(match, "hex:0805") == "4.1" and refused(match, "hex:0803") == "4.1"
    match = play(situation("red.combat", {"R-1": "0804", "R-2": "0801", "B-1": "0805"}), "hex:0805")
    assert refused(match, "unit:R-2") == "4.1" and refused(match, "do:roll") == "4.1"


@pytest.mark.rule("skirmish", "4.2")
def test_the_odds_are_rounded_down() -> None:
    match = situation("red.combat", {"R-1": "0804", "R-6": "0705", "B-1": "0805"})
    odds = match.ask("odds", target="0805", units=["R-1", "R-6"])
    assert (odds["attack"], odds["defence"], odds["column"]) == (9, 4, "2-1")


@pytest.mark.rule("skirmish", "4.3")
@pytest.mark.parametrize(("attacker", "defender", "shift"), [
    ("0804", "0805", 0), ("0605", "0606", -1), ("0503", "0403", -1), ("0304", "0303", -1)])
def test_forest_town_and_river_help_the_defender(attacker: str, defender: str, shift: int) -> None:
    match = situation("red.combat", {"R-1": attacker, "B-1": defender})
    assert match.ask("odds", target=defender, units=["R-1"])["shift"] == shift


@pytest.mark.rule("skirmish", "4.4", "4.5")
def test_the_attacker_loses_a_step_of_his_choice() -> None:
    match = attack([1], {"R-1": "0804", "B-1": "0805"}, "0805", "R-1")
    assert match.view("red")["units"]["R-1"]["face"] == 1
    match = attack([1], {"R-1": {"hex": "0804", "reduced": True}, "R-2": "0705", "B-1": "0805"}, "0805", "R-1", "R-2")
    assert match.offer and set(match.offer.units) == {"R-1", "R-2"}
    assert where(play(match, "unit:R-1"), "R-1") == "dead"


@pytest.mark.rule("skirmish", "4.4", "4.6")
def test_a_defender_retreats_out_of_zones_or_is_lost() -> None:
    place = {"R-1": "0804", "R-2": "0705", "B-1": "0805"}
    match = attack([3], place, "0805", "R-1", "R-2")  # 2-1: DR
    assert match.offer and match.offer.seat == "blue" and match.offer.hexes == ("0806",)
    assert refused(match, "hex:0706") == "4.6" and refused(match, "hex:0101") == "4.6"
    assert where(play(match, "hex:0806"), "B-1") == "0806"
    match = attack([3], place | {"R-3": "0707"}, "0805", "R-1", "R-2")  # nowhere to go
    assert where(match, "B-1") == "dead"


@pytest.mark.rule("skirmish", "4.4", "4.7")
def test_one_attacker_may_advance() -> None:
    match = attack([5], {"R-1": "0804", "R-2": "0705", "B-1": "0805"}, "0805", "R-1", "R-2")  # 2-1: DL
    assert match.view("red")["units"]["B-1"]["face"] == 1
    play(match, "hex:0806")
    assert match.offer and match.offer.task == "advance" and match.offer.buttons == ("halt",)
    play(match, "unit:R-2")
    assert where(match, "R-2") == "0805" and match.offer.task == "target"


@pytest.mark.rule("skirmish", "5.1")
def test_control_passes_in_every_hex_entered() -> None:
    match = play(situation("red.movement", {"R-6": "0305"}), "unit:R-6", "hex:0303", "hex:0302")
    assert {"0304", "0303", "0302"} <= set(match.view("blue")["control"]["red"])
    assert match.view("blue")["points"]["scores"]["red"] == 1 and match.ask("hex", hex="0303")["control"] == "red"


def test_the_novice_plays_a_whole_game() -> None:
    from stavka.players import play as play_out
    from stavka.players import player

    game = stavka.game("skirmish")
    match = play_out(game.start(seed=3), {seat: player("novice", game, seed=seat) for seat in game.seats})
    assert match.result is not None and any(event.kind == "fought" for event in match.log)
