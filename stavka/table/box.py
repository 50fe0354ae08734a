"""The box of a game: everything that does not change during a match, for a client that knows no game.

Most of it is made from what every game has: board, counters, words, style. What only the game can say, it says in a
module ``display`` of its own package, with plain data. Every function in it is optional:

* ``faces(game, counter)``: the texts on each face of a counter, in the order in which the view counts them.
* ``charts(game)``: the charts to show (:class:`Chart`).
* ``groups(game)``, ``flags(game)``, ``markers(game)``: colours of counter groups, signs for what lies on a counter, and
  for what lies in a hex or on a hexside, where ``style.toml`` has no ``[groups]``, ``[flags]`` and ``[markers]``. A
  sign has ``short`` (a letter), ``colour`` and ``shape``: one of :data:`SHAPES` or, on a hexside, of :data:`COURSES`.
* ``symbols(game)``: the NATO symbols of the kinds of unit.
* ``tracks(game)``, ``points(game)``, ``results(game)``: names of what the view counts, and of results of combat.
* ``guns(game)``: the counters that reach further than the next hex, of which ``ask("fire")`` tells how far.
* ``objectives(game)``: the hexes that count for victory. ``overlays(game)``: what can be laid over the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from ..art import geometry, style_of
from ..game import SETUP, Game
from ..kit.counters import Counter
from ..kit.data import SOURCES, DataError, Source, Words
from ..kit.display import both, said, section
from ..kit.words import LANGUAGES
from ..match import ASIDE
from ..players import levels_of
from .computer import can_advise
from .words import say

Data = dict[str, Any]

CORNERS = ("top_left", "top", "top_right", "left", "centre", "right", "bottom_left", "bottom", "bottom_right")
"""Where a face has texts."""

_SIDES = (("#b5473a", "#ffffff"), ("#6d7882", "#ffffff"), ("#c9a24b", "#1d1a14"), ("#4f7d5c", "#ffffff"))
"""Fill and ink for the counters of each side where nobody says better; told apart by people who see no red or green."""

_NAMES = {"symbols": "", "tracks": "track", "points": "points", "objectives": "", "results": "outcome",
          "values": "value"}
"""Parts that a game's display gives as they are sent, and the section of its words that serves where it does not."""

SHAPES = ("dot", "square", "diamond", "triangle", "bar", "cross", "star", "pin", "none")
"""The shapes a sign can have; one that has none is said and not drawn, because the face of the counter shows it."""

COURSES = ("bridge", "blown", "pontoon", "line", "dashes")
"""What can be drawn along a hexside besides."""

_BANDS = ("#00000000", "#f2e3b3", "#3a6ea5", "#e0a93b", "#7b4f9d", "#2f8f83", "#1d1a14")


