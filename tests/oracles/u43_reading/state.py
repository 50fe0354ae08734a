"""Where a game stands, as the view tells it, and what happened before, as the events tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import stavka

from .printed import SIDES, around, other, printed_counters, side_of, the_map


class Unit:
    """A counter somewhere: what is printed on it, its place, the face shown and what lies on it."""

    __slots__ = ("commands", "face", "flags", "group", "is_ground", "key", "kind", "mechanized", "place", "printed",
                 "restricted", "role", "side", "steps")

    def __init__(self, key: str, place: str, face: int, flags: frozenset[str]) -> None:
        self.key, self.place, self.face, self.flags = key, place, face, flags
        printed = self.printed = printed_counters()[key]
        self.side: str = printed["side"]
        self.kind: str = printed["kind"]
        self.group: str = printed["group"]
        self.role: str = printed["class"]
        """combat, support, hq, leader or air (5.1)."""
        self.is_ground = self.role not in ("leader", "air")
        """Leaders (26.3) and air units (15.8) are caught or driven off; everything else holds its hex."""
        self.mechanized: bool = printed["mechanized"]
        self.commands = self.kind in ("army_hq", "front_hq")
        """23.2: a headquarters of an army or front."""
        self.restricted = self.commands or self.kind == "artillery"
        """4.8."""
        self.steps: int = len(printed.get("defence", [0])) - (face if self.kind != "artillery" else 0)

    def strength(self, what: str) -> int:
        """2.1: a printed factor of the face shown."""
        values = self.printed.get(what, [0])
        return int(values[min(self.face, len(values) - 1)])


@lru_cache(maxsize=50_000)
def unit_at(key: str, place: str, face: int, flags: tuple[str, ...]) -> Unit:
    return Unit(key, place, face, frozenset(flags))


@dataclass
class Book:
    """What a phase, a player turn or a game turn remembers, written down from the events."""

    attacked: set[str] = field(default_factory=set)
    """8.1: units attacked in this combat phase."""
    retreated: set[str] = field(default_factory=set)
    """10.4: units that retreated in this combat phase."""
    spent: dict[str, float] = field(default_factory=dict)
    """4.1: movement points units have spent in this phase."""
    done: set[str] = field(default_factory=set)
    """4.1: units whose movement is over in this phase."""
    start: dict[str, str] = field(default_factory=dict)
    """Where units stood when the phase began."""
    stacks: list[set[str]] = field(default_factory=list)
    """4.10: the stacks activated in this phase."""
    assaults: Counter[str] = field(default_factory=Counter)
    """13.2: mobile assaults of units in this phase."""
    dropped: set[str] = field(default_factory=set)
    """20.4: airborne brigades in their first turn on the ground."""
    drops: int = 0
    """20.2: brigades dropped up to now."""
    kept: set[str] = field(default_factory=set)
    """25.3: air units kept for defensive support under an overcast sky."""
    called: set[str] = field(default_factory=set)
    """22.5: Guards artillery called from the Stavka's box that has not entered yet."""
    replaced: set[str] = field(default_factory=set)
    """16.5: units that got a replacement in this turn."""
    repaired: set[str] = field(default_factory=set)
    """17: rail hexes repaired."""
    moved_leaders: set[str] = field(default_factory=set)
    """26: leaders that have moved (Zhukov: in this game turn; Manstein: in this player turn)."""
    zhukov_used: bool = False
    tries: int = 0
    """26.2: Manstein's attempts in this turn."""
    tried: set[str] = field(default_factory=set)
    """26.2: the units tried in this phase."""
    arrived: set[str] = field(default_factory=set)
    """4.6: units that came as reinforcements in this turn."""
    railed: int = 0
    """4.6: other units moved by rail in this turn."""
    repairs: Counter[str] = field(default_factory=Counter)
    """17.3: hexes repaired in this phase, by the place of the railhead after them."""
    dam_taken: bool = False
    """28.1: whether the Soviets have been in Zaporozhye while the dam stood."""
    owed: Counter[str] = field(default_factory=Counter)
    """30.2: German steps to be removed."""


