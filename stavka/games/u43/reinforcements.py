"""Chapter 16: reinforcements and replacements; 22.5 and 27.3 artillery of the Stavka and the Central Front box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import CENTRAL, DEAD, GERMAN, SOVIET, STAVKA
from .control import enter
from .lyutezh import closed_hexes
from .movement import MANY, Hand, allowance
from .position import Ukraine, disrupt, enemy
from .railheads import connected_rails, edge_sources
from .stacking import has_room
from .terrain import road_cost
from .zones import enemy_bonds, enemy_zone

MECHANIZED, OTHER = 0, 1
"""The two kinds of replacements (16.2)."""


# -- Reinforcements (16.1) -----------------------------------------------------------------------------------------


def due(p: Ukraine, side: int) -> list[int]:
    """16.1 The reinforcements that may enter now, late ones too; 22.5, 27.3 artillery and units from the boxes."""
    units = [unit for turn in range(1, p.turn + 1) for unit in p.at(p.layout.box[f"turn.{turn}"])
             if p.layout.side_of[unit] == side]
    if side == SOVIET:
        units += [unit for unit in p.at(p.box(STAVKA)) if p.stavka_entry >> unit & 1]
        units += [unit for unit in p.at(p.box(CENTRAL)) if not p.boxed >> unit & 1]
    return units


def entry_hexes(p: Ukraine, unit: int) -> HexSet:
    """16.1 Friendly edge sources of the unit's edge; 27.2 half-hexes; 27.3 the north edge for units from the box."""
    side = p.layout.side_of[unit]
    if side == GERMAN:
        edge = p.layout.unit[unit].edge or "W"
    else:
        edge = CENTRAL if p.where[unit] == p.layout.box[CENTRAL] else "N"
    basis = (p.manned[enemy(side)], enemy_bonds(p, side).hexes, p.control, p.central, closed_hexes(p, side))
    return p.derive(("entry", side, edge), basis, lambda: _entry_by(p, side, edge))


def _entry_by(p: Ukraine, side: int, edge: str) -> HexSet:
    """The hexes where units of a side come in by an edge, or from the Central Front box."""
    layout = p.layout
    open_hexes = ~p.manned[enemy(side)] & ~enemy_bonds(p, side).hexes & layout.playable
    if side == GERMAN:
        return layout.entry[GERMAN][edge] & edge_sources(p, GERMAN) & open_hexes & ~closed_hexes(p, GERMAN)
    half_hexes = 0
    for beside in layout.half_hexes[:p.central]:
        half_hexes |= beside
    if edge == CENTRAL:
        return (half_hexes | layout.north_edge & p.control) & open_hexes
    return (half_hexes | layout.entry[SOVIET][edge] & edge_sources(p, SOVIET)) & open_hexes


def entry_places(p: Ukraine, unit: int) -> list[int]:
    """Where a reinforcement may come in; a Soviet one may also be put into the Central Front box (27.3)."""
    side = p.layout.side_of[unit]
    places = [place for place in members(entry_hexes(p, unit))
              if not p.manned[side] >> place & 1 or has_room(p, place, (unit,))]
    if side == SOVIET and p.where[unit] != p.box(CENTRAL):
        places.append(p.box(CENTRAL))
    return places


def entering_units(p: Ukraine, side: int) -> UnitSet:
    """The reinforcements that have somewhere to enter."""
    waiting = p.derive(("due", side), (p.mapped, p.turn, p.stavka_entry, p.boxed), lambda: due(p, side))
    return of([unit for unit in waiting if may_enter(p, unit)]) if waiting else 0


def may_enter(p: Ukraine, unit: int) -> bool:
    """Whether there is a place for a reinforcement; the Central Front box always is one (27.3)."""
    side = p.layout.side_of[unit]
    if side == SOVIET and p.where[unit] != p.layout.box[CENTRAL]:
        return True
    return bool(entry_hexes(p, unit) & ~p.manned[side]) or bool(entry_places(p, unit))


@runtime_checkable
class Mover(Protocol):
    """The movement phase that a reinforcement comes into."""

    def take_in_hand(self, p: Ukraine, hand: Hand) -> None:
        """Go on with who has just entered."""


