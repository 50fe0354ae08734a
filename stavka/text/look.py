"""What one seat sees at one moment, in words.

Everything comes from ``match.view(seat)`` and ``match.ask(..., seat=seat)``, so that nothing a seat may not see can
be said to it. A look is thrown away as soon as something has been chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from stavka.errors import Illegal
from stavka.game import Game
from stavka.kit.counters import Counter
from stavka.kit.words import Message
from stavka.match import Match, Offer

from .atlas import Atlas
from .speech import Speech, number


class Look:
    """A seat's view of a match, and how to speak of the things in it."""

    def __init__(self, match: Match, seat: str, speech: Speech, atlas: Atlas) -> None:
        self.match = match
        self.game: Game[Any] = match.game
        self.seat = seat
        self.speech = speech
        self.atlas = atlas
        self._facts: dict[str, Mapping[str, Any]] = {}

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """All that the seat may see."""
        return self.match.view(self.seat)

    @property
    def offer(self) -> Offer | None:
        """What the seat has to choose, if it has to."""
        offer = self.match.offer
        return offer if offer is not None and offer.seat == self.seat else None

    def ask(self, question: str, **about: Any) -> Any:
        """A question, asked for this seat and in the language of the moment."""
        return self.match.ask(question, seat=self.seat, lang=self.speech.language, **about)

    def word(self, kind: str, key: str) -> str:
        """The name of a thing of the game."""
        return self.speech.word(self.game, kind, key)

    # -- what an offer is about ----------------------------------------------------------------------------------

    @cached_property
    def focus_unit(self) -> str | None:
        """The unit in hand."""
        unit = None if self.offer is None else self.offer.about.unit
        return None if unit is None else self.game.counters.ids[unit]

    @cached_property
    def focus_hex(self) -> str | None:
        """The hex that the decision is aimed at, or where the unit in hand or the first of the group stands."""
        if self.offer is None:
            return None
        about, board = self.offer.about, self.game.board
        if about.targets:
            return board.names[about.targets[0]]
        units = [*([] if about.unit is None else [about.unit]), *about.group]
        place = self.place_of(self.game.counters.ids[units[0]]) if units else None
        return place if place is not None and self.is_hex(place) else None

    @cached_property
    def costs(self) -> Mapping[str, float]:
        """What it costs the unit that is moving to go to each hex; nothing when no unit is moving."""
        if self.offer is None or self.focus_unit is None or self.offer.about.kind != "move":
            return {}
        try:
            reach: Mapping[str, float] = self.ask("reach", unit=self.focus_unit)
        except Illegal:
            return {}
        return reach

    # -- units ---------------------------------------------------------------------------------------------------

    def sees(self, unit: str) -> bool:
        """Whether the seat sees this unit."""
        return unit in self.view["units"]

    def counter(self, unit: str) -> Counter:
        """The counter as printed."""
        counter: Counter = self.game.counters[unit]
        return counter

    def place_of(self, unit: str) -> str | None:
        """Where a unit is."""
        place: str | None = self.view["units"].get(unit, {}).get("place")
        return place

    def facts(self, unit: str) -> Mapping[str, Any]:
        """The answer to what is known about a unit; empty if the seat may not ask."""
        if unit not in self._facts:
            try:
                self._facts[unit] = self.ask("unit", unit=unit)
            except Illegal:
                self._facts[unit] = {}
        return self._facts[unit]

    def name(self, unit: str) -> str:
        """The name of a unit."""
        return self.counter(unit).name[self.speech.language]

    def formation(self, unit: str) -> str:
        """The name of the formation a unit belongs to."""
        return self.counter(unit).formation[self.speech.language]

    def factors(self, unit: str) -> str:
        """The numbers on the counter as it lies, the way players say them: ``7-7``."""
        facts = self.facts(unit)
        values = [facts.get(key) for key in ("factor", "attack", "defence", "movement")]
        shown = [number(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
        return "-".join(shown) if any(value for value in values) else ""

    def strength(self, unit: str) -> str:
        """The first number on the counter."""
        return self.factors(unit).partition("-")[0]

    def flags(self, unit: str) -> list[str]:
        """Everything remarkable about the state of a unit."""
        state = self.view["units"].get(unit, {})
        face = f"face.{state.get('face', 0)}"
        flags = [self.game.say(Message(face), self.speech.language)] if self.game.words.has(face) else []
        flags += [self.word("flag", flag) for flag in state.get("flags", ())]
        supply = self.facts(unit).get("supply")
        if isinstance(supply, Mapping) and supply.get("supplied") is False:
            flags.append(self.speech("flag.out_of_supply"))
        return flags

    def unit_line(self, unit: str, *, where: bool = True) -> str:
        """A unit in one line: id, name, kind, numbers, steps, place and state."""
        facts, counter = self.facts(unit), self.counter(unit)
        parts = [self.name(unit)]
        if counter.label not in unit:
            parts.append(self.speech("unit.label", label=counter.label))
        parts += [facts["kind"]] if isinstance(facts.get("kind"), str) else []
        parts += [self.factors(unit)] if self.factors(unit) else []
        if facts.get("steps"):
            parts.append(self.speech.count("count.steps", facts["steps"]))
        place = self.place_of(unit)
        if where and place is not None:
            parts.append(self.whereabouts(place))
        return f"{unit}  " + ", ".join(parts + self.flags(unit))

    def short(self, unit: str) -> str:
        """A unit in a few words, for lists of what is in a hex."""
        inside = [part for part in (self.factors(unit), *self.flags(unit)) if part]
        return f"{unit} {self.name(unit)}" + (f" ({', '.join(inside)})" if inside else "")

    # -- places --------------------------------------------------------------------------------------------------

    def is_hex(self, place: str) -> bool:
        """Whether a place is on the map."""
        return place in self.game.board.grid.index

    def place_name(self, place: str) -> str:
        """A hex with the town in it, or the name of a box."""
        return self.game.hex_name(place, self.speech.language)

    def whereabouts(self, place: str) -> str:
        """A hex and how it lies to the nearest town: ``3600 (2 E of Orsha)``."""
        name = self.place_name(place)
        if not self.is_hex(place):
            return name
        index = self.game.board.index[place]
        near = self.atlas.near(index)
        if near is None or near[1] == 0:
            return name
        town, distance = near
        return self.speech("hex.near", hex=name, distance=distance, wind=self.wind(town.hex, index),
                           town=town.name[self.speech.language])

    def wind(self, here: int, there: int) -> str:
        """The direction from one hex to another, as a word."""
        return self.speech(f"wind.{self.atlas.wind(here, there)}")

    def bearing(self, origin: str, place: str) -> str:
        """Direction and distance of a hex from another: ``NW 2``."""
        here, there = self.game.board.index[origin], self.game.board.index[place]
        return f"{self.wind(here, there)} {self.game.board.grid.distance(here, there)}"

    def stack(self, place: str) -> list[str | None]:
        """The units in a place; None stands for one the seat may not see."""
        stack: list[str | None] = self.view["stacks"].get(place, [])
        return stack

    def contents(self, place: str) -> str:
        """What stands in a place, in one line; empty if nothing does."""
        stack = self.stack(place)
        shown = [self.short(unit) for unit in reversed(stack) if unit is not None]
        unseen = sum(unit is None for unit in stack)
        return ", ".join(shown + ([self.speech.count("count.unseen", unseen)] if unseen else []))

    def marks(self, place: str) -> list[str]:
        """What lies in a place besides units, in words."""
        return [self.word("marker", kind) for kind in self.view["marks"].get(place, ())]

    def sides_in(self, place: str) -> set[str]:
        """The sides with visible units in a place."""
        return {self.counter(unit).side for unit in self.stack(place) if unit is not None}

    def is_front_line(self, place: str, side: str) -> bool:
        """Whether a hex touches one that holds visible enemies of a side."""
        board = self.game.board
        around = board.grid.neighbours[board.index[place]]
        return any(self.sides_in(board.names[hex]) - {side} for hex in around)

    def terrain(self, place: str) -> str:
        """The terrain of a hex."""
        board = self.game.board
        key = board.terrain[board.index[place]]
        return board.terrains[key].name[self.speech.language] if key else ""

    def place_line(self, place: str, *, origin: str | None = None, side: str | None = None) -> str:
        """A place in one line: number, direction, terrain, cost and what is there."""
        if not self.is_hex(place):
            return ", ".join([f"{place}  {self.place_name(place)}", *self.marks(place)])
        parts = [self.bearing(origin, place)] if origin is not None and origin != place else []
        name = self.place_name(place) if parts else self.whereabouts(place)
        parts.append(self.terrain(place))
        if place in self.costs:
            parts.append(self.speech("hex.cost", cost=number(self.costs[place])))
        parts += self.marks(place)
        if side is not None and self.is_front_line(place, side):
            parts.append(self.speech("hex.front"))
        contents = self.contents(place)
        return f"{name}  " + ", ".join(parts) + (f": {contents}" if contents else "")

    def possible_attackers(self, target: str) -> list[str]:
        """The units in sight round a hex that could attack it; those that may not now are left out if any may."""
        board, there = self.game.board, self.sides_in(target)
        around = board.grid.neighbours[board.index[target]] if self.is_hex(target) else ()
        able = []
        for unit in (unit for hex in around for unit in self.stack(board.names[hex]) if unit is not None):
            with suppress(Illegal):
                if self.counter(unit).side not in there and self.ask("odds", target=target, units=[unit]):
                    able.append(unit)
        return [unit for unit in able if self.ask("why_not", unit=unit, hex=target)["allowed"]] or able

    # -- the whole -----------------------------------------------------------------------------------------------

    def header(self) -> str:
        """Turn, date, phase, whose choice it is and the score, in one line."""
        view, speech = self.view, self.speech
        last = view.get("tracks", {}).get("turn", {}).get("last")
        turn = speech("header.turn_of", turn=view["turn"], last=last) if last else speech(
            "header.turn", turn=view["turn"])
        parts = [turn, self._date(), self.game.words.name("phase", view["phase"], speech.language)]
        if view["to_move"] is not None:
            parts.append(speech("header.choice", seat=self.seat_name(view["to_move"])))
        return " | ".join(part for part in [*parts, self.score()] if part)

    def _date(self) -> str:
        date = self.view.get("date", "")
        return str(date.get(self.speech.language, "") if isinstance(date, Mapping) else date)

    def seat_name(self, seat: str) -> str:
        """A player, by his seat."""
        return self.game.words.name("seat", seat, self.speech.language)

    def side_name(self, side: str) -> str:
        """A side."""
        return self.game.words.name("side", side, self.speech.language)

    def _scorer(self, key: str) -> str:
        return self.side_name(key) if key in self.game.sides else self.seat_name(key)

    def score(self) -> str:
        """Victory points so far and needed, if the game counts points."""
        points = self.view["points"]
        scores = [self.speech("header.points", side=self._scorer(who), points=number(score))
                  for who, score in points["scores"].items()]
        if scores and "needed" in points:
            scores.append(self.speech("header.needed", needed=points["needed"]))
        return ", ".join(scores)

    def grouped(self, units: Iterable[str]) -> dict[str, list[str]]:
        """Units by formation if they are on the map, by box if they are beside it; each group from north-west on."""
        groups: dict[str, list[str]] = {}
        ranked = sorted(units, key=lambda unit: (self._box_order(unit), self._map_order(unit)))
        order = [self._group(unit) for unit in ranked]
        for group, unit in zip(order, ranked, strict=True):
            groups.setdefault(group, []).append(unit)
        return groups

    def _group(self, unit: str) -> str:
        place = self.place_of(unit)
        return self.place_name(place) if place is not None and not self.is_hex(place) else self.formation(unit)

    def _box_order(self, unit: str) -> int:
        place = self.game.board.index.get(self.place_of(unit) or "", -1)
        return max(0, place - self.game.board.grid.size + 1)

    def _map_order(self, unit: str) -> tuple[float, float]:
        place = self.game.board.index.get(self.place_of(unit) or "", -1)
        if place < 0 or not self.atlas.is_hex(place):
            return (0, 0)
        x, y = self.game.board.grid.centre(place)
        return (y, x)
