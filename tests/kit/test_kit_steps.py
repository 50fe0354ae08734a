"""The steps that games compose: set-up, losses, excess, and going hex by hex. Their manners here are a toy game's."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import stavka
from stavka.kit.deploy import ARRANGE, FEWEST_CHANGES, FINISH, READY_MADE, Deploy, SetUp
from stavka.kit.hexwise import HALT, Course, Hexwise
from stavka.kit.losses import Excess, Limit, Losses, Toll, push_excess
from stavka.kit.position import Position
from stavka.kit.steps import Options, Step
from stavka.kit.words import Message

UNITS = 3
FIRST, SECOND, THIRD = range(UNITS)


@pytest.fixture
def p(dagc: stavka.Game[Any]) -> Position:
    """Three units of one side in one hex, and nothing else."""
    position: Position = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True}).position
    position.steps = ()
    for unit in range(UNITS):
        position.put(unit, 0)
    return position


def offered(p: Position, step: Step) -> Options:
    p.steps = (step,)
    options = step.offer(p)
    assert options is not None
    return options


def top(p: Position) -> Any:
    return p.steps[-1]


def unlucky(p: Any, unit: int, *rules: str) -> None:
    p.put(unit, p.box("aside"))
    p.emit("eliminated", *rules, unit=p.id(unit), hex="0101")


def alive(p: Any, unit: int) -> int:
    return int(p.is_on_map(unit))


# -- set-up --------------------------------------------------------------------------------------------------------


def in_first_hex(p: Any) -> list[int]:
    return list(p.at(0))


def two_hexes(_: Any, unit: int) -> list[int]:
    return [2, 4] if unit else [6]


def far_is_special(_: Any, unit: int, place: int) -> Message | None:
    return Message("refused.too_far", {"unit": unit}, ("3.9",)) if place > 8 else None


def suggested(p: Any) -> list[tuple[int, int]]:
    return [(unit, 2) for unit in p.at(0)]


SET_UP = SetUp("toy", "3.1", in_first_hex, two_hexes, why_not=far_is_special, ready_made=suggested)


def test_a_unit_is_picked_then_its_place_until_all_are_set_up(p: Position) -> None:
    options = offered(p, Deploy(SET_UP, 0))
    assert (options.task, options.units, options.prompt.rules) == ("deploy", (0, 1, 2), ("3.1",))
    top(p).take_unit(p, SECOND)
    assert top(p).offer(p).hexes == (2, 4)
    top(p).take_hex(p, 4)
    assert p.where[SECOND] == 4 and top(p).offer(p).units == (FIRST, THIRD, SECOND)
    assert p.log is not None and p.log[-1].kind == "deployed"


def test_a_unit_with_one_place_goes_there_and_the_rest_can_be_had_ready_made(p: Position) -> None:
    offered(p, Deploy(SET_UP, 0))
    top(p).take_unit(p, FIRST)
    assert p.where[FIRST] == 6 and top(p).offer(p).buttons == (READY_MADE, ARRANGE)
    top(p).take_button(p, READY_MADE)
    assert p.at(2) == (SECOND, THIRD) and top(p).offer(p) is None


def test_the_suggested_set_up_can_be_changed_until_it_is_finished(p: Position) -> None:
    offered(p, Deploy(SET_UP, 0))
    top(p).take_button(p, ARRANGE)
    options = top(p).offer(p)
    assert options.prompt.key == "prompt.arrange" and options.buttons == (FINISH,)
    assert options.units == (FIRST, SECOND, THIRD)
    top(p).take_unit(p, SECOND)
    assert p.where[SECOND] == 0 and top(p).offer(p).about.unit == SECOND, "it waits where it waited, and is in hand"
    assert p.log is not None and (p.log[-1].kind, p.log[-1].data["hex"]) == ("taken_up", p.number(2))
    top(p).take_hex(p, 4)
    assert p.where[SECOND] == 4
    top(p).take_button(p, FINISH)
    assert p.steps == ()


def test_a_set_up_is_not_changed_for_ever(p: Position) -> None:
    offered(p, Deploy(SET_UP, 0))
    top(p).take_button(p, ARRANGE)
    for _ in range(FEWEST_CHANGES - 1):
        top(p).take_unit(p, SECOND)
        top(p).take_hex(p, 4)
    assert top(p).offer(p).units == () and top(p).offer(p).buttons == (FINISH,)
    assert top(p).offer(p).prompt.key == "prompt.arranged", "nobody is asked to take up any"
    told = top(p).refuse_unit(p, SECOND)
    assert told is not None and told.key == "refused.changed_enough"


def stays_in_four(p: Any, unit: int) -> Message | None:
    return Message("refused.keeps_together", {"unit": p.id(unit)}, ("3.2",)) if p.where[unit] == 4 else None


def test_a_unit_that_the_others_need_where_it_stands_is_not_taken_up(p: Position) -> None:
    offered(p, Deploy(replace(SET_UP, why_stays=stays_in_four), 0))
    for unit, place in ((SECOND, 4), (THIRD, 2)):
        top(p).take_unit(p, unit)
        top(p).take_hex(p, place)
    assert top(p).offer(p).units == (FIRST, THIRD)
    told = top(p).refuse_unit(p, SECOND)
    assert told is not None and told.rule == "3.2"


def test_a_game_has_its_own_reasons_against_a_place(p: Position) -> None:
    step = Deploy(SET_UP, 0, SECOND)
    told = step.refuse_hex(p, 10)
    assert told is not None and told.rule == "3.9"
    told = step.refuse_hex(p, 8)
    assert told is not None and (told.key, told.rule) == ("refused.no_deployment", "3.1")


# -- losses --------------------------------------------------------------------------------------------------------

TOLL = Toll("toy", alive, unlucky)


def test_the_owner_says_who_is_lost_and_the_first_may_have_to_come_from_some(p: Position) -> None:
    step = Losses(TOLL, 0, (FIRST, SECOND, THIRD), 2, "8.1", first=(SECOND, THIRD), first_rule="8.2")
    assert offered(p, step).units == (SECOND, THIRD)
    told = step.refuse_unit(p, FIRST)
    assert told is not None and told.rule == "8.2"
    top(p).take_unit(p, THIRD)
    assert top(p).offer(p).units == (FIRST, SECOND)
    top(p).take_unit(p, FIRST)
    assert top(p).offer(p) is None
    top(p).skip(p)
    assert p.steps == () and [alive(p, unit) for unit in range(UNITS)] == [0, 1, 0]


def test_where_all_must_go_nobody_is_asked(p: Position) -> None:
    p.steps = (Losses(TOLL, 0, (FIRST, SECOND), 5, "8.1"),)
    while p.steps:
        assert top(p).offer(p) is None
        top(p).skip(p)
    assert [alive(p, unit) for unit in range(UNITS)] == [0, 0, 1]


def over_one(p: Any, place: int) -> int:
    return len(p.at(place)) - 1


def test_too_many_in_a_hex_go_until_the_rest_may_stay(p: Position) -> None:
    push_excess(p, Limit("toy", "6.1", over_one, unlucky), (0, 2))
    assert len(p.steps) == 1 and isinstance(top(p), Excess)
    assert top(p).offer(p).prompt.args["number"] == 2
    top(p).take_unit(p, FIRST)
    top(p).take_unit(p, THIRD)
    assert top(p).offer(p) is None and p.at(0) == (SECOND,)


# -- hex by hex ----------------------------------------------------------------------------------------------------


def eastward(p: Any, step: Hexwise) -> list[int]:
    here = p.where[step.units[0]]
    return [here + 2] if here < 6 else []


def go(p: Any, step: Hexwise, place: int) -> None:
    for unit in step.units:
        p.put(unit, place)


def lost(p: Any, step: Hexwise) -> None:
    for unit in step.units:
        unlucky(p, unit, "9.3")


def east_only(_: Any, step: Hexwise, place: int) -> Message:
    return Message("refused.retreat_far", {"hex": place}, (step.course.rule,))


def course(may_halt: bool) -> Course:
    return Course("toy", "advance" if may_halt else "retreat", "toy", "9.1", eastward, go, east_only, lost, may_halt)


def test_a_force_keeps_together_and_chooses_each_hex_when_it_has_come_to_the_last(p: Position) -> None:
    assert offered(p, Hexwise(course(False), 0, (FIRST, SECOND), 2)).hexes == (2,)
    top(p).take_hex(p, 2)
    assert (top(p).left, top(p).path, top(p).offer(p).hexes) == (1, (0,), (4,))
    top(p).take_hex(p, 4)
    assert top(p).offer(p) is None
    top(p).skip(p)
    assert p.steps == () and p.at(4) == (FIRST, SECOND)


def test_who_has_hexes_to_go_and_cannot_meets_his_fate_and_who_may_halt_is_asked(p: Position) -> None:
    offered(p, Hexwise(course(False), 0, (FIRST,), 9))
    while p.steps:
        options = top(p).offer(p)
        if options is None:
            top(p).skip(p)
        else:
            top(p).take_hex(p, options.hexes[0])
    assert not alive(p, FIRST)
    assert offered(p, Hexwise(course(True), 0, (SECOND,), 9)).buttons == (HALT,)
    top(p).take_button(p, HALT)
    assert p.steps == () and alive(p, SECOND)


# -- as data -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [
    lambda: Deploy(SET_UP, 0), lambda: Losses(TOLL, 0, (1, 2), 1, "8.1"), lambda: Hexwise(course(True), 0, (1,)),
])
def test_a_step_is_plain_data_and_travels_between_processes(make: Callable[[], Step]) -> None:
    step = make()
    data = step.as_data()
    assert data["step"] == type(step).__name__ and "toy" in data.values()
    assert pickle.loads(pickle.dumps(step)) == step
