"""A mind that answers every offer of the game for one side, by its orders."""

from __future__ import annotations

from typing import Any

from stavka.kit.deploy import Deploy
from stavka.kit.hexset import has
from stavka.kit.steps import Options

from ..assault import Assault as AssaultStep
from ..bombardment import AIR_BUTTON, Bombardment
from ..components import GERMAN, SOVIET
from ..defensive_fire import DefensiveFire
from ..events import EVENT_BUTTON
from ..german_strategic import GermanStrategic
from ..movement import TacticalMovement
from ..northern_front import WITH_SUPPLY, NorthernFront
from ..position import Breslau
from ..red_strategic import RedStrategic
from .battles import Assault, Battles
from .doctrine import Orders
from .ground import Ground
from .guns import Guns
from .moves import Moves
from .odds import Chances, unit_worth
from .reserves import GermanReserves, RedReserves, deploy_german, deploy_red

Choice = tuple[str, Any]
"""A kind of click and what is clicked, by index."""

END: Choice = ("do", "end_phase")


class Mind:
    """Plays one side by orders. It remembers its plan for the phase and makes it anew when a phase begins."""

    def __init__(self, ground: Ground, chances: Chances, orders: Orders, side: int) -> None:
        self.ground, self.chances, self.orders, self.side = ground, chances, orders, side
        self.moves: Moves | None = None
        self.guns: Guns | None = None
        self.todo: list[int] = []
        self.assault: Assault | None = None
        self.salvo: tuple[int, int] | None = None
        self.fire: tuple[list[int], int] | None = None
        self._red: RedReserves | None = None
        self._strike: int | None = None
        self._phase: tuple[int, int] = (0, -1)

    def decide(self, p: Breslau, options: Options) -> Choice:
        """The answer to an offer."""
        now = (p.turn, p.phase)
        if now != self._phase:
            self._phase = now
            self.moves = self.guns = self.assault = self.salvo = self.fire = self._red = self._strike = None
            self.todo = []
        answer: Choice = getattr(self, f"_{options.task}")(p, options)
        return answer

    # -- tactical movement -----------------------------------------------------------------------------------------

    def _plan_moves(self, p: Breslau) -> Moves:
        moves = Moves(p, self.ground, self.chances, self.orders, self.side)
        moves.plan()
        self.todo = [unit for unit in moves.units if moves.where[unit] != p.where[unit]]
        return moves

    def _move(self, p: Breslau, options: Options) -> Choice:
        return self._next_unit(self._same_moves(p), p, options)

    def _same_moves(self, p: Breslau) -> Moves:
        """The plan, looking at the position as it is now."""
        if self.moves is None:
            self.moves = self._plan_moves(p)
        moves = self.moves
        moves.p = p
        moves.lost()
        return moves

    def _next_unit(self, moves: Moves, p: Breslau, options: Options) -> Choice:
        """The next unit to be moved: one whose goal has room now, if there is one."""
        self.todo = [unit for unit in self.todo if unit in options.units and unit in moves.where]
        limit = p.layout.stack_limit[self.side]
        for unit in self.todo:
            place = moves.where[unit]
            if self.side == SOVIET or len(p.at(place)) < limit[place]:
                return "unit", unit
        return ("unit", self.todo[0]) if self.todo else END

    def _move_to(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, TacticalMovement)
        moves, unit = self._same_moves(p), step.unit
        if unit not in self.todo:
            return self._next_unit(moves, p, options)
        self.todo.remove(unit)
        moves.improve(unit, step.left, options.hexes)
        goal = moves.where[unit]
        if goal in options.hexes and goal != p.where[unit]:
            return "hex", goal
        return self._next_unit(moves, p, options)

    def _excess(self, p: Breslau, options: Options) -> Choice:
        """7.1.4 The least useful unit makes room."""
        return "unit", min(options.units, key=lambda unit: (
            p.layout.covering >> unit & 1, unit_worth(p, unit), not p.layout.artillery >> unit & 1, unit))

    # -- assaults and defensive fire -------------------------------------------------------------------------------

    def battles(self, p: Breslau) -> Battles:
        """What fights are judged by."""
        return Battles(p, self.ground, self.chances, self.orders, self.side)

    def _target(self, p: Breslau, options: Options) -> Choice:
        plans = self.battles(p).plan(options.units)
        self.assault = plans[0] if plans else None
        return END if self.assault is None else ("unit", self.assault.target)

    def _attack(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, AssaultStep)
        plan = self.assault
        if plan is None or plan.target != step.target:
            plan = self.battles(p).assault(step.target) or Assault(step.target, tuple(options.units[:1]))
            self.assault = plan
        for unit in plan.units:
            if unit in options.units and unit not in step.units:
                return "unit", unit
        if not step.units:
            return "unit", options.units[0]
        if plan.goliath and "goliath" in options.buttons:
            return "do", "goliath"
        if plan.captured and "captured_goliaths" in options.buttons:
            return "do", "captured_goliaths"
        button = f"supply.{plan.artillery}"
        return "do", button if button in options.buttons else "assault"

    def _defensive_fire(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, DefensiveFire)
        battles = self.battles(p)
        if not step.units:
            if "chemical" in options.buttons and battles.worth_gassing(step.target, step.came_from):
                return "do", "chemical"
            units, artillery, _ = battles.fire(step.target, list(options.units))
            self.fire = (units, artillery)
            return ("unit", units[0]) if units else ("do", "pass")
        units, artillery = self.fire or (list(step.units), 0)
        for unit in units:
            if unit in options.units:
                return "unit", unit
        button = f"supply.{artillery}"
        return "do", button if button in options.buttons else "fire"

    # -- bombardment -----------------------------------------------------------------------------------------------

    def planned_guns(self, p: Breslau) -> Guns:
        """The targets of the bombardment phase, weighed when they are first needed."""
        if self.guns is None:
            self.guns = Guns(p, self.ground, self.chances, self.orders)
        self.guns.p = p
        return self.guns

    def _bombardment(self, p: Breslau, options: Options) -> Choice:
        """Guns first, then aircraft where the guns failed, then Po-2s, then the anti-fascists."""
        guns = self.planned_guns(p)
        rocket = guns.rocket_to_convert(options.units)
        if rocket is not None:
            return "unit", rocket
        air_first = not self.orders.knows("air_after_guns")
        if air_first and (choice := self._air(guns, p)) is not None:
            return choice
        if options.units:
            self.salvo = guns.salvo(len(options.units))
            if self.salvo is not None:
                return "unit", options.units[0]
        if not air_first and (choice := self._air(guns, p)) is not None:
            return choice
        if "po2" in options.buttons and guns.night_target(self._germans(p)) is not None:
            return "do", "po2"
        if "antifascists" in options.buttons and guns.antifascist_target(self._germans(p, contact=True)) is not None:
            return "do", "antifascists"
        return END

    def _germans(self, p: Breslau, contact: bool = False) -> list[int]:
        near = p.layout.grid.around(p.occupied[SOVIET])
        return [unit for unit in p.layout.own[GERMAN]
                if p.is_on_map(unit) and (not contact or has(near, p.where[unit]))]

    def _air(self, guns: Guns, p: Breslau) -> Choice | None:
        if not p.air:
            return None
        found = guns.strike(p.air)
        if found is None:
            return None
        self._strike = found[0]
        return "do", f"{AIR_BUTTON}{found[1]}"

    def _bombard(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, Bombardment)
        guns = self.planned_guns(p)
        all_shelled = not options.hexes  # 8.2.12: only rockets to convert are left
        if all_shelled or ("katyusha" in options.buttons and guns.rocket_to_convert(step.guns) is not None):
            return "do", "katyusha"
        if self.salvo is None:
            self.salvo = guns.salvo(len(step.guns) + len(options.units)) or (options.hexes[0], 1)
        place, number = self.salvo
        if len(step.guns) < number and options.units:
            return "unit", options.units[0]
        return "hex", place if place in options.hexes else options.hexes[0]

    def _air_target(self, p: Breslau, options: Options) -> Choice:
        if self._strike is not None and self._strike in options.hexes:
            return "hex", self._strike
        return "do", "depots"

    def _po2(self, p: Breslau, options: Options) -> Choice:
        target = self.planned_guns(p).night_target(options.units)
        return "unit", options.units[0] if target is None else target

    def _antifascists(self, p: Breslau, options: Options) -> Choice:
        target = self.planned_guns(p).antifascist_target(options.units)
        return "unit", options.units[0] if target is None else target

    # -- events and the Red Army's strategic movement --------------------------------------------------------------

    def red(self, p: Breslau) -> RedReserves:
        """The reserves of the Red Army as the phase began."""
        if self._red is None:
            self._red = RedReserves(p, self.ground, self.orders)
        self._red.p = p
        return self._red

    def _events(self, p: Breslau, options: Options) -> Choice:
        letter = next((button for button in options.buttons if button.startswith(EVENT_BUTTON)), None)
        if letter is not None:
            return "do", letter
        return ("do", "declare") if "declare" in options.buttons and self.red(p).declares() else END

    def _arrivals(self, p: Breslau, options: Options) -> Choice:
        return "unit", options.units[0]

    def _enter(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, RedStrategic)
        return "hex", self.red(p).entry(options.hexes, step.unit)

    def _leave(self, p: Breslau, options: Options) -> Choice:
        unit = self.red(p).leaver(options.units)
        return END if unit is None else ("unit", unit)

    def _cover(self, p: Breslau, options: Options) -> Choice:
        place = self.red(p).cover(options.hexes)
        return ("do", "done") if place is None else ("hex", place)

    def _polish_losses(self, p: Breslau, options: Options) -> Choice:
        return "unit", min(options.units, key=lambda unit: (unit_worth(p, unit), unit))

    # -- the garrison's strategic movement and supply --------------------------------------------------------------

    def garrison(self, p: Breslau) -> GermanReserves:
        """The reserves of the fortress."""
        return GermanReserves(p, self.ground, self.orders)

    def _strategic(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, GermanStrategic)
        reserves = self.garrison(p)
        if "train" in options.buttons and reserves.builds_train():
            return "do", "train"
        unit = reserves.unit_to_move(step, options.units)
        return END if unit is None else ("unit", unit)

    def _place(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, GermanStrategic)
        if self.moves is None:
            self.moves = Moves(p, self.ground, self.chances, self.orders, GERMAN)
        return "hex", self.garrison(p).place(options.hexes, step.unit, self.moves)

    def _release(self, p: Breslau, options: Options) -> Choice:
        return ("unit", options.units[0]) if self.garrison(p).releases() else ("do", "done")

    def _northern_front(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, NorthernFront)
        return "do", WITH_SUPPLY if self.garrison(p).pays_for_die(step) else "roll"

    def _airstrip(self, p: Breslau, options: Options) -> Choice:
        place = self.garrison(p).strip(options.hexes) if options.hexes else None
        return END if place is None else ("hex", place)

    def _reorganisation(self, p: Breslau, options: Options) -> Choice:
        return END

    # -- deployment (SC.F1) ----------------------------------------------------------------------------------------

    def _deploy(self, p: Breslau, options: Options) -> Choice:
        return "unit", options.units[0]

    def _deploy_to(self, p: Breslau, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, Deploy)
        if self.side == GERMAN:
            return "hex", deploy_german(p, self.ground, options.hexes, step.unit)
        return "hex", deploy_red(p, self.red(p).lure, options.hexes, step.unit)

    def _deploy_covering(self, p: Breslau, options: Options) -> Choice:
        lure = self.red(p).lure
        return "hex", max(options.hexes, key=lambda place: (lure[place], -place))

