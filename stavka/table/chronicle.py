"""A match with everything that was done in it: what is stored, live, and what each audience was told of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..game import Game
from ..journal import Journal
from ..kit.events import Event
from ..match import Match, Record
from .audience import Teller, unseen, view_for
from .course import Course
from .messages import encode
from .past import Past, begin, standing
from .patch import View
from .store import Line, Status, Stored
from .words import Refused
from .written import Written

LOG = 120
"""Log entries that a client gets at once."""

REMEMBERED = 160
"""Of so many choices, the last ones, is remembered what each audience was told."""


class Broken(Exception):
    """What is stored does not play as it did."""


class Chronicle:
    """The match of one room. A line of its journal has a number, ``n``, that nothing else ever has."""

    def __init__(self, game: Game[Any], stored: Stored) -> None:
        self.game = game
        self._id, self._key, self._fallen = stored.id, stored.key, stored.fallen
        self._teller = Teller(game)
        self._told: dict[str, dict[int, msgspec.Raw]] = {}
        self._play_all(stored.lines, stored.statuses)

    def _play_all(self, lines: Sequence[Line], statuses: Sequence[Status]) -> None:
        """Play what stands. What was taken back is not played again, but what it rolled stays rolled."""
        self.match = self._begin(lines[0])
        self._first_roll = self.match.position.dice.count
        self.lines, self.statuses = Written(lines), Written(statuses)
        self.numbers = standing(lines, len(lines) - 1)
        """The numbers of the choices that stand."""
        self._past = Past(self.match, self.lines)
        self.course = Course(self.game)
        self.has_veiled_events = _has_veiled(self.match.opening)
        """Whether anything has happened that some seat was told only in part."""
        stands = set(self.numbers)
        self._rolled_and_undone = [
            number for number, line in enumerate(lines) if number and number not in stands and line.get("dice")]
        for number, line in enumerate(lines[1:], 1):
            if number in stands:
                self.course.after(self.match, self._choose(line))
                self._past.keep(number, len(self.match.records), self.match)
            else:
                self.match.position.dice.count += len(line.get("dice", ()))
        self._forget_lines()

    def _begin(self, header: Line) -> Match:
        """The match before its first choice."""
        return begin(self.game, header, self._key, self._fallen, f"match {self._id}")

    @property
    def n(self) -> int:
        """How much has been done: choices and take-backs."""
        return len(self.lines) - 1

    # -- going on ----------------------------------------------------------------------------------------------------

    def play(self, line: Line, status: Status) -> Record:
        """Do what a stored line says."""
        if "undo" in line:
            record = self.match.records[-1]
            self.match.undo(consent=True)
        else:
            record = self._choose(line)
        self.add([line], [status])
        return record

    def _choose(self, line: Line) -> Record:
        self.course.before(self.match)
        self.match.choose(line["choose"])
        record = self.match.records[-1]
        if list(record.dice) != line.get("dice", []):
            raise Broken(f"rolled {record.dice}, stored {line.get('dice')}")
        self._forget_events()
        return record

    def _forget_events(self) -> None:
        """What happened before the last choice has been told and can be worked out again: it need not be kept."""
        records = self.match.records
        self.has_veiled_events = self.has_veiled_events or _has_veiled(records[-1].events)
        if len(records) > 1:
            records[-2] = records[-2]._replace(events=())

    def pending(self, count: int) -> tuple[list[Line], list[Status]]:
        """The last lines of the match's journal, which are done but not yet stored and added."""
        assert self.match.journal is not None
        return self.match.journal.lines[-count:], [status_of(self.match) for _ in range(count)]

    def add(self, lines: Sequence[Line], statuses: Sequence[Status]) -> None:
        """Write down what the match has done and the store has kept."""
        for line in lines:
            self.lines.append(line)
            if "undo" in line:
                undone = self.numbers.pop()
                self.course.took_back()
                if self.lines[undone].get("dice"):
                    self._rolled_and_undone.append(undone)
            else:
                self.numbers.append(self.n)
                self.course.after(self.match, self.match.records[-1])
                self._forget_events()
        self.statuses.extend(statuses)
        self._forget_lines()

    def _forget_lines(self) -> None:
        """The lines of the match's own journal are all here."""
        assert self.match.journal is not None
        self.match.journal.lines.clear()

    def forget_pending(self) -> None:
        """Something was done that could not be stored: play again what was."""
        self._play_all(self.lines, self.statuses)

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell(self, record: Record, audience: str, old: View, new: View, shared: list[msgspec.Raw]) -> tuple[
            msgspec.Raw, str | None]:
        """The events and the choice of the newest line as an audience may know them.

        ``shared`` keeps, from one audience to the next, the events as all see them.
        """
        hidden = unseen(self.game, old, new)
        events = record.events
        if not self._teller.is_open(events, audience, hidden):
            told = self._encoded(events, audience, hidden)
        else:
            if not shared:
                shared.append(self._encoded(events, audience, hidden))
            told = shared[0]
        self._remember(audience, self.n, told)
        return told, record.choice if audience == record.seat else None  # others hear what it brought about

    def _remember(self, audience: str, n: int, told: msgspec.Raw) -> None:
        remembered = self._told.setdefault(audience, {})
        remembered[n] = told
        while len(remembered) > REMEMBERED:
            del remembered[next(iter(remembered))]

    def _encoded(self, events: Sequence[Event], audience: str, hidden: frozenset[str]) -> msgspec.Raw:
        return msgspec.Raw(encode(self._teller.tell(events, audience, hidden)))

    # -- looking back ------------------------------------------------------------------------------------------------

    def log(self, audience: str, before: int | None = None, limit: int = LOG) -> list[View]:
        """The last log entries (before a number), oldest first: the choices that stand, as the audience saw them, and
        among them those that were taken back and had rolled dice: what fell stays written."""
        numbers = [number for number in self.numbers if before is None or number < before]
        first = max(0, len(numbers) - limit)
        told = self._told_since(audience, numbers, first)
        entries = [
            {"n": n, "seat": self.lines[n]["seat"], "turn": self.statuses[n]["turn"], "events": told[n]}
            for n in numbers[first:]
        ]
        oldest = numbers[first] if first else 0
        entries += [
            {"n": n, "seat": self.lines[n]["seat"], "turn": self.statuses[n]["turn"], "undone": True,
             "events": told[n] if n in told else self.at(n, audience)["events"]}
            for n in self._rolled_and_undone if oldest < n < (before or self.n + 1)
        ]
        entries.sort(key=lambda entry: int(entry["n"]))
        if first == 0 and before != 0:
            entries.insert(0, {"n": 0, "seat": None, "turn": self.statuses[0]["turn"],
                               "events": self._opening(audience, self._past.at(0))})
        return entries

    def _told_since(self, audience: str, numbers: Sequence[int], first: int) -> dict[int, msgspec.Raw]:
        """What an audience was told of past choices; what is not remembered is worked out again."""
        told = dict(self._told.get(audience, {}))
        missing = [i for i in range(first, len(numbers)) if numbers[i] not in told]
        if not missing:
            return told
        old: View | None = None
        for number, match in self._past.walk(numbers[:missing[-1] + 1], missing[0]):
            new = view_for(match, audience, {})
            if old is not None and number not in told:
                told[number] = self._encoded(match.records[-1].events, audience, unseen(self.game, old, new))
            old = new
        if numbers[-1] == self.numbers[-1]:
            self._told[audience] = {number: told[number] for number in numbers[first:][-REMEMBERED:]}
        return told

    def _opening(self, audience: str, start: Match) -> list[View]:
        return self._teller.tell(self.match.opening, audience, unseen(self.game, view_for(start, audience, {})))

    def at(self, n: int, audience: str) -> View:
        """The view of an audience after the first ``n``, and what the last of them brought."""
        if not 0 <= n <= self.n:
            raise Refused("past", status=404, n=self.n)
        line, numbers = self.lines[n], standing(self.lines, n)
        chosen = "choose" in line
        old: View | None = None
        view: View | None = None
        for number, match in self._past.walk(numbers, len(numbers) - chosen):
            if number in (0, *numbers[-2:]):
                old, view = view, view_for(match, audience, {})
        result: View = {"n": n, "seat": line.get("seat"), "choice": None, "view": view, "events": []}
        if n == 0:
            result["events"] = self._opening(audience, match)
        elif chosen and old is not None and view is not None:
            hidden, events = unseen(self.game, old, view), match.records[-1].events
            result["events"] = self._teller.tell(events, audience, hidden)
            result["choice"] = line["choose"] if audience == line["seat"] else None
        return result

    def before_turn(self) -> int:
        """The number of the last line before the present game turn."""
        now = self.statuses[-1]["turn"]
        return next((n for n in range(self.n, 0, -1) if self.statuses[n]["turn"] < now), 0)

    def match_at(self, n: int) -> Match:
        """The match as it was after line ``n``: to look at."""
        return self._past.at(n)

    def history(self, audience: str) -> list[View]:
        """All that was done, for stepping through it; what others chose is not said."""
        stands = set(self.numbers)
        result: list[View] = []
        for n, (line, status) in enumerate(zip(self.lines, self.statuses, strict=True)):
            entry: View = {"n": n, "seat": line.get("seat"), "turn": status["turn"], "phase": status["phase"],
                           "choice": line.get("choose") if line.get("seat") == audience else None}
            if "undo" in line:
                entry["undo"] = True
            elif n and n not in stands:
                entry["undone"] = True
            result.append(entry)
        return result

    def rolls(self) -> list[tuple[int, int, int]]:
        """Every roll that stands: its number, what fell, and of how many counters in a cup (0 for a die).

        What was rolled and taken back has a number too, but is not played again and not told here.
        """
        dice, stands = self.match.position.dice, set(self.numbers)
        numbers, rolled = list(range(self._first_roll)), self._first_roll
        for number, line in enumerate(self.lines):
            fell = len(line.get("dice", ())) if number else 0
            numbers += range(rolled, rolled + fell) if number in stands else ()
            rolled += fell
        return [(number, dice.nth(number), dice.draws.get(number, 0)) for number in numbers]

    @property
    def written_rolls(self) -> int:
        """So many rolls do not follow from the key: they were written beforehand, or fell elsewhere."""
        return len(self.match.position.dice.fixed)

    def journal(self, players: Mapping[str, str], *, with_key: bool) -> str:
        """The journal, with the seats that computer players hold, who go on when it is brought in elsewhere.

        The key of the dice is in it when the match is over, if all rolls follow from it.
        """
        header, *moves = self.lines
        lines = [header | {"players": dict(players)}, *moves]
        if self._fallen is None:
            return Journal(lines).text(self.match.position, with_key=with_key)
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _has_veiled(events: Sequence[Event]) -> bool:
    return any(event.seats is not None for event in events)


def status_of(match: Match) -> Status:
    """Where a match stands, for lists."""
    offer, result = match.offer, match.position.result
    return {
        "turn": match.turn,
        "phase": match.phase,
        "to_move": None if offer is None else offer.seat,
        "result": None if result is None else result.as_data(),
    }
