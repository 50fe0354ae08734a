"""Chapter 30: victory points, and how the game is won; 31 - 34 what each scenario asks for."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.game import Result
from stavka.kit.hexset import members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, SOVIET
from .position import CAPTURED, DESTROYED, Ukraine, lose_step
from .supply import supplied_hexes

# -- Points (30.2) -------------------------------------------------------------------------------------------------


def scoring_hexes(p: Ukraine) -> list[int]:
    """30.2 The objectives that count: Soviet, and with a supply line."""
    return members(p.layout.objectives & p.control & supplied_hexes(p, SOVIET))


def objective_points(p: Ukraine) -> int:
    """30.2 The points of those hexes."""
    return sum(p.layout.points[place] for place in scoring_hexes(p))


def dam_points(p: Ukraine) -> int:
    """28.1 Two for a dam destroyed, four for one taken intact."""
    points = p.layout.dam_points
    return {DESTROYED: points["destroyed"], CAPTURED: points["intact"]}.get(p.dam, 0)


def lost_source_points(p: Ukraine) -> int:
    """30.2 Two less for each Soviet source with a German unit in it."""
    lost = p.layout.edge_sources[SOVIET] & p.manned[GERMAN]
    return p.layout.victory["lost_source"] * lost.bit_count()


def point_parts(p: Ukraine) -> dict[str, int]:
    """30.2 What the Soviet points are made of."""
    return {"objectives": objective_points(p), "dam": dam_points(p), "lost_sources": lost_source_points(p),
            "exits": p.exit_points}


def victory_points(p: Ukraine) -> int:
    """30.2 The Soviet points as they stand."""
    return sum(point_parts(p).values())


# -- The end (30.1, 31.7, 32.1, 33.2, 34.2) ------------------------------------------------------------------------


def decide(p: Ukraine) -> None:
    """3.E, 30.1 Automatic victory by the mark of the turn; after the last turn by the level of the scenario."""
    plan = p.layout.plans[p.scenario]
    points, mark, margin = victory_points(p), p.layout.marks[p.turn - 1], p.layout.victory["margin"]
    p.emit("points", "3.E", points=points, mark=mark)
    if plan.automatic_from and p.turn >= plan.automatic_from:
        if points >= mark + margin:
            return _end(p, "soviet", Message("result.ahead", {"points": points, "mark": mark}, ("30.1",)), points)
        if points <= mark - margin:
            return _end(p, "german", Message("result.behind", {"points": points, "mark": mark}, ("30.1",)), points)
    if p.turn < plan.last_turn:
        return None
    args = {"points": points, "needed": plan.needed}
    if points >= plan.needed:
        return _end(p, "soviet", Message("result.points", args, (plan.rule,)), points)
    return _end(p, "german", Message("result.held", args, (plan.rule,)), points)


def _end(p: Ukraine, winner: str, message: Message, points: int) -> None:
    p.result = Result(winner, message, {"soviet": points})
    p.emit("won", *message.rules, side=winner)


# -- Steps that left by the west edge (30.2) -----------------------------------------------------------------------


def charge_exits(p: Ukraine) -> None:
    """30.2 For every two steps that left, one German step, mechanized if both were; an odd step counts nothing."""
    each = p.layout.victory["exit_steps"]
    mech, other = p.exited
    p.owed = (mech // each, (mech % each + other) // each)
    p.exited = (0, 0)
    if any(p.owed):
        p.emit("owed", "30.2.c", mechanized=p.owed[0], any=p.owed[1])


@dataclass(frozen=True, slots=True)
class Owed(Step):
    """30.2 The Germans remove the steps they owe, or the Soviets gain a point for each they do not."""

    def offer(self, p: Ukraine) -> Options | None:
        units = self._units(p)
        if not units:
            return None
        prompt = Message("prompt.owed", {"mechanized": p.owed[0], "any": p.owed[1]}, ("30.2.c",))
        return Options(p.seat(GERMAN), "owed", prompt, units=units, buttons=("refuse",), about=About("lose"))

    def _units(self, p: Ukraine) -> list[int]:
        if not any(p.owed):
            return []
        layout = p.layout
        fighting = (layout.combat | layout.support) & layout.army[GERMAN]
        return p.those_on_map(fighting if p.owed[1] else fighting & layout.mechanized)

    def skip(self, p: Ukraine) -> None:
        self.take_button(p, "refuse")

    def take_unit(self, p: Ukraine, unit: int) -> None:
        mech, other = p.owed
        lose_step(p, unit, "30.2.c")
        p.owed = (mech - 1, other) if mech and p.layout.mechanized >> unit & 1 else (mech, other - 1)

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()
        missing = sum(p.owed)
        p.owed = (0, 0)
        if missing:
            p.exit_points += missing * p.layout.victory["step_not_removed"]
            p.emit("not_removed", "30.2.c", points=missing)

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.owed_mechanized", {"unit": p.id(unit)}, ("30.2.c",))
