"""What a seat sees, as arrays.

An observation is made from :meth:`Game.see` and from the seat's own offer, never from the position. It has four parts:

* ``board``: planes of the board itself, which never change: one read-only array for all observations;
* ``map``: planes of what stands on it, over the same hexes: lines of the grid by hexes along a line;
* ``units``: a row for every counter, in the order of the actions;
* ``state``: one vector for everything else.

:class:`~stavka.lab.envs.features.Features` names every plane, column and entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NotRequired, TypedDict

import numpy as np
from gymnasium import spaces

from stavka.game import Game
from stavka.kit.view import UnitState
from stavka.match import Match, Offer

from .features import CLIP, Array, features
from .vocabulary import numbers, unit_numbers

Place = str
Id = str


class Observation(TypedDict):
    """What a seat sees."""

    board: NotRequired[Array]
    map: Array
    units: Array
    state: Array


class Observer:
    """Looks at matches of one game with the eyes of one seat.

    From one look to the next only what has changed is written anew; what comes out depends on the view alone.
    ``board=False`` leaves out the planes of the board itself.
    """

    def __init__(self, game: Game[Any], seat: str, board: bool = True) -> None:
        self.features = features(game, seat)
        self.shapes: dict[str, tuple[int, ...]] = {"board": self.features.board.shape} if board else {}
        """The shape of every part."""
        self.shapes |= {
            "map": self.features.map_shape, "units": self.features.units_shape, "state": self.features.state_shape}
        self._game = game
        self._seat = seat
        self._map = self.features.map.copy()
        self._units = self.features.units.copy()
        self._seen: dict[Id, Any] = {}
        self._stacks: dict[Place, Any] = {}
        self._control: dict[str, list[Place]] = {}
        self._flat = self._map.reshape(-1)
        self._marked: list[int] = []
        self._counts: tuple[Any, Any] = (None, None)
        self._counted = np.zeros(self.features.state_shape, np.float32)

    def space(self) -> spaces.Dict:
        """The space observations are in."""
        most = float(len(self._game.counters))
        bounds = {"board": (0.0, 1.0), "map": (-most, most), "units": (-CLIP, CLIP), "state": (-CLIP, CLIP)}
        return spaces.Dict({
            name: spaces.Box(*bounds[name], shape, np.float32) for name, shape in self.shapes.items()})

    def observe(self, match: Match) -> Observation:
        """What the seat sees now."""
        self.update(match)
        seen: Observation = {
            "map": self._map.reshape(self.features.map_shape).copy(),
            "units": self._units.copy(),
            "state": self._state,
        }
        if "board" in self.shapes:
            seen["board"] = self.features.board
        return seen

    def write(self, match: Match, into: Mapping[str, Array], view: Mapping[str, Any] | None = None) -> None:
        """Write what the seat sees now into arrays of the right shape; the board is left to whoever owns them.

        ``view`` is the seat's view of the match, where it is at hand already.
        """
        self.update(match, view)
        into["map"][...] = self._map.reshape(self.features.map_shape)
        into["units"][...] = self._units
        into["state"][...] = self._state

    def update(self, match: Match, view: Mapping[str, Any] | None = None) -> None:
        """Look."""
        seen = self._game.see(match.position, self._seat) if view is None else view
        offer = match.offer
        mine = offer if offer is not None and offer.seat == self._seat else None
        dirty = self._look_at_units(seen["units"])
        self._look_at_stacks(seen["stacks"], dirty)
        self._look_at_control(seen["control"])
        self._look_at_marks(seen, mine)
        self._state = self._describe_state(match, seen, mine)

    # -- units and stacks ----------------------------------------------------------------------------------------

    def _look_at_units(self, units: dict[Id, Any]) -> set[Place]:
        """Write the rows of units that have changed; the places they were or are in."""
        dirty: set[Place] = set()
        before = self._seen
        if units == before:
            return dirty
        index = self._game.counters.index
        look_up = before.get
        for id in [id for id, unit in units.items() if unit != look_up(id)]:
            self._write_unit(index[id], units[id])
            dirty.add(units[id]["place"])
            if id in before:
                dirty.add(before[id]["place"])
        for id in before.keys() - units.keys():
            self._units[index[id]] = self.features.units[index[id]]
            dirty.add(before[id]["place"])
        self._seen = units
        return dirty

    def _write_unit(self, unit: int, seen: UnitState) -> None:
        plan, row = self.features, self._units[unit]
        first = plan.seen_from
        row[first:] = 0
        row[first] = 1
        place = plan.place[seen["place"]]
        at = first + 1
        row[at:at + len(place)] = place
        at += len(place)
        worth = plan.worth[seen.get("face", 0)][unit]
        row[at:at + len(worth)] = worth
        if len(seen) > 1:
            for flag in seen.get("flags", ()):
                self._set(row, f"flag.{flag}", 1)
            for name, value in unit_numbers(seen):
                self._set(row, f"number.{name}", value / plan.words.numbers.get(name, 1))

    def _set(self, row: Array, name: str, value: float) -> None:
        """Set a feature, if it is in the vocabulary."""
        at = self.features.unit_feature.get(name)
        if at is not None:
            row[at] = min(CLIP, max(-CLIP, value))

    def _look_at_stacks(self, stacks: dict[Place, Any], dirty: set[Place]) -> None:
        """Write the cells of hexes in which anything has changed."""
        before = self._stacks
        if stacks != before:
            dirty.update(place for place, stack in stacks.items() if stack != before.get(place))
            dirty.update(before.keys() - stacks.keys())
            self._stacks = stacks
        cell = self.features.cell
        for place in dirty:
            at = cell.get(place)
            if at is not None:
                self._map[self.features.stack_planes, at] = self._describe_stack(stacks.get(place, ()))

    def _describe_stack(self, stack: Iterable[Id | None]) -> Array:
        plan, counters = self.features, self._game.counters
        cell = np.zeros(plan.stack_size, np.float32)
        width = 2 + len(plan.printed)
        rest = 1 + width * len(plan.sides)
        for id in stack:
            if id is None:
                cell[0] += 1
                continue
            unit = counters.index[id]
            start = 1 + width * plan.sides.index(counters[unit].side)
            cell[start] += 1
            cell[start + 1:start + width] += plan.worth[self._seen[id].get("face", 0)][unit]
            cell[rest:] += self._units[unit, plan.flags_from:-2]
        return cell

    # -- control, markers, the offer -----------------------------------------------------------------------------

    def _look_at_control(self, control: dict[str, list[Place]]) -> None:
        """Write whose the hexes are; if the view lists those of all sides but one, the rest is that one's."""
        if control == self._control:
            return
        plan = self.features
        first = plan.plane[f"control.{plan.who[0]}"]
        planes = self._map[first:first + len(plan.sides)]
        planes[:] = 0
        for side, places in control.items():
            planes[plan.sides.index(side), [plan.cell[place] for place in places]] = 1
        unlisted = [side for side in plan.sides if side not in control]
        if len(unlisted) == 1:
            planes[plan.sides.index(unlisted[0])] = plan.playable * (1 - planes.max(axis=0))
        self._control = control

    def _look_at_marks(self, seen: Mapping[str, Any], offer: Offer | None) -> None:
        """Write markers, and what is offered and asked about."""
        plan = self.features
        self._flat[self._marked] = 0
        self._units[:, -2:] = 0
        marks: dict[str, list[Place]] = {}
        for place, kinds in seen["marks"].items():
            for kind in kinds:
                marks.setdefault(f"marker.{kind}", []).append(place)
        if offer is not None:
            marks |= self._look_at_offer(offer, seen["units"])
        cell, size = plan.cell, self._map.shape[1]
        self._marked = [
            plan.plane[name] * size + cell[place]
            for name, places in marks.items() if name in plan.plane for place in places if place in cell]
        self._flat[self._marked] = 1

    def _look_at_offer(self, offer: Offer, units: Mapping[Id, Any]) -> dict[str, list[Place]]:
        """Mark the units that are offered and those the prompt names; the places to be marked likewise."""
        index = self._game.counters.index
        offered = offer.units
        asked = list(_words(offer.message.args.values()))
        if offered:
            self._units[[index[id] for id in offered], -2] = 1
        about = [word for word in asked if word in index]
        if about:
            self._units[[index[id] for id in about], -1] = 1
        return {
            "offer.hex": list(offer.hexes),
            "offer.unit": [units[id]["place"] for id in offered if id in units],
            "offer.asked": [units[word]["place"] if word in units else word for word in asked],
        }

    # -- the rest ------------------------------------------------------------------------------------------------

    def _describe_state(self, match: Match, seen: Mapping[str, Any], offer: Offer | None) -> Array:
        plan, at = self.features, self.features.state_feature
        state = self._count(seen["tracks"], seen["points"]).copy()
        state[at[f"seat.{self._seat}"]] = 1
        if match.offer is not None:
            state[at[f"to_move.{match.offer.seat}"]] = 1
        state[at["turn"]] = min(CLIP, match.turn / plan.turn_scale)
        state[at[f"phase.{match.phase}"]] = 1
        task = None if offer is None else at.get(f"task.{offer.task}")
        if task is not None:
            state[task] = 1
        for option, on in match.options.items():
            state[at[f"option.{option}"]] = on
        return state

    def _count(self, tracks: Any, points: Any) -> Array:
        """A state vector with nothing in it but tracks and points; kept until they change."""
        if self._counts != (tracks, points):
            self._counts = (tracks, points)
            self._counted = np.zeros(self.features.state_shape, np.float32)
            for scales, values in ((self.features.track_scale, tracks), (self.features.point_scale, points)):
                for name, value in numbers(values):
                    if name in scales:
                        n, scale = scales[name]
                        self._counted[n] = min(CLIP, max(-CLIP, value / scale))
        return self._counted


def _words(values: Iterable[Any]) -> Iterable[str]:
    """The texts among the arguments of a prompt, those in lists included."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _words(value)