@dataclass
class State:
    """Where a game stands."""

    turn: int
    phase: str
    scenario: str
    weather: str
    units: dict[str, Unit]
    soviet_control: frozenset[str]
    marks: dict[str, list[str]]
    half_hexes: int
    book: Book
    locked: set[str] = field(default_factory=set)
    lyutezh_free: bool = True
    known: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        board = the_map()
        self.stacks: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.place in board.terrain:
                self.stacks.setdefault(unit.place, []).append(unit)

    @property
    def mode(self) -> str:
        return self.phase.split(".")[-1]

    def ground(self, number: str, side: str) -> list[Unit]:
        return [unit for unit in self.stacks.get(number, ()) if unit.side == side and unit.is_ground]

    def once(self, what: str, make: Callable[[], Any]) -> Any:
        """Something that follows from the position, worked out once."""
        if what not in self.known:
            self.known[what] = make()
        return self.known[what]

    def held(self, side: str) -> frozenset[str]:
        """The hexes with ground units of a side."""
        found: frozenset[str] = self.once(
            f"held {side}", lambda: frozenset(hex for hex in self.stacks if self.ground(hex, side)))
        return found

    def marked(self, kind: str) -> set[str]:
        found: set[str] = self.once(kind, lambda: {place for place, marks in self.marks.items() if kind in marks})
        return found

    def controls(self, side: str, number: str) -> bool:
        return (number in self.soviet_control) == (side == "soviet")

    def roads(self) -> set[frozenset[str]]:
        """4.2; 34.6: from turn 19 of scenario 4 hex 1308 is a road hex, joined to 1307 and to the roads around."""
        board, paved = the_map(), "1308"
        if self.scenario != "october" or self.turn < 19:
            return board.roads

        def more() -> set[frozenset[str]]:
            near = [number for number in board.neighbours(paved) if number in board.road_hexes or number == "1307"]
            return board.roads | ({side_of(paved, number) for number in near} - board.barriers)

        found: set[frozenset[str]] = self.once("roads", more)
        return found

    def road_hexes(self) -> set[str]:
        late = self.scenario == "october" and self.turn >= 19
        return the_map().road_hexes | ({"1307", "1308"} if late else set())

    def pontoons(self) -> set[frozenset[str]]:
        found: set[frozenset[str]] = self.once(
            "pontoon sides", lambda: {frozenset(place.split("/")) for place in self.marked("pontoon")})
        return found

    def bridged(self, side: frozenset[str]) -> bool:
        """4.2, 18.5: a road or a pontoon bridge crosses the river there."""
        return side in self.roads() or side in self.pontoons()

    def flooded(self) -> set[str]:
        return self.marked("flood")

    def closed_by_flood(self, side: frozenset[str]) -> bool:
        return bool(self.flooded()) and side in the_map().flooded_sides                              # 28.2e

    def air_zone(self, side: str) -> set[str]:
        """15.6: the seven hexes under a side's air units on defensive air support."""
        def under() -> set[str]:
            centres = [unit.place for unit in self.units.values()
                       if unit.side == side and "flying" in unit.flags and "grounded" not in unit.flags]
            return {number for centre in centres for number in (centre, *around(centre))}

        found: set[str] = self.once(f"air {side}", under)
        return found

    def of_side(self, side: str) -> Iterator[Unit]:
        """The counters of a side on the map."""
        return (unit for unit in self.units.values() if unit.side == side and unit.place in the_map().terrain)

    def without(self, key: str) -> State:
        """The same without a unit, as others see the map while it moves."""
        units = {name: unit for name, unit in self.units.items() if name != key}
        return State(self.turn, self.phase, self.scenario, self.weather, units, self.soviet_control, self.marks,
                     self.half_hexes, self.book, self.locked, self.lyutezh_free)


def bits(value: Any) -> Iterator[int]:
    number = int(value, 16) if isinstance(value, str) else int(value)
    return (place for place, bit in enumerate(reversed(f"{number:b}")) if bit == "1")


def state_of(match: stavka.Match, book: Book | None = None) -> State:
    """Where a match stands; the view is the same for both seats."""
    view = match.view(SIDES[0])
    units = {key: unit_at(key, seen["place"], seen.get("face", 0), tuple(seen.get("flags", ())))
             for key, seen in view["units"].items()}
    weather = ("clear", "overcast", "rain")[view["tracks"]["weather"]["value"]]
    keys = list(printed_counters())
    data = match.position.as_data()
    if book is None:
        book = written_book(match)
    return State(view["turn"], view["phase"], view["scenario"], weather, units, frozenset(view["control"]["soviet"]),
                 view["marks"], view["tracks"]["central_front"]["value"], book,
                 {keys[place] for place in bits(data["locked"])},
                 lyutezh_free=bool(data["lyutezh_free"]))


def written_book(match: stavka.Match) -> Book:
    """The memory of a written position, or at the start of a game."""
    data, keys, names = match.position.as_data(), list(printed_counters()), match.game.board.grid.names
    book = Book()
    for name in ("attacked", "retreated", "dropped", "kept"):
        getattr(book, name).update(keys[place] for place in bits(data[name]))
    book.dam_taken = data["dam"] == "captured"
    book.repaired = {names[place] for place in bits(data["repaired"])}
    return book


__all__ = ["Book", "State", "Unit", "other", "side_of", "state_of", "written_book"]
