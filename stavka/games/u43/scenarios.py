"""Chapters 31 - 34: the scenarios and their set-up, made by the players in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stavka.kit.data import Table
from stavka.kit.deploy import READY_MADE, Deploy
from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, of
from stavka.kit.steps import Step

from .before_start import Bridgeheads, Depleted, Fortify, Kursk, ShockArtillery, StepLosses, Transfers
from .components import ASIDE, DEAD, GERMAN, LAST_TURN, SETUP, SOVIET, Theatre
from .deployment import AUGUST, GERMANS, OCTOBER_SET_UP, SEPTEMBER_SET_UP, SOVIET_FOOT, SOVIET_REST, code_of
from .position import Ukraine

KURSK_LOSSES = 4  # 31.2
DEPLETED = 2  # 33.7

FIXED = ("dead", "aside", "stavka", "airborne")


# -- Plans ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What a scenario says beyond its counters."""

    key: str
    month: str
    """Whose front line it starts from."""
    start: str
    """Which of the counters' starts it uses."""
    first_turn: int
    last_turn: int
    needed: int
    automatic_from: int
    """The first turn on which automatic victory counts; 0 for never."""
    rule: str
    central: int
    railheads: tuple[str, ...]
    losses: Mapping[str, tuple[int, int]]
    """Steps to be lost before the start by army or front: mechanized, others."""
    forts: int
    ready: Mapping[str, str]
    """The ready-made set-up: a place for every unit that players place."""


def read_plans(table: Table) -> dict[str, Plan]:
    """The scenarios of ``scenarios.toml``."""
    return {key: _read_plan(key, scenario, table) for key, scenario in table.tables("scenarios")}


def _read_plan(key: str, table: Table, whole: Table) -> Plan:
    first, last = table.pair("turns")
    month = table.one_of("month", ("august", "september", "october"))
    losses = table.table("losses", {})
    if last > LAST_TURN:
        raise table.fail("'turns' end after turn {turns}", turns=LAST_TURN)
    return Plan(
        key, month, table.text("start"), first, last, table.whole("needed"), table.whole("automatic_from"),
        table.text("rule"), table.whole("central"), tuple(table.texts("railheads")),
        {code: _steps(losses, code) for code in losses.values}, table.whole("forts", 0),
        {unit: str(place) for unit, place in whole.table("ready_made").table(month).values.items() if unit != "source"})


def _steps(table: Table, code: str) -> tuple[int, int]:
    values = table.wholes(code)
    if len(values) != 2:
        raise table.fail("'{code}' must be mechanized and other steps", code=code)
    return values[0], values[1]


# -- The start -----------------------------------------------------------------------------------------------------


def set_up(theatre: Theatre, scenario: str, options: Mapping[str, bool], dice: Dice) -> Ukraine:
    """Every counter in its box, on the turn record track or in front of its owner; then the players set up."""
    plan = theatre.plans[scenario]
    p = Ukraine(theatre, dice, scenario, dict(options))
    p.turn = plan.first_turn
    p.control = theatre.board.area(f"soviet_{plan.month}")
    p.central = plan.central
    p.railheads, p.repaired = first_railheads(theatre, plan)
    for unit in theatre.unit:
        p.put(unit.index, starting_place(p, unit.index))
    p.push(*setup_steps(p))
    return p


def starting_place(p: Ukraine, unit: int) -> int:
    """Where a counter is before the players set up."""
    start, side = code_of(p, unit), p.layout.side_of[unit]
    if start in FIXED:
        return p.box({"dead": DEAD[side]}.get(start, start))
    return p.box(start) if start.startswith("turn.") else p.box(SETUP[side])


def first_railheads(theatre: Theatre, plan: Plan) -> tuple[tuple[int, ...], HexSet]:
    """17.2, 31.2 The railheads at start, and the green hexes behind them."""
    heads = tuple(sorted(theatre.grid.index[number] for number in plan.railheads))
    repaired = 0
    for line in theatre.board.lines:
        if line.kind == "rail":
            reached = [line.path.index(head) for head in heads if head in line.path]
            repaired |= of(line.path[:max(reached) + 1]) if reached else 0
    return heads, repaired & ~theatre.soviet_august


def setup_steps(p: Ukraine) -> list[Step]:
    """31.2 In August Soviet infantry, all Germans, Soviet vehicles; 33.5, 34.7 later the Germans begin and end."""
    if p.scenario in AUGUST:
        return [Deploy(SOVIET_FOOT, SOVIET), Deploy(GERMANS, GERMAN), Kursk(KURSK_LOSSES), Deploy(SOVIET_REST, SOVIET)]
    before: list[Step] = [Transfers()] if p.is_october else []
    after: list[Step] = [ShockArtillery(), Bridgeheads()] if p.is_october else []
    germans, soviets, reserves = OCTOBER_SET_UP if p.is_october else SEPTEMBER_SET_UP
    return [
        *before,
        Deploy(germans, GERMAN), StepLosses(GERMAN), Fortify(p.layout.plans[p.scenario].forts),
        Deploy(soviets, SOVIET), StepLosses(SOVIET), Depleted(DEPLETED), *after,
        Deploy(reserves, GERMAN),
    ]


# -- All at once ---------------------------------------------------------------------------------------------------


def set_up_ready_made(p: Ukraine) -> None:
    """Play every step of the set-up by its ready-made way: for written positions."""
    p.steps = ()
    p.push(*setup_steps(p))
    while p.steps:
        step = p.steps[-1]
        options = step.offer(p)
        if options is None:
            step.skip(p)
        elif READY_MADE in options.buttons:
            step.take_button(p, READY_MADE)
        elif "done" in options.buttons:
            step.take_button(p, "done")
        elif options.units:
            step.take_unit(p, options.units[0])
        else:
            step.take_hex(p, options.hexes[0])


def put_aside(p: Ukraine, units: Iterable[int]) -> None:
    """Counters that a written position does not use."""
    for unit in units:
        p.put(unit, p.box(ASIDE))


