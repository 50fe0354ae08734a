"""What the numbers of an observation stand for, and those of them that never change.

Everything is found in the game's data: the terrain, areas, places, hexsides and lines of its board, the values printed
on its counters, and its :mod:`.vocabulary`. One convention is needed: where a counter prints a row of values, such as a
strength for each of its steps, each counts while the face of the same number is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stavka.game import SETUP, Game
from stavka.kit.board import Board
from stavka.kit.counters import Counter
from stavka.kit.hexset import members

from .vocabulary import Vocabulary, vocabulary

Array = NDArray[np.float32]

FACES = 4
"""No counter of any game has more."""

CLIP = 8.0
"""Scaled numbers go no further than this."""


class Features:
    """The names of all features of a game for one seat, and the arrays they start from."""

    def __init__(self, game: Game[Any], seat: str) -> None:
        self.game = game
        self.seat = seat
        self.words: Vocabulary = vocabulary(game)
        self.sides = own_first(game, seat)
        """The sides, the seat's own first."""
        self.who = ("own", "enemy") if len(game.sides_of(seat)) == 1 and len(game.sides) == 2 else self.sides
        """What the sides are called in the names of features."""
        self.printed = printed(game)
        self.prepare_board()
        self.prepare_map()
        self.prepare_units()
        self.prepare_state()

    # -- the map -------------------------------------------------------------------------------------------------

    def prepare_board(self) -> None:
        """The planes of the board itself, and where its hexes lie in a plane."""
        board, grid = self.game.board, self.game.board.grid
        self.lines, self.along = grid.size // grid.stride, grid.stride - 1
        self.cell = {name: cell_of(i, grid.stride) for name, i in grid.index.items()}
        """The cell of every hex, by number."""
        drawn = dict(draw(board, self.lines * self.along))
        self.board_planes = tuple(drawn)
        """The name of every plane of the board."""
        self.board = np.stack(list(drawn.values())).reshape(len(drawn), self.lines, self.along)
        self.board.flags.writeable = False
        self.playable = np.zeros(self.lines * self.along, np.float32)
        self.playable[[cell_of(i, grid.stride) for i in members(board.playable)]] = 1

    def prepare_map(self) -> None:
        """The planes of what may change: control, stacks, markers and the offer."""
        in_stack = ["hidden"]
        in_stack += [f"{who}.{value}" for who in self.who for value in ("count", "steps", *self.printed)]
        in_stack += [f"flag.{flag}" for flag in self.words.flags] + [f"number.{name}" for name in self.words.numbers]
        dynamic = [f"control.{who}" for who in self.who] + in_stack
        dynamic += [f"marker.{kind}" for kind in self.words.markers] + ["offer.hex", "offer.unit", "offer.asked"]
        self.planes = tuple(dynamic)
        """The name of every plane of the map."""
        self.plane = {name: n for n, name in enumerate(self.planes)}
        self.stack_planes = slice(self.plane["hidden"], self.plane["hidden"] + len(in_stack))
        """The planes that follow from what stands in a hex."""
        self.stack_size = len(in_stack)
        self.map_shape = (len(self.planes), self.lines, self.along)
        self.map = np.zeros((len(self.planes), self.lines * self.along), np.float32)
        """The map before anything stands on it."""

    # -- the units -----------------------------------------------------------------------------------------------

    def prepare_units(self) -> None:
        """A row for every counter: what is printed on it, then what the seat sees of it."""
        game, words = self.game, self.words
        table = dict(self._printed_columns())
        groups = list(dict.fromkeys(box.group for box in game.board.boxes.values()))
        seen = ["seen", "on_map", "row", "column", *(f"box.{group}" for group in groups)]
        seen += ["steps", *(f"now.{name}" for name in self.printed)]
        seen += [f"flag.{flag}" for flag in words.flags] + [f"number.{name}" for name in words.numbers]
        self.unit_features = (*table, *seen, "offered", "asked")
        self.unit_feature = {name: n for n, name in enumerate(self.unit_features)}
        self.seen_from = len(table)
        """From this column on a row depends on what the seat sees."""
        self.flags_from = len(table) + len(seen) - len(words.flags) - len(words.numbers)
        """The first column of flags; numbers follow, and two columns for the offer."""
        self.units_shape = (len(game.counters), len(self.unit_features))
        self.units = np.zeros(self.units_shape, np.float32)
        """The rows of counters of which nothing is seen."""
        for name, column in table.items():
            self.units[:, self.unit_feature[name]] = column
        self.place = {name: self._place_row(name, groups) for name in game.board.index}
        """What ``on_map``, ``row``, ``column`` and the boxes are in every place."""
        self.worth = [self._worth(face) for face in range(FACES)]
        """Steps and printed values of all counters as they count now, by the face they show."""

    def _printed_columns(self) -> Iterator[tuple[str, Array]]:
        """The columns of the unit table that never change."""
        counters = list(self.game.counters)
        for who, side in zip(self.who, self.sides, strict=True):
            yield f"side.{who}", column(counter.side == side for counter in counters)
        for key in ("kind", "group"):
            for value in dict.fromkeys(getattr(counter, key) for counter in counters):
                yield f"{key}.{value}", column(getattr(counter, key) == value for counter in counters)
        for name in own_fields(counters[0]):
            values = [getattr(counter, name) for counter in counters]
            if not all(value is None or is_numeric(value) for value in values):
                continue
            faces = [as_faces(value) for value in values]
            longest = max(map(len, faces))
            for n in range(longest):
                label = name if longest == 1 else f"{name}.{n}"
                yield label, scaled(column(face[n] if n < len(face) else 0 for face in faces))

    def _worth(self, face: int) -> Array:
        counters = list(self.game.counters)
        columns = [column(max(1, steps(counter, self.printed)) - face for counter in counters)]
        columns[0] = np.maximum(columns[0], 1)
        for name in self.printed:
            faces = [as_faces(getattr(counter, name)) for counter in counters]
            most = max((abs(value) for values in faces for value in values), default=1) or 1
            columns.append(column(show(values, face) / most for values in faces))
        return np.stack(columns, axis=1)

    def _place_row(self, name: str, groups: Sequence[str]) -> Array:
        row = np.zeros(3 + len(groups), np.float32)
        box = self.game.board.boxes.get(name)
        if box is None:  # a hex, or a hexside half way between its two hexes
            cells = [divmod(self.cell[hex], self.along) for hex in name.split("/")]
            line, place = (sum(numbers) / len(cells) for numbers in zip(*cells, strict=True))
            row[:3] = 1, line / max(1, self.lines - 1), place / max(1, self.along - 1)
        else:
            same = [other.key for other in self.game.board.boxes.values() if other.group == box.group]
            row[3 + groups.index(box.group)] = (same.index(name) + 1) / len(same)
        return row

    # -- all the rest --------------------------------------------------------------------------------------------

    def prepare_state(self) -> None:
        """One vector: who plays what, the phase, the task, the options, the counts beside the map, the points."""
        game, words = self.game, self.words
        names = [f"seat.{seat}" for seat in game.seats] + [f"to_move.{seat}" for seat in game.seats]
        names += ["turn", f"phase.{SETUP}", *(f"phase.{phase.key}" for phase in game.sequence)]
        names += [f"task.{task}" for task in words.tasks] + [f"option.{option}" for option in game.options]
        names += [f"track.{name}" for name in words.tracks] + [f"points.{name}" for name in words.points]
        self.state_features = tuple(names)
        self.state_feature = {name: n for n, name in enumerate(names)}
        self.state_shape = (len(names),)
        self.track_scale = {name: (self.state_feature[f"track.{name}"], scale) for name, scale in words.tracks.items()}
        self.point_scale = {name: (self.state_feature[f"points.{name}"], scale) for name, scale in words.points.items()}
        self.turn_scale = words.tracks.get("turn.last", 10.0)


