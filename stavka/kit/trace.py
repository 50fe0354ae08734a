"""Lines over the map for whole sets of hexes at once: supply lines and the like.

Rulebooks limit lines in a few ways, and they combine:

* some hexsides are never crossed, some hexes never entered: walls, and the hexes a line may run ``through``;
* some things may be done only so often: a :class:`Toll` for each;
* no two hexes of a set in a row (say, vacant hexes in enemy zones): walls, ``grid.sides_between(zone, zone)``;
* so many hexes at most: ``limit``; so many movement points at most: :func:`~stavka.kit.reach.reach_from`;
* parts of different kind, say overland to a road and then along roads: a :class:`Leg` for each.

A flood answers for all hexes of the map in some ten microseconds: one from the sources of a side serves all its units.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from .grid import Grid, Ways
from .hexset import EMPTY, HexSet, SideSet, bit, has


class Toll(NamedTuple):
    """What a line may do only so often: cross one of these hexsides, or enter one of these hexes."""

    most: int
    sides: SideSet = EMPTY
    hexes: HexSet = EMPTY
    free: SideSet = EMPTY
    """Hexsides across which entering one of the hexes does not count: roads."""


Paid = tuple[int, ...]
"""How often a line has paid each toll."""

Layers = Mapping[Paid, HexSet]
"""The hexes a line can come to, by what it has paid on the way."""


class _Kind(NamedTuple):
    """Steps that pay the same tolls: across these hexsides into these hexes."""

    sides: SideSet
    ways: Ways
    into: HexSet
    price: Paid


class Moves:
    """The steps a line can make over a map.

    >>> from stavka.kit.hexset import members
    >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 5), shoved="even")
    >>> west = 1 << grid.index["0101"]
    >>> walled = Moves(grid, walls=grid.side_set([grid.side("0301/0401")]))
    >>> [grid.names[i] for i in members(walled.flood(west, grid.full))]
    ['0101', '0201', '0301']
    >>> rivers = grid.side_set([grid.side("0201/0301"), grid.side("0401/0501")])
    >>> one_river = Moves(grid, tolls=[Toll(1, rivers)])
    >>> [grid.names[i] for i in members(one_river.flood(west, grid.full))]
    ['0101', '0201', '0301', '0401']
    """

    def __init__(self, grid: Grid, walls: SideSet = EMPTY, tolls: Sequence[Toll] = ()) -> None:
        self.grid = grid
        self.most: Paid = tuple(toll.most for toll in tolls)
        self.nothing: Paid = (0,) * len(tolls)
        """What a line has paid that has paid nothing."""
        kinds = _open(_kinds(grid, tuple(tolls)), walls, grid.ways(walls))
        self._free = [kind for kind in kinds if kind.price == self.nothing]
        self._tolled = [kind for kind in kinds if kind.price != self.nothing]
        self._from: dict[int, list[tuple[int, Paid]]] = {}

    # -- single steps --------------------------------------------------------------------------------------------

    def step(self, hexes: HexSet) -> HexSet:
        """Where one step that pays no toll can lead."""
        result = EMPTY
        for kind in self._free:
            result |= self.grid.cross(hexes, kind.ways) & kind.into
        return result

    def price(self, here: int, there: int) -> Paid | None:
        """The tolls that a step to a neighbour pays; None if it cannot be made."""
        side = self.grid.side_number(here, there)
        return next((kind.price for kind in (*self._free, *self._tolled)
                     if has(kind.sides, side) and has(kind.into, there)), None)

    def leading_from(self, here: int) -> list[tuple[int, Paid]]:
        """The neighbours to which steps lead, each with the tolls it pays; worked out once for every hex."""
        known = self._from.get(here)
        if known is None:
            priced = [(there, self.price(here, there)) for there in self.grid.neighbours[here]]
            self._from[here] = known = [(there, price) for there, price in priced if price is not None]
        return known

    @cached_property
    def near(self) -> list[HexSet]:
        """The neighbours of every hex to which a step that pays no toll leads, by index."""
        return [self.step(bit(here)) for here in range(self.grid.size)]

    # -- floods --------------------------------------------------------------------------------------------------

    def flood(self, start: HexSet, through: HexSet, limit: int = -1) -> HexSet:
        """All hexes a line from ``start`` can come to in at most ``limit`` steps, the start included.

        ``through`` are the hexes a line may enter.
        """
        if not self._tolled:
            return self._free_flood(start, through, limit, False)
        return _union(self.spread({self.nothing: start}, through, limit))

    def leading_to(self, goal: HexSet, through: HexSet, limit: int = -1) -> HexSet:
        """All hexes from which a line leads to ``goal``, the goal included.

        They need not be hexes a line may enter themselves: it begins there.

        >>> from stavka.kit.hexset import members
        >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 5), shoved="even")
        >>> through = grid.full & ~(1 << grid.index["0301"])
        >>> [grid.names[i] for i in members(Moves(grid).leading_to(1 << grid.index["0501"], through))]
        ['0301', '0401', '0501']
        """
        return traceable([Leg(self, through, goal, limit)])

    def spread(self, start: Layers, through: HexSet, limit: int = -1, *, back: bool = False) -> dict[Paid, HexSet]:
        """All hexes that lines can come to (or, ``back``, come from), by the least they have to pay for it.

        ``start`` says where they begin, and what each has paid before.
        """
        if limit >= 0:
            return self._spread_in_steps(start, through, limit, back)
        tolled = [(kind.price, kind.ways, kind.into & through) for kind in self._tolled]
        reached: dict[Paid, HexSet] = {}
        waiting = dict(start)
        while waiting:
            paid = min(waiting)  # whoever has paid less comes first
            known = _cheaper(reached, paid)
            hexes = waiting.pop(paid) & ~known
            reached[paid] = hexes = self._free_flood(hexes, through, -1, back, known)
            self._step(waiting, paid, hexes, tolled, back)
        return reached

    def _step(self, waves: dict[Paid, HexSet], paid: Paid, hexes: HexSet,
              kinds: Iterable[tuple[Paid, Ways, HexSet]], back: bool) -> None:
        """Add where one step of these kinds leads (or, ``back``, comes from), for each that a line can still pay."""
        cross = self.grid.cross
        for price, ways, into in kinds:
            after = _sum(paid, price, self.most)
            going = hexes & into if back else hexes
            if after is not None and going:
                wave = cross(going, ways)
                waves[after] = waves.get(after, EMPTY) | (wave if back else wave & into)

    def _free_flood(self, start: HexSet, through: HexSet, limit: int, back: bool, known: HexSet = EMPTY) -> HexSet:
        """A flood that pays no toll and does not look at hexes known before."""
        if limit < 0 and len(self._free) == 1:
            return self._whole_flood(start, self._free[0].ways, self._free[0].into & through & ~known, back, known)
        cross, kinds = self.grid.cross, [(kind.ways, kind.into & through) for kind in self._free]
        frontier, fresh = start, self.grid.full & ~start & ~known
        unseen = fresh
        while frontier and limit:
            wave = EMPTY
            for ways, into in kinds:
                wave |= cross(frontier & into, ways) if back else cross(frontier, ways) & into
            frontier = wave & unseen
            unseen ^= frontier
            limit -= 1
        return start | fresh ^ unseen

    def _whole_flood(self, start: HexSet, ways: Ways, into: HexSet, back: bool, known: HexSet) -> HexSet:
        """A flood without limit by one kind of steps into these hexes; a line comes from any hex, so goes one back."""
        cross, flood = self.grid.cross, self.grid.flood
        if not back:
            return start | flood(cross(start, ways), ways, into)
        entered = flood(start, ways, into)
        return start | entered | cross(entered, ways) & ~known

    def _spread_in_steps(self, start: Layers, through: HexSet, limit: int, back: bool) -> dict[Paid, HexSet]:
        """All layers one step at a time; a hex reached before for no more is not looked at again."""
        kinds = [(kind.price, kind.ways, kind.into & through) for kind in (*self._free, *self._tolled)]
        reached, frontiers = dict(start), dict(start)
        while frontiers and limit:
            waves: dict[Paid, HexSet] = {}
            for paid, hexes in frontiers.items():
                self._step(waves, paid, hexes, kinds, back)
            frontiers = {}
            for paid in sorted(waves):
                wave = waves[paid] & ~_cheaper(reached, paid)
                if wave:
                    frontiers[paid] = wave
                    reached[paid] = reached.get(paid, EMPTY) | wave
            limit -= 1
        return reached

    def path(self, start: int, through: HexSet, goal: HexSet) -> list[int] | None:
        """A shortest line from ``start`` to a hex of ``goal``, both ends included, or None.

        >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 5), shoved="even")
        >>> [grid.names[i] for i in Moves(grid).path(0, grid.full, 1 << grid.index["0301"])]
        ['0101', '0201', '0301']
        """
        return trace(start, [Leg(self, through, goal)])


def _open(kinds: Iterable[_Kind], walls: SideSet, shut: Ways) -> list[_Kind]:
    """Those steps that no wall is in the way of; ``shut`` are the walls, prepared as ways."""
    on, down, right, left = shut
    return [_Kind(sides & ~walls, (ways[0] & ~on, ways[1] & ~down, ways[2] & ~right, ways[3] & ~left), into, price)
            for sides, ways, into, price in kinds if sides & ~walls]


@lru_cache(maxsize=64)
def _kinds(grid: Grid, tolls: tuple[Toll, ...]) -> list[_Kind]:
    """The steps across all hexsides sorted by the tolls they pay: walls change in play, tolls hardly ever."""
    parts: list[tuple[SideSet, HexSet, Paid]] = [(grid.every_side, grid.full, ())]
    for toll in tolls:
        parts = [
            (part, hexes, (*price, pays))
            for sides, into, price in parts
            for part, hexes, pays in (
                (sides & toll.sides, into, 1),
                (sides & ~toll.sides & ~toll.free, into & toll.hexes, 1),
                (sides & ~toll.sides & ~toll.free, into & ~toll.hexes, 0),
                (sides & ~toll.sides & toll.free, into, 0),
            )
            if part and hexes
        ]
    return [_Kind(sides, grid.ways(sides), into & grid.ends(sides), price) for sides, into, price in parts]


@cache
def _sum(paid: Paid, price: Paid, most: Paid) -> Paid | None:
    """What a line has paid after one more step; None if that is too much."""
    after = tuple(before + more for before, more in zip(paid, price, strict=True))
    return after if _is_no_more(after, most) else None


@cache
def _is_no_more(paid: Paid, other: Paid) -> bool:
    """Whether no toll was paid more often than in the other case."""
    return all(less <= more for less, more in zip(paid, other, strict=True))


def _cheaper(layers: Layers, paid: Paid) -> HexSet:
    """The hexes reached by lines that have paid no more of any toll."""
    result = EMPTY
    for other, hexes in layers.items():
        if _is_no_more(other, paid):
            result |= hexes
    return result


def _union(layers: Layers) -> HexSet:
    result = EMPTY
    for hexes in layers.values():
        result |= hexes
    return result


# -- Lines in parts ------------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A part of a line: by which steps, through which hexes, where it must end, and in how many steps at most.

    A leg may be left out where the line already stands on a hex of ``to``. The legs of one line share its tolls: what
    one has paid the next cannot pay again.
    """

    moves: Moves
    through: HexSet
    to: HexSet
    limit: int = -1


