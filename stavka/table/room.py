"""A match at the table: its sockets, and everything they may do.

One task at a time changes a room (its lock). A choice is checked, made in memory, stored, and only then told: what anybody
has heard of is never lost. If the store says that another process was faster, the room is rebuilt from what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from ..errors import Illegal
from ..game import Game
from ..match import Match, Record
from . import computer, messages
from .audience import WATCHERS, Teller, common, unseen, view_for
from .past import Past, begin, standing
from .patch import View, diff
from .store import Line, Signal, Status, Store, Stored, StoreError, Taken
from .words import LANGUAGES, Refused

if TYPE_CHECKING:
    from .socket import Socket

LOG = 120
"""How many of the last log entries a view message has."""

TALK = 100
"""How many of the last words of table talk a view message has."""

_RESERVED = frozenset(("seat", "lang", "question", "self"))
"""Names in ``about`` that would change who asks."""

_log = logging.getLogger("stavka.table")


class Broken(Exception):
    """The room's match in memory can no longer be trusted; the room must be loaded anew."""


@dataclass
class Request:
    """Somebody wants to take choices back and waits for others to agree."""

    by: str
    n: int
    count: int
    of: list[str]
    mine: bool = True
    """Whether this process carries it out."""
    agreed: set[str] = field(default_factory=set)