class Chart(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A chart as the client shows it. A cell is words in every language; the first of a row is its heading."""

    key: str
    title: Words
    source: str
    columns: list[Words]
    rows: list[list[Words]]
    notes: list[Words] = []
    reconstructed: list[tuple[int, int]] = []
    """Row and column of every cell that is our reconstruction; row -1 are the headings of the columns."""
    current: str | None = None
    """The number of the view's ``tracks`` that says which row (from 1) is in force."""


def make_box(game: Game[Any]) -> Data:
    """The box of a game, JSON-able."""
    return {
        "key": game.key,
        "title": game.title,
        **_map(game),
        **_pieces(game),
        **_course(game),
        **_combat(game),
        **_help(game),
        **{part: _hook(game, part, lambda game, name=name: section(game.words, name) if name else {})(game)
           for part, name in _NAMES.items()},
    }


def _map(game: Game[Any]) -> Data:
    """What lies on the table: the map, what is beside it, and what can be drawn on it."""
    board = game.board
    return {
        "geometry": geometry(board, style_of(game.folder, board)),
        "boxes": _boxes(game),
        "hexsides": _hexsides(game),
        "markers": _signs(game, "markers", "marker"),
        "overlays": _hook(game, "overlays", _overlays)(game),
        "places": {board.names[place.hex]: {"name": place.name, "kind": place.kind} for place in board.places.values()},
        "terrain": {number: board.terrain[index] for number, index in board.grid.index.items()},
        "terrains": {key: terrain.name for key, terrain in board.terrains.items()},
        "neighbours": _neighbours(game),
    }


def _pieces(game: Game[Any]) -> Data:
    """Who plays with which counters, what these look like, and where what is printed on them comes from."""
    groups = _groups(game)
    return {
        "seats": [{"key": seat, "name": _named(game, "seat", seat)} for seat in game.seats],
        "sides": [{"key": side, "name": _named(game, "side", side), "colour": _colour(groups, side),
                   "seat": game.seat_of(side)}
                  for side in game.sides],
        "counters": {counter.id: _counter(game, counter) for counter in game.counters},
        "groups": groups,
        "flags": _signs(game, "flags", "flag"),
        "faces": section(game.words, "face"),
        "guns": _hook(game, "guns", lambda _: [])(game),
        "sources": {letter: say(f"source.{letter}") for letter in SOURCES},
        "sourced": {what: _said(game, f"source.{what}", what) for counter in game.counters for what in counter.sources},
    }


def _course(game: Game[Any]) -> Data:
    """The course of play: phases, and the buttons and kinds of decision in them."""
    return {
        "setup": {"key": SETUP, "name": _named(game, "phase", SETUP)},
        "phases": [{"key": phase.key, "owner": phase.owner, "seat": phase.seat,
                    "name": _named(game, "phase", phase.key)}
                   for phase in game.sequence],
        "buttons": {button: _button(game, button) for button in game.buttons},
        "tasks": section(game.words, "task"),
        "moves": list(game.move_events),
    }


def _combat(game: Game[Any]) -> Data:
    """What results of combat mean."""
    return {
        "favours": dict(game.favours),
        "unprinted": list(game.unprinted),
        "losses": list(game.loss_events),
    }


def _help(game: Game[Any]) -> Data:
    """What explains the game, and who else can play it."""
    return {
        "aims": {scenario: _aims(game, scenario) for scenario in game.scenarios},
        "whys": section(game.words, "why"),
        "charts": [_chart(game, chart)
                   for chart in msgspec.convert(_hook(game, "charts", lambda _: [])(game), list[Chart])],
        "players": {level: say(f"player.{level}") for level in levels_of(game)},
        "advice": can_advise(game),
        "secrets": bool(game.hidden_by),
    }


def describe_game(game: Game[Any], players: Sequence[Data]) -> Data:
    """A game for the lobby."""
    return {
        "key": game.key,
        "title": game.title,
        "scenarios": [
            {"key": scenario.key, "name": scenario.name, "summary": scenario.summary, "options": scenario.options,
             "aims": _aims(game, scenario.key),
             "beginner": scenario.key == (game.beginner or next(iter(game.scenarios)))}
            for scenario in game.scenarios.values()
        ],
        "options": [{"key": option.key, "name": option.name, "help": option.help, "default": option.default}
                    for option in game.options.values()],
        "seats": [{"key": seat, "name": _named(game, "seat", seat)} for seat in game.seats],
        "players": players,
    }


def _aims(game: Game[Any], scenario: str) -> Data:
    """What each seat has to achieve."""
    return {seat: aim for seat in game.seats if (aim := game.aim(scenario, seat)) is not None}


def _hook(game: Game[Any], name: str, default: Any) -> Any:
    """What the game says itself, or the default."""
    package = type(game).__module__
    if find_spec(f"{package}.display") is None:
        return default
    return getattr(import_module(f"{package}.display"), name, default)


def _named(game: Game[Any], kind: str, value: str) -> Words:
    return {language: game.words.name(kind, value, language) for language in LANGUAGES}


def _said(game: Game[Any], key: str, default: str) -> Words:
    """Words of the game's catalogue, or a key made readable where it has none."""
    if not game.words.has(key):
        return both(default.replace("_", " "))
    return said(game.words, key)


def _provenance(game: Game[Any], source: Source) -> Words:
    return {language: game.provenance(source, language) for language in LANGUAGES}


def _chart(game: Game[Any], chart: Chart) -> Data:
    return {**msgspec.structs.asdict(chart), "source": _provenance(game, Source.parse(chart.source))}


def _button(game: Game[Any], button: str) -> Data:
    """What a button says and what it is for."""
    role = game.roles.get(button)
    return {"name": _named(game, "button", button)} | ({} if role is None else {"role": role})


# -- counters ----------------------------------------------------------------------------------------------------


def _counter(game: Game[Any], counter: Counter) -> Data:
    return {
        "side": counter.side,
        "group": counter.group,
        "kind": counter.kind,
        "kind_name": _said(game, f"kind.{counter.kind}", counter.kind),
        "size": counter.size,
        "label": counter.label,
        "name": counter.name,
        "formation": counter.formation,
        "faces": _check_faces(counter, _hook(game, "faces", _faces)(game, counter)),
        "sources": {what: _provenance(game, source) for what, source in counter.sources.items()},
        "reconstructed": counter.reconstructed,
    }


def _faces(_: Game[Any], counter: Counter) -> list[dict[str, str]]:
    """A face with what every counter has: its identity."""
    return [{"left": counter.label}]


def _check_faces(counter: Counter, faces: list[dict[str, str]]) -> list[dict[str, str]]:
    for face in faces:
        for corner in face:
            if corner not in CORNERS:
                raise DataError("display: {unit}: a face has no {corner!r}; it has {known}", unit=counter.id,
                                corner=corner, known=", ".join(CORNERS))
    return faces


def _groups(game: Game[Any]) -> Data:
    """The colour groups: from the style, else from the game's display, else the colours of the sides."""
    used: dict[str, str] = {}
    for counter in game.counters:
        used.setdefault(counter.group, counter.side)
    given = _styled(game, "groups", ("fill", "ink", "band", "accent")) or _hook(game, "groups", lambda _: {})(game)
    groups: Data = {}
    for group, side in used.items():
        fill, ink = _SIDES[game.sides.index(side) % len(_SIDES)]
        band = _BANDS[sum(other["side"] == side for other in groups.values()) % len(_BANDS)]
        look = {"fill": fill, "ink": ink, "band": band, "accent": ink} | dict(given.get(group, {}))
        groups[group] = {"name": _said(game, f"group.{group}", group), "side": side} | look
    return groups


def _colour(groups: Data, side: str) -> str:
    """The colour of a side: that of its first group of counters."""
    return next((str(group["fill"]) for group in groups.values() if group["side"] == side), _SIDES[0][0])


def _signs(game: Game[Any], part: str, words: str) -> Data:
    """The signs for what lies on counters or on the map."""
    given = _styled(game, part, ("short", "shape", "colour")) or _hook(game, part, lambda _: {})(game)
    signs: Data = {}
    for key, sign in given.items():
        look = {"name": _said(game, f"{words}.{key}", key), "short": key[:1].upper(), "shape": "dot",
                "colour": "#333333"} | dict(sign)
        if look["shape"] not in SHAPES + COURSES:
            raise DataError("display: {part}: {key}: there is no shape {found!r}; there are {known}", part=part,
                            key=key, found=look['shape'], known=", ".join(SHAPES + COURSES))
        signs[key] = look
    return signs


def _styled(game: Game[Any], part: str, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """A table of the style file, if it has it: texts, and perhaps a name."""
    if not game.folder.has("style.toml"):
        return {}
    return {
        key: {name: entry.text(name) for name in keys if name in entry.values}
        | ({"name": entry.words("name")} if "name" in entry.values else {})
        for key, entry in game.folder.read("style.toml").tables(part)
    }


# -- places ------------------------------------------------------------------------------------------------------


def _boxes(game: Game[Any]) -> list[Data]:
    return [{"key": box.key, "name": box.name, "group": box.group, **_sort_of_box(box.key, box.group)}
            for box in game.board.boxes.values()]


def _hexsides(game: Game[Any]) -> list[Data]:
    """The hexsides that can be chosen or marked: between which hexes, and of what kind."""
    return [{"key": side.name, "name": _named(game, "hex", side.name), "kind": side.course.kind,
             "hexes": side.name.split("/")} for side in game.board.sides.values()]


def turn_of(box: str) -> int | None:
    """The turn whose space on the turn track a box is.

    >>> turn_of("turn.7"), turn_of("gate.0501")
    (7, None)
    """
    track, _, number = box.rpartition(".")
    return int(number) if track == "turn" and number.isdigit() else None


def _sort_of_box(key: str, group: str) -> Data:
    """The spaces of the turn track say which turn they stand for; counters out of play are piled up."""
    if (turn := turn_of(key)) is not None:
        return {"kind": "track", "turn": turn}
    return {"kind": "pile" if group in ("dead", ASIDE) else "box"}


def _overlays(game: Game[Any]) -> list[Data]:
    """What can be laid over the map of any game that answers the common questions."""
    asked = {"zoc": "side", "bonds": "side", "supply": "unit", "reach": "unit"}
    return [
        {"key": key, "name": say(f"overlay.{key}")}
        | ({"question": key, "by": asked[key]} if key in asked else {})
        for key in ("zoc", "bonds", "supply", "control", "objectives", "reach")
        if key not in asked or key in game.questions
    ]


def _neighbours(game: Game[Any]) -> Data:
    """The six neighbours of every hex by direction, for moving about with the keyboard."""
    grid = game.board.grid
    result: Data = {}
    for number, index in grid.index.items():
        around = {grid.direction(index, there): grid.names[there] for there in grid.neighbours[index]}
        result[number] = [around.get(direction) for direction in grid.directions]
    return result
