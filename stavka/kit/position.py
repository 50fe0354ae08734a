"""A position: where every counter stands and what the game is waiting for. Small, flat, and quick to copy.

Nothing that can be worked out is stored, except as an index: zones of control, supply and ranges are derived from the
position and remembered in ``memo`` together with what they were derived from. The log, the journal and undo live
outside, in the match.
"""

from __future__ import annotations

import hashlib
import json
from bisect import insort
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from .events import Event
from .hexset import HexSet, UnitSet, members, of

if TYPE_CHECKING:
    from .board import Board
    from .counters import Counters
    from .dice import Dice
    from .steps import Step

T = TypeVar("T")

FEW = 4
"""So many changes of a list of units are made faster than the list is made anew."""


_STATE = ("turn", "phase", "where", "stacks", "occupied", "mapped", "weights", "loads", "steps", "result", "held",
          "revealed")
"""What every position is made of, besides its game's own fields."""


class Layout:
    """What all positions of one game share: its board and counters, and which side each counter is on.

    A game adds what it prepares once from its charts.
    """

    def __init__(self, board: Board, counters: Counters[Any], sides: Sequence[str],
                 seats: Sequence[str] | None = None) -> None:
        self.board = board
        self.grid = board.grid
        self.sides = tuple(sides)
        self.seats = tuple(sides if seats is None else seats)
        """The seat that runs each side; empty for a side that nobody runs."""
        self.units = counters.ids
        """The id of every counter."""
        self.side_of = [self.sides.index(counter.side) for counter in counters]
        self.formation_of = [counter.formation["en"] for counter in counters]
        self.own = [[unit for unit, its in enumerate(self.side_of) if its == side] for side in range(len(self.sides))]
        """The counters of each side."""
        self.hexes = board.grid.size
        """Places below this number are hexes, the others boxes and hexsides."""
        self.places = board.names
        self.load: Sequence[int] = ()
        """What each counter counts towards the limit of a stack, where a game lets positions keep count of it."""


