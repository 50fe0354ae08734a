"""What a seat sees, as arrays.

An observation is made from :meth:`Game.see` and from the seat's own offer, never from the position. It has three parts:

* ``map``: planes over the hexes, lines of the grid by hexes along a line;
* ``units``: a row for every counter, in the order of the actions;
* ``state``: one vector for everything else.

:class:`~stavka.lab.envs.features.Features` names every plane, column and entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces

from stavka.game import Game
from stavka.match import Match, Offer

from .features import CLIP, REDUCED, Array, features
from .vocabulary import flags, numbers

Place = str
Id = str


class Observation(TypedDict):
    """What a seat sees."""

    map: Array
    units: Array
    state: Array


class Observer:
    """Looks at matches of one game with the eyes of one seat.

    From one look to the next only what has changed is written anew; what comes out depends on the view alone.
    ``static=False`` leaves out the planes of the board itself, which never change.
    """

    def __init__(self, game: Game[Any], seat: str, static: bool = True) -> None:
        self.features = features(game, seat, static)
        self._game = game
        self._seat = seat
        self._map = self.features.map.copy()
        self._units = self.features.units.copy()
        self._seen: dict[Id, Any] = {}
        self._stacks: dict[Place, Any] = {}
        self._control: dict[str, list[Place]] = {}
        self._marked: list[tuple[int, int]] = []

    def space(self) -> spaces.Dict:
        """The space observations are in."""
        plan = self.features
        most = float(len(self._game.counters))
        return spaces.Dict({
            "map": spaces.Box(-most, most, plan.map_shape, np.float32),
            "units": spaces.Box(-CLIP, CLIP, plan.units_shape, np.float32),
            "state": spaces.Box(-CLIP, CLIP, plan.state_shape, np.float32),
        })

    def observe(self, match: Match) -> Observation:
        """What the seat sees now."""
        self.update(match)
        return {
            "map": self._map.reshape(self.features.map_shape).copy(),
            "units": self._units.copy(),
            "state": self._state,
        }

    def write(self, match: Match, into: Mapping[str, Array]) -> None:
        """Write what the seat sees now into arrays of the right shape."""
        self.update(match)
        into["map"][...] = self._map.reshape(self.features.map_shape)
        into["units"][...] = self._units
        into["state"][...] = self._state

    def update(self, match: Match) -> None:
        """Look."""
        seen = self._game.see(match.position, self._seat)
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
        for id, unit in units.items():
            old = before.get(id)
            if unit != old:
                self._write_unit(index[id], unit)
                dirty.add(unit["place"])
                if old is not None:
                    dirty.add(old["place"])
        for id in before.keys() - units.keys():
            self._units[index[id]] = self.features.units[index[id]]
            dirty.add(before[id]["place"])
        self._seen = units
        return dirty

    def _write_unit(self, unit: int, seen: Mapping[str, Any]) -> None:
        plan, row = self.features, self._units[unit]
        first = plan.seen_from
        row[first:] = 0
        row[first] = 1
        place = plan.place[seen["place"]]
        at = first + 1
        row[at:at + len(place)] = place
        at += len(place)
        worth = plan.worth[REDUCED in seen][unit]
        row[at:at + len(worth)] = worth
        if len(seen) > 1:
            for flag in flags(seen):
                self._set(row, f"flag.{flag}", 1)
            for name, value in numbers(seen):
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
            cell[start + 1:start + width] += plan.worth[REDUCED in self._seen[id]][unit]
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
        plan, units = self.features, self._units
        for mark in self._marked:
            self._map[mark] = 0
        units[:, -2:] = 0
        marked = [(f"marker.{marker['kind']}", marker["hex"]) for marker in seen["markers"]]
        if offer is not None:
            index = self._game.counters.index
            asked = [*_words(offer.message.args.values())]
            units[[index[id] for id in offer.units], -2] = 1
            units[[index[id] for id in asked if id in index], -1] = 1
            marked += [("offer.hex", place) for place in offer.hexes]
            marked += [("offer.unit", seen["units"][id]["place"]) for id in offer.units if id in seen["units"]]
            marked += [("offer.asked", seen["units"].get(word, {"place": word})["place"]) for word in asked]
        self._marked = [
            (plan.plane[name], plan.cell[place]) for name, place in marked if place in plan.cell and name in plan.plane]
        for mark in self._marked:
            self._map[mark] = 1

    # -- the rest ------------------------------------------------------------------------------------------------

    def _describe_state(self, match: Match, seen: Mapping[str, Any], offer: Offer | None) -> Array:
        plan, at = self.features, self.features.state_feature
        state = np.zeros(len(plan.state_features), np.float32)
        state[at[f"seat.{self._seat}"]] = 1
        if match.offer is not None:
            state[at[f"to_move.{match.offer.seat}"]] = 1
        state[at["turn"]] = match.turn / plan.turn_scale
        state[at[f"phase.{match.phase}"]] = 1
        task = None if offer is None else at.get(f"task.{offer.task}")
        if task is not None:
            state[task] = 1
        for option, on in match.options.items():
            state[at[f"option.{option}"]] = on
        for scales, values in ((plan.track_scale, seen["tracks"]), (plan.point_scale, seen["points"])):
            for name, value in numbers(values):
                if name in scales:
                    n, scale = scales[name]
                    state[n] = value / scale
        return state.clip(-CLIP, CLIP)


def _words(values: Iterable[Any]) -> Iterable[str]:
    """The texts among the arguments of a prompt, those in lists included."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _words(value)