@cache
def features(game: Game[Any], seat: str) -> Features:
    """The features of a game for a seat, prepared once."""
    return Features(game, seat)


def own_first(game: Game[Any], seat: str) -> tuple[str, ...]:
    """The sides of a game, those that the seat runs first."""
    own = game.sides_of(seat)
    return (*own, *(side for side in game.sides if side not in own))


def cell_of(index: int, stride: int) -> int:
    """The cell of a hex: its index, less the spare position at the end of every line."""
    line, place = divmod(index, stride)
    return line * (stride - 1) + place


# -- the board ---------------------------------------------------------------------------------------------------------


def draw(board: Board, cells: int) -> Iterator[tuple[str, Array]]:
    """The planes that never change: where hexes are, terrain, places, areas, hexsides and lines by direction."""
    stride = board.grid.stride
    hexes = list(board.grid.index.values())

    def plane(chosen: Sequence[int]) -> Array:
        array = np.zeros(cells, np.float32)
        array[[cell_of(i, stride) for i in chosen]] = 1
        return array

    exists = plane(hexes)
    line, place = np.divmod(np.arange(cells), stride - 1)
    yield "hex", exists
    yield "row", (line / max(1, cells // (stride - 1) - 1) * exists).astype(np.float32)
    yield "column", (place / max(1, stride - 2) * exists).astype(np.float32)
    for key in board.terrains:
        yield f"terrain.{key}", plane([i for i in hexes if board.terrain[i] == key])
    for kind in dict.fromkeys(place.kind for place in board.places.values()):
        yield f"place.{kind}", plane(members(board.of_places(kind)))
    for key, area in board.areas.items():
        yield f"area.{key}", plane(members(area.hexes))
    for kind in dict.fromkeys(course.kind for course in board.courses):
        yield from toward(board, f"side.{kind}", board.edges(kind), plane)
    for kind in dict.fromkeys(line.kind for line in board.lines):
        edges = {step for line in board.lines if line.kind == kind for step in pairwise(line.path)}
        yield from toward(board, f"line.{kind}", edges, plane)


def toward(board: Board, name: str, edges: Any, plane: Any) -> Iterator[tuple[str, Array]]:
    """A plane for each of the six directions: the hexes that have such a hexside (or line) there."""
    both = {*edges, *((b, a) for a, b in edges)}
    for direction in board.grid.directions:
        yield f"{name}.{direction}", plane([a for a, b in both if board.grid.direction(a, b) == direction])


# -- the counters ------------------------------------------------------------------------------------------------------


def own_fields(counter: Counter) -> list[str]:
    """The fields that a game adds to its counters."""
    common = {field.name for field in fields(Counter)}
    return [field.name for field in fields(counter) if field.name not in common]


def printed(game: Game[Any]) -> tuple[str, ...]:
    """The printed values that every counter of the game has: strengths, modifiers, movement."""
    counters = list(game.counters)
    return tuple(
        name for name in own_fields(counters[0])
        if all(is_numeric(getattr(counter, name)) and not isinstance(getattr(counter, name), bool)
               for counter in counters)
    )


def is_numeric(value: Any) -> bool:
    """Whether a printed value is a number or a row of numbers."""
    if isinstance(value, tuple):
        return all(isinstance(item, int | float) for item in value)
    return isinstance(value, int | float)


def as_faces(value: Any) -> tuple[float, ...]:
    """A printed value as a row: one for every face of the counter."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def show(values: tuple[float, ...], face: int) -> float:
    """The value on a face; the last one where there are no more."""
    return values[min(face, len(values) - 1)] if values else 0


def steps(counter: Counter, names: Sequence[str]) -> int:
    """The steps of a counter: the longest row of values printed on it."""
    return max((len(as_faces(getattr(counter, name))) for name in names), default=1)


def column(values: Any) -> Array:
    """Values as one column."""
    return np.fromiter(values, np.float32)


def scaled(values: Array) -> Array:
    """The column divided by its largest value."""
    largest = float(np.abs(values).max(initial=0))
    return values / np.float32(largest) if largest else values
