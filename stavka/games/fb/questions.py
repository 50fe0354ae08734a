"""The questions of the contract, answered for Festung Breslau 1945."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from stavka.kit.answers import Answer, Asked
from stavka.kit.hexset import EMPTY, bit, has
from stavka.kit.position import enemy
from stavka.kit.tables import Item, Sum
from stavka.kit.words import Message

from .assault import (
    Assault,
    Attack,
    captured_available,
    goliath_available,
    hits,
    modifier,
    modifiers,
    needed,
    why_not_assault,
    why_not_support,
)
from .bombardment import Bombardment, column, guns_offered, is_disorganised, is_success, why_not_bombard
from .components import GERMAN, RESERVE, SIDES, SOVIET
from .defensive_fire import DefensiveFire, fire_zone
from .glossary import free_of_the_red_army, line_of_communication, stacking_limit
from .movement import TacticalMovement, cost_to_enter, points_of, reach_of, spent, why_not_move, why_not_there
from .position import Breslau
from .sight import assembling
from .supply import artillery_buttons, supply_bonuses
from .victory import points_needed, victory_points

if TYPE_CHECKING:
    from . import FestungBreslau

BOMBARDMENT_PHASE = 2
"""The place of phase 3 in the sequence of play."""


class Questions:
    """Answers, for a seat and in a language. Everything lies open in this game, so there is nothing to leak."""

    def __init__(self, game: FestungBreslau) -> None:
        self.game = game

    # -- movement ------------------------------------------------------------------------------------------------

    def reach(self, p: Breslau, seat: str, *, unit: str, lang: str) -> dict[str, int]:
        """Every hex where the unit may end its tactical move, with the points spent."""
        u = self.game.unit_index(unit)
        left = self._points(p, u)
        cost = reach_of(p, u, left).cost if left else {}
        return {p.number(place): spent(p, u, value) for place, value in cost.items()
                if why_not_there(p, u, place, left) is None}

    def path(self, p: Breslau, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """The cheapest path, of equal ones the one under least fire, with the cost of every step and why."""
        u, there = self.game.unit_index(unit), self.game.place_index(hex)
        left = self._points(p, u)
        reason = Message("refused.not_on_map", {"unit": unit}, ("7.3",)) if not p.is_on_map(u) else (
            why_not_there(p, u, there, left))
        if reason is not None:
            raise self.game.refusal(reason)
        way = reach_of(p, u, left)
        cost, asked = spent(p, u, way.cost[there]), Asked(self.game, p, seat, lang)
        return asked.path(way.path(there), cost, left - cost, lambda _, place: self._step(asked, p, u, place))

    def _step(self, asked: Asked, p: Breslau, unit: int, place: int) -> Answer:
        """One step of a path: its cost and why, and whether the enemy may fire at it."""
        price = cost_to_enter(p, unit, place)
        train = bool(p.layout.trains >> unit & 1)
        item = Item(price, Message("cost.rail", {}, ("10.2.1",)) if train else Message(
            "cost.terrain", {"terrain": p.layout.board.terrain[place]}, ("7.3.2",)))
        under_fire = has(fire_zone(p, enemy(p.layout.side_of[unit])), place)  # 8.2.8: disorganised units do not fire
        lines = [item, Item(0, Message("cost.under_fire", {}, ("7.3.6",)))] if under_fire else [item]
        return {**asked.step(place, lines), "fire": under_fire}

    def _points(self, p: Breslau, unit: int) -> int:
        """The movement points a unit has now, or would have in its own phase."""
        step = p.steps[-1] if p.steps else None
        if isinstance(step, TacticalMovement):
            if step.unit == unit:
                return step.left
            if step.side == p.layout.side_of[unit] and why_not_move(p, step.side, unit) is not None:
                return 0
        return points_of(p, unit) if p.is_on_map(unit) else 0

    # -- combat --------------------------------------------------------------------------------------------------

    def odds(self, p: Breslau, seat: str, *, target: str | None = None, units: Iterable[str] | None = None,
             artillery: int = 0, goliath: bool = False, captured_goliaths: bool = False,
             defensive: bool | None = None, air: int = 0, lang: str) -> Answer:
        """An attack of units on a unit (assault, or defensive fire), or a bombardment or air strike on a hex.

        Without a target it is about the attack the seat is putting together.
        """
        asked = Asked(self.game, p, seat, lang)
        if target is None:
            attack = assembling(p, seat)
            if attack is None or not attack.units:
                raise self.game.illegal("refused.no_attackers", "9.4")
            supported = replace(attack, artillery=artillery)
            self._check_support(p, supported, attack)
            return self._attack_odds(asked, p, supported)
        force = tuple(self.game.unit_index(unit) for unit in units or ())
        if target in self.game.counters:
            unit = self.game.unit_index(target)
        else:
            place = self.game.place_index(target)
            if air or self._is_bombardment(p, force):
                self._check_strike(p, place, force, air)
                return self._strike_odds(asked, p, place, air or len(force), bool(air))
            unit = self._named_target(p, place, force)
        if defensive is None:
            defensive = isinstance(p.steps[-1] if p.steps else None, DefensiveFire)
        side = p.layout.side_of[force[0]] if force else SOVIET
        attack = Attack(side, unit, force, defensive, artillery, goliath, captured_goliaths)
        self._check_attack(p, attack)
        in_hand = assembling(p, seat)
        self._check_support(p, attack, in_hand if in_hand is not None and in_hand.target == unit else None)
        return self._attack_odds(asked, p, attack)

    def _is_bombardment(self, p: Breslau, force: tuple[int, ...]) -> bool:
        """Whether artillery against a hex means to bombard it: up to phase 3; later it would assault."""
        return bool(force) and p.phase <= BOMBARDMENT_PHASE and all(has(p.layout.artillery, unit) for unit in force)

    def _named_target(self, p: Breslau, place: int, force: tuple[int, ...]) -> int:
        """The unit in a hex that is under attack; while none is named, the one easiest to hit (9.3)."""
        if not force:
            raise self.game.illegal("refused.no_attackers", "9.4")
        side = p.layout.side_of[force[0]]
        foes = [unit for unit in p.at(place) if p.layout.side_of[unit] != side]
        if place >= p.layout.hexes or not foes:
            raise self.game.illegal("refused.no_enemy", "9.1a", hex=p.number(place))
        step = p.steps[-1] if p.steps else None
        if isinstance(step, Assault | DefensiveFire) and step.target in foes:
            return step.target
        return max(foes, key=lambda unit: modifier(modifiers(p, Attack(side, unit, force))))

    def _attack_odds(self, asked: Asked, p: Breslau, attack: Attack) -> Answer:
        """9.4, 9.5 What an attack needs and has; ``column`` is the lowest die that hits."""
        total, number = modifiers(p, attack), needed(p, attack.target)
        hitting = [die for die in range(1, 7) if hits(p, die, total, number)]
        reach = Item(number, Message("odds.needed", {}, ("9.4",)))
        answer = asked.sum(replace(total, defenders=[reach]))
        return {
            **answer,
            "target": p.id(attack.target),
            "column": f"{hitting[0]}+" if hitting else "–",
            "shift": 0,
            "shifts": [],
            "modifier": modifier(total),
            "modifiers": answer["shifts"],  # 9.5: what helps or hinders besides the units is added to the die too
            "sum": [*answer["attackers"], *answer["shifts"]],
            "needed": number,
            "defensive": attack.defensive,
            "results": {"hit": len(hitting) / 6, "no_effect": 1 - len(hitting) / 6},
            "hidden": 0,
        }

    def _check_attack(self, p: Breslau, attack: Attack) -> None:
        """Put an attack together as the clicks would, so that nothing impossible passes."""
        if not attack.units:
            raise self.game.illegal("refused.no_attackers", "9.4")
        target = attack.target
        if not p.is_on_map(target) or p.layout.side_of[target] == attack.side or has(p.targeted, target):
            raise self.game.refusal(why_not_assault(p, attack.side, target))
        step: Assault | DefensiveFire = (
            DefensiveFire(attack.side, target, p.where[target]) if attack.defensive else Assault(attack.side, target))
        for unit in attack.units:
            if unit not in step.candidates(p):
                raise self.game.refusal(step.refuse_unit(p, unit))
            step = replace(step, units=(*step.units, unit))

    def _check_support(self, p: Breslau, attack: Attack, committed: Attack | None = None) -> None:
        """Refuse support that an attack cannot have, but for what is ``committed`` to it already."""
        side, fire = attack.side, f"supply.{attack.artillery}"
        if attack.defensive and (attack.goliath or attack.captured):
            raise self.game.illegal("refused.goliath_fire", "10.4.1", "10.4.2")
        goliath = goliath_available(p, side) or bool(committed and committed.goliath)
        captured = captured_available(p, side, attack.units) or bool(committed and committed.captured)
        for wanted, available, button in ((attack.artillery, fire in artillery_buttons(p, side), fire),
                                          (attack.goliath, goliath, "goliath"),
                                          (attack.captured, captured, "captured_goliaths")):
            if wanted and not available:
                reason = why_not_support(p, side, button)
                assert reason is not None, f"{button} is no support"
                raise self.game.refusal(reason)

    def fire(self, p: Breslau, seat: str, *, unit: str, lang: str) -> Answer:
        """8.2 What artillery may bombard now: Germans anywhere on the map."""
        asked = Asked(self.game, p, seat, lang)
        gun = asked.unit_named(unit)
        silent = None if gun in guns_offered(p, ()) else why_not_bombard(p, gun, ())
        if silent is not None and not (p.layout.artillery >> gun & 1 and p.is_on_map(gun)):
            raise self.game.refusal(silent)
        return asked.fire(None, EMPTY, Bombardment((gun,)).targets(p), silent)

    def _check_strike(self, p: Breslau, place: int, guns: tuple[int, ...], air: int) -> None:
        """8.2 Refuse a bombardment or an air strike that cannot be."""
        step = Bombardment()
        if air > p.air:
            raise self.game.illegal("refused.no_air", "8.2.4b", points=p.air)
        if air and guns:
            raise self.game.illegal("refused.air_alone", "8.2.4a", unit=p.id(guns[0]))
        for gun in guns:
            if gun not in guns_offered(p, step.guns):
                raise self.game.refusal(why_not_bombard(p, gun, step.guns))
            step = Bombardment((*step.guns, gun))
        step = Bombardment(air=air) if air else step
        if not (air and place == p.box(RESERVE)) and not has(step.targets(p), place):
            raise self.game.refusal(step.refuse_hex(p, place))

    def _strike_odds(self, asked: Asked, p: Breslau, place: int, strength: int, by_air: bool) -> Answer:
        """8.2.6 The column of the table; against supply (8.2.14) if the target is the reserve box."""
        at_supply = by_air and place == p.box(RESERVE)
        cells = column(p, strength)
        chance = sum((is_success if at_supply else is_disorganised)(cell) for cell in cells) / len(cells)
        item = Item(strength, Message("odds.air_points" if by_air else "odds.guns", {}, ("8.2.6a",)))
        return {
            **asked.sum(Sum([item])),
            "column": str(min(strength, p.layout.greatest_strength)),
            "results": {"success" if at_supply else "disorganised": chance, "no_effect": 1 - chance},
            "hidden": 0,
        }

    # -- supply, zones, hexes, units -----------------------------------------------------------------------------

    def supply(self, p: Breslau, seat: str, *, unit: str, lang: str) -> Answer:
        """Units need no supply of their own; the fortress has a level, and reserves a line to the Rathaus."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit)
        if p.layout.side_of[u] == SOVIET:
            return asked.supply(True, Message("supply.red_army", {}, ("6.1",)))
        path = None
        if p.is_on_map(u) and has(line_of_communication(p), p.where[u]):
            path = p.layout.ways.path(p.where[u], free_of_the_red_army(p), bit(p.layout.rathaus))
        reason = Message("supply.line" if path else "supply.no_line", {"level": p.supply}, ("6.1", "3.0d"))
        return {
            **asked.supply(True, reason, path),
            "line": path is not None,
            "level": p.supply,
            "bonuses": asked.lines(supply_bonuses(p).shifts),
        }

    def zoc(self, p: Breslau, seat: str, *, side: str, lang: str) -> list[str]:
        """7.3.6 There are no zones of control."""
        Asked(self.game, p, seat, lang).side_named(side)
        return []

    def hex(self, p: Breslau, seat: str, *, hex: str, lang: str) -> Answer:
        """Everything about a hex, with provenance."""
        place = self.game.place_index(hex)
        points = p.layout.points_per_hex * has(p.layout.victory_hexes, place)
        answer = Asked(self.game, p, seat, lang).hex(place, points)
        if place >= p.layout.hexes:
            return answer
        return {
            **answer,
            "points": points,
            "control": SIDES[SOVIET if has(p.control, place) else GERMAN],
            "zoc": [],
            "cost": {side: p.layout.cost[n][place] for n, side in enumerate(SIDES)},
            "stacking": {side: stacking_limit(p, n, place) for n, side in enumerate(SIDES)},
            "chemical": has(p.gas, place),
            "airstrip": has(p.airstrip, place),
        }

    def unit(self, p: Breslau, seat: str, *, unit: str, lang: str) -> Answer:
        """Everything about a counter, with provenance."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit)
        counter = p.layout.unit[u]
        return {
            **asked.unit(u),
            "nation": counter.nation,
            "arm": counter.arm,
            "artillery": counter.artillery,
            "division": counter.division,
            "attack_modifier": counter.attack_modifier,
            "defence_modifier": counter.defence_modifier,
            "movement": counter.movement,
            "star": counter.star,
            "disorganised": has(p.disorganised, u),
            "fanatic": has(p.fanatic, u),
            "bombarded": has(p.bombarded, u),
            "supply": self.supply(p, seat, unit=unit, lang=lang) if p.is_on_map(u) else None,
        }

    def why_not(self, p: Breslau, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """Why a unit may not move to, attack, enter or be placed in a hex now, with the rule; no reason if it may."""
        asked = Asked(self.game, p, seat, lang)
        return asked.why_not(asked.unit_named(unit), self.game.place_index(hex))

    def victory(self, p: Breslau, seat: str, *, lang: str) -> Answer:
        """The points as they stand and what is needed (11.1)."""
        return {"soviet": victory_points(p), "needed": points_needed(p)}
