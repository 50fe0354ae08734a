"""The questions of the contract, answered for Race to the Reichstag."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stavka.kit.answers import Answer, Asked
from stavka.kit.hexset import has
from stavka.kit.tables import Item
from stavka.kit.words import Message

from .bombardment import bombardment_zone
from .combat import TABLES, Attack, able, odds, strengths, tables_for, why_no_target, why_not_attack_with
from .communications import has_line, line_path, line_reason
from .components import FRONTS, GERMAN, REICHSTAG, SEATS, SIDES
from .engineers import helped_sides
from .movement import Movement, budget, movable, reach_of, terrain_steps, why_not_move, why_not_there
from .position import Rttr
from .sectors import front_of, is_german
from .sight import assembling, hidden_units
from .victory import parts, victory_points
from .zones import zone

if TYPE_CHECKING:
    from . import RaceToTheReichstag

UNSEEN = "17.1"
"""The rule by which a unit that is not seen is not spoken of."""

BEST_ROLL = 6


class Questions:
    """Answers, for a seat and in a language; nothing the seat may not see goes into them."""

    def __init__(self, game: RaceToTheReichstag) -> None:
        self.game = game

    # -- movement ------------------------------------------------------------------------------------------------

    def reach(self, p: Rttr, seat: str, *, unit: str, lang: str) -> dict[str, int]:
        """Every hex where the unit may end its move, with the points spent; Germans before their die, at best."""
        u = Asked(self.game, p, seat, lang).unit_named(unit, UNSEEN)
        points, disengaged = self._points(p, u)
        way = reach_of(p, u, points, disengaged).cost if points else {}
        return {p.number(place): cost for place, cost in way.items()}

    def path(self, p: Rttr, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """The cheapest path, with the cost of every step and the rules behind it."""
        asked = Asked(self.game, p, seat, lang)
        u, there = asked.unit_named(unit, UNSEEN), self.game.place_index(hex)
        points, disengaged = self._points(p, u)
        way = reach_of(p, u, points, disengaged) if points else None
        if way is None or there not in way.cost:
            raise self.game.refusal(self._why_no_path(p, u, there, points, disengaged))
        return asked.path(way.path(there), way.cost[there], points - way.cost[there],
                          lambda here, there: asked.step(there, self._costs(p, u, here, there)))

    def _why_no_path(self, p: Rttr, unit: int, there: int, points: int, disengaged: bool) -> Message:
        german = is_german(p, unit)
        sector = front_of(p, unit) if p.is_on_map(unit) else REICHSTAG
        if sector == REICHSTAG and german:
            key = "refused.static" if p.is_on_map(unit) else "refused.not_on_map"
            return Message(key, {"unit": p.id(unit)}, ("9.1",))
        barred = why_not_move(p, sector, german, unit)
        return barred or why_not_there(p, unit, there, points, disengaged) or Message(
            "refused.there_already", {"unit": p.id(unit), "hex": p.number(there)})

    def _costs(self, p: Rttr, unit: int, here: int, there: int) -> list[Item]:
        """What one step of a path costs, and why."""
        layout, german, sector = p.layout, is_german(p, unit), front_of(p, unit)
        cost = dict(terrain_steps(p, unit)[here])[there]
        side = layout.grid.side_number(here, there)
        whole = layout.bridges & ~p.blown
        on_road = has(layout.roads, side) and (has(whole, side) or not has(layout.bridges, side))
        if on_road:
            items = [Item(cost, Message("cost.road", {}, ("9.10",)))]
        else:
            items = [Item(layout.move[there], Message("cost.terrain", {}, ("9.9",)))]
            if cost > layout.move[there]:
                items.append(Item(cost - layout.move[there], Message("cost.river", {}, ("9.9",))))
            elif not german and has(helped_sides(p, sector, unit), side):
                items.append(Item(0, Message("cost.engineers", {}, ("19.1a",))))
        if german and has(bombardment_zone(p, sector), there):
            items.append(Item(layout.interdiction, Message("cost.interdiction", {}, ("15.4b",))))
        return items

    def _points(self, p: Rttr, unit: int) -> tuple[int, bool]:
        """The movement points a unit has now, or would have in its own phase; and whether it has disengaged."""
        if not p.is_on_map(unit) or p.layout.static >> unit & 1:
            return 0, False
        german = is_german(p, unit)
        step = next((step for step in p.steps if isinstance(step, Movement)), None)
        if step is not None and step.unit == unit:
            return step.left, step.disengaged
        if step is not None and step.german == german and step.sector == front_of(p, unit):
            return (budget(p, unit), False) if unit in movable(p, front_of(p, unit), german) else (0, False)
        return BEST_ROLL if german else p.layout.soviet_move, False

    # -- combat --------------------------------------------------------------------------------------------------

    def odds(self, p: Rttr, seat: str, *, target: str | None = None, units: Iterable[str] | None = None,
             targets: Iterable[str] = (), table: str | None = None, lang: str) -> Answer:
        """The whole sum of an attack, its column, and the probability of every result in the tables that may be used.

        Without a target it is about the attack the seat is putting together.
        """
        asked = Asked(self.game, p, seat, lang)
        attack = assembling(p, seat) if target is None else self._attack(p, asked, (target, *targets), units or ())
        if attack is None or not attack.units:
            raise self.game.illegal("refused.no_attackers", "12.8")
        names = tables_for(p, attack.german, attack.targets)
        if table is not None and table not in names:
            raise self.game.illegal("refused.assault_only" if table in TABLES else "refused.no_table", "12.21",
                                    table=str(table))
        return self._odds(p, asked, attack, (table,) if table else names)

    def _odds(self, p: Rttr, asked: Asked, attack: Attack, names: tuple[str, ...]) -> Answer:
        hidden = hidden_units(p, asked.seat)
        total = strengths(p, attack, hidden)
        percentage = odds(total)
        crts = {name: p.layout.crt[name] for name in names}
        first = next(iter(crts.values()))
        column = first.column(percentage)
        return {
            **asked.sum(total),
            "percent": percentage,
            "column": first.headings[column],
            "column_index": column,
            "results": first.chances(column),
            "tables": {name: crt.chances(column) for name, crt in crts.items()},
            "hidden": sum(hidden >> unit & 1 for place in (*attack.targets, *{p.where[unit] for unit in attack.units})
                          for unit in p.at(place)),
        }

    def _attack(self, p: Rttr, asked: Asked, targets: Iterable[str], units: Iterable[str]) -> Attack:
        """An attack that somebody asks about, checked to be possible."""
        places = tuple(dict.fromkeys(self.game.place_index(target) for target in targets))
        named = [asked.unit_named(unit, UNSEEN) for unit in units]
        if not named:
            raise self.game.illegal("refused.no_attackers", "12.8")
        german = is_german(p, named[0])
        if not p.is_on_map(named[0]):
            raise self.game.illegal("refused.not_on_map", "12.1", unit=p.id(named[0]))
        sector = front_of(p, named[0])
        if sector == REICHSTAG:
            raise self.game.illegal("refused.garrison_attacks", "5.6a", unit=p.id(named[0]))
        for unit in named:
            reason = why_not_attack_with(p, sector, german, unit)
            if reason is not None:
                raise self.game.refusal(reason)
        hidden = hidden_units(p, asked.seat)
        whole = tuple(dict.fromkeys(other for unit in named for other in able(p, p.where[unit])
                                    if not hidden >> other & 1))  # 12.10
        for place in places:
            reason = why_no_target(p, sector, german, place)
            if reason is not None:
                raise self.game.refusal(reason)
            for unit in whole:
                if not has(p.layout.near[place], p.where[unit]):
                    raise self.game.illegal("refused.not_adjacent", "12.5b", unit=p.id(unit), hex=p.number(place))
        return Attack(sector, german, places, whole)

    # -- supply, zones, hexes, units -----------------------------------------------------------------------------

    def supply(self, p: Rttr, seat: str, *, unit: str, lang: str) -> Answer:
        """24.1 Whether a Soviet unit has a line of communication; Germans, or without the option, need none."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit, UNSEEN)
        if not p.is_on_map(u):
            raise self.game.illegal("refused.not_on_map", "9.1", unit=unit)
        if is_german(p, u):
            return asked.supply(True, Message("supply.german", {}, ("24.6",)))
        if not p.options["communications"]:
            return asked.supply(True, Message("supply.not_played", {}, ("24.1a",)))
        front, place = front_of(p, u), p.where[u]
        return asked.supply(has_line(p, front, place), line_reason(p, front, place), line_path(p, front, place))

    def zoc(self, p: Rttr, seat: str, *, side: str, lang: str) -> list[str]:
        """The hexes in a side's zones of control; those of the Germans in both sectors."""
        index = Asked(self.game, p, seat, lang).side_named(side)
        if index == GERMAN:
            return p.numbers(zone(p, 0, german=True) | zone(p, 1, german=True))
        return p.numbers(zone(p, index, german=False))

    def hex(self, p: Rttr, seat: str, *, hex: str, lang: str) -> Answer:
        """Everything about a hex, a bridge or a box, with provenance."""
        asked, place = Asked(self.game, p, seat, lang), self.game.place_index(hex)
        answer = asked.hex(place, p.layout.points.get(place, 0))
        side = self.game.board.side_at.get(place)
        if side is not None:
            return {**answer, "blown": has(p.blown, side.number), "checked": has(p.checked, side.number)}
        if place >= p.layout.hexes:
            return answer
        sector = p.layout.sector_of(place)
        return {
            **answer,
            "sector": "reichstag" if sector == REICHSTAG else SEATS[sector],
            "control": next((SEATS[front] for front in FRONTS if has(p.control[front], place)), None),
            "zoc": [side for side in SIDES if has(self._zone(p, side), place)],
            "bombarded": [SEATS[front] for front in FRONTS if has(bombardment_zone(p, front), place)],
        }

    def _zone(self, p: Rttr, side: str) -> int:
        if side == SIDES[GERMAN]:
            return zone(p, 0, german=True) | zone(p, 1, german=True)
        return zone(p, SIDES.index(side), german=False)

    def unit(self, p: Rttr, seat: str, *, unit: str, lang: str) -> Answer:
        """Everything about a counter, with provenance."""
        asked = Asked(self.game, p, seat, lang)
        u = asked.unit_named(unit, UNSEEN)
        counter = p.layout.unit[u]
        return {
            **asked.unit(u),
            "strength": counter.strength,
            "defends_only": counter.defends,
            "static": counter.static,
            "size": counter.size,
            "face_down": bool(p.face_down >> u & 1),
            "entry": {"turn": counter.turn, "edge": counter.edge} if counter.edge else None,
            "supply": self.supply(p, seat, unit=unit, lang=lang) if p.is_on_map(u) else None,
        }

    def why_not(self, p: Rttr, seat: str, *, unit: str, hex: str, lang: str) -> Answer:
        """Why a unit may not move to, attack, retreat or advance to a hex, with the rule; no reason if it may."""
        asked = Asked(self.game, p, seat, lang)
        return asked.why_not(asked.unit_named(unit, UNSEEN), self.game.place_index(hex))

    def victory(self, p: Rttr, seat: str, *, lang: str) -> Answer:
        """The scores as they stand, and what they are made of (21.2, 21.3)."""
        return {seat: {"points": victory_points(p, front), **parts(p, front)} for front, seat in enumerate(SEATS)}