def traceable(legs: Sequence[Leg]) -> HexSet:
    """All hexes from which a line of these legs, in this order, leads to where the last one ends.

    >>> from stavka.kit.hexset import members
    >>> grid = Grid("flat", "CCRR", rows=(1, 2), columns=(1, 9), shoved="even")
    >>> road = grid.side_set(grid.side(text) for text in ("0101/0201", "0201/0301"))
    >>> along = Leg(Moves(grid, walls=~road), grid.full, 1 << grid.index["0101"])
    >>> overland = Leg(Moves(grid), grid.full, grid.cross(grid.full, grid.ways(road)), limit=2)
    >>> grid.names[max(members(traceable([overland, along])))], [grid.names[i] for i in trace(12, [overland, along])]
    ('0502', ['0501', '0401', '0301', '0201', '0101'])
    """
    return traceable_by_any([legs])


def traceable_by_any(lines: Iterable[Sequence[Leg]]) -> HexSet:
    """All hexes from which at least one of these lines leads home; last and first legs that several share are followed
    once."""
    ends, starts = dict[Leg, Layers](), dict[Leg, dict[Paid, HexSet]]()
    hexes = EMPTY
    for *legs, last in lines:
        if last not in ends:
            ends[last] = _followed_back(last, {last.moves.nothing: last.to})
        layers = ends[last]
        for leg in reversed(legs[1:]):
            layers = _followed_back(leg, layers)
        if legs:
            _join(starts.setdefault(legs[0], {}), layers)
        else:
            hexes |= _union(layers)
    for first, layers in starts.items():
        hexes |= _union(_followed_back(first, layers))
    return hexes


