"""The questions of the contract, answered for Destruction of Army Group Center."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from stavka.kit.clicks import why_not
from stavka.kit.hexset import bit, has
from stavka.kit.position import enemy
from stavka.kit.tables import Item, Sum
from stavka.kit.words import Message

from .air import may_support, why_not_fly
from .combat import ARDOUR_COLUMNS, BEFORE, Attack, Combat, column, differential
from .components import GERMAN, NOBODY, SIDES, SOVIET
from .movement import (
    Movement,
    expected_budget,
    may_move,
    reach_of,
    step_costs,
    terrain_steps,
    why_not_there,
)
from .position import Dagc
from .sight import assembling, hidden_units
from .supply import in_supply, in_supply_to_defend, supply_path, supply_reason
from .victory import victory_points
from .zones import zone

if TYPE_CHECKING:
    from . import DestructionOfArmyGroupCenter


class Questions:
    """Answers, for a seat and in a language; nothing the seat may not see goes into them."""

    def __init__(self, game: DestructionOfArmyGroupCenter) -> None:
        self.game = game
        self.table: Mapping[str, Callable[..., Any]] = {
            "reach": self.reach,
            "path": self.path,
            "odds": self.odds,
            "supply": self.supply,
            "zoc": self.zoc,
            "hex": self.hex,
            "unit": self.unit,
            "why_not": self.why_not,
            "victory": self.victory,
        }

    # -- movement ------------------------------------------------------------------------------------------------

    def reach(self, p: Dagc, seat: str, *, unit: str, lang: str) -> dict[str, int]:
        """Every hex where the unit may end its move, with the points spent; before a die roll, at best."""
        u = self._visible(p, seat, unit)
        budget = self._budget(p, u)
        return {p.number(place): cost for place, cost in reach_of(p, u, budget).cost.items()} if budget else {}

    def path(self, p: Dagc, seat: str, *, unit: str, hex: str, lang: str) -> dict[str, Any]:
        """The cheapest path, with the cost of every step and the rules behind it."""
        u, there = self._visible(p, seat, unit), self.game.place_index(hex)
        budget = self._budget(p, u)
        way = reach_of(p, u, budget)
        if there not in way.cost:
            reason = why_not_there(p, u, there, budget) or Message("refused.not_on_map", {"unit": unit})
            raise self.game.illegal(reason.key, *reason.rules, **reason.args)
        path = way.path(there)
        return {
            "path": [p.number(place) for place in path],
            "cost": way.cost[there],
            "left": budget - way.cost[there],
            "steps": [self._step(p, u, a, b, lang) for a, b in pairwise(path)],
        }

    def _step(self, p: Dagc, unit: int, here: int, there: int, lang: str) -> dict[str, Any]:
        """One step of a path: its cost and why."""
        layout = p.layout
        entering, leaving = step_costs(p, unit)
        foes = zone(p, enemy(layout.side_of[unit]))
        ground = dict(terrain_steps(p, unit)[here])[there]
        wet = (here, there) in layout.rivers or (here, there) in layout.straits
        partisans = layout.side_of[unit] == GERMAN and has(layout.partisan, there)
        parts = [(ground - wet - partisans, "cost.terrain", "12.3" if layout.cav_mech >> unit & 1 else "9.5.a")]
        parts += [(1, "cost.river", "9.6")] * wet + [(1, "cost.partisans", "9.9")] * partisans
        parts += [(layout.leave_zone, "cost.leave_zone", "8.3.a")] * has(foes, here)
        parts += [(layout.enter_zone, "cost.enter_zone", "8.3.a")] * has(foes, there)
        left_stack = leaving[here] - layout.leave_zone * has(foes, here)
        joined_stack = entering[there] - layout.enter_zone * has(foes, there)
        parts += [(left_stack, "cost.leave_stack", "6.4.a")] * bool(left_stack)
        parts += [(joined_stack, "cost.enter_stack", "6.4.b")] * bool(joined_stack)
        return {
            "hex": p.number(there),
            "cost": sum(value for value, _, _ in parts),
            "why": [self._line(Item(value, Message(key, {}, (rule,))), lang) for value, key, rule in parts],
        }

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
             air: str | None = None, armour: bool = False, lower: int = 0, lang: str) -> dict[str, Any]:
        """The whole sum of an attack, its column, and the probability of every result.

        Without a target it is about the attack the seat is putting together.
        """
        attack = assembling(p, seat) if target is None else self._attack(
            p, seat, target, units or (), air, armour, lower)
        if attack is None or not attack.units:
            raise self.game.illegal("refused.no_attackers", "11.2")
        hidden = hidden_units(p, seat)
        total = differential(p, attack, unseen=hidden)
        return self._odds(p, total, sum(hidden >> unit & 1 for unit in p.at(attack.target)), lang)

    def _attack(self, p: Dagc, seat: str, target: str, units: Iterable[str], air: str | None, armour: bool,
                lower: int) -> Attack:
        """An attack that somebody asks about, checked to be possible."""
        place = self.game.place_index(target)
        attackers = tuple(self._visible(p, seat, unit) for unit in units)
        if not attackers:
            raise self.game.illegal("refused.no_attackers", "11.2")
        side = p.layout.side_of[attackers[0]]
        if not has(p.occupied[enemy(side)], place):
            raise self.game.illegal("refused.no_enemy", "11.2", hex=target)
        around = p.layout.combat_moves.step(bit(place))  # 11.2: not across open water
        for unit in attackers:
            if not p.is_on_map(unit) or not has(around, p.where[unit]):
                raise self.game.illegal("refused.unit_not_adjacent", "11.2", unit=p.id(unit), hex=target)
            if p.layout.localities >> unit & 1:
                raise self.game.illegal("refused.locality_attacks", "12.5.e", unit=p.id(unit))
            if p.layout.is_front(unit) != p.layout.is_front(attackers[0]):
                raise self.game.illegal("refused.fronts_attack", "11.24", unit=p.id(unit))
        air_army = NOBODY if air is None else self.game.unit_index(air)
        if air_army != NOBODY and not (p.layout.air >> air_army & 1 and may_support(p, air_army, attackers)):
            reason = why_not_fly(p, air_army)
            raise self.game.illegal(reason.key, *reason.rules, **reason.args)
        return Attack(side, self._combat_phase(p), place, attackers, air_army, armour, lower)

    def _combat_phase(self, p: Dagc) -> str:
        """Which combat phase the question is about: this one, or the next to come."""
        for step in p.steps:
            if isinstance(step, Combat):
                return step.phase
        return BEFORE if self.game.phase_key(p).endswith(".replacements") else "after"

    def _odds(self, p: Dagc, total: Sum, hidden: int, lang: str) -> dict[str, Any]:
        crt = p.layout.crt
        at = column(p, total)
        chances = crt.chances(at)
        answer = {
            "attack": total.attack_strength,
            "defence": total.defence_strength,
            "differential": total.differential,
            "attackers": [self._line(item, lang) for item in total.attackers],
            "defenders": [self._line(item, lang) for item in total.defenders],
            "shifts": [self._line(item, lang) for item in total.shifts],
            "shift": total.net_shift,
            "column": crt.headings[at],
            "column_index": at,
            "results": chances,
            "hidden": hidden,
        }
        if at < ARDOUR_COLUMNS:  # 11.23: rolled until it is not AS
            decided = 1 - chances.get("AS", 0)
            answer["ardour"] = {result: chance / decided for result, chance in chances.items() if result != "AS"}
        return answer

    def _line(self, item: Item, lang: str) -> dict[str, Any]:
        return {"rule": item.message.rule, "text": self.game.say(item.message, lang), "value": item.value}

    # -- supply, zones, hexes, units -----------------------------------------------------------------------------

    def supply(self, p: Dagc, seat: str, *, unit: str, lang: str) -> dict[str, Any]:
        """Whether a unit is in supply, by which path, and why."""
        u = self._visible(p, seat, unit)
        if not p.is_on_map(u):
            raise self.game.illegal("refused.not_on_map", unit=unit)
        supplied = in_supply(p, u)
        path = supply_path(p, u) if supplied else None
        reason = supply_reason(p, u)
        return {
            "supplied": supplied,
            "supplied_to_defend": in_supply_to_defend(p, u),
            "path": None if path is None else [p.number(place) for place in path],
            "reason": self.game.say(reason, lang),
            "rule": reason.rule,
        }

    def zoc(self, p: Dagc, seat: str, *, side: str, lang: str) -> list[str]:
        """The hexes in a side's zones of control."""
        if side not in SIDES:
            raise self.game.illegal("refused.unknown_side", side=side, known=", ".join(SIDES))
        return p.layout.board.numbers(zone(p, SIDES.index(side)))

    def hex(self, p: Dagc, seat: str, *, hex: str, lang: str) -> dict[str, Any]:
        """Everything about a hex, with provenance."""
        board, place = self.game.board, self.game.place_index(hex)
        if place >= p.layout.hexes:
            return {"hex": hex, "name": board.boxes[hex].name[lang], "stack": self._stack(p, seat, place)}
        terrain = board.terrains[board.terrain[place]]
        town = board.place_at.get(place)
        sides = [
            {"to": p.number(b if a == place else a), "kind": course.kind, "name": course.name[lang],
             "source": str(course.source)}
            for course in board.courses for a, b in course.edges if place in (a, b)
        ]
        return {
            "hex": hex,
            "terrain": {"key": terrain.key, "name": terrain.name[lang], "source": str(terrain.source)},
            "place": None if town is None else {"name": town.name[lang], "kind": town.kind,
                                                "points": p.layout.points[place], "source": str(town.source)},
            "areas": [{"key": area.key, "name": area.name[lang], "source": str(area.source)}
                      for area in board.areas.values() if has(area.hexes, place)],
            "hexsides": sides,
            "control": None if not has(p.layout.playable, place) else SIDES[
                SOVIET if has(p.control, place) else GERMAN],
            "zoc": [name for side, name in enumerate(SIDES) if has(zone(p, side), place)],
            "stack": self._stack(p, seat, place),
        }

    def _stack(self, p: Dagc, seat: str, place: int) -> list[str | None]:
        hidden = hidden_units(p, seat)
        return [None if hidden >> unit & 1 else p.id(unit) for unit in p.at(place)]

    def unit(self, p: Dagc, seat: str, *, unit: str, lang: str) -> dict[str, Any]:
        """Everything about a counter, with provenance."""
        u = self._visible(p, seat, unit)
        counter = p.layout.unit[u]
        on_map = p.is_on_map(u)
        return {
            "unit": unit,
            "name": counter.name[lang],
            "side": counter.side,
            "kind": self.game.say(Message(f"kind.{counter.kind}"), lang),
            "formation": counter.formation[lang],
            "place": p.number(p.where[u]),
            "combat": list(counter.combat),
            "factor": p.factor(u) if counter.combat else None,
            "steps": p.steps_of(u) if counter.combat else 0,
            "movement": counter.movement,
            "reduced": bool(p.reduced >> u & 1),
            "supply": self.supply(p, seat, unit=unit, lang=lang) if on_map and not counter.is_air else None,
            "sources": {what: str(source) for what, source in counter.sources.items()},
        }

    def why_not(self, p: Dagc, seat: str, *, unit: str, hex: str, lang: str) -> dict[str, Any]:
        """Why a unit may not move to, attack or retreat to a hex now, with the rule; no reason if it may."""
        u, place = self._visible(p, seat, unit), self.game.place_index(hex)
        reason = why_not(p, seat, u, place, self.game.advance)
        return {
            "allowed": reason is None,
            "reason": None if reason is None else self.game.say(reason, lang),
            "rule": None if reason is None else reason.rule,
        }

    def victory(self, p: Dagc, seat: str, *, lang: str) -> dict[str, Any]:
        """The score as it stands and what is needed (4.3)."""
        return {"soviet": victory_points(p), "needed": p.layout.points_needed}

    # -- helpers -------------------------------------------------------------------------------------------------

    def _visible(self, p: Dagc, seat: str, unit: str) -> int:
        """A unit that the seat may ask about."""
        u = self.game.unit_index(unit)
        if hidden_units(p, seat) >> u & 1:
            raise self.game.illegal("refused.hidden", "6.8.b", unit=unit)
        return u


