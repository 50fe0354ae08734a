"""The questions of the contract, answered for any game from what it has declared: how it moves, fights and is supplied.

The answers are made from the same :class:`~stavka.kit.legs.March` and :class:`~stavka.kit.attacks.Fight` that the steps
play by, so they cannot disagree with them. A game that has more to say to a question answers that one itself::

    questions = {**questions_of(Common(game, march=MARCH, fight=FIGHT)), **questions_of(MyOwn(game))}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .answers import Answer, Asked, Teller
from .attacks import Attack, Fight
from .hexset import HexSet, UnitSet, has, of
from .legs import March, points_now
from .tables import Item
from .view import Points
from .words import Message

Supply = tuple[bool, Message, Sequence[int] | None]
"""Whether a unit is in supply, why, and by which hexes."""


def nothing(*_: Any) -> Answer:
    """Nothing that only the game could say."""
    return {}


def no_zone(*_: Any) -> HexSet:
    """No zones of control."""
    return 0


def always_supplied(*_: Any) -> Supply:
    """No rule of supply."""
    return True, Message("supply.not_needed"), None


class Common:
    """The answers, for a seat and in a language."""

    def __init__(self, game: Teller, *, march: March, fight: Fight, zone: Callable[[Any, int], HexSet] = no_zone,
                 supply: Callable[[Any, int], Supply] = always_supplied,
                 hex: Callable[[Any, int], Answer] = nothing, unit: Callable[[Any, int], Answer] = nothing,
                 unseen: tuple[str, ...] = ()) -> None:
        self._game, self._march, self._fight, self._zone, self._supply = game, march, fight, zone, supply
        self._more_of_hex, self._more_of_unit = hex, unit
        self._unseen = unseen
        """The rules by which a unit that is not seen is not spoken of."""

    # -- movement ------------------------------------------------------------------------------------------------

    def reach(self, p: Any, seat: str, *, unit: str, lang: str) -> dict[str, int]:
        """Every hex where the unit may end its move, with the points spent."""
        u = self._unit(p, seat, unit, lang)
        left = points_now(self._march, p, u)
        return {p.number(place): cost for place, cost in self._march.reach(p, u, left).cost.items()} if left else {}

    def path(self, p: Any, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """The cheapest path, with the cost of every step and the rules behind it."""
        asked, march = Asked(self._game, p, seat, lang), self._march
        u, there = self._unit(p, seat, unit, lang), self._game.place_index(hex)
        left = points_now(march, p, u)
        reason = self._off_map(p, u) or march.why_not_there(p, u, there, left)
        if reason is not None:
            raise self._game.refusal(reason)
        way = march.reach(p, u, left)

        def step(here: int, place: int) -> Answer:
            plain = Item(way.cost[place] - way.cost.get(here, 0), Message("cost.step", {}, (march.rule,)))
            return asked.step(place, [plain] if march.costs is None else march.costs(p, u, here, place))

        return asked.path(way.path(there), way.cost[there], left - way.cost[there], step)

    # -- combat --------------------------------------------------------------------------------------------------

    def odds(self, p: Any, seat: str, *, target: str | None = None, units: Iterable[str] = (), lang: str) -> Answer:
        """The whole sum of an attack, its column, and the probability of every result.

        Without a target it is about the attack the seat is putting together.
        """
        asked, fight = Asked(self._game, p, seat, lang), self._fight
        attack = self._assembling(p, seat) if target is None else self._attack(p, seat, target, units, lang)
        unseen: UnitSet = of(unit for unit in p.at(attack.target) if not self._game.sees(p, seat, unit))
        total, table = fight.total(p, attack, unseen), fight.table(p)
        column = fight.column(p, total)
        return {
            **asked.sum(total),
            "column": table.headings[column],
            "column_index": column,
            "results": table.chances(column, total.die_modifier),
            "hidden": unseen.bit_count(),
        }

    def _assembling(self, p: Any, seat: str) -> Attack:
        """The attack that a seat is putting together; nobody else is told of it."""
        step = p.steps[-1] if p.steps else None
        if not isinstance(step, Attack) or p.seat(step.side) != seat or not step.units:
            raise self._game.illegal("refused.no_attackers", self._fight.rule)
        return step

    def _attack(self, p: Any, seat: str, target: str, units: Iterable[str], lang: str) -> Attack:
        """An attack that somebody asks about, checked to be possible."""
        fight, place = self._fight, self._game.place_index(target)
        force = tuple(self._unit(p, seat, unit, lang) for unit in units)
        if not force:
            raise self._game.illegal("refused.no_attackers", fight.rule)
        side = p.layout.side_of[force[0]]
        if place not in fight.targets(p, side):
            raise self._game.refusal(fight.why_not_attack(p, side, place))
        able = fight.attackers(p, side, place)
        for n, unit in enumerate(force):
            if unit in force[:n]:
                raise self._game.illegal("refused.named_twice", fight.rule, unit=p.id(unit))
            if unit not in able:
                raise self._game.refusal(fight.why_not_join(p, side, place, unit))
        return Attack(fight, side, place, force)

    # -- supply, zones, hexes, units -----------------------------------------------------------------------------

    def supply(self, p: Any, seat: str, *, unit: str, lang: str) -> Answer:
        """Whether a unit is in supply, by which path, and why."""
        u = self._unit(p, seat, unit, lang)
        reason = self._off_map(p, u)
        if reason is not None:
            raise self._game.refusal(reason)
        return Asked(self._game, p, seat, lang).supply(*self._supply(p, u))

    def zoc(self, p: Any, seat: str, *, side: str, lang: str) -> list[str]:
        """The hexes in a side's zones of control."""
        numbers: list[str] = p.numbers(self._zone(p, Asked(self._game, p, seat, lang).side_named(side)))
        return numbers

    def hex(self, p: Any, seat: str, *, hex: str, lang: str) -> Answer:
        """Everything about a hex, with provenance."""
        place = self._game.place_index(hex)
        answer = Asked(self._game, p, seat, lang).hex(place)
        if place >= p.layout.hexes:
            return answer
        zoc = [name for side, name in enumerate(p.layout.sides) if has(self._zone(p, side), place)]
        return {**answer, "zoc": zoc, **self._more_of_hex(p, place)}

    def unit(self, p: Any, seat: str, *, unit: str, lang: str) -> Answer:
        """Everything about a counter, with provenance."""
        u = self._unit(p, seat, unit, lang)
        supplied = self._supply is not always_supplied and p.is_on_map(u)
        return {
            **Asked(self._game, p, seat, lang).unit(u),
            **self._more_of_unit(p, u),
            "supply": self.supply(p, seat, unit=unit, lang=lang) if supplied else None,
        }

    def why_not(self, p: Any, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """Why a unit may not move to, attack or retreat to a hex now, with the rule; no reason if it may."""
        return Asked(self._game, p, seat, lang).why_not(self._unit(p, seat, unit, lang), self._game.place_index(hex))

    def victory(self, p: Any, seat: str, *, lang: str) -> Points:
        """The victory points as they would count now: those of the view."""
        return self._game.see(p, seat)["points"]

    def _unit(self, p: Any, seat: str, unit: str, lang: str) -> int:
        return Asked(self._game, p, seat, lang).unit_named(unit, *self._unseen)

    def _off_map(self, p: Any, unit: int) -> Message | None:
        return None if p.is_on_map(unit) else Message("refused.not_on_map", {"unit": p.id(unit)}, (self._march.rule,))


__all__ = ["Common", "Supply"]
