"""Chapter 13: retreat after combat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .bridges import can_cross, check_bridges
from .components import EDGES, SEATS, player
from .movement import WEST, may_escape, open_hexes, terrain_steps, why_not_enter
from .position import Rttr
from .results import lose
from .sectors import front_of, is_german, occupy
from .zones import enemy_zone

# -- Who stands (13.4, 13.6, 16.10, 23.2) --------------------------------------------------------------------------


def may_stand(p: Rttr, unit: int) -> bool:
    """13.6a Germans in objective hexes need not retreat."""
    return is_german(p, unit) and has(p.layout.objectives, p.where[unit])


def must_stand(p: Rttr, unit: int) -> bool:
    """Whether no result can make a unit retreat."""
    return bool(why_stands(p, unit))


def why_stands(p: Rttr, unit: int) -> str:
    """The rule by which no result makes a unit retreat: it is in the garrison of the Reichstag (16.10b), a German in an
    S-Bahn hex of the better prepared defence (23.2b), or a static unit in an objective (13.4b). Empty if there is none.
    """
    place = p.where[unit]
    if not is_german(p, unit):
        return ""
    if place == p.layout.reichstag:
        return "16.10b"
    if p.scenario == "prepared" and has(p.layout.sbahn, place):
        return "23.2b"
    return "13.4b" if p.layout.static >> unit & 1 and has(p.layout.objectives, place) else ""


# -- Where to (13.3) -----------------------------------------------------------------------------------------------


def onward(p: Rttr, unit: int, origin: int, here: int, hexes: HexSet) -> list[int]:
    """13.1, 13.3g The next hexes of a retreat, each further from the position of the battle."""
    grid = p.layout.grid
    distance = grid.distance(origin, here) + 1
    steps = terrain_steps(p, unit)
    return [there for there, _ in steps[here]
            if hexes >> there & 1 and grid.distance(origin, there) == distance]


def retreat_hexes(p: Rttr, unit: int) -> HexSet:
    """13.3b - 13.3e The hexes a unit may retreat into: open to it, and free of EZOC."""
    return open_hexes(p, unit) & ~enemy_zone(p, front_of(p, unit), is_german(p, unit))


def ways_on(p: Rttr, unit: int, origin: int, left: int) -> list[int]:
    """13.3i The next hexes from which the whole retreat can be made, or else the ways off the map (13.3f)."""
    hexes = retreat_hexes(p, unit)
    here = p.where[unit]
    steps = onward(p, unit, origin, here, hexes)
    safe = [there for there in steps if _completes(p, unit, origin, there, left - 1, hexes, frozenset())]
    if safe:
        return safe
    leaving = _exit_hexes(p, unit)
    return exits_from(p, unit, here) + [
        there for there in steps if leaving and _completes(p, unit, origin, there, left - 1, hexes, leaving)]


def last_steps(p: Rttr, unit: int, origin: int, left: int) -> list[int]:
    """13.3g The next hexes of a unit that cannot be saved: it goes as far as it can and is eliminated there."""
    hexes = retreat_hexes(p, unit)
    runs = {there: _longest(p, unit, origin, there, left - 1, hexes)
            for there in onward(p, unit, origin, p.where[unit], hexes)}
    return [there for there, run in runs.items() if run == max(runs.values())]


def _longest(p: Rttr, unit: int, origin: int, here: int, left: int, hexes: HexSet) -> int:
    """How many hexes a retreat can go on from a hex."""
    if not left:
        return 0
    return max((1 + _longest(p, unit, origin, there, left - 1, hexes)
                for there in onward(p, unit, origin, here, hexes)), default=0)


def _completes(p: Rttr, unit: int, origin: int, here: int, left: int, hexes: HexSet,
               exits: frozenset[int]) -> bool:
    """Whether a retreat can go on from a hex to its end: all its hexes, an objective (13.6b), or an exit."""
    if not left:
        return not exits
    if exits and here in exits:
        return True
    if not exits and is_german(p, unit) and has(p.layout.objectives, here):
        return True
    return any(_completes(p, unit, origin, there, left - 1, hexes, exits)
               for there in onward(p, unit, origin, here, hexes))


def exits_from(p: Rttr, unit: int, here: int) -> list[int]:
    """13.3f, 26.1 Where a unit can leave the map from a hex: the boxes beyond its edges."""
    edges = [edge for edge in EDGES if has(p.layout.edges[edge], here)]
    if is_german(p, unit):
        return [p.box(WEST)] if "west" in edges and may_escape(p) else []
    front = SEATS[front_of(p, unit)]
    return [p.box(f"off.{front}.{edge}") for edge in edges]


def _exit_hexes(p: Rttr, unit: int) -> frozenset[int]:
    """All hexes from which a unit can leave the map."""
    edges = p.layout.edges
    if is_german(p, unit):
        return frozenset(members(edges["west"])) if may_escape(p) else frozenset()
    return frozenset(place for edge in EDGES for place in members(edges[edge] & p.layout.sector[front_of(p, unit)]))


# -- Steps ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Panic(Step):
    """13.2 A retreat in panic: a die says how far the whole force runs."""

    sector: int
    german: bool
    units: tuple[int, ...]

    def skip(self, p: Rttr) -> None:
        p.pop()
        if not any(p.is_on_map(unit) for unit in self.units):
            return
        die = p.roll(*self.units)
        p.emit("panic", "13.2", die=die)
        p.push(Retreat(self.sector, self.german, self.units, die))


@dataclass(frozen=True, slots=True)
class Retreat(Step):
    """13.1 The units of a force retreat, together or one by one (13.3h), in the order their owner likes."""

    sector: int
    german: bool
    units: tuple[int, ...]
    distance: int

    def offer(self, p: Rttr) -> Options | None:
        units = self.able(p)
        if len(units) < 2 or self._statics(p):
            return None
        prompt = Message("prompt.retreat", {"distance": self.distance}, ("13.1", "13.3h"))
        return Options(player(self.sector, self.german), "retreat", prompt, units=units,
                       about=About("retreat"))

    def able(self, p: Rttr) -> list[int]:
        """The units that have still to retreat."""
        return [unit for unit in self.units
                if p.is_on_map(unit) and not p.spoils >> unit & 1 and not must_stand(p, unit)]

    def _statics(self, p: Rttr) -> list[int]:
        """13.4a Static units called on to retreat."""
        return [unit for unit in self.able(p) if p.layout.static >> unit & 1]

    def skip(self, p: Rttr) -> None:
        statics = self._statics(p)
        for unit in statics:
            lose(p, unit, "13.4a", self.sector, taken=True)
        if statics:
            p.replace(replace(self, units=tuple(unit for unit in self.units if unit not in statics)))
            return
        units = self.able(p)
        if units:
            self.take_unit(p, units[0])
        else:
            p.pop()

    def take_unit(self, p: Rttr, unit: int) -> None:
        p.replace(replace(self, units=tuple(other for other in self.units if other != unit)))
        p.push(RetreatUnit(self.sector, self.german, unit, p.where[unit], self.distance))

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        stands = why_stands(p, unit) if unit in self.units else ""
        return Message("refused.not_retreating", {"unit": p.id(unit)}, (stands or "13.1",))


@dataclass(frozen=True, slots=True)
class RetreatUnit(Step):
    """13.3 One unit retreats hex by hex, by a way that saves it if there is one (13.3i)."""

    sector: int
    german: bool
    unit: int
    origin: int
    left: int

    def offer(self, p: Rttr) -> Options | None:
        if not self.left:
            return None
        hexes, rule = self.ways(p)
        standing = may_stand(p, self.unit)
        if len(hexes) + standing < 2:
            return None
        prompt = Message("prompt.retreat_to", {"unit": p.id(self.unit), "left": self.left},
                         (rule, "13.6a") if standing else (rule,))
        return Options(player(self.sector, self.german), "retreat_to", prompt, hexes=hexes,
                       buttons=("stand",) if standing else (), about=About("retreat", self.unit))

    def ways(self, p: Rttr) -> tuple[list[int], str]:
        """Where the unit goes on, and by which rule: to safety if it can (13.3i), else as far as it can (13.3g)."""
        hexes = ways_on(p, self.unit, self.origin, self.left)
        if hexes or may_stand(p, self.unit):
            return hexes, "13.3i"
        return last_steps(p, self.unit, self.origin, self.left), "13.3g"

    def skip(self, p: Rttr) -> None:
        if not self.left:
            p.pop()
            return
        hexes, _ = self.ways(p)
        if hexes:
            self.take_hex(p, hexes[0])
        elif may_stand(p, self.unit):
            self.take_button(p, "stand")
        else:
            self._perish(p)

    def take_hex(self, p: Rttr, place: int) -> None:
        off = place >= p.layout.hexes
        p.emit("retreated", "13.3f" if off else "13.1", unit=p.id(self.unit),
               path=p.names((p.where[self.unit], place)), to=p.number(place))
        if off:
            p.put(self.unit, place)
            p.pop()
            return
        occupy(p, self.unit, place)
        if not self.german:
            check_bridges(p, place)  # 18.1
        p.replace(replace(self, left=self.left - 1))

    def _perish(self, p: Rttr) -> None:
        """13.3a, 13.3g It can go no further and is eliminated where it is."""
        p.pop()
        p.emit("blocked", "13.3a", unit=p.id(self.unit), hex=p.number(p.where[self.unit]))
        lose(p, self.unit, "13.3g" if p.where[self.unit] != self.origin else "13.3a", self.sector, taken=False)

    def take_button(self, p: Rttr, button: str) -> None:
        p.pop()
        p.emit("stands", "13.6a" if p.where[self.unit] == self.origin else "13.6b", unit=p.id(self.unit),
               hex=p.number(p.where[self.unit]))

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        return why_not_retreat(p, self.unit, self.origin, place)

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return Message("refused.stand", {"unit": p.id(self.unit)}, ("13.6a",)) if button == "stand" else None


def why_not_retreat(p: Rttr, unit: int, origin: int, place: int) -> Message:
    """Why a unit may not retreat to a hex."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    here = p.where[unit]
    if place >= p.layout.hexes:
        if place in exits_from(p, unit, here):
            return Message("refused.retreat_off", args, ("13.3i",))
        return Message("refused.retreat_off_map", args, ("13.3f",))
    if not has(p.layout.near[here], place):
        return Message("refused.retreat_far", args, ("13.1",))
    if (closed := why_not_enter(p, unit, place)) is not None:
        rule = {"refused.boundary": "13.3d", "refused.enemy": "13.3b", "refused.overstack": "13.3e",
                "refused.water": "13.3c", "refused.reichstag": "5.6a", "refused.shut_out": "5.5b"}[closed.key]
        return Message(closed.key, closed.args, (rule,))
    if has(enemy_zone(p, front_of(p, unit), is_german(p, unit)), place):
        return Message("refused.retreat_zone", args, ("13.3b", "11.7"))
    if not can_cross(p, here, place):
        return Message("refused.lake", args, ("13.3c",))
    if p.layout.grid.distance(origin, place) <= p.layout.grid.distance(origin, here):
        return Message("refused.retreat_away", args, ("13.3g",))
    return Message("refused.retreat_fatal", args, ("13.3i",))

