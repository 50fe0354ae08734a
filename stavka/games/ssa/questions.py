"""The questions of the contract, answered for The SS Abyss."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from stavka.kit.answers import Answer, Asked
from stavka.kit.chances import Chances, floats
from stavka.kit.hexset import has, members, of
from stavka.kit.position import enemy
from stavka.kit.spread import cost_of, union
from stavka.kit.tables import ColumnTable, Item, Sum
from stavka.kit.words import Message

from .activation import hold_on, zone_over
from .air import why_not_fly
from .artillery import (
    Barrage,
    bombardment,
    in_range,
    observers,
    range_of,
    targets_of,
    why_no_bombardment,
    why_no_fire,
    why_no_support,
)
from .bridges import standing
from .combat import Attack, Combat, battle, is_adjacent, why_not_attack_with
from .components import AXIS, FOOT_COLUMN, MECH, SIDES, WHEELS
from .forts import is_unknown
from .movement import (
    Movement,
    allowance,
    entries,
    entry_path,
    may_still_move,
    movers,
    reach_of,
    stops,
    way_to,
    why_not_there,
)
from .plan import ATTACK, LEVELS, MOVE
from .position import Abyss
from .reinforcements import outside_place
from .sight import assembling
from .supply import in_supply, supply_path, supply_reason
from .victory import scoring, victory_points
from .zones import zone

if TYPE_CHECKING:
    from . import TheSSAbyss


class Questions:
    """Answers, for a seat and in a language."""

    def __init__(self, game: TheSSAbyss) -> None:
        self.game = game

    # -- movement ------------------------------------------------------------------------------------------------

    def reach(self, p: Abyss, seat: str, *, unit: str, lang: str) -> dict[str, int]:
        """Every hex where the unit may end its move, with the points spent."""
        u = Asked(self.game, p, seat, lang).unit_named(unit)
        budget = self._budget(p, u)
        if not budget:
            return {}
        if not p.is_on_map(u):
            return {p.number(place): entry.cost for place, entry in entries(p, u).items()}
        layers = reach_of(p, u, budget)
        open_hexes = stops(p, u, layers, may_still_move(p, p.layout.side_of[u]))
        return {p.number(place): cost for cost, hexes in enumerate(layers) for place in members(hexes & open_hexes)}

    def path(self, p: Abyss, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """The cheapest path, with the cost of every step and the rules behind it."""
        asked = Asked(self.game, p, seat, lang)
        u, there = asked.unit_named(unit), self.game.place_index(hex)
        budget = self._budget(p, u)
        coming = entries(p, u) if budget and not p.is_on_map(u) else {}
        if there in coming:
            way, cost = entry_path(p, u, there, coming[there]), coming[there].cost
        else:
            layers = reach_of(p, u, budget) if p.is_on_map(u) else []
            if not has(union(layers), there):
                raise self.game.refusal(why_not_there(p, u, there, budget) or Message(
                    "refused.not_on_map", {"unit": unit}))
            way, cost = way_to(p, u, layers, there), cost_of(layers, there)
        return asked.path(way, cost, budget - cost,
                          lambda here, there: asked.step(there, self._costs(p, u, here, there)))

    def _costs(self, p: Abyss, unit: int, here: int, there: int) -> list[Item]:
        """4.1 What one step of a path costs, and why."""
        layout = p.layout
        side = layout.grid.side_number(here, there)
        of_class = layout.movement_class[unit]
        chart = FOOT_COLUMN if of_class == WHEELS else MECH
        if has(layout.roads[p.is_mud], side):
            along = layout.charts.table("roads").whole(chart)
            return [Item(along, Message("cost.road", {}, ("4.1a",)))]
        items = [Item(layout.entry_cost(there, chart), Message("cost.terrain", {}, ("4.1a",)))]
        kind = "canal" if has(layout.canals, side) else "river"
        if has(layout.water, side):
            bridged = has(standing(p, layout.side_of[unit]), side)
            cost = 0 if bridged else layout.water_cost(kind, chart)
            key = "cost.bridge" if bridged else f"cost.{kind}"
            rule = "19.0b" if bridged else "16.0b" if kind == "canal" else "4.1c"
            items.append(Item(cost, Message(key, {}, (rule,))))
        return items

    def _budget(self, p: Abyss, unit: int) -> int:
        """The movement points a unit has now, or would have in its own phase."""
        step = p.steps[-1] if p.steps else None
        if isinstance(step, Movement) and step.unit == unit:
            return step.left
        if isinstance(step, Movement) and step.side == p.layout.side_of[unit] and p.is_on_map(unit):
            able = step.able(p) & ~p.moved
            if not able >> unit & 1:
                return 0
            return min(allowance(p, unit), p.layout.desperation_points) if step.desperate else allowance(p, unit)
        if not outside_place(p, unit) and not movers(p, p.layout.side_of[unit]) >> unit & 1:
            return 0
        return allowance(p, unit)

    # -- combat --------------------------------------------------------------------------------------------------

    def odds(self, p: Abyss, seat: str, *, target: str | None = None, units: Iterable[str] | None = None,
             bombard: bool = False, lang: str) -> Answer:
        """The whole sum of an attack or bombardment, its column, and the probability of every result.

        Without a target it is about the one the seat is putting together. ``units`` are all that take part: adjacent
        attackers, guns in support, air units; with ``bombard`` the guns of a bombardment.
        """
        asked = Asked(self.game, p, seat, lang)
        if target is None:
            attack = assembling(p, seat)
        elif bombard:
            attack = self._barrage(asked, p, target, units or ())
        else:
            attack = self._attack(asked, p, target, units or ())
        if attack is None or not attack.units:
            raise self.game.illegal("refused.no_attackers", "8.0c")
        if isinstance(attack, Barrage):
            total = bombardment(p, attack.side, attack.target, attack.units)
            return self._odds(asked, p, total, p.layout.bombardment, attack.target)
        return self._odds(asked, p, battle(p, attack), p.layout.crt, attack.target)

    def _barrage(self, asked: Asked, p: Abyss, target: str, units: Iterable[str]) -> Barrage:
        place, guns = self._target(asked, p, target, units)
        for unit in guns:
            if (refusal := why_no_bombardment(p, unit, place)) is not None:
                raise self.game.refusal(refusal)
        return Barrage(p.layout.side_of[guns[0]], place, tuple(guns))

    def _target(self, asked: Asked, p: Abyss, target: str, units: Iterable[str]) -> tuple[int, list[int]]:
        place = self.game.place_index(target)
        force = [asked.unit_named(unit) for unit in units]
        ground = [unit for unit in force if not p.layout.air >> unit & 1]
        if not ground:
            raise self.game.illegal("refused.no_attackers", "8.0c")
        if not has(p.occupied[enemy(p.layout.side_of[ground[0]])], place):
            raise self.game.illegal("refused.no_enemy", "8.0c", hex=target)
        return place, force

    def _attack(self, asked: Asked, p: Abyss, target: str, units: Iterable[str]) -> Attack:
        """An attack that somebody asks about, checked to be possible."""
        place, force = self._target(asked, p, target, units)
        side = next(p.layout.side_of[unit] for unit in force if not p.layout.air >> unit & 1)
        ss_combat = any(isinstance(step, Combat) and step.ss_combat for step in p.steps)
        flying = tuple(unit for unit in force if p.layout.air >> unit & 1)
        near = tuple(unit for unit in force if unit not in flying and is_adjacent(p, unit, place))
        far = tuple(unit for unit in force if unit not in flying and unit not in near)
        refusals = [why_not_attack_with(p, unit, place, ss_combat) for unit in near]
        refusals += [why_no_support(p, unit, place, of(near), ss_combat) if p.layout.guns >> unit & 1
                     else why_not_attack_with(p, unit, place, ss_combat) for unit in far]
        refusals += [why_not_fly(p, side, unit, ss_combat) for unit in flying]
        for refusal in refusals:
            if refusal is not None:
                raise self.game.refusal(refusal)
        return Attack(side, ss_combat, place, near, far, flying)

    def _odds(self, asked: Asked, p: Abyss, total: Sum, table: ColumnTable, target: int) -> Answer:
        """The sum, its column and the chances; 23.2.4 a fort whose die is still to be rolled counts by its mean."""
        values = p.layout.fort_values if is_unknown(p, target) else ()
        chances, notes = self._chances(total, table, values or (0,)), []
        if values:
            at = [table.headings[self._column(total, table, value)] for value in (max(values), min(values))]
            total.defend(round(sum(values) / len(values)), "odds.unrolled_fort", "23.2.4", least=min(values),
                         most=max(values))
            notes = [Message("note.fort", {"least": at[0], "most": at[1]}, ("23.2.4",))]
        index = self._column(total, table)
        return {
            **asked.sum(total),
            "differential": total.differential,
            "column": table.headings[index],
            "column_index": index,
            "results": floats(chances),
            "unknown_fort": bool(values),
            "notes": asked.notes(notes),
        }

    def _column(self, total: Sum, table: ColumnTable, more: int = 0) -> int:
        """8.0, 10.2 The column of a battle in which the defence is so much stronger."""
        return table.clamp(table.column(total.differential - more) + total.net_shift)

    def _chances(self, total: Sum, table: ColumnTable, values: Sequence[int]) -> Chances[str]:
        """The exact chances, over all these values that the defence may have more."""
        chances: dict[str, Fraction] = {}
        for value in values:
            at = self._column(total, table, value)
            for result, chance in table.distribution(at, total.die_modifier).items():
                chances[result] = chances.get(result, Fraction(0)) + chance / len(values)
        return chances

    def fire(self, p: Abyss, seat: str, *, unit: str, lang: str) -> Answer:
        """10.0, 10.1 How far a gun reaches, what it may bombard now, and who observes the enemies in its range."""
        asked = Asked(self.game, p, seat, lang)
        gun = asked.unit_named(unit)
        silent = why_no_fire(p, gun)
        if silent is not None and not (p.layout.guns >> gun & 1 and p.is_on_map(gun)):
            raise self.game.refusal(silent)
        near = in_range(p, gun) & p.layout.playable
        foes = near & p.occupied[enemy(p.layout.side_of[gun])]
        return asked.fire(range_of(p, gun), near, targets_of(p, gun), silent,
                          {place: observers(p, gun, place) for place in members(foes)})

    # -- supply, zones, hexes, units -----------------------------------------------------------------------------

    def supply(self, p: Abyss, seat: str, *, unit: str, lang: str) -> Answer:
        """Whether a unit is in supply, by which path, and why."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit)
        if not p.is_on_map(u):
            raise self.game.illegal("refused.not_on_map", unit=unit)
        return asked.supply(in_supply(p, u), supply_reason(p, u), supply_path(p, u))

    def zoc(self, p: Abyss, seat: str, *, side: str, lang: str) -> list[str]:
        """The hexes in a side's zones of control."""
        return p.numbers(zone(p, Asked(self.game, p, seat, lang).side_named(side)))

    def hex(self, p: Abyss, seat: str, *, hex: str, lang: str) -> Answer:
        """Everything about a hex, with provenance."""
        place = self.game.place_index(hex)
        answer = Asked(self.game, p, seat, lang).hex(place, p.plan.points.get(place, 0))
        if place >= p.layout.hexes:
            return answer
        objective = place in p.plan.points
        return {
            **answer,
            "control": SIDES[AXIS if has(p.control, place) else 1] if objective else None,
            "fort": p.forts.get(place) if has(p.layout.forts[p.plan.fort], place) else None,
            "zoc": [name for side, name in enumerate(SIDES) if has(zone(p, side), place)],
        }

    def unit(self, p: Abyss, seat: str, *, unit: str, lang: str) -> Answer:
        """Everything about a counter, with provenance."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit)
        counter, on_map = p.layout.unit[u], p.is_on_map(u)
        holds = [hold.rule for what in (MOVE, ATTACK) if (hold := hold_on(p, u, what)) is not None]
        bound = zone_over(p, u)
        return {
            **asked.unit(u),
            "attack": counter.attack,
            "defence": counter.defence,
            "movement": counter.movement,
            "allowance": allowance(p, u) if allowance(p, u) != counter.movement else None,
            "disrupted": has(p.disrupted, u),
            "held_by": sorted(set(holds)),
            "bound_by": None if bound is None else self.game.say(Message(f"bound.{bound.rule}"), lang),
            "supply": self.supply(p, seat, unit=unit, lang=lang) if on_map else None,
            **({"range": range_of(p, u)} if on_map and counter.range else {}),
        }

    def why_not(self, p: Abyss, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """Why a unit may not move to, attack or retreat to a hex now, with the rule; no reason if it may."""
        asked = Asked(self.game, p, seat, lang)
        return asked.why_not(asked.unit_named(unit), self.game.place_index(hex))

    def victory(self, p: Abyss, seat: str, *, lang: str) -> Answer:
        """22.0 The score as it stands, the level it means, and what every level needs."""
        points = victory_points(p)
        return {
            "axis": points,
            "level": p.plan.level(points),
            "levels": dict(zip(LEVELS[1:], p.plan.levels, strict=True)),
            "held": {p.number(place): value for place, value in scoring(p).items()},
        }