class Room:
    """One match, live."""

    def __init__(self, game: Game[Any], stored: Stored, store: Store) -> None:
        self.game = game
        self.id = stored.id
        self.seats = stored.seats
        self.tokens = stored.tokens
        self.created = self.played = stored.created
        self.lock = asyncio.Lock()
        self.sockets: dict[str, set[Socket]] = {}
        self._store = store
        self._key, self._fallen = stored.key, stored.fallen
        self._teller = Teller(game)
        self._request: Request | None = None
        self._views: dict[str, View] = {}
        self._told: dict[str, dict[int, msgspec.Raw]] = {}
        self._elsewhere: dict[str, list[str]] = {}
        self._driver: asyncio.Task[None] | None = None
        self._begin(stored.lines, stored.statuses)

    def _begin(self, lines: list[Line], statuses: list[Status]) -> None:
        """Play all that is stored."""
        self.match = begin(self.game, lines[0], self._key, self._fallen, f"match {self.id}")
        self.lines, self.statuses = lines[:1], statuses[:1]
        self.numbers: list[int] = []
        """The number of the line of every choice that stands."""
        self.past = Past(self.match, self.lines)
        for line, status in zip(lines[1:], statuses[1:], strict=True):
            self._play(line, status)

    @property
    def n(self) -> int:
        """How much has been done: choices and take-backs."""
        return len(self.lines) - 1

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.position.result is not None

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not any(self.sockets.values()) and (self._driver is None or self._driver.done())

    def dismiss(self) -> None:
        """Send everybody away, to come back to a room that is loaded anew."""
        for sockets in self.sockets.values():
            for socket in sockets:
                socket.close()

    @property
    def people(self) -> list[str]:
        """The seats that people hold."""
        return [seat for seat, kind in self.seats.items() if not kind.startswith(computer.PREFIX)]

    # -- changing the match ----------------------------------------------------------------------------------------

    def _play(self, line: Line, status: Status) -> Record:
        """Do what a stored line says."""
        if "undo" in line:
            record = self.match.records[-1]
            self.match.undo(consent=True)
            self.numbers.pop()
        else:
            self.match.choose(line["choose"])
            record = self.match.records[-1]
            if list(record.dice) != line.get("dice", []):
                raise Broken(f"rolled {record.dice}, stored {line.get('dice')}")
            self.numbers.append(len(self.lines))
        self.lines.append(line)
        self.statuses.append(status)
        return record

    async def choose(self, seat: str, n: int, choice: str, *, then: Socket | None = None, re: int | None = None) -> None:
        """A seat makes a choice. ``then`` is told that it is accepted before the change goes out."""
        async with self.lock:
            self._check_n(n)
            match = self.match
            offer = match.offer
            if offer is not None and offer.seat != seat:
                raise Refused("not_your_turn", seat=self._seat_name(offer.seat))
            try:
                match.choose(choice)
            except Illegal as illegal:
                raise Refused.of(illegal) from None
            except Exception:
                _log.exception("match %s: %s by %s failed", self.id, choice, seat)
                await self._rebuild()
                raise Refused("failed", status=500) from None
            await self._keep(1)
            self.numbers.append(self.n)
            if then is not None:
                then.send(messages.Reply(re=re, ok=True))
            self._settle_request()
            await self._announce(match.records[-1])
        self.drive()

    async def _keep(self, count: int) -> None:
        """Store the last lines of the journal. If that fails nothing has happened."""
        journal = self.match.journal
        assert journal is not None
        lines = journal.lines[-count:]
        statuses = [status_of(self.match)] * count
        try:
            self.played = time.time()
            await self._store.append(self.id, self.n + 1, lines, statuses, self.played)
        except Taken:
            sent = self.n
            await self._rebuild()
            raise Refused("outdated", status=409, sent=sent, n=self.n) from None
        except StoreError:
            _log.exception("match %s cannot be stored", self.id)
            await self._rebuild()
            raise Refused("lost", status=500) from None
        self.lines += lines
        self.statuses += statuses

    async def _rebuild(self) -> None:
        """Forget the match in memory, play again what was told, then what others have stored since."""
        self._begin(self.lines, self.statuses)
        with contextlib.suppress(StoreError):
            await self._catch_up()

    async def catch_up(self) -> None:
        """Play what other processes have stored, and tell."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        lines, statuses = await self._store.since(self.id, self.n + 1)
        undone = 0
        for line, status in zip(lines, statuses, strict=True):
            if "undo" not in line and undone:
                await self._announce_undo(undone)
                undone = 0
            record = self._play(line, status)
            if "undo" in line:
                undone += 1
            else:
                self._settle_request()
                await self._announce(record)
        if undone:
            self._settle_request()
            await self._announce_undo(undone)

    def _check_n(self, n: int) -> None:
        if n != self.n:
            raise Refused("outdated", status=409, sent=n, n=self.n)

    def _seat_name(self, seat: str) -> dict[str, str]:
        return {language: self.game.words.name("seat", seat, language) for language in LANGUAGES}

    # -- telling -----------------------------------------------------------------------------------------------------

    async def _announce(self, record: Record) -> None:
        """Tell every audience what a choice has changed; the chooser first, and at once."""
        n, fresh, shared = self.n, dict[str, View](), msgspec.Raw()
        for audience in self._order(record.seat):
            old, new = self._views[audience], view_for(self.match, audience, fresh)
            fresh[audience] = new
            hidden = unseen(self.game, old, new)
            if not self._teller.is_open(record.events, audience, hidden):
                events = msgspec.Raw(messages.encode(self._teller.tell(record.events, audience, hidden)))
            else:
                shared = shared or msgspec.Raw(messages.encode(self._teller.tell(record.events, audience, hidden)))
                events = shared
            self._told[audience][n] = events
            choice: str | None = record.choice
            if audience != record.seat:
                choice = self._teller.choice(record.choice, record.events, audience, hidden)
            self._send(audience, messages.Change(n, record.seat, choice, events, diff(old, new)))
            await asyncio.sleep(0)
        self._views = fresh

    async def _announce_undo(self, count: int) -> None:
        fresh: dict[str, View] = {}
        for audience in self._order(None):
            old, new = self._views[audience], view_for(self.match, audience, fresh)
            fresh[audience] = new
            self._send(audience, messages.Undone(self.n, count, [], diff(old, new)))
            await asyncio.sleep(0)
        self._views = fresh

    def _order(self, first: str | None) -> list[str]:
        """The audiences that have sockets, the given one before the others and watchers last."""
        present = [audience for audience, sockets in self.sockets.items() if sockets]
        return sorted(present, key=lambda audience: (audience != first, audience == WATCHERS))

    def _send(self, audience: str, message: messages.Outgoing) -> None:
        text = messages.write(message)
        for socket in self.sockets[audience]:
            socket.send_text(text)

    def _send_all(self, message: messages.Outgoing) -> None:
        for audience in self.sockets:
            self._send(audience, message)

    # -- sockets -----------------------------------------------------------------------------------------------------

    async def join(self, socket: Socket) -> None:
        """A socket comes: it gets the whole view, and every change from then on."""
        async with self.lock:
            if self._store.shared:
                await self._catch_up()
            self._enter(socket)
            socket.send(await self._whole(socket.audience))
            if self._request is not None:
                socket.send(self._asked(self._request))
        self._send_all(messages.Players(self.players()))
        await self._signal({"here": self._here()})
        self.drive()

    def _enter(self, socket: Socket) -> None:
        audience = socket.audience
        self.sockets.setdefault(audience, set()).add(socket)
        if audience not in self._views:
            self._views[audience] = view_for(self.match, audience, self._views)
            self._told.setdefault(audience, {})

    async def leave(self, socket: Socket) -> None:
        """A socket goes. What only its audience needed is forgotten."""
        sockets = self.sockets.get(socket.audience, set())
        sockets.discard(socket)
        if not sockets:
            async with self.lock:
                if not self.sockets.get(socket.audience):
                    self.sockets.pop(socket.audience, None)
                    self._views.pop(socket.audience, None)
        self._send_all(messages.Players(self.players()))
        with contextlib.suppress(StoreError):
            await self._signal({"here": self._here()})

    async def look(self, socket: Socket) -> None:
        """Send the whole view again."""
        async with self.lock:
            socket.send(await self._whole(socket.audience))

    async def _whole(self, audience: str) -> messages.Whole:
        view = self._views[audience]
        log = self.log(audience, limit=LOG)
        talk = await self._store.talk(self.id, TALK)
        return messages.Whole(view, self.n, audience or None, log, talk, self.players())

    def _here(self) -> list[str]:
        return [audience for audience, sockets in self.sockets.items() if sockets and audience != WATCHERS]

    def players(self) -> dict[str, View]:
        """Who holds the seats, and who is there."""
        here = {*self._here(), *(seat for seats in self._elsewhere.values() for seat in seats)}
        return {
            seat: {"kind": kind, "here": seat in here or kind.startswith(computer.PREFIX)}
            for seat, kind in self.seats.items()
        }

    # -- asking ------------------------------------------------------------------------------------------------------

    def ask(self, audience: str, question: str, about: dict[str, Any], lang: str) -> Any:
        """A question, answered for a seat; for watchers what all seats would be told."""
        if lang not in LANGUAGES:
            lang = LANGUAGES[0]
        reserved = _RESERVED & about.keys()
        if reserved:
            raise Refused("question", question=question, cause=", ".join(sorted(reserved)))
        try:
            if audience != WATCHERS:
                return self.match.ask(question, seat=audience, lang=lang, **about)
            return common([self.match.ask(question, seat=seat, lang=lang, **about) for seat in self.game.seats])
        except Illegal as illegal:
            raise Refused.of(illegal) from None
        except Exception as error:
            raise Refused("question", question=question, cause=f"{type(error).__name__}: {error}") from None

    async def hint(self, seat: str) -> str:
        """What the best computer player there is would choose."""
        offer = self.match.offer
        if offer is None or offer.seat != seat:
            raise Refused("no_hint")
        best = list(computer.LEVELS.values())[-1]
        return await asyncio.to_thread(best.choose, self.match.copy(), seat)

    # -- taking back -------------------------------------------------------------------------------------------------

    async def undo(self, seat: str, n: int) -> list[str]:
        """A seat wants its last choice back, with whatever followed it. Returns the seats that must consent first."""
        async with self.lock:
            self._check_n(n)
            if self.is_over:
                raise Refused("over")
            records = self.match.records
            last = next((i for i in range(len(records) - 1, -1, -1) if records[i].seat == seat), None)
            if last is None:
                raise Refused("not_undone")
            back = records[last:]
            others = [other for other in self.people if other != seat]
            if len(back) > 1 or back[0].dice or back[0].revealed:
                if others:
                    self._request = Request(seat, self.n, len(back), others)
                    self._send_all(self._asked(self._request))
                    await self._signal({"asked": {"by": seat, "n": self.n, "count": len(back), "of": others}})
                    return others
            await self._take_back(len(back), seat)
        self.drive()
        return []

    async def _take_back(self, count: int, seat: str) -> None:
        for _ in range(count):
            self.match.undo(consent=True)
        await self._keep(count)
        del self.numbers[-count:]
        self._settle_request()
        await self._announce_undo(count)

    async def consent(self, seat: str, yes: bool) -> None:
        """A seat answers a request."""
        async with self.lock:
            request = self._request
            if request is None:
                raise Refused("nothing_asked")
            if seat not in request.of:
                raise Refused("not_asked")
            await self._signal({"consent": {"seat": seat, "yes": yes, "n": request.n}})
            await self._answered(request, seat, yes)
        self.drive()

    async def _answered(self, request: Request, seat: str, yes: bool) -> None:
        if not yes:
            self._settle_request()
            return
        request.agreed.add(seat)
        if request.agreed >= set(request.of) and request.mine and request.n == self.n:
            await self._take_back(request.count, request.by)

    def _asked(self, request: Request) -> messages.Asked:
        return messages.Asked("undo", request.by, request.n, request.of)

    def _settle_request(self) -> None:
        if self._request is not None:
            self._request = None
            self._send_all(messages.Asked(None))

    # -- table talk --------------------------------------------------------------------------------------------------

    async def say(self, audience: str, text: str) -> None:
        """Table talk."""
        said = {"seat": audience or None, "text": text, "at": time.time()}
        await self._store.add_talk(self.id, said["seat"], text, said["at"])  # type: ignore[arg-type]
        self._send_all(messages.Talk(said))
        await self._signal({"talk": said})

    # -- other processes -----------------------------------------------------------------------------------------------

    async def _signal(self, signal: Signal) -> None:
        if self._store.shared:
            await self._store.signal({"match": self.id, "signal": signal})

    async def hear(self, sender: str, signal: Signal) -> None:
        """Another process tells something about this match."""
        if "talk" in signal:
            self._send_all(messages.Talk(signal["talk"]))
        elif "here" in signal:
            fresh = sender not in self._elsewhere
            self._elsewhere[sender] = signal["here"]
            self._send_all(messages.Players(self.players()))
            if fresh:
                await self._signal({"here": self._here()})
        elif "asked" in signal:
            await self.catch_up()
            asked = signal["asked"]
            if asked["n"] == self.n:
                self._request = Request(asked["by"], asked["n"], asked["count"], asked["of"], mine=False)
                self._send_all(self._asked(self._request))
        elif "consent" in signal:
            async with self.lock:
                request, answer = self._request, signal["consent"]
                if request is not None and request.n == answer["n"]:
                    await self._answered(request, answer["seat"], answer["yes"])
            self.drive()

    # -- computer players ----------------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let a computer player play, if it is for one to choose and anybody is there to see it."""
        if (self._driver is None or self._driver.done()) and self._computer() is not None and any(self.sockets.values()):
            self._driver = asyncio.create_task(self._drive())

    def _computer(self) -> tuple[str, computer.Computer] | None:
        offer = self.match.offer
        if offer is None:
            return None
        player = computer.of_kind(self.seats.get(offer.seat, ""))
        return None if player is None else (offer.seat, player)

    async def _drive(self) -> None:
        """Choices one by one, each told like anybody's."""
        done, current = 0, ""
        while (found := self._computer()) is not None:
            seat, player = found
            if not self.people and not any(self.sockets.values()):
                break
            if current != seat:
                self._think(current, False, done)
                done, current = 0, seat
                self._think(current, True, 0)
            try:
                n = self.n
                choice = await asyncio.to_thread(player.choose, self.match.copy(), seat)
                await self.choose(seat, n, choice)
            except Refused as refused:
                if n != self.n:
                    continue  # taken back, or another process was faster
                _log.error("match %s: the computer's choice is refused: %s", self.id, refused)
                break
            except Exception:
                _log.exception("match %s: the computer player failed", self.id)
                break
            done += 1
            if done % 10 == 0:
                self._think(current, True, done)
        self._think(current, False, done)

    def _think(self, seat: str, thinking: bool, done: int) -> None:
        if seat:
            self._send_all(messages.Thinking({"seat": seat, "thinking": thinking, "done": done}))

    # -- looking back ----------------------------------------------------------------------------------------------------

    def log(self, audience: str, before: int | None = None, limit: int = LOG) -> list[View]:
        """The last log entries (before a number), oldest first: the choices that stand, as the audience saw them."""
        numbers = self.numbers if before is None else [number for number in self.numbers if number < before]
        first = max(0, len(numbers) - limit)
        told = self._told.setdefault(audience, {})
        missing = next((i for i in range(first, len(numbers)) if numbers[i] not in told), None)
        if missing is not None:
            self._tell_again(audience, numbers, missing)
        entries = [
            {"n": n, "seat": self.lines[n]["seat"], "turn": self.statuses[n]["turn"], "events": told[n]}
            for n in numbers[first:]
        ]
        if first == 0 and (before is None or before > 0):
            opening = self._teller.tell(self.match.opening, audience, unseen(self.game, self._view_at(0, audience)))
            entries.insert(0, {"n": 0, "seat": None, "turn": self.statuses[0]["turn"], "events": opening})
        return entries

    def _tell_again(self, audience: str, numbers: Sequence[int], first: int) -> None:
        """Work out what an audience was told of past choices."""
        told, old = self._told[audience], None
        for number, match in self.past.walk(numbers, first):
            new = view_for(match, audience, {})
            if old is not None and number not in told:
                told[number] = msgspec.Raw(messages.encode(
                    self._teller.tell(match.records[-1].events, audience, unseen(self.game, old, new))))
            old = new

    def _view_at(self, n: int, audience: str) -> View:
        return view_for(self.past.at(n), audience, {})

    def at(self, n: int, audience: str) -> View:
        """The view of an audience after the first ``n``, and what the last of them brought."""
        if not 0 <= n <= self.n:
            raise Refused("past", status=404, n=self.n)
        line, numbers = self.lines[n], standing(self.lines, n)
        result: View = {"n": n, "seat": line.get("seat"), "choice": None, "view": None, "events": []}
        chosen = "choose" in line
        old: View | None = None
        for number, match in self.past.walk(numbers, len(numbers) - chosen):
            if number in (0, *numbers[-2:]):
                old, result["view"] = result["view"], view_for(match, audience, {})
        if n == 0:
            result["events"] = self._teller.tell(self.match.opening, audience, unseen(self.game, result["view"]))
        elif chosen and old is not None:
            hidden, events = unseen(self.game, old, result["view"]), match.records[-1].events
            result["events"] = self._teller.tell(events, audience, hidden)
            result["choice"] = line["choose"] if audience == line["seat"] else self._teller.choice(
                line["choose"], events, audience, hidden)
        return result

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

    def journal(self) -> str:
        """The journal; the key of the dice is in it only when the match is over, and only if all rolls follow from it."""
        journal = self.match.journal
        assert journal is not None
        if self._fallen is None:
            return journal.text(with_key=False)
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in journal.lines)


def status_of(match: Match) -> Status:
    """Where a match stands, for lists."""
    offer, result = match.offer, match.position.result
    return {
        "turn": match.turn,
        "phase": match.phase,
        "to_move": None if offer is None else offer.seat,
        "result": None if result is None else result.as_data(),
    }
