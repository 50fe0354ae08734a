"""A mind that answers every offer of the game for one side, by its orders."""

from __future__ import annotations

from typing import Any

from stavka.kit.hexset import has
from stavka.kit.hexwise import Hexwise
from stavka.kit.losses import Losses
from stavka.kit.position import enemy
from stavka.kit.steps import NOBODY, Options

from ..combat import Attack, Combat
from ..components import GERMAN, SOVIET
from ..movement import Movement
from ..position import Dagc
from ..reinforcements import Enter
from ..results import Advance, Retreat, RetreatBeforeCombat
from ..zones import zone
from .battles import Assault, Battles, advance_worth, exposure
from .doctrine import Orders
from .ground import Ground
from .moves import Moves, way_through
from .odds import Chances, step_worth
from .picture import Picture

Choice = tuple[str, Any]
"""A kind of click and what is clicked, by index."""

END: Choice = ("do", "end_phase")


class Mind:
    """Plays one side by orders. It remembers its plan for the phase and makes it anew when the plan fails."""

    def __init__(self, ground: Ground, chances: Chances, orders: Orders, side: int) -> None:
        self.ground, self.chances, self.orders, self.side = ground, chances, orders, side
        self.moves: Moves | None = None
        self.todo: list[int] = []
        self.assault: Assault | None = None
        self._entering: Picture | None = None
        self._phase: tuple[int, int] = (0, -1)

    def decide(self, p: Dagc, options: Options) -> Choice:
        """The answer to an offer."""
        now = (p.turn, p.phase)
        if now != self._phase:
            self._phase = now
            self.moves, self.todo, self.assault, self._entering = None, [], None, None
        answer: Choice = getattr(self, f"_{options.task}")(p, options)
        return answer

    # -- movement --------------------------------------------------------------------------------------------------

    def _move(self, p: Dagc, options: Options) -> Choice:
        if self.moves is None:
            self.moves = Moves(p, self.ground, self.chances, self.orders, self.side)
            self.moves.plan()
            where = self.moves.where
            self.todo = [unit for unit in self.moves.units if where[unit] != p.where[unit]]
        return self._next_unit(p, options)

    def _next_unit(self, p: Dagc, options: Options) -> Choice:
        """The next unit to be moved: one whose way is free now, if there is one."""
        assert self.moves is not None
        self.todo = [unit for unit in self.todo if unit in options.units]
        where = self.moves.where
        for unit in self.todo:
            if len(p.at(where[unit])) < 2:
                return "unit", unit
        return ("unit", self.todo[0]) if self.todo else END

    def _move_to(self, p: Dagc, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, Movement)
        moves, unit = self.moves, step.unit
        if moves is None:
            self._move(p, options)
            moves = self.moves
            assert moves is not None
        if unit not in self.todo:
            return self._next_unit(p, options)
        goal = moves.where[unit]
        if goal == p.where[unit]:
            self.todo.remove(unit)
            return self._next_unit(p, options)
        rolled = not moves.picture.supplied >> unit & 1 or p.interdicted >> unit & 1
        if goal not in options.hexes or (rolled and step.left > 3):
            goal = moves.best_of(unit, options.hexes)
            if goal not in options.hexes:
                self.todo.remove(unit)
                return self._next_unit(p, options)
        if self.orders.knows("sweep"):
            via = way_through(p, self.ground, unit, step.left, goal, self.side)
            if via != goal and via in options.hexes:
                return "hex", via
        self.todo.remove(unit)
        return "hex", goal

    # -- combat ----------------------------------------------------------------------------------------------------

    def _battles(self, p: Dagc) -> Battles:
        combat = p.steps[0]
        phase = combat.phase if isinstance(combat, Combat) else "after"
        return Battles(p, self.ground, self.chances, self.orders, self.side, phase)

    def _target(self, p: Dagc, options: Options) -> Choice:
        self.assault = self._battles(p).next_attack(options.hexes)
        if self.assault is None:
            return END if "end_phase" in options.buttons else ("hex", options.hexes[0])
        return "hex", self.assault.target

    def _attack(self, p: Dagc, options: Options) -> Choice:
        attack = p.steps[-1]
        assert isinstance(attack, Attack)
        plan = self.assault
        if plan is None or plan.target != attack.target:
            plan = self._battles(p).assault(attack.target) or Assault(attack.target, ())
            self.assault = plan
        for unit in plan.units:
            if unit in options.units and unit not in attack.units:
                return "unit", unit
        if plan.air in options.units and attack.air == NOBODY and plan.air != NOBODY:
            return "unit", plan.air
        if plan.armour and "armour" in options.buttons:
            return "do", "armour"
        if not attack.units:
            return "unit", options.units[0]
        return self._roll(p, attack, options)

    def _roll(self, p: Dagc, attack: Attack, options: Options) -> Choice:
        """Roll as the odds now stand: the stack may have been revealed, or the armour not have appeared."""
        battles = self._battles(p)
        support = int(attack.air != NOBODY) + int(attack.armour) - attack.lower
        _, _, lower, ardour = battles.judge(battles.target(attack.target), attack.units, support)
        if lower and "lower" in options.buttons:
            return "do", "lower"
        if ardour and "ardour" in options.buttons:
            return "do", "ardour"
        return "do", "roll"

    def _advance(self, p: Dagc, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, Advance)
        if not self.orders.knows("advance_or_hold"):
            return "unit", max(options.units, key=lambda unit: (p.factor(unit), -unit))
        best, chosen = 0.0, NOBODY
        for unit in options.units:
            value = advance_worth(p, self.ground, self.side, unit, step.target, self.orders.temper.caution)
            value += 0.05 * p.factor(unit) if not p.at(step.target) else -0.3
            if value > best:
                best, chosen = value, unit
        return ("unit", chosen) if chosen != NOBODY else ("do", "halt")

    def _advance_again(self, p: Dagc, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, Hexwise)
        if not self.orders.knows("exploit"):
            return "do", "halt"
        best, chosen = 0.15, NOBODY
        for place in options.hexes:
            value = advance_worth(p, self.ground, self.side, step.units[0], place, self.orders.temper.caution)
            if value > best:
                best, chosen = value, place
        return ("hex", chosen) if chosen != NOBODY else ("do", "halt")

    def _loss(self, p: Dagc, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, Losses)
        return "unit", min(options.units, key=lambda unit: (step_worth(p, unit), unit))

    def _top(self, p: Dagc, options: Options) -> Choice:
        """6.8 The weaker unit hides the stronger."""
        return "unit", min(options.units, key=lambda unit: (p.factor(unit), unit))

    def _retreat(self, p: Dagc, options: Options) -> Choice:
        """Retreat or lose a step (11.19): the place decides, and what stands there."""
        step = p.steps[-1]
        if options.units:
            return "unit", max(options.units, key=lambda unit: (p.factor(unit), unit))
        place = min(options.hexes, key=lambda place: (self._danger(p, place), place))
        if "loss" not in options.buttons or not isinstance(step, Retreat):
            return "hex", place
        units = p.at(step.target)
        worth = self.ground.worth.get(step.target, 0.0)
        held = has(p.control, step.target) == (self.side == SOVIET)
        stay = (worth if held else 0.0) + self.orders.temper.stand
        stay += sum(step_worth(p, unit) for unit in units if p.layout.localities >> unit & 1)
        stay -= min(step_worth(p, unit) for unit in units)
        if self.orders.knows("stand_or_retreat"):
            stay -= 0.8 * self._danger(p, step.target)
            stay += 0.8 * self._danger(p, place)
            stay += 0.35 if self._holds_line(p, step.target) else 0.0
        return ("do", "loss") if stay > 0 else ("hex", place)

    def _holds_line(self, p: Dagc, place: int) -> bool:
        """Whether giving the hex up would cost a defence bonus."""
        layout = p.layout
        return has(layout.entrenchments[self.side], place) or any(
            (hex, place) in layout.rivers for hex in self.ground.neighbours[place]
            if has(p.occupied[enemy(self.side)], hex))

    def _danger(self, p: Dagc, place: int) -> float:
        return exposure(p, self.ground, self.side, place)

    def _retreat_before(self, p: Dagc, options: Options) -> Choice:
        step = p.steps[-1]
        assert isinstance(step, RetreatBeforeCombat)
        worth = self.ground.worth.get(step.target, 0.0)
        return "do", "retreat" if exposure(p, self.ground, self.side, step.target) > 0.25 + worth else "stand"

    # -- reinforcements and replacements ---------------------------------------------------------------------------

    def _reinforce(self, p: Dagc, options: Options) -> Choice:
        """Reinforcements first, then replacement steps where they restore most."""
        if not self.orders.knows("replacements"):
            return ("unit", options.units[0]) if options.units else END
        best, chosen = 0.0, NOBODY
        for unit in options.units:
            value = self._muster_worth(p, unit)
            if value > best:
                best, chosen = value, unit
        return ("unit", chosen) if chosen != NOBODY else END

    def _muster_worth(self, p: Dagc, unit: int) -> float:
        layout = p.layout
        if p.is_on_map(unit):
            near = has(layout.grid.around(zone(p, enemy(self.side))), p.where[unit])
            shock = 1.0 if (layout.shock >> unit & 1 and p.turn < layout.soviet_oos_turn
                            and self.orders.knows("shock")) else 0.0
            guard = 3.0 if p.where[unit] == layout.koenigsberg and self.orders.knows("koenigsberg") else 0.0
            return layout.full[unit] - layout.half[unit] + (1.0 if near else 0.3) + shock + guard
        if p.where[unit] == p.box(("dead.soviet", "dead.german")[self.side]):
            return layout.half[unit] + (1.2 if self.side == GERMAN else -0.5)
        return 20.0 + layout.full[unit]

    def _enter(self, p: Dagc, options: Options) -> Choice:
        """Enter where the unit is needed: near objectives, and for Korps Gruppen where the line is thin."""
        picture = self._picture(p)
        step = p.steps[-1]
        assert isinstance(step, Enter)
        kg = bool(p.layout.korps_gruppen >> step.unit & 1) and self.orders.knows("korps_gruppen")
        best, chosen = -1e9, options.hexes[0]
        for place in options.hexes:
            value = -0.05 * self._nearest_fight(p, place)
            value += 0.3 * self.ground.worth.get(place, 0.0) * bool(picture.threat[place])
            value -= 0.4 * len(p.at(place)) * (not kg)
            if place == p.layout.koenigsberg and self.side == GERMAN and self.orders.knows("koenigsberg"):
                value += 5.0
            if kg:
                value += 0.05 * picture.threat[place] - 0.8 * (place not in self.ground.worth) * bool(
                    not picture.in_supply >> place & 1)
            if value > best:
                best, chosen = value, place
        return "hex", chosen

    def _nearest_fight(self, p: Dagc, place: int) -> int:
        """Steps from a hex to where this unit would be used."""
        if self.side == SOVIET:
            return min((self.ground.distance[goal][place] for goal in p.layout.points if not has(p.control, goal)),
                       default=0)
        return p.layout.grid.steps_to(place, p.occupied[SOVIET]) or 0

    def _picture(self, p: Dagc) -> Picture:
        """The situation as it was when the first unit of this phase entered: the enemy does not move meanwhile."""
        if self._entering is None:
            self._entering = Picture(p, self.ground, self.side)
        return self._entering

    def _deploy(self, p: Dagc, options: Options) -> Choice:
        return "unit", max(options.units, key=lambda unit: (p.layout.full[unit], -unit))

    def _deploy_to(self, p: Dagc, options: Options) -> Choice:
        """3.6, 3.7 Against the weakest stretch of the front, or behind our own."""
        if self.side == SOVIET:
            def worth(place: int) -> float:
                near = self.ground.near[place] & p.occupied[GERMAN]
                return (2.0 if near else 0.0) - 0.3 * len(p.at(place)) - 0.1 * self._nearest_fight(p, place)
        else:
            gap = p.layout.bagration_marker

            def worth(place: int) -> float:
                away = p.layout.grid.distance(place, gap)
                return -abs(away - 7) + 0.5 * self.ground.worth.get(place, 0.0) - 0.2 * len(p.at(place))
        return "hex", max(options.hexes, key=lambda place: (worth(place), -place))

    # -- air, ports, stacking --------------------------------------------------------------------------------------

    def _interdiction(self, p: Dagc, options: Options) -> Choice:
        return ("unit", options.units[0]) if options.units and self.orders.knows("interdict") else END

    def _interdict(self, p: Dagc, options: Options) -> Choice:
        """The strongest unit that is free to move: one held in a zone of control moves little anyway."""
        held = zone(p, SOVIET)

        def worth(unit: int) -> float:
            value = float(p.factor(unit)) + (2.0 if p.layout.unit[unit].kind == "panzer" else 0.0)
            near = self._threatened_town(p, p.where[unit])
            return value - (2.0 if has(held, p.where[unit]) else 0.0) + near

        return "unit", max(options.units, key=lambda unit: (worth(unit), -unit))

    def _threatened_town(self, p: Dagc, place: int) -> float:
        """Soviet towns that a German unit could take back."""
        return sum(0.7 * self.ground.worth[goal] for goal in p.layout.points
                   if has(p.control, goal) and not p.at(goal) and self.ground.distance[goal][place] <= 7)

    def _air_fatigue(self, p: Dagc, options: Options) -> Choice:
        return "unit", options.units[-1]

    def _ports(self, p: Dagc, options: Options) -> Choice:
        return "unit", min(options.units, key=lambda unit: (p.factor(unit), unit))

    def _excess(self, p: Dagc, options: Options) -> Choice:
        return "unit", min(options.units, key=lambda unit: (step_worth(p, unit), unit))
