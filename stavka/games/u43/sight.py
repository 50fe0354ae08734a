"""What the players see: everything; this game has no secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stavka.kit.data import Words
from stavka.kit.hexset import HexSet, UnitSet, of
from stavka.kit.sight import describe_marks, describe_stacks, describe_units
from stavka.kit.spread import union
from stavka.kit.view import Points, Shown, Track

from .components import HALF_HEX_LETTERS, WEATHER
from .position import CAPTURED, DESTROYED, Ukraine
from .victory import point_parts, scoring_hexes


def see(p: Ukraine, weather: Mapping[str, Words], half_hexes: Sequence[Words]) -> Shown:
    """The position as plain data; with the names of each weather, and of where the marker of the Central Front lies."""
    stacks = p.derive("stacks seen", p.version, lambda: describe_stacks(p))
    control = p.derive("soviet hexes", p.control, lambda: p.numbers(p.control))
    return {
        "units": describe_units(p, laid(p), (second_faces(p),)),
        "stacks": {place: stack.copy() for place, stack in stacks.items()},
        "control": {"soviet": control.copy()},
        "marks": describe_marks(p, marks(p)),
        "tracks": tracks(p, weather[WEATHER[p.weather]], half_hexes[p.central - 1] if p.central else None),
        "points": points(p),
        "date": p.layout.dates[p.turn - 1],
    }


def second_faces(p: Ukraine) -> UnitSet:
    """Counters that show their back: reduced (8.7), depleted (22.4), flown (15.2)."""
    return p.reduced | p.depleted | p.flown


def laid(p: Ukraine) -> dict[str, UnitSet]:
    """What can lie on a counter."""
    return {
        "disrupted": p.disrupted,
        "unsupplied": p.unsupplied,
        "moved": p.moved,
        "extended": p.extended,
        "fought": p.fought,
        "assault": p.assault,
        "flying": p.flying & ~p.grounded,
        "grounded": p.grounded,
        "kept": p.kept,
    }


def marks(p: Ukraine) -> dict[str, HexSet]:
    """What lies on the map besides counters, by place."""
    layout = p.layout
    return {
        "fort": p.forts,
        "building": p.building,
        "railhead": of(p.railheads),
        "pontoon": of(layout.board.side_places(p.pontoons)),
        "train": of(layout.board.side_places(p.trains)),
        "river_assault": of(layout.board.side_places(p.river_assaults)),
        "dam": 1 << layout.dam_hex if p.dam != DESTROYED else 0,
        "flood": layout.flood_marshes if p.flooded else 0,
        "bad_weather": p.bad_weather,
        "half_hex": union(layout.half_hexes[:p.central]),  # 27.2: where those of the Central Front come in
    }


def tracks(p: Ukraine, weather: Words, half_hexes: Words | None) -> dict[str, Track]:
    """The counts beside the map."""
    central: Track = {"value": p.central, "last": len(HALF_HEX_LETTERS)}
    return {
        "turn": {"value": p.turn, "last": p.layout.plans[p.scenario].last_turn},
        "weather": {"value": p.weather, "last": len(WEATHER) - 1, "text": weather},
        "central_front": central if half_hexes is None else {**central, "text": half_hexes},
        "mark": {"value": p.layout.marks[p.turn - 1]},
        "mechanized": {"value": p.replacements[0]},
        "others": {"value": p.replacements[1]},
        "markers": {"value": p.markers, "last": p.layout.limit["markers"]},
        "rallies": {"value": p.layout.manstein_tries - p.tries, "last": p.layout.manstein_tries},
        "drops": {"value": p.drops},
        "dam": {"value": {DESTROYED: 2, CAPTURED: 1}.get(p.dam, 0)},
    }


def points(p: Ukraine) -> Points:
    """30.2 The Soviet victory points as they would count now, and what is needed at the end."""
    basis = (p.manned, p.fronted, p.control, p.repaired, p.central, p.dam, p.exit_points, p.flooded, p.version)
    parts, held = p.derive("points", basis, lambda: (point_parts(p), [p.number(place) for place in scoring_hexes(p)]))
    return {"scores": {"soviet": sum(parts.values())}, "needed": p.layout.plans[p.scenario].needed,
            "parts": dict(parts), "held": held.copy()}