class Position:
    """A state of play. A game adds its own fields as a subclass and names them in ``FIELDS``.

    Field values are immutable (numbers, tuples, dictionaries that are replaced and never changed), so a copy
    shares them.
    """

    __slots__ = ("dice", "held", "layout", "loads", "log", "mapped", "memo", "occupied", "phase", "result", "revealed",
                 "stacks", "steps", "turn", "version", "versions", "weights", "where")

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, layout: Layout, dice: Dice) -> None:
        self.layout = layout
        self.dice = dice
        self.turn = 1
        self.phase = -1
        """Index into the sequence of play; -1 during set-up."""
        self.where: list[int] = [-1] * len(layout.units)
        """The place of every counter."""
        self.stacks: dict[int, tuple[int, ...]] = {}
        """The counters in every place that holds any, bottom to top."""
        self.occupied: list[HexSet] = [0] * len(layout.sides)
        """The hexes that hold counters, for every side."""
        self.mapped: UnitSet = 0
        """The counters that stand in a hex."""
        self.weights: list[dict[int, int]] = [{} for _ in layout.sides]
        """For every side what its counters in a hex weigh together, if the layout says what each weighs."""
        self.loads: list[dict[int, HexSet]] = [{} for _ in layout.sides]
        """For every side the hexes in which they weigh so much."""
        self.steps: tuple[Step, ...] = ()
        """What the game is waiting for; the last is on top."""
        self.result: Any = None
        self.memo: dict[Any, tuple[Any, Any]] = {}
        self.log: list[Event] | None = []
        """Where events go; None when nobody listens."""
        self.version = 0
        """Counts the changes of place: what depends on where counters stand can be remembered with it."""
        self.versions = [0] * len(layout.sides)
        """The same for each side: what depends on where its own counters stand outlasts the moves of the others."""
        self.held = False
        """Whether the phase waits to be ended although nothing is left to do: true once a choice was made in it."""
        self.revealed = False
        """Whether something hidden was shown since this was last cleared: then undo needs consent."""

    # -- counters ------------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a counter on top of the stack in a place, wherever it was before."""
        layout = self.layout
        side = layout.side_of[unit]
        stacks = self.stacks
        old = self.where[unit]
        if old >= 0:
            stack = stacks[old]
            if len(stack) == 1:
                del stacks[old]
                if old < layout.hexes:
                    self.occupied[side] &= ~(1 << old)
            else:
                height = stack.index(unit)
                stacks[old] = left = stack[:height] + stack[height + 1:]
                if old < layout.hexes and not any(layout.side_of[other] == side for other in left):
                    self.occupied[side] &= ~(1 << old)
        self.version += 1
        self.versions[side] += 1
        self.where[unit] = place
        stacks[place] = (*stacks.get(place, ()), unit)
        if place < layout.hexes:
            self.occupied[side] |= 1 << place
            self.mapped |= 1 << unit
        else:
            self.mapped &= ~(1 << unit)
        if layout.load:
            self._weigh(side, layout.load[unit], old, place)

    def _weigh(self, side: int, weight: int, old: int, new: int) -> None:
        """A counter of so much weight has gone from a place to another."""
        weights, loads, hexes = self.weights[side], self.loads[side], self.layout.hexes
        for place, change in ((old, -weight), (new, weight)) if weight else ():
            if 0 <= place < hexes:
                before, here = weights.get(place, 0), 1 << place
                weights[place] = after = before + change
                if before:
                    loads[before] ^= here
                    if not loads[before]:
                        del loads[before]
                if after:
                    loads[after] = loads.get(after, 0) | here

    def too_heavy(self, side: int, more: int, bearable: Container[int]) -> HexSet:
        """The hexes where the stack of a side would weigh more than it may with so much more."""
        full = 0
        for load, hexes in self.loads[side].items():
            if load + more not in bearable:
                full |= hexes
        return full

    def exchange(self, new: Mapping[int, int]) -> None:
        """Let counters change places: ``new[unit]`` lies where ``unit`` lay, as high in the stack.

        What is exchanged for one another is of one side and weighs the same. Nothing derived before is remembered.
        """
        places = {other: self.where[unit] for unit, other in new.items()}
        for place in set(places.values()):
            self.stacks[place] = tuple([new.get(unit, unit) for unit in self.stacks[place]])
        for unit, place in places.items():
            self.where[unit] = place
            self.mapped = self.mapped | 1 << unit if place < self.layout.hexes else self.mapped & ~(1 << unit)
        self.version += 1
        self.versions = [version + 1 for version in self.versions]
        self.memo = {}

    def at(self, place: int) -> tuple[int, ...]:
        """The counters in a place, bottom to top."""
        return self.stacks.get(place, ())

    def is_on_map(self, unit: int) -> bool:
        """Whether a counter stands on the map."""
        return bool(self.mapped >> unit & 1)

    def on_map(self, side: int) -> list[int]:
        """The counters of a side that stand on the map."""
        where, hexes = self.where, self.layout.hexes
        return [unit for unit in self.layout.own[side] if 0 <= where[unit] < hexes]

    def hexes_of(self, units: UnitSet) -> HexSet:
        """The hexes where any of these counters stands: those that have a zone, say, or those that block the way.

        ``occupied`` counts every counter; where headquarters, aircraft or markers share hexes without counting, the
        game knows the sets of those that do.
        """
        where = self.where
        return of([where[unit] for unit in members(units & self.mapped)])

    def hexes_where(self, holds: Callable[[Sequence[int]], bool]) -> HexSet:
        """The hexes with a stack of which this is true: zones that depend on what stands together."""
        hexes = self.layout.hexes
        return of([place for place, stack in self.stacks.items() if place < hexes and holds(stack)])

    # -- names ---------------------------------------------------------------------------------------------------

    def id(self, unit: int) -> str:
        """The id of a counter."""
        return self.layout.units[unit]

    def ids(self, units: Iterable[int]) -> list[str]:
        """The ids of counters."""
        return [self.layout.units[unit] for unit in units]

    def number(self, place: int) -> str:
        """The number of a hex, or the name of a box or hexside."""
        return self.layout.places[place]

    def numbers(self, hexes: HexSet) -> list[str]:
        """The numbers of a set of hexes."""
        return self.layout.board.numbers(hexes)

    def box(self, name: str) -> int:
        """The index of a place by its name: a box, but also a hex or a hexside that is a place."""
        return self.layout.board.index[name]

    def seat(self, side: int) -> str:
        """The seat that runs a side."""
        return self.layout.seats[side]

    # -- steps ---------------------------------------------------------------------------------------------------

    def push(self, *steps: Step) -> None:
        """Let the game wait for these before it goes on; the first given comes first."""
        self.steps += steps[::-1]

    def pop(self) -> None:
        """The step on top is done."""
        self.steps = self.steps[:-1]

    def replace(self, step: Step) -> None:
        """Put another step in the place of the one on top."""
        self.steps = (*self.steps[:-1], step)

    # -- what happens --------------------------------------------------------------------------------------------

    def roll(self, *about: int) -> int:
        """Roll one die, for a hex or a unit, if it is one's: imagined dice depend on what they are rolled for."""
        return self.dice.roll((self.turn, self.phase, *about))

    def draw(self, cup: UnitSet) -> int:
        """Draw a counter from a cup that nobody can look into: any of these, each as likely."""
        return members(cup)[self.dice.draw(cup.bit_count(), (self.turn, self.phase))]

    def emit(self, kind: str, *rules: str, seats: tuple[str, ...] | None = None, veiled: tuple[str, ...] = (),
             **data: Any) -> None:
        """Tell what happened."""
        if self.log is not None:
            self.log.append(Event(kind, data, rules, seats, veiled))

    # -- derived facts -------------------------------------------------------------------------------------------

    def derive(self, key: Any, basis: Any, make: Callable[[], T]) -> T:
        """A fact that follows from ``basis`` alone: made once, and again only when the basis has changed."""
        known = self.memo.get(key)
        if known is not None and known[0] == basis:
            value: T = known[1]
            return value
        value = make()
        self.memo[key] = (basis, value)
        return value

    def listed(self, key: Any, units: UnitSet) -> list[int]:
        """The members of a set, in rising order, that has changed little since it was last asked for by this key."""
        before, known = self.memo.get(key, (0, None))
        changed = units ^ before
        if known is None or changed.bit_count() > FEW:
            listing = members(units)
        else:
            listing = known.copy()
            for unit in members(changed):
                if units >> unit & 1:
                    insort(listing, unit)
                else:
                    listing.remove(unit)
        self.memo[key] = (units, listing)
        return listing

    # -- copies and digests --------------------------------------------------------------------------------------

    def copy(self, dice: Dice) -> Position:
        """An independent copy with dice of its own and no log."""
        twin: Position = object.__new__(type(self))
        twin.layout = self.layout
        twin.dice = dice
        twin.turn = self.turn
        twin.phase = self.phase
        twin.where = self.where[:]
        twin.stacks = self.stacks.copy()
        twin.occupied = self.occupied[:]
        twin.mapped = self.mapped
        twin.weights = [weights.copy() for weights in self.weights]
        twin.loads = [loads.copy() for loads in self.loads]
        twin.steps = self.steps
        twin.result = self.result
        twin.memo = self.memo.copy()
        twin.log = None
        twin.revealed = self.revealed
        twin.version = self.version
        twin.versions = self.versions[:]
        twin.held = self.held
        for name in self.FIELDS:
            setattr(twin, name, getattr(self, name))
        return twin

    def state(self) -> dict[str, Any]:
        """All that makes this position what it is; not what positions share, nor the dice, nor what is remembered."""
        return {name: getattr(self, name) for name in (*_STATE, *self.FIELDS)}

    @classmethod
    def restored(cls, layout: Layout, dice: Dice, state: Mapping[str, Any]) -> Position:
        """The position that has this state."""
        twin: Position = object.__new__(cls)
        twin.layout, twin.dice, twin.memo, twin.log = layout, dice, {}, None
        twin.version, twin.versions = 0, [0] * len(layout.sides)
        for name, value in state.items():
            setattr(twin, name, value)
        return twin

    def as_data(self) -> dict[str, Any]:
        """The whole position as plain data."""
        layout = self.layout
        return {
            "turn": self.turn,
            "phase": self.phase,
            "held": self.held,
            "stacks": {layout.places[place]: [layout.units[u] for u in stack]
                       for place, stack in sorted(self.stacks.items())},
            "steps": [step.as_data() for step in self.steps],
            "result": None if self.result is None else self.result.as_data(),
            **{name: _plain(getattr(self, name)) for name in self.FIELDS},
        }

    @property
    def digest(self) -> str:
        """A fingerprint: equal positions have equal digests."""
        text = json.dumps(self.as_data(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def enemy(side: int) -> int:
    """The other of two sides."""
    return 1 - side


def _plain(value: Any) -> Any:
    """Large integers as hexadecimal text, so that digests do not depend on how JSON writes numbers."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if -(1 << 31) < value < 1 << 31 else hex(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in sorted(value.items())}
    return [_plain(item) for item in value]
