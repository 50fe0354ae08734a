"""Clicks: what a unit and a hex mean together, and why a click, or such a pair, is refused now.

A player says "this unit, that hex"; the game knows clicks. The pair stands for the clicks that send the unit to the
hex, or at what stands in it, in whatever order the step on top wants them:

- the hex, when the unit is in hand or in the group picked so far;
- the unit, when the decision is aimed at the hex already (it joins an attack, it advances);
- the unit, then the hex (a move, a placement); or the unit alone, if that takes it there;
- the hex, or a counter in it, then the unit (an attack whose target is named first).

:func:`why_not` tries them on copies of the position, so it cannot disagree with the clicks themselves. Where picking
the unit rolls dice, it answers for the best they may bring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .dice import FACES, Dice
from .position import Position
from .steps import BUTTON, HEX, UNIT, Options, settle
from .words import Message

MOST_DICE = 2
"""A click that rolls more dice than this has done something: it did not only take a unit in hand."""

Advance = Callable[[Any], None]


class Click(NamedTuple):
    """A click: its kind, and the unit, place or button."""

    kind: str
    value: Any


def is_offered(options: Options, click: Click) -> bool:
    """Whether a click is one of the choices."""
    offered: Any = {UNIT: options.units, HEX: options.hexes, BUTTON: options.buttons}[click.kind]
    return click.value in offered


def refusal(p: Position, options: Options, click: Click) -> Message | None:
    """Why the step on top refuses a click: its own reason or, if it has none, what is to be done instead."""
    if is_offered(options, click):
        return None
    return _reason(p, click) or _not_now(p, options, click)


def refused_click(p: Position, options: Options, click: Click) -> Message | None:
    """Why a click is refused: a counter of which the step on top has nothing to say stands for its hex while something
    in hand is to go somewhere."""
    if is_offered(options, click):
        return None
    return _reason(p, click) or _reason_for_its_hex(p, options, click) or _not_now(p, options, click)


def _reason_for_its_hex(p: Position, options: Options, click: Click) -> Message | None:
    """Why what is in hand does not go to the hex of a counter, if it does not."""
    if click.kind != UNIT or options.about.unit is None or is_in_hand(options, click.value) \
            or not p.is_on_map(click.value):
        return None
    to_hex = Click(HEX, p.where[click.value])
    return None if is_offered(options, to_hex) else _reason(p, to_hex)


def _reason(p: Position, click: Click) -> Message | None:
    """The reason that the step on top has for refusing a click."""
    step = p.steps[-1]
    refuse: dict[str, Callable[[Any, Any], Message | None]] = {
        UNIT: step.refuse_unit, HEX: step.refuse_hex, BUTTON: step.refuse_button}
    return refuse[click.kind](p, click.value)


def _not_now(p: Position, options: Options, click: Click) -> Message:
    """A click means nothing now: what is to be done instead."""
    kind, value = click
    name = p.layout.units[value] if kind == UNIT else p.layout.places[value] if kind == HEX else value
    return Message("refused.not_offered", {"choice": f"{kind}:{name}", "prompt": options.prompt}, options.prompt.rules)


def why_not(p: Position, seat: str, unit: int, place: int, advance: Advance) -> Message | None:
    """Why a seat may not send a unit to a hex, or at what stands in it; None if it may."""
    if p.result is not None:
        return Message("refused.over")
    options = p.steps[-1].offer(p)
    assert options is not None, "a position that waits for nobody"
    if options.seat != seat:
        return Message("refused.not_your_choice", {"seat": options.seat})
    to_hex, to_unit = Click(HEX, place), Click(UNIT, unit)
    if is_in_hand(options, unit):
        return refusal(p, options, to_hex)
    if place in options.about.targets:
        return refusal(p, options, to_unit)
    reasons = [
        reason
        for first, second in _routes(p, unit, place) if is_offered(options, first)
        for reason in _after(p, options, first, second, unit, place, advance)
    ]
    if None in reasons:
        return None
    return reasons[0] if reasons else _refused_at_once(p, options, unit, place)


def points_left(p: Position, seat: str, unit: int, advance: Advance) -> float | None:
    """The movement points a unit has now, as the prompt would name them once it is in hand; None if it cannot move now.

    Like :func:`why_not` it tries the click, so that a card and a refusal never name different numbers.
    """
    options = None if p.result is not None else p.steps[-1].offer(p)
    if options is None or options.seat != seat or options.about.kind != "move":
        return None
    if options.about.unit != unit:
        if unit not in options.units:
            return None
        twins = list(_outcomes(p, Click(UNIT, unit), advance))
        options = twins[0].steps[-1].offer(twins[0]) if len(twins) == 1 and twins[0].steps else None
    if options is None or options.about.kind != "move" or options.about.unit != unit:
        return None
    left: float | None = options.prompt.args.get("left")
    return left


def is_in_hand(options: Options, unit: int) -> bool:
    """Whether a unit has been picked for the decision."""
    return options.about.unit == unit or unit in options.about.group


def _routes(p: Position, unit: int, place: int) -> Iterator[tuple[Click, Click]]:
    """The two clicks a pair may stand for, in every order."""
    to_hex, to_unit = Click(HEX, place), Click(UNIT, unit)
    yield to_unit, to_hex
    yield to_hex, to_unit
    for other in p.at(place):
        if other != unit:
            yield Click(UNIT, other), to_unit


def _after(p: Position, options: Options, first: Click, second: Click, unit: int, place: int,
           advance: Advance) -> Iterator[Message | None]:
    """Why the second click is refused after the first, once for every outcome of the dice; None where it is not."""
    for twin in _outcomes(p, first, advance):
        then = None if twin.result is not None else twin.steps[-1].offer(twin)
        if first == Click(UNIT, unit) and twin.where[unit] == place != p.where[unit]:
            yield None  # it is there
        elif then is not None and then.seat == options.seat and (
                is_in_hand(then, unit) if second.kind == HEX else place in then.about.targets):
            yield refusal(twin, then, second)
        elif first.kind == HEX or first.value == unit:  # the first click was all that there is to decide
            yield refusal(p, options, second) or _not_now(p, options, second)


def _refused_at_once(p: Position, options: Options, unit: int, place: int) -> Message | None:
    """Neither the unit nor the hex can be chosen: the reason for both, or for the one the decision begins with."""
    if (together := p.steps[-1].refuse_pair(p, unit, place)) is not None:
        return together
    if options.about.unit is not None:  # another unit is in hand, and the hexes are its own
        return refusal(p, options, Click(UNIT, unit))
    if options.hexes and not options.units:
        return refusal(p, options, Click(HEX, place))
    if not options.units and (reason := _reason(p, Click(HEX, place))) is not None:
        return reason
    about, side_of = options.about, p.layout.side_of
    foes = [other for other in p.at(place) if side_of[other] != side_of[unit] and other not in options.units]
    names_target = about.kind == "attack" and not about.targets and not options.hexes
    return refusal(p, options, Click(UNIT, foes[-1] if foes and names_target else unit))


def _outcomes(p: Position, click: Click, advance: Advance) -> Iterator[Position]:
    """The positions after a click, one for every outcome of the few dice it may roll."""
    rolls: list[tuple[int, ...]] = [()]
    while rolls:
        fixed = rolls.pop(0)
        twin = p.copy(Dice(b"", fixed))
        _make(twin, click)
        settle(twin, advance)
        if len(fixed) < twin.dice.count <= MOST_DICE:
            rolls += [(*fixed, face) for face in range(1, FACES + 1)]
        else:
            yield twin


def _make(p: Position, click: Click) -> None:
    p.log, p.held = None, True
    step = p.steps[-1]
    take: dict[str, Callable[[Any, Any], None]] = {
        UNIT: step.take_unit, HEX: step.take_hex, BUTTON: step.take_button}
    take[click.kind](p, click.value)