@dataclass(frozen=True, slots=True)
class Enter(Step):
    """16.1 A reinforcement enters: its owner chooses where."""

    side: int
    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        prompt = Message("prompt.enter", {"unit": p.id(self.unit)}, ("16.1.a",))
        return Options(p.seat(self.side), "enter", prompt, hexes=entry_places(p, self.unit),
                       about=About("place", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        p.stavka_entry &= ~bit(self.unit)
        if place >= p.layout.hexes:
            p.put(self.unit, place)
            p.boxed |= bit(self.unit)
            p.emit("boxed", "27.3.b", units=[p.id(self.unit)])
            return
        if p.where[self.unit] != p.box(CENTRAL):  # 4.6: who comes back from the box is no reinforcement of this turn
            p.arrived |= bit(self.unit)
        p.emit("arrived", "16.1.a", unit=p.id(self.unit), hex=p.number(place))
        left = max(0, allowance(p, self.unit) - road_cost(p, self.unit, place))
        # taken in hand first: what it overruns as it enters is moved away before it goes on (15.8, 26.3)
        moving = p.steps[-1]
        assert isinstance(moving, Mover)
        moving.take_in_hand(p, Hand((self.unit,), left, MANY, taken=1))
        enter(p, [self.unit], [place])

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        args = {"unit": p.id(self.unit), "hex": p.number(place)}
        if place < p.layout.hexes and has(entry_hexes(p, self.unit), place):
            return Message("refused.overstack", args, ("5.4",))
        if place < p.layout.hexes and has(closed_hexes(p, self.side), place):
            return Message("refused.lyutezh", args, ("34.6.c",))
        if place < p.layout.hexes and has(enemy_bonds(p, self.side).hexes, place):
            return Message("refused.bond", args, ("27.2.b" if self.side == SOVIET else "7.2.a",))
        return Message("refused.no_entry", args, ("16.1.a",))


# -- Replacements (16.2 - 16.5) ------------------------------------------------------------------------------------


def brigades_of(p: Ukraine, unit: int) -> int | None:
    """16.3 Units that come two for a replacement: 0 of tanks, 1 sappers and motorized infantry."""
    if p.layout.tank_support >> unit & 1:
        return 0
    return 1 if (p.layout.sappers | p.layout.motorized) >> unit & 1 else None


def is_rebuilt(p: Ukraine, unit: int) -> bool:
    """16.3, 16.4 Whether a unit can ever be rebuilt: no artillery, airborne brigades, Tigers or assault guns."""
    layout = p.layout
    return not (layout.artillery | layout.airborne | layout.returning) >> unit & 1


def replacement_for(p: Ukraine, unit: int, *, dead: bool) -> int | None:
    """16.2 - 16.4 The kind of replacement that serves a unit, the commoner first; None if there is none left."""
    mech, other = p.replacements
    layout = p.layout
    if dead and layout.headquarters >> unit & 1:
        return MECHANIZED if mech else None  # 16.3, 16.4
    if dead and (layout.motorized | layout.sappers) >> unit & 1:
        return OTHER if other else MECHANIZED if mech else None  # 16.3
    if layout.mechanized >> unit & 1:
        return MECHANIZED if mech else None
    if other:
        return OTHER
    return MECHANIZED if mech and not dead else None  # 16.2: from the Dead Pile only its own kind


def restorable_units(p: Ukraine, units: UnitSet) -> UnitSet:
    """16.5 Those of some units on the map that may take a replacement now."""
    mech, other = p.replacements
    if not mech and not other:
        return 0
    weak = p.reduced & p.mapped & units & ~(p.replaced | p.unsupplied | p.disrupted | p.extended)
    if not mech:
        weak &= ~p.layout.mechanized  # 16.2
    soviet = weak & p.layout.army[SOVIET]
    if not soviet:
        return weak
    zone, where = enemy_zone(p, SOVIET), p.where
    return weak & ~of([unit for unit in members(soviet) if zone >> where[unit] & 1])  # 16.5


def why_not_restored(p: Ukraine, unit: int) -> Message | None:
    """16.5 Why a unit on the map may not take a replacement, if it may not."""
    layout, args = p.layout, {"unit": p.id(unit)}
    if not p.reduced >> unit & 1 or not p.is_on_map(unit):
        return Message("refused.not_reduced", args, ("16.2.a",))
    if p.replaced >> unit & 1:
        return Message("refused.replaced", args, ("16.5.f",))
    if p.unsupplied >> unit & 1:
        return Message("refused.replace_unsupplied", args, ("14.7.c",))
    if p.disrupted >> unit & 1:
        return Message("refused.replace_disrupted", args, ("11.3.b",))
    if p.extended >> unit & 1:
        return Message("refused.replace_extended", args, ("16.5.b",))
    if layout.side_of[unit] == SOVIET and has(enemy_zone(p, SOVIET), p.where[unit]):
        return Message("refused.replace_zone", args, ("16.5.c",))
    if replacement_for(p, unit, dead=False) is None:
        return Message("refused.no_replacements", args, ("16.2.a",))
    return None


def spend(p: Ukraine, kind: int) -> None:
    """One replacement is used."""
    mech, other = p.replacements
    p.replacements = (mech - 1, other) if kind == MECHANIZED else (mech, other - 1)


def restore(p: Ukraine, unit: int) -> None:
    """16.2, 16.5 A unit on the map is brought to full strength, and disrupted by it."""
    kind = replacement_for(p, unit, dead=False)
    assert kind is not None
    spend(p, kind)
    p.reduced &= ~bit(unit)
    p.replaced |= bit(unit)
    p.emit("restored", "16.2.b" if kind == OTHER else "16.2.c", unit=p.id(unit), hex=p.number(p.where[unit]))
    disrupt(p, [unit], "16.5.d")


def return_hexes(p: Ukraine, side: int) -> HexSet:
    """16.5 Victory-point hexes on connected railways; for the Soviets edge sources too."""
    hexes = p.layout.objectives & p.controlled(side) & connected_rails(p, side) & ~p.manned[enemy(side)]
    return (hexes | edge_sources(p, SOVIET) if side == SOVIET else hexes) & ~closed_hexes(p, side)


def return_places(p: Ukraine, unit: int) -> list[int]:
    """Where a unit from the Dead Pile may come back, stacking included; 21 security divisions to a city if they can."""
    side, layout = p.layout.side_of[unit], p.layout
    places = [place for place in members(return_hexes(p, side))
              if not p.manned[side] >> place & 1 or has_room(p, place, (unit,))]
    cities = [place for place in places if layout.cities >> place & 1] if layout.security >> unit & 1 else []
    return cities or places


def rebuildable(p: Ukraine, side: int) -> UnitSet:
    """16.2 - 16.5 The units of the Dead Pile that could come back now."""
    dead = p.stacks.get(p.layout.box[DEAD[side]])
    if not dead or not (any(p.replacements) or any(p.brigades)):
        return 0
    paid = p.derive(("paid", side), (dead, p.replacements, p.brigades),
                    lambda: of(unit for unit in dead if can_be_paid(p, unit)))
    if not paid or return_hexes(p, side) & ~p.manned[side]:
        return paid
    return of(unit for unit in members(paid) if may_come_back(p, unit))


def can_be_paid(p: Ukraine, unit: int) -> bool:
    """16.2 - 16.4 Whether there is a replacement for a unit of the Dead Pile."""
    pair = brigades_of(p, unit)
    paid = pair is not None and p.brigades[pair] > 0
    return is_rebuilt(p, unit) and (paid or replacement_for(p, unit, dead=True) is not None)


def may_come_back(p: Ukraine, unit: int) -> bool:
    """16.5 Whether there is a hex with room for a unit of the Dead Pile."""
    return any(has_room(p, place, (unit,)) for place in members(return_hexes(p, p.layout.side_of[unit])))


@dataclass(frozen=True, slots=True)
class Rebuild(Step):
    """16.5 A unit comes back from the Dead Pile: its owner chooses the hex."""

    side: int
    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        prompt = Message("prompt.rebuild", {"unit": p.id(self.unit)}, ("16.5.e",))
        return Options(p.seat(self.side), "rebuild", prompt, hexes=return_places(p, self.unit),
                       about=About("place", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        self._pay(p)
        p.put(self.unit, place)
        p.reduced |= bit(self.unit) & p.layout.two_steps
        p.replaced |= bit(self.unit)
        p.emit("rebuilt", "16.5.e", unit=p.id(self.unit), hex=p.number(place))
        disrupt(p, [self.unit], "16.5.d")

    def _pay(self, p: Ukraine) -> None:
        """16.3 A replacement, or the second brigade of one that has been spent."""
        pair = brigades_of(p, self.unit)
        credit = list(p.brigades)
        if pair is not None and credit[pair]:
            credit[pair] -= 1
        else:
            kind = replacement_for(p, self.unit, dead=True)
            assert kind is not None
            spend(p, kind)
            if pair is not None:
                credit[pair] += 1
        p.brigades = (credit[0], credit[1])

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        args = {"unit": p.id(self.unit), "hex": p.number(place)}
        if place < p.layout.hexes and has(return_hexes(p, self.side), place):
            if has_room(p, place, (self.unit,)):
                return Message("refused.security_city", args, ("21.b",))
            return Message("refused.overstack", args, ("5.4",))
        if place < p.layout.hexes and has(closed_hexes(p, self.side), place):
            return Message("refused.lyutezh", args, ("34.6.c",))
        return Message("refused.no_return", args, ("16.5.e",))


def receive(p: Ukraine, side: int) -> None:
    """16.2 The replacements of the turn; what was not used is lost."""
    mech, other = p.layout.replacements[side]
    p.replacements = (mech[p.turn - 1], other[p.turn - 1])
    p.brigades = (0, 0)
    p.replaced = 0


def why_not_off_map(p: Ukraine, side: int, unit: int) -> Message:
    """Why a unit that is not on the map cannot be used now."""
    args = {"unit": p.id(unit)}
    place = p.where[unit]
    if place == p.box(DEAD[side]):
        if not is_rebuilt(p, unit):
            return Message("refused.never_rebuilt", args, ("16.3.f" if side == SOVIET else "16.4.c",))
        if replacement_for(p, unit, dead=True) is None:
            return Message("refused.no_replacements", args, ("16.2.a",))
        return Message("refused.no_return_now", args, ("16.5.e",))
    if unit in due(p, side):
        return Message("refused.entry_blocked", args, ("16.1.b",))
    if p.boxed >> unit & 1:
        return Message("refused.boxed", args, ("27.3.a",))
    return Message("refused.not_on_map", args, ("16.1.a",))
