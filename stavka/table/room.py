"""A match at the table: its sockets, and everything they may do.

One task at a time changes a room (its lock). A choice is checked, made in memory, stored, and only then told: what
anybody has heard of is never lost. If the store says that another process was faster, what was done is forgotten
and what is stored is played instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ..errors import Illegal
from ..game import Game
from ..kit.words import Message
from ..match import Match, Record
from ..players import Chapter, Decision, Plans, tell, tell_plan
from . import computer, messages
from .audience import WATCHERS, answer, unseen, view_for
from .chronicle import Chronicle
from .driver import Driver, job_of
from .patch import View, diff
from .people.affairs import Affairs, Holder, Kind, Request
from .people.ledger import Ledger
from .people.steward import Steward, asked
from .store import Signal, Store, Stored, StoreError, Taken
from .takeback import Prospect, TakenBack, outlook, prospect
from .thinkers import Thinker, Thinkers, ThinkingFailed
from .words import LANGUAGES, Refused

if TYPE_CHECKING:
    from .people.herald import Herald
    from .socket import Socket

TALK = 100
"""How many of the last words of table talk a view message has."""

SOON = 0.1
"""Seconds after which is told who has come and gone."""

_RESERVED = frozenset(("seat", "lang", "question", "self"))
"""Names in ``about`` that would change who asks."""

_log = logging.getLogger("stavka.table")

Result = TypeVar("Result")


class Room:
    """One match, live."""

    def __init__(self, game: Game[Any], stored: Stored, store: Store, thinkers: Thinkers,
                 affairs: tuple[Affairs, int] | None = None, herald: Herald | None = None,
                 chronicle: Chronicle | None = None) -> None:
        self.game = game
        self.id = stored.id
        self.seats = stored.seats
        self.tokens = stored.tokens
        self.created = self.played = stored.created
        if stored.statuses[-1].get("times"):
            self.played = stored.statuses[-1]["times"]["at"]
        self.chronicle = chronicle or Chronicle(game, stored)
        self.sockets: dict[str, set[Socket]] = {}
        self._taken_back = TakenBack()
        self._store = store
        self._lock = asyncio.Lock()
        self.steward = Steward(self, Ledger(store), *(affairs or (Affairs(), 0)), herald)
        """What is settled between the players."""
        self._views: dict[str, View] = {}
        """The view of every audience that has sockets, as it was last told."""
        self._elsewhere: dict[str, list[str]] = {}
        self._thinkers = thinkers
        self._driver = Driver(self, thinkers)
        self.plans = Plans(game)
        """What computer players intended: to be read when their turn is over."""
        self._plans_told = 0
        self._players_told: dict[str, View] = {}
        self._late_told = 0
        self._here_told: list[str] | None = None
        self._telling: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        """When somebody last asked for this room."""
        self._hint: tuple[int, Decision] | None = None
        self._hinting = asyncio.Lock()
        self._adviser: tuple[int, Thinker] | None = None

    @property
    def match(self) -> Match:
        """The match."""
        return self.chronicle.match

    @property
    def n(self) -> int:
        """How much has been done: choices and take-backs."""
        return self.chronicle.n

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by its rules or by its players."""
        return self.match.position.result is not None or self.steward.affairs.ending is not None

    @property
    def winner(self) -> str | None:
        """The seat that has won, empty for a draw, None while the match goes on."""
        ending, result = self.steward.affairs.ending, self.match.position.result
        return (ending.winner or "") if ending is not None else None if result is None else result.winner

    @property
    def to_move(self) -> str | None:
        """The seat that has to choose."""
        return None if self.match.offer is None else self.match.offer.seat

    @property
    def has_sockets(self) -> bool:
        """Whether anybody is here."""
        return any(self.sockets.values())

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not self.has_sockets and not self._driver.is_driving and not self._lock.locked()

    @property
    def payer(self) -> str:
        """For whom computer players think here: somebody who holds a seat, else somebody who watches."""
        present = next((socket for audience in self._audiences(None) for socket in self.sockets[audience]), None)
        return self.id if present is None else present.visitor.account or present.visitor.address

    @property
    def people(self) -> list[str]:
        """The seats that people hold."""
        return [seat for seat in self.seats if seat not in self.computers]

    @property
    def computers(self) -> dict[str, str]:
        """The seats that computer players hold, each with its kind."""
        return {seat: kind for seat, kind in self.seats.items() if computer.level_of(kind) is not None}

    # -- choosing ----------------------------------------------------------------------------------------------------

    async def choose(self, seat: str, n: int, choice: str, *, then: Socket | None = None,
                     re: int | None = None) -> None:
        """A seat makes a choice. ``then`` is told that it is accepted before the change goes out."""
        async with self._lock:
            self._check_n(n)
            match = self.match
            if self.steward.affairs.ending is not None:
                raise Refused("ended")
            if match.offer is not None and match.offer.seat != seat:
                raise Refused("not_your_turn", seat=self.seat_name(match.offer.seat))
            self.chronicle.course.before(match)
            try:
                match.choose(choice)
            except Illegal as illegal:
                raise Refused.of(illegal) from None
            except Exception:
                _log.exception("match %s: %s by %s failed", self.id, choice, seat)
                self.chronicle.forget_pending()
                raise Refused("failed", status=500) from None
            await self._keep(1)
            self._taken_back.chosen(seat, choice)
            if then is not None:
                then.send(messages.Reply(re=re, ok=True))
            await self._announce(match.records[-1])
            await self.steward.went_on()
            if self.is_over:
                await self.steward.over()
        self._driver.start()

    def _check_n(self, n: int) -> None:
        if n != self.n:
            raise Refused("outdated", status=409, sent=n, n=self.n)

    def seat_name(self, seat: str) -> dict[str, str]:
        """A seat in words."""
        return {language: self.game.words.name("seat", seat, language) for language in LANGUAGES}

    async def _keep(self, count: int) -> None:
        """Store the last so many things done. If that fails they have not happened."""
        sent, now = self.n, time.time()
        lines, statuses = self.chronicle.pending(count)
        statuses = self.steward.timed(lines, statuses, now)
        try:
            await self._store.append(self.id, sent + 1, lines, statuses, now)
        except (Taken, StoreError) as error:
            self.chronicle.forget_pending()
            with contextlib.suppress(StoreError):
                await self._catch_up()
            if isinstance(error, Taken):
                raise Refused("outdated", status=409, sent=sent, n=self.n) from None
            _log.error("match %s cannot be stored: %s", self.id, error)
            raise Refused("lost", status=500) from None
        self.chronicle.add(lines, statuses)
        self.played = now

    # -- telling -----------------------------------------------------------------------------------------------------

    async def _announce(self, record: Record) -> None:
        """Tell every audience what a choice has changed; the chooser first, and at once."""
        fresh: dict[str, View] = {}
        shared: list[msgspec.Raw] = []
        for audience in self._audiences(record.seat):
            old, new = self._views[audience], self._view(audience, fresh)
            fresh[audience] = new
            events, choice = self.chronicle.tell(record, audience, old, new, shared)
            self.send(audience, messages.Change(self.n, record.seat, choice, events, diff(old, new),
                                                self._outlook(audience)))
            await asyncio.sleep(0)  # so that it goes out now
        self._views = self._views_with(fresh)
        if self.is_over:
            self.send_all(self._pledge())
        await self._announce_late()
        self._announce_plans()

    async def _announce_undo(self, count: int) -> None:
        fresh: dict[str, View] = {}
        for audience in self._audiences(None):
            old, new = self._views[audience], self._view(audience, fresh)
            fresh[audience] = new
            self.send(audience, messages.Undone(self.n, count, [], diff(old, new), self._outlook(audience)))
        self._views = self._views_with(fresh)
        await self._announce_late()
        self._announce_plans()

    def _announce_plans(self) -> None:
        """Tell everybody how many plans can be read, when that has changed."""
        readable = len(self.plans.finished(self.match))
        if readable != self._plans_told:
            self._plans_told = readable
            self.send_all(messages.Planned(readable))

    def _audiences(self, first: str | None) -> list[str]:
        """The audiences that have sockets, the given one before the others and watchers last."""
        present = [audience for audience, sockets in self.sockets.items() if sockets and not self._is_late(audience)]
        return sorted(present, key=lambda audience: (audience != first, audience == WATCHERS))

    def _view(self, audience: str, views: Mapping[str, View]) -> View:
        """The view of an audience; ``views`` are those already made at this point."""
        if self._is_late(audience) and not self.is_over:
            late: View = self.chronicle.at(self.horizon(audience), audience)["view"]
            return late
        return self.steward.closed(view_for(self.match, audience, views))

    # -- watching a turn later ---------------------------------------------------------------------------------------

    def _is_late(self, audience: str) -> bool:
        """Whether an audience is shown what is done in a turn only when the next one begins."""
        return audience == WATCHERS and self.steward.affairs.terms.watch == "delayed"

    def horizon(self, audience: str) -> int:
        """The number of the last line that an audience may know of."""
        return self.chronicle.before_turn() if self._is_late(audience) and not self.is_over else self.n

    def _views_with(self, fresh: dict[str, View]) -> dict[str, View]:
        """The views that were just made, and those of an audience that is shown nothing yet."""
        return {**{audience: view for audience, view in self._views.items() if self._is_late(audience)}, **fresh}

    async def _announce_late(self) -> None:
        """Show those who watch a turn later what they may see now."""
        sockets = self.sockets.get(WATCHERS, set())
        if not self._is_late(WATCHERS) or not sockets or self._late_told == self.horizon(WATCHERS):
            return
        self._late_told = self.horizon(WATCHERS)
        self._views[WATCHERS] = self._view(WATCHERS, {})
        whole = self._whole(WATCHERS, *await self._said(WATCHERS))
        for socket in sockets:
            socket.send(whole)

    def send(self, audience: str, message: messages.Outgoing) -> None:
        """Tell one audience."""
        text = messages.write(message)
        for socket in self.sockets[audience]:
            socket.send_text(text)

    def send_all(self, message: messages.Outgoing) -> None:
        """Tell everybody the same."""
        for audience in self.sockets:
            self.send(audience, message)

    # -- coming and going --------------------------------------------------------------------------------------------

    async def join(self, socket: Socket) -> None:
        """A socket comes: it gets the whole view, and every change from then on."""
        async with self._lock:
            said = await self._said(socket.audience)
            self.sockets.setdefault(socket.audience, set()).add(socket)  # from here on it hears everything
            if socket.audience not in self._views:
                self._views[socket.audience] = self._view(socket.audience, self._views)
            socket.send(self._whole(socket.audience, *said))
            socket.send(self._pledge())
            socket.send(messages.Standing(self.steward.describe(socket.audience)))
            for kind, request in self.steward.affairs.requests.items():
                socket.send(asked(kind, request))
            if self._driver.message is not None:
                socket.send(self._driver.message)
            if self._plans_told:
                socket.send(messages.Planned(self._plans_told))
        await self._tell_presence()
        self._driver.start()

    async def leave(self, socket: Socket) -> None:
        """A socket goes. A view that nobody follows any more is forgotten."""
        sockets = self.sockets.get(socket.audience, set())
        sockets.discard(socket)
        if not sockets:
            async with self._lock:
                if not sockets:
                    self.sockets.pop(socket.audience, None)
                    self._views.pop(socket.audience, None)
        with contextlib.suppress(StoreError):
            await self._tell_presence()

    async def look(self, socket: Socket) -> None:
        """Send the whole view again."""
        async with self._lock:
            socket.send(self._whole(socket.audience, *await self._said(socket.audience)))

    async def show_all(self) -> None:
        """Send everybody the whole view: the match has ended otherwise than by a choice."""
        self._views = {audience: self._view(audience, {}) for audience in self._views}
        for audience, sockets in self.sockets.items():
            whole = self._whole(audience, *await self._said(audience))
            for socket in sockets:
                socket.send(whole)
        self.send_all(self._pledge())

    async def finish(self) -> None:
        """The players have ended the match: nobody plays on, and everybody sees how it ended."""
        self._driver.stop()
        await self.show_all()
        await self.steward.over()

    async def dismiss_seat(self, seat: str) -> None:
        """Whoever sat here does so no longer."""
        for socket in self.sockets.get(seat, ()):
            socket.close()
        self.tell_players_soon()

    def dismiss(self) -> None:
        """Send everybody away, to come back to a room that is loaded anew."""
        for sockets in self.sockets.values():
            for socket in sockets:
                socket.close()

    def close(self) -> None:
        """The server stops, or has no more use for this room."""
        self._driver.stop()
        if self._telling is not None:
            self._telling.cancel()

    def _pledge(self) -> messages.Pledge:
        """What the dice are committed to, before the first roll; with the key of it when nothing more is rolled."""
        told: View = {"commitment": self.match.position.dice.commitment, "study": self.steward.affairs.study or None}
        if self.is_over:
            told["key"] = self.match.position.dice.key.hex()
        return messages.Pledge(told)

    async def _said(self, audience: str) -> tuple[list[View], list[View]]:
        """The log and the table talk so far, for an audience."""
        log = await asyncio.to_thread(self.chronicle.log, audience, self.horizon(audience) + 1)
        return log, await self._store.talk(self.id, TALK) if self._may_hear(audience) else []

    def _whole(self, audience: str, log: list[View], talk: list[View]) -> messages.Whole:
        players = self.players()
        if players | {WATCHERS: {"watching": self.watching}} != self._players_told:
            self._players_told = {}  # somebody has been told something newer: tell everybody
        return messages.Whole(self._views[audience], self.horizon(audience), audience or None, log, talk, players,
                              self._outlook(audience))

    async def _tell_presence(self) -> None:
        """Somebody has come or gone: tell those here, and other processes if it was a seat."""
        self.tell_players_soon()
        here = self._here()
        if here != self._here_told:
            self._here_told = here
            await self.signal({"here": here})

    def tell_players_soon(self) -> None:
        """Tell who is here in a moment: a thousand who come together are told of once, not a thousand times."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(SOON, self._tell_players)

    def _tell_players(self) -> None:
        self._telling = None
        players = self.players()
        told = players | {WATCHERS: {"watching": self.watching}}
        if told != self._players_told:
            self._players_told = told
            self.send_all(messages.Players(players, self.watching))

    def _here(self) -> list[str]:
        """The seats that are here, and the empty name once for every watcher."""
        return [*(audience for audience, sockets in self.sockets.items() if sockets and audience != WATCHERS),
                *[WATCHERS] * len(self.sockets.get(WATCHERS, ()))]

    @property
    def watching(self) -> int:
        """How many watch, at any process."""
        return [*self._here(), *(seat for seats in self._elsewhere.values() for seat in seats)].count(WATCHERS)

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
        reserved = _RESERVED & about.keys()
        if reserved:
            raise Refused("question", question=question, cause=", ".join(sorted(reserved)))
        _check_language(lang)
        try:
            match = self.chronicle.match_at(self.horizon(audience)) if self._is_late(audience) else self.match
            return answer(match, audience, question, about, lang)
        except Illegal as illegal:
            raise Refused.of(illegal) from None
        except Exception as error:  # questions come with whatever a client likes to send
            raise Refused("question", question=question, cause=f"{type(error).__name__}: {error}") from None

    async def hint(self, seat: str, lang: str) -> View:
        """What a computer player would choose in the place of this seat, and its plan in words.

        One is thought about at a time, and only once for each point of the match, however often it is asked for.
        """
        _check_language(lang)
        if not computer.can_advise(self.game):
            raise Refused("no_adviser", game=self.game.title)
        async with self._hinting:
            if self.match.offer is None or self.match.offer.seat != seat:
                raise Refused("no_hint")
            n = self.n
            if self._hint is None or self._hint[0] != n:
                self._hint = n, await self._advice(seat)
            choice, plan = self._hint[1]
        return {"n": n, "choice": choice, "name": self.game.choice_name(choice, lang),
                "plan": tell(self.game, plan, lang)}

    async def _advice(self, seat: str) -> Decision:
        try:
            return await self._adviser_for(self.match.turn).decide(job_of(self, seat, None, ""), self.payer)
        except ThinkingFailed as failed:
            _log.error("match %s: the adviser failed: %s", self.id, failed)
            raise Refused("failed", status=500) from None

    def _adviser_for(self, turn: int) -> Thinker:
        """The process that remembers its hints of this turn, so that one leads to the next."""
        if self._adviser is None or self._adviser[0] != turn:
            self._adviser = turn, self._thinkers.least_busy()
        return self._adviser[1]

    @property
    def keeps_secrets(self) -> bool:
        """Whether a computer player has, or had, something to hide from people: then the journal waits for the end."""
        if self.is_over or len(self.people) == len(self.seats):
            return False
        return self.chronicle.has_veiled_events or any(
            unseen(self.game, view_for(self.match, seat, {})) for seat in self.people)

    def keep_plan(self, turn: int, seat: str, phase: str, plan: Sequence[Message]) -> None:
        """A computer player has made a plan; who sees which units now decides who may read what of it later."""
        hidden = {audience: unseen(self.game, view_for(self.match, audience, {}))
                  for audience in (*self.game.seats, WATCHERS)}
        self.plans.keep(turn, seat, phase, Chapter(plan, hidden))

    def read_plans(self, audience: str, lang: str) -> list[View]:
        """What computer players intended in the turns that they have finished, as far as this audience may know it."""
        if self._is_late(audience) and not self.is_over:
            return []
        _check_language(lang)
        hidden = unseen(self.game, view_for(self.match, audience, {}))
        return [
            {"turn": plan.turn, "seat": plan.seat, "phases": [
                {"phase": phase, "lines": lines} for phase, lines in tell_plan(
                    self.game, plan, lang, audience, hidden)]}
            for plan in self.plans.finished(self.match)
        ]

    def _may_hear(self, audience: str) -> bool:
        """Whether the table talk is for an audience: players may close it to watchers, and it would tell too much to
        those who watch later."""
        return audience != WATCHERS or not (self.steward.affairs.terms.quiet or self._is_late(audience))

    def _tell_talk(self, said: View) -> None:
        for audience in self.sockets:
            if self._may_hear(audience):
                self.send(audience, messages.Talk(said))

    def read_course(self, audience: str) -> View:
        """Points, losses and dice so far."""
        return self.chronicle.course.tell(audience)

    async def say(self, audience: str, text: str) -> None:
        """Table talk."""
        if not self._may_hear(audience):
            raise Refused("quiet", status=403)
        seat, now = audience or None, time.time()
        await self._store.add_talk(self.id, seat, text, now)
        said: View = {"seat": seat, "text": text, "at": now}
        self._tell_talk(said)
        await self.signal({"talk": said})

    # -- taking back -------------------------------------------------------------------------------------------------

    async def undo(self, seat: str, n: int, count: int = 0) -> list[str]:
        """A seat wants its last choice back, with whatever followed it, or so many that belong together.

        Returns the seats that must consent first. Choices of its own that rolled and revealed nothing are taken back at
        once. Computer players always consent.
        """
        async with self._lock:
            self._check_n(n)
            if self.is_over:
                raise Refused("over")  # the key of the dice is out
            what = self._prospect(seat, count)
            if what is None:
                raise Refused("not_undone")
            count, others = what.count, what.of
            if others:
                await self.steward.ask("undo", Request(seat, tuple(others), n, count))
                return others
            await self._take_back(count)
        self._driver.start()
        return []

    async def redo(self, seat: str, n: int) -> None:
        """A seat makes again what it took back last."""
        choice = self._taken_back.next_for(seat)
        if choice is None:
            raise Refused("not_redone")
        await self.choose(seat, n, choice)

    def _prospect(self, seat: str, count: int = 0) -> Prospect | None:
        """What a seat could take back now."""
        return prospect(self.match.records, seat, [other for other in self.people if other in self.tokens], count)

    def _outlook(self, audience: str) -> messages.Outlook:
        """What an audience could take back or make again."""
        if audience == WATCHERS or self.is_over:
            return outlook(None, False)
        offer = self.match.offer
        again = offer is not None and offer.seat == audience and self._taken_back.next_for(audience) is not None
        return outlook(self._prospect(audience), again)

    async def consent(self, seat: str, to: Kind, yes: bool) -> None:
        """A seat answers a request."""
        async with self._lock:
            agreed = await self.steward.answer(seat, to, yes)
            if agreed is not None and to == "undo" and agreed.n == self.n:
                await self._take_back(agreed.count)
        self._driver.start()

    async def claim(self, code: str | None, seat: str | None, holder: Holder) -> tuple[str, str]:
        """Somebody takes an open seat; returns it, and the token that is his alone."""
        async with self._lock:
            return await self.steward.claim(code, seat, holder)

    async def settle(self, deed: Callable[[Steward], Awaitable[Result]]) -> Result:
        """Let the steward do something that concerns the players, one thing at a time."""
        async with self._lock:
            result = await deed(self.steward)
        self._driver.start()
        return result

    async def _take_back(self, count: int) -> None:
        taken = self.match.records[-count:]
        for _ in range(count):
            self.match.undo(consent=True)
        await self._keep(count)
        self._taken_back.take(taken)
        await self._announce_undo(count)
        await self.steward.went_on()

    # -- other processes ---------------------------------------------------------------------------------------------

    async def signal(self, signal: Signal) -> None:
        """Tell the other processes something about this match."""
        if self._store.shared:
            await self._store.signal({"match": self.id, "signal": signal})

    async def hear(self, sender: str, signal: Signal) -> None:
        """Another process tells something about this match."""
        if "talk" in signal:
            self._tell_talk(signal["talk"])
        elif "here" in signal:
            await self._hear_here(sender, signal["here"])
        elif "affairs" in signal:
            async with self._lock:
                await self.steward.hear(signal["affairs"])
            self._driver.start()

    async def _hear_here(self, sender: str, seats: list[str]) -> None:
        is_new = sender not in self._elsewhere
        self._elsewhere[sender] = seats
        self.tell_players_soon()
        if is_new:
            await self.signal({"here": self._here()})

    async def catch_up(self) -> None:
        """Play what other processes have stored, and tell."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        lines, statuses = await self._store.since(self.id, self.n + 1)
        undone = 0
        for line, status in zip(lines, statuses, strict=True):
            if undone and "undo" not in line:
                await self._announce_undo(undone)
                undone = 0
            record = self.chronicle.play(line, status)
            self._taken_back = TakenBack()  # what another process took back is not made again here
            if "undo" in line:
                undone += 1
            else:
                await self._announce(record)
        if undone:
            await self._announce_undo(undone)


def _check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise Refused("language", lang=lang, known=", ".join(LANGUAGES))