def _followed_back(leg: Leg, ends: Layers) -> Layers:
    """From where a leg leads to these hexes, as far as they are where it may end."""
    start = {paid: hexes & leg.to for paid, hexes in ends.items()}
    return leg.moves.spread(start, leg.through, leg.limit, back=True)


def _join(layers: dict[Paid, HexSet], others: Layers) -> None:
    """Add the hexes of other layers to those of which as much was paid."""
    for paid, hexes in others.items():
        layers[paid] = layers.get(paid, EMPTY) | hexes


def trace(start: int, legs: Sequence[Leg]) -> list[int] | None:
    """A shortest line of these legs from ``start`` to where the last one ends, both included; None if there is none."""
    first = (0, start, legs[0].moves.nothing, 0)
    came: dict[_State, _State | None] = {first: None}
    queue = deque([first])
    while queue:
        state = queue.popleft()
        number, here, paid, steps = state
        leg = legs[number]
        if has(leg.to, here):
            if number == len(legs) - 1:
                return _trail(came, state)
            onward = (number + 1, here, paid, 0)
            if onward not in came:
                came[onward] = state
                queue.appendleft(onward)  # the next leg begins where this one ends: that is no step
        if steps == leg.limit:
            continue
        for there, price in leg.moves.leading_from(here):
            if not has(leg.through, there):
                continue
            after = _sum(paid, price, leg.moves.most)
            if after is None:
                continue
            reached = (number, there, after, steps + 1 if leg.limit >= 0 else 0)
            if reached not in came:
                came[reached] = state
                queue.append(reached)
    return None


_State = tuple[int, int, Paid, int]
"""On which leg a line is, in which hex, what it has paid, and the steps of this leg if they are counted."""


def _trail(came: Mapping[_State, _State | None], last: _State) -> list[int]:
    trail: list[int] = []
    state: _State | None = last
    while state is not None:
        if not trail or trail[-1] != state[1]:
            trail.append(state[1])
        state = came[state]
    return trail[::-1]
