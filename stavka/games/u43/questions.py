"""The questions of the contract, answered for Ukraine '43."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stavka.kit.answers import Answer, Asked
from stavka.kit.chances import floats
from stavka.kit.hexset import has
from stavka.kit.reach import UNLIMITED
from stavka.kit.tables import Price
from stavka.kit.words import Message

from .air import in_range, interdicted_hexes, why_kept, why_not_fly
from .artillery import gun_reach, why_no_guns
from .combat import (
    FIRST,
    MOBILE,
    SECOND,
    Attack,
    Combat,
    MobileAssault,
    column,
    is_overwhelming,
    magnitude,
    must_reroll,
    odds,
    risks_severe_losses,
    rung,
    why_no_zhukov_in,
    why_not_assault,
)
from .components import GERMAN, SIDES, SOVIET, points
from .costs import results_of, rolled, spent, zhukovs_step
from .movement import (
    EXPLOITATION,
    MOVEMENT,
    ONE_HEX,
    Hand,
    destinations,
    mover_of,
    path_to,
    points_of,
    why_not_move,
    why_not_there,
)
from .moving import Moving
from .position import Ukraine, enemy
from .rail import RailMove
from .results import AttackAgain, level_name
from .supply import petrol_distance, supplied_hexes, supply_path, supply_reason
from .terrain import bridges, roads, steps_of
from .victory import point_parts, victory_points
from .zones import bonds, enemy_zone, zone

if TYPE_CHECKING:
    from . import Ukraine43


class Questions:
    """Answers, for a seat and in a language."""

    def __init__(self, game: Ukraine43) -> None:
        self.game = game

    # -- movement ------------------------------------------------------------------------------------------------

    def reach(self, p: Ukraine, seat: str, *, unit: str, lang: str) -> dict[str, float]:
        """Every hex where the unit may end its move, with the points spent."""
        hand = self._hand(p, Asked(self.game, p, seat, lang).unit_named(unit))
        if hand is None:
            return {}
        return {p.number(place): self._price(p, hand, place) for place in destinations(p, hand)}

    def _price(self, p: Ukraine, hand: Hand, place: int) -> float:
        """The points spent on the way to a destination; 4.9, 4.10, 11.3 of one hex at any cost, that cost."""
        cost, here = destinations(p, hand)[place], p.where[hand.group[0]]
        return points(cost) if cost != ONE_HEX else sum(price.value for price in self._costs(p, hand, here, place))

    def path(self, p: Ukraine, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """The cheapest path, with the cost of every step and the rules behind it."""
        asked = Asked(self.game, p, seat, lang)
        index, there = asked.unit_named(unit), self.game.place_index(hex)
        hand = self._hand(p, index)
        if hand is None:
            raise self.game.refusal(why_not_move(p, index, self._mode(p)) or Message(
                "refused.moved", {"unit": unit}, ("4.1.c",)))
        reason = why_not_there(p, hand, there)
        if reason is not None:
            raise self.game.refusal(reason)
        cost = destinations(p, hand)[there]
        return asked.path(path_to(p, hand, there), self._price(p, hand, there),
                          points(max(hand.left - max(cost, 0), 0)),
                          lambda here, there: asked.step(there, self._costs(p, hand, here, there)))

    def _costs(self, p: Ukraine, hand: Hand, here: int, there: int) -> list[Price]:
        """What one step of a path costs, and why; in points, so that halves stay readable."""
        layout, side = p.layout, p.layout.side_of[hand.group[0]]
        number = layout.grid.side_number(here, there)
        mech = any(layout.mechanized >> unit & 1 for unit in hand.group)
        zone = interdicted_hexes(p, side)
        toll = layout.cost["interdicted_bridge"] if has(bridges(p, side) & layout.grid.sides_of(zone), number) else 0
        parts: list[tuple[float, str, str]] = []
        if has(roads(p), number):
            price = dict(steps_of(p, side, mover_of(p, hand.group))[here])[there]
            slow = mech and price - toll > layout.cost["road_mech"]
            rule = "4.2.a" if not slow else "15.6.d" if has(zone, there) else "4.2.b"
            parts.append((points(price - toll), "cost.road", rule))
        else:
            ground = layout.mech_cost[there] if mech else layout.foot_cost[there]
            parts.append((points(ground), "cost.terrain", "4.1.e"))
            if has(layout.minor, number):
                parts.append((points(layout.cost["river"]), "cost.river", "4.1.e"))
            if has(layout.major & ~bridges(p, side), number):
                parts.append((points(layout.cost["cavalry_major_river"]), "cost.major_river", "4.4.b"))
        if toll:
            parts.append((points(toll), "cost.interdicted_bridge", "15.6.c"))
        if has(enemy_zone(p, side), here):
            parts.append((points(layout.cost["leave_zone"]), "cost.leave_zone", "6.3.a"))
        return [Price(value, Message(key, {}, (rule,))) for value, key, rule in parts]

    def _mode(self, p: Ukraine) -> str:
        step = p.steps[0] if p.steps else None
        return step.mode if isinstance(step, Moving) else MOVEMENT

    def _hand(self, p: Ukraine, unit: int) -> Hand | None:
        """The unit in hand, or as it could be picked up in this phase; before its phase, in its next movement phase."""
        step = p.steps[-1] if p.steps else None
        if isinstance(step, Moving) and unit in step.group:
            return step.hand
        if isinstance(step, RailMove) and step.unit == unit:
            return None  # 4.6: it goes by rail, and trains count no points
        mode, own = self._mode(p), isinstance(step, Moving) and step.side == p.layout.side_of[unit]
        if not p.is_on_map(unit) or p.layout.air >> unit & 1:
            return None
        if own and why_not_move(p, unit, mode) is not None:
            return None
        left, hexes = points_of(p, unit, mode if own else MOVEMENT)
        return Hand((unit,), left, hexes, in_movement=mode == MOVEMENT or not own)

    # -- combat --------------------------------------------------------------------------------------------------

    def odds(self, p: Ukraine, seat: str, *, target: str | Iterable[str] | None = None,
             units: Iterable[str] | None = None, guns: Iterable[str] = (), air: str | None = None,
             zhukov: bool = False, lang: str) -> Answer:
        """The whole sum of an attack, its column, and the probability of every result.

        Without a target it is about the attack the seat is putting together.
        """
        asked = Asked(self.game, p, seat, lang)
        attack = self._assembling(p, seat) if target is None else self._attack(
            p, asked, target, units or (), guns, air, zhukov)
        if attack is None or not attack.units:
            raise self.game.illegal("refused.no_attackers", "8.1.a")
        total, again = odds(p, attack), self._again(p)
        level = rung(p, total) if again is None else again.level  # 26.1: at the original odds
        return {**asked.sum(total), **self._results(asked, attack, level, again=again is not None)}

    def fire(self, p: Ukraine, seat: str, *, unit: str, lang: str) -> Answer:
        """15.4, 22.1 How far an air unit or an artillery division reaches, and which enemies it may be used against."""
        asked = Asked(self.game, p, seat, lang)
        index, layout = asked.unit_named(unit), p.layout
        flies = bool(layout.air >> index & 1)
        if not flies and not layout.artillery >> index & 1:
            raise self.game.illegal("refused.not_artillery", "22.1", unit=unit)
        if not p.is_on_map(index):
            raise self.game.illegal("refused.not_on_map", unit=unit)
        foes = p.manned[enemy(layout.side_of[index])]
        if flies:
            hexes = in_range(p, index) & layout.playable
            silent = why_not_fly(p, index) or why_kept(p, index)
            return asked.fire(layout.unit[index].range, hexes, hexes & foes & ~p.bad_weather, silent)
        hexes = gun_reach(p, index)
        return asked.fire(layout.gun_range, hexes, hexes & foes, why_no_guns(p, index))

    def _assembling(self, p: Ukraine, seat: str) -> Attack | None:
        step = p.steps[-1] if p.steps else None
        attack = step.remaining(p) if isinstance(step, AttackAgain) else step
        return attack if isinstance(attack, Attack) and p.seat(attack.side) == seat else None

    def _again(self, p: Ukraine) -> AttackAgain | None:
        """26.1 Zhukov's second attack, if that is what is to be decided."""
        step = p.steps[-1] if p.steps else None
        return step if isinstance(step, AttackAgain) else None

    def _attack(self, p: Ukraine, asked: Asked, target: str | Iterable[str], units: Iterable[str],
                guns: Iterable[str], air: str | None, zhukov: bool) -> Attack:
        """An attack that somebody asks about, checked click by click as if it were put together."""
        targets = tuple(self.game.place_index(name) for name in ([target] if isinstance(target, str) else target))
        attackers = [asked.unit_named(unit) for unit in units]
        if not attackers:
            raise self.game.illegal("refused.no_attackers", "8.1.a")
        side, phase = p.layout.side_of[attackers[0]], self._phase(p)
        for place in targets:
            if place >= p.layout.hexes or not has(p.manned[enemy(side)], place):
                raise self.game.illegal("refused.no_enemy", "8.1.a", hex=p.number(place))
        if phase == MOBILE:
            attack = self._assault(p, side, targets, attackers)
        else:
            attack = Attack(side, phase, targets)
            for unit in sorted(attackers, key=lambda unit: p.layout.headquarters >> unit & 1):
                attack = self._with(p, attack, unit)
        for id in (*guns, *([] if air is None else [air])):
            attack = self._with(p, attack, asked.unit_named(id))
        barred = why_no_zhukov_in(p, attack) if zhukov else None
        if barred is not None:
            raise self.game.refusal(barred)
        return replace(attack, zhukov=zhukov)

    def _assault(self, p: Ukraine, side: int, targets: tuple[int, ...], group: list[int]) -> Attack:
        """A mobile assault that somebody asks about, movement points apart."""
        reason = why_not_assault(p, group, UNLIMITED, targets[0])
        if reason is not None:
            raise self.game.refusal(reason)
        return MobileAssault.begin(p, side, targets[0], group)

    def _with(self, p: Ukraine, attack: Attack, unit: int) -> Attack:
        """An attack with one counter more, if the click would be accepted."""
        if unit not in attack.candidates(p) and unit not in attack.supporters(p):
            raise self.game.refusal(attack.refuse_unit(p, unit) or Message(
                "refused.not_involved", {"unit": p.id(unit)}, ("8.2",)))
        if p.layout.air >> unit & 1:
            return replace(attack, air=unit)
        if p.layout.artillery >> unit & 1:
            return replace(attack, guns=(*attack.guns, unit))
        return replace(attack, units=(*attack.units, unit))

    def _phase(self, p: Ukraine) -> str:
        """Which combat the question is about: this phase, or the next to come."""
        for step in p.steps:
            if isinstance(step, Combat):
                return step.phase
            if isinstance(step, Moving) and step.mode == EXPLOITATION:
                return MOBILE
        return SECOND if self.game.phase_key(p).endswith("combat2") else FIRST

    def _results(self, asked: Asked, attack: Attack, level: int, *, again: bool) -> Answer:
        """The column, the chances of every result, and what else there is to be said of what it costs."""
        p: Any = asked.p
        answer: Answer = {"column": level_name(p, level), "column_index": level, "magnitude": magnitude(p, attack),
                          "severe_losses": risks_severe_losses(p, attack), "rerolls": must_reroll(p, attack)}
        spoils = [*spent(p, attack)] if not again else []
        if is_overwhelming(p, level):
            return {**answer, "results": {"overwhelming": 1.0}, "notes": asked.notes(spoils)}
        if level < 0:
            return {**answer, "results": {"AR": 1.0}, "notes": asked.notes([*zhukovs_step(attack), *spoils])}
        notes = [Message("note.again", {"column": level_name(p, level)}, ("26.1.d",))] if again else []
        return {**answer, "column_index": column(p, level),
                "results": floats(results_of(p, attack, level)),
                "notes": asked.notes([*notes, *spoils, *rolled(p, attack, level)])}

    # -- supply, zones, hexes, units -----------------------------------------------------------------------------

    def supply(self, p: Ukraine, seat: str, *, unit: str, lang: str) -> Answer:
        """Whether a unit could trace a supply line now, by which path, and why."""
        asked = Asked(self.game, p, seat, lang)
        index = asked.unit_named(unit)
        if not p.is_on_map(index):
            raise self.game.illegal("refused.not_on_map", "14.3.a", unit=unit)
        reason = supply_reason(p, index)
        fed = has(supplied_hexes(p, p.layout.side_of[index]), p.where[index]) or reason.key in (
            "supply.dropped", "supply.leader")
        path = supply_path(p, index)
        return {
            "supplied": fed,
            "marker": bool(p.unsupplied >> index & 1),
            "path": None if path is None else [p.number(place) for place in path],
            "petrol": petrol_distance(p, index),
            **asked.reason(reason),
        }

    def zoc(self, p: Ukraine, seat: str, *, side: str, lang: str) -> list[str]:
        """The hexes in a side's zones of control."""
        return p.numbers(zone(p, Asked(self.game, p, seat, lang).side_named(side)))

    def bonds(self, p: Ukraine, seat: str, *, side: str, lang: str) -> Answer:
        """7 The bonds of a side: the hexes and hexsides closed to its enemy."""
        closed = bonds(p, Asked(self.game, p, seat, lang).side_named(side))
        return {"hexes": p.numbers(closed.hexes), "hexsides": self.game.board.side_names(closed.sides)}

    def hex(self, p: Ukraine, seat: str, *, hex: str, lang: str) -> Answer:
        """Everything about a hex, with provenance."""
        place = self.game.place_index(hex)
        answer = Asked(self.game, p, seat, lang).hex(place, p.layout.points.get(place, 0))
        if place >= p.layout.hexes:
            return answer
        playable = has(p.layout.playable, place)
        return {
            **answer,
            "control": SIDES[SOVIET if has(p.control, place) else GERMAN] if playable else None,
            "zoc": [name for side, name in enumerate(SIDES) if has(zone(p, side), place)],
            "bonds": [name for side, name in enumerate(SIDES) if has(bonds(p, side).hexes, place)],
            "supplied": [name for side, name in enumerate(SIDES) if has(supplied_hexes(p, side), place)],
            "roads": has(p.layout.road_hexes, place),
            "railway": has(p.layout.rail_hexes, place),
        }

    def unit(self, p: Ukraine, seat: str, *, unit: str, lang: str) -> Answer:
        """Everything about a counter, with provenance."""
        asked = Asked(self.game, p, seat, lang)
        index = asked.unit_named(unit)
        counter = p.layout.unit[index]
        fights = bool(p.layout.ground >> index & 1)
        return {
            **asked.unit(index),
            "attack": p.attack_factor(index) if fights else None,
            "defence": p.defence_factor(index) if fights else None,
            "movement": counter.movement,
            "steps": p.steps_of(index),
            "class": counter.stacking,
            "reduced": bool(p.reduced >> index & 1),
            "disrupted": bool(p.disrupted >> index & 1),
            "unsupplied": bool(p.unsupplied >> index & 1),
            "supply": self.supply(p, seat, unit=unit, lang=lang) if p.is_on_map(index) else None,
        }

    def why_not(self, p: Ukraine, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """Why a unit may not move to, attack or retreat to a hex, with the rule; no reason if it may."""
        asked = Asked(self.game, p, seat, lang)
        return asked.why_not(asked.unit_named(unit), self.game.place_index(hex))

    def victory(self, p: Ukraine, seat: str, *, lang: str) -> Answer:
        """The score as it stands, the mark of the turn and what is needed at the end (30)."""
        plan = p.layout.plans[p.scenario]
        return {"soviet": victory_points(p), "parts": point_parts(p), "mark": p.layout.marks[p.turn - 1],
                "margin": p.layout.victory["margin"], "automatic_from": plan.automatic_from, "needed": plan.needed,
                "last_turn": plan.last_turn}
