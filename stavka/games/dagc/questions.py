"""The questions of the contract, answered for Destruction of Army Group Center."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from stavka.kit.answers import Answer, Asked
from stavka.kit.hexset import has
from stavka.kit.position import enemy
from stavka.kit.reach import UNLIMITED
from stavka.kit.steps import NOBODY
from stavka.kit.tables import Item, Sum
from stavka.kit.words import Message

from .air import why_not_fly
from .combat import (
    ARDOUR_COLUMNS,
    BEFORE,
    Attack,
    Combat,
    column,
    differential,
    why_not_join,
    why_not_target,
)
from .components import GERMAN, SIDES, SOVIET
from .movement import (
    Movement,
    expected_budget,
    may_move,
    reach_of,
    step_costs,
    step_price,
    surroundings,
    why_not_there,
)
from .position import Dagc
from .sight import assembling, hidden_units
from .special_units import armour_available
from .supply import in_supply, in_supply_to_defend, supply_path, supply_reason
from .victory import victory_points
from .zones import zone

if TYPE_CHECKING:
    from . import DestructionOfArmyGroupCenter


UNSEEN = "6.8.b"
"""The rule by which a unit that is not seen is not spoken of."""


class Questions:
    """Answers, for a seat and in a language; nothing the seat may not see goes into them."""

    def __init__(self, game: DestructionOfArmyGroupCenter) -> None:
        self.game = game

    # -- movement ------------------------------------------------------------------------------------------------

    def reach(self, p: Dagc, seat: str, *, unit: str, lang: str) -> dict[str, int]:
        """Every hex where the unit may end its move, with the points spent; before a die roll, at best."""
        u = Asked(self.game, p, seat, lang).unit_named(unit, UNSEEN)
        budget = self._budget(p, u)
        return {p.number(place): cost for place, cost in reach_of(p, u, budget).cost.items()} if budget else {}

    def path(self, p: Dagc, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """The cheapest path, with the cost of every step and the rules behind it."""
        asked = Asked(self.game, p, seat, lang)
        u, there = asked.unit_named(unit, UNSEEN), self.game.place_index(hex)
        if not p.is_on_map(u):
            raise self.game.illegal("refused.not_on_map", "9.1", unit=unit)
        budget = self._budget(p, u)
        reason = why_not_there(p, u, there, budget)
        if reason is not None:
            raise self.game.refusal(reason)
        way = reach_of(p, u, budget)
        return asked.path(way.path(there), way.cost[there], budget - way.cost[there],
                          lambda here, there: asked.step(there, self._costs(p, u, here, there)))

    def _costs(self, p: Dagc, unit: int, here: int, there: int) -> list[Item]:
        """What one step of a path costs, and why."""
        layout = p.layout
        entering, leaving = step_costs(layout, surroundings(p, unit, UNLIMITED))
        foes = zone(p, enemy(layout.side_of[unit]))
        ground = step_price(p, unit, here, there)
        strait = (here, there) in layout.straits
        wet = strait or (here, there) in layout.rivers
        partisans = layout.side_of[unit] == GERMAN and has(layout.partisan, there)
        parts = [(ground - wet - partisans, "cost.terrain", "12.3" if layout.cav_mech >> unit & 1 else "9.5.a")]
        parts += [(1, "cost.strait", "9.8") if strait else (1, "cost.river", "9.6")] * wet
        parts += [(1, "cost.partisans", "9.9")] * partisans
        parts += [(layout.leave_zone, "cost.leave_zone", "8.3.a")] * has(foes, here)
        parts += [(layout.enter_zone, "cost.enter_zone", "8.3.a")] * has(foes, there)
        left_stack = leaving[here] - layout.leave_zone * has(foes, here)
        joined_stack = entering[there] - layout.enter_zone * has(foes, there)
        parts += [(left_stack, "cost.leave_stack", "6.4.a")] * bool(left_stack)
        parts += [(joined_stack, "cost.enter_stack", "6.4.b")] * bool(joined_stack)
        return [Item(value, Message(key, {}, (rule,))) for value, key, rule in parts]

    def _budget(self, p: Dagc, unit: int) -> int:
        """The movement points a unit has now, or would have in its own phase."""
        step = p.steps[-1] if p.steps else None
        if isinstance(step, Movement) and step.unit == unit:
            return max(step.left, 0)
        if isinstance(step, Movement) and step.side == p.layout.side_of[unit] and not may_move(p, unit):
            return 0
        if not p.is_on_map(unit) or p.layout.localities >> unit & 1:
            return 0
        return expected_budget(p, unit)

    # -- combat --------------------------------------------------------------------------------------------------

    def odds(self, p: Dagc, seat: str, *, target: str | None = None, units: Iterable[str] | None = None,
             air: str | None = None, armour: bool = False, lower: int = 0, lang: str) -> Answer:
        """The whole sum of an attack, its column, and the probability of every result.

        Without a target it is about the attack the seat is putting together.
        """
        attack = assembling(p, seat) if target is None else self._attack(
            p, seat, target, units or (), air, armour, lower)
        if attack is None or not attack.units:
            raise self.game.illegal("refused.no_attackers", "11.2")
        hidden = hidden_units(p, seat)
        total = differential(p, attack, unseen=hidden)
        return self._odds(Asked(self.game, p, seat, lang), p, total,
                          sum(hidden >> unit & 1 for unit in p.at(attack.target)))

    def _attack(self, p: Dagc, seat: str, target: str, units: Iterable[str], air: str | None, armour: bool,
                lower: int) -> Attack:
        """An attack that somebody asks about, put together as the clicks would, so that nothing impossible passes."""
        place = self.game.place_index(target)
        asked = Asked(self.game, p, seat, "en")
        attackers = [asked.unit_named(unit, UNSEEN) for unit in units]
        if not attackers:
            raise self.game.illegal("refused.no_attackers", "11.2")
        attack = Attack(p.layout.side_of[attackers[0]], self._combat_phase(p), place)
        reason = why_not_target(p, attack.side, place)
        if reason is not None:
            raise self.game.refusal(reason)
        for unit in attackers:
            if unit not in attack.candidates(p):
                raise self.game.refusal(why_not_join(p, attack, unit))
            attack = replace(attack, units=(*attack.units, unit))
        in_hand = assembling(p, seat)
        committed = in_hand if in_hand is not None and in_hand.target == place else attack
        attack = replace(attack, air=self._air(p, asked, air, attack, committed))
        if armour and not (committed.armour or armour_available(p, attack.side, attack.units)):
            raise self.game.illegal("refused.armour", "12.6.a")
        attack = replace(attack, armour=armour)
        if not 0 <= lower <= column(p, differential(p, attack, unseen=hidden_units(p, seat))):
            raise self.game.illegal("refused.lowest_column", "11.14")
        return replace(attack, lower=lower)

    def _air(self, p: Dagc, asked: Asked, air: str | None, attack: Attack, committed: Attack) -> int:
        """13.1 The air army that supports an attack; one that is committed to it already has flown."""
        if air is None:
            return NOBODY
        unit = asked.unit_named(air, UNSEEN)
        if unit != committed.air and unit not in attack.air_support(p):
            raise self.game.refusal(attack.refuse_unit(p, unit) or why_not_fly(p, unit))
        return unit

    def _combat_phase(self, p: Dagc) -> str:
        """Which combat phase the question is about: this one, or the next to come."""
        for step in p.steps:
            if isinstance(step, Combat):
                return step.phase
        return BEFORE if self.game.phase_key(p).endswith(".replacements") else "after"

    def _odds(self, asked: Asked, p: Dagc, total: Sum, hidden: int) -> Answer:
        crt = p.layout.crt
        at = column(p, total)
        chances = crt.chances(at)
        answer = {
            **asked.sum(total),
            "differential": total.differential,
            "column": crt.headings[at],
            "column_index": at,
            "results": chances,
            "hidden": hidden,
        }
        if at < ARDOUR_COLUMNS:  # 11.23: rolled until it is not AS
            decided = 1 - chances.get("AS", 0)
            answer["ardour"] = {result: chance / decided for result, chance in chances.items() if result != "AS"}
        return answer

    # -- supply, zones, hexes, units -----------------------------------------------------------------------------

    def supply(self, p: Dagc, seat: str, *, unit: str, lang: str) -> Answer:
        """Whether a unit is in supply, by which path, and why."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit, UNSEEN)
        if not p.is_on_map(u):
            raise self.game.illegal("refused.not_on_map", unit=unit)
        supplied = in_supply(p, u)
        return {**asked.supply(supplied, supply_reason(p, u), supply_path(p, u) if supplied else None),
                "supplied_to_defend": in_supply_to_defend(p, u)}

    def zoc(self, p: Dagc, seat: str, *, side: str, lang: str) -> list[str]:
        """The hexes in a side's zones of control."""
        return p.numbers(zone(p, Asked(self.game, p, seat, lang).side_named(side)))

    def hex(self, p: Dagc, seat: str, *, hex: str, lang: str) -> Answer:
        """Everything about a hex, with provenance."""
        place = self.game.place_index(hex)
        answer = Asked(self.game, p, seat, lang).hex(place, p.layout.points.get(place, 0))
        if place >= p.layout.hexes:
            return answer
        owner = SIDES[SOVIET if has(p.control, place) else GERMAN]
        return {
            **answer,
            "control": owner if has(p.layout.playable, place) else None,
            "zoc": [name for side, name in enumerate(SIDES) if has(zone(p, side), place)],
        }

    def unit(self, p: Dagc, seat: str, *, unit: str, lang: str) -> Answer:
        """Everything about a counter, with provenance."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit, UNSEEN)
        counter = p.layout.unit[u]
        return {
            **asked.unit(u),
            "combat": list(counter.combat),
            "factor": p.factor(u) if counter.combat else None,
            "steps": p.steps_of(u) if counter.combat else 0,
            "movement": counter.movement,
            "reduced": has(p.reduced, u),
            "supply": self.supply(p, seat, unit=unit, lang=lang) if p.is_on_map(u) and not counter.is_air else None,
        }

    def why_not(self, p: Dagc, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """Why a unit may not move to, attack or retreat to a hex now, with the rule; no reason if it may."""
        asked = Asked(self.game, p, seat, lang)
        return asked.why_not(asked.unit_named(unit, UNSEEN), self.game.place_index(hex))

    def victory(self, p: Dagc, seat: str, *, lang: str) -> Answer:
        """The score as it stands and what is needed (4.3)."""
        return {"soviet": victory_points(p), "needed": p.layout.points_needed}
