"""The steward of a match: seats and invitations, requests and answers, clocks, and endings that no rule of the game
knows.

Everything he changes is kept before anybody hears of it, by whichever process hears first; the others are told to
read it again. All that changes affairs is called with the room's lock held.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ...players import usual_level
from .. import computer, messages
from ..audience import WATCHERS
from ..patch import View
from ..store import Line, Status, Taken
from ..words import Refused, say
from . import clock
from .affairs import Absence, Affairs, Answer, Ending, Holder, How, Invitation, Kind, Request
from .asker import fold
from .clock import Times
from .ledger import Ledger, Statement, seat_left, seat_taken

if TYPE_CHECKING:
    from ..room import Room
    from .herald import Herald

HOST = "*"
"""Whose token this is: not a seat, but whoever began the match, who may invite and rename."""

TRIES = 5
"""So often affairs are changed anew if other processes are faster."""

ANSWERS = 10
"""Answers that are kept for a seat which has not heard them."""

LATER = float("inf")

LATE = 0.5
"""An alarm that is this many seconds off is not set anew."""

Change = Callable[[Affairs], Iterable[Statement] | None]


class Steward:
    """One match's affairs, live."""

    def __init__(self, room: Room, ledger: Ledger, affairs: Affairs, version: int,
                 herald: Herald | None = None) -> None:
        self.room = room
        self.affairs = affairs
        self._ledger = ledger
        self._herald = herald
        self._version = version
        self._alarm: float | None = None
        self._seat_computers()

    def _seat_computers(self) -> None:
        self.room.seats.update(self.affairs.computers)
        for seat in self.affairs.computers:
            self.room.tokens.pop(seat, None)

    # -- keeping -----------------------------------------------------------------------------------------------------

    async def amend(self, change: Change) -> None:
        """Change the affairs, keep them, and tell everybody. ``change`` may refuse, and then nothing happens."""
        for _ in range(TRIES):
            draft = _copy(self.affairs)
            also = list(change(draft) or ())
            alarm = self.alarm(draft)
            try:
                await self._ledger.keep(self.room.id, draft, self._version, alarm, also)
            except Taken:
                await self.reload()
                continue
            self.affairs, self._alarm = draft, alarm
            self._version += 1
            self._seat_computers()
            await self.room.signal({"affairs": self._version})
            self.tell()
            return
        raise Refused("busy", status=503)

    async def reload(self) -> None:
        """Read again what other processes have changed."""
        was = self.affairs.ending
        self.affairs, self._version = await self._ledger.affairs(self.room.id)
        rows = await self._ledger.store.rows("SELECT seat, token FROM tokens WHERE match = ?", self.room.id)
        self.room.tokens.clear()
        self.room.tokens.update(rows)
        self._seat_computers()
        if was is None and self.affairs.ending is not None:
            await self.room.show_all()

    async def refresh(self) -> None:
        """Look whether another process has changed the affairs."""
        rows = await self._ledger.store.rows("SELECT version FROM affairs WHERE match = ?", self.room.id)
        await self.hear(rows[0][0] if rows else 0)

    async def hear(self, version: int) -> None:
        """Another process has changed the affairs."""
        if version != self._version:
            await self.reload()
            for kind, request in self.affairs.requests.items():
                self.room.send_all(asked(kind, request))
            if not self.affairs.requests:
                self.room.send_all(messages.Asked(None))
            self.tell()

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell every audience how things stand."""
        for audience in list(self.room.sockets):
            self.room.send(audience, messages.Standing(self.describe(audience)))

    def describe(self, audience: str) -> View:
        """How things stand between the players, for one audience: codes of invitations are for those at the table."""
        affairs, now, over = self.affairs, time.time(), self.room.is_over
        waiting = None if over else self.room.to_move
        seated = audience != WATCHERS
        return {
            "name": affairs.name,
            "terms": msgspec.to_builtins(affairs.terms),
            "holders": {seat: self._holder(seat, now) for seat in self.room.seats},
            "invitations": invitations(affairs) if seated else {},
            "requests": {kind: msgspec.to_builtins(request) for kind, request in affairs.requests.items()},
            "answers": [msgspec.to_builtins(answer) for answer in affairs.answers.get(audience, ())] if seated else [],
            "clock": self.clocks(now),
            "waiting": waiting,
            "since": self.times.since,
            "ending": None if affairs.ending is None else msgspec.to_builtins(affairs.ending),
            "rematch": affairs.rematch,
            "copy_of": affairs.copy_of,
            "seen": affairs.seen.get(audience, 0) if seated else 0,
        }

    def _holder(self, seat: str, now: float) -> View:
        holder = self.affairs.holders.get(seat)
        away = [absence.until for absence in self.affairs.absences_of(seat) if absence.since <= now < absence.until]
        return {
            "name": "" if holder is None else holder.name,
            "account": holder is not None and holder.account is not None,
            "open": seat in self.affairs.invitations,
            "held": seat in self.room.tokens,
            "away": max(away, default=None),
        }

    def clocks(self, now: float) -> dict[str, float]:
        """The seconds that each person's clock still has; nothing if there are no clocks."""
        terms = self.affairs.terms
        if terms.clock == "none":
            return {}
        running = None if self.room.is_over or self.affairs.full is None else self.room.to_move
        return {seat: round(max(0, clock.left(self.times, seat, seat == running, now, terms,
                                              self.affairs.absences_of(seat))), 1) for seat in self.room.people}

    def closed(self, view: View) -> View:
        """A view of a match that the players have ended: nothing is left to choose, and it says how it ended."""
        ending = self.affairs.ending
        if ending is None:
            return view
        return {**view, "offer": None, "to_move": None, "result": self.outcome(ending)}

    def outcome(self, ending: Ending) -> View:
        """An ending as results of games are told."""
        names = {} if ending.by is None else {"seat": self.room.seat_name(ending.by)}
        return {**ending_words(ending), "text": say(f"ending.{ending.how}", **names)}

    # -- clocks ------------------------------------------------------------------------------------------------------

    @property
    def times(self) -> Times:
        """Where the time went so far."""
        return clock.from_full(times_of(self.room.chronicle.statuses[-1], self.room.played), self.affairs.full)

    def timed(self, lines: Sequence[Line], statuses: Sequence[Status], now: float) -> list[Status]:
        """The statuses of lines that are about to be kept, with where the time went."""
        waited, last = self.room.chronicle.statuses[-1]["to_move"], statuses[-1]
        times = clock.advance(
            self.times, n=self.room.n + len(lines), by=lines[-1].get("seat"), waited=waited,
            to_move=last["to_move"], turn=last["turn"], now=now, terms=self.affairs.terms,
            absences=self.affairs.absences_of(waited), runs=self.affairs.full is not None)
        return [{**status, "times": msgspec.to_builtins(times)} for status in statuses]

    def alarm(self, affairs: Affairs) -> float | None:
        """When somebody should look at this match again, if nothing happens in it."""
        seat = self.room.to_move
        if seat is None or affairs.ending is not None or seat not in self.room.people:
            return None
        moments = [self._runs_out(affairs, seat), self._impatience(affairs, seat)]
        return min((moment for moment in moments if moment is not None), default=None)

    def _runs_out(self, affairs: Affairs, seat: str) -> float | None:
        if affairs.full is None:
            return None
        return clock.runs_out(clock.from_full(self.times, affairs.full), seat, affairs.terms, affairs.absences_of(seat))

    def _impatience(self, affairs: Affairs, seat: str) -> float | None:
        """When the holder of a seat is told that it is his turn; once for every player turn."""
        holder = affairs.holders.get(seat)
        if self._herald is None or holder is None or holder.account is None or (
                affairs.notified.get(seat) == self._player_turn):
            return None
        return self.times.since + self._herald.patience

    @property
    def _player_turn(self) -> str:
        """The game turn, and whose phase it is: what a notice is sent for once."""
        room = self.room
        player = next((phase.seat for phase in room.game.sequence if phase.key == room.match.phase), "")
        return f"{room.match.turn} {player}"

    async def went_on(self) -> None:
        """A line was added: what was asked about the last one is void, and the alarm is for somebody else."""
        if "undo" in self.affairs.requests:
            await self.settle("undo")
        alarm = self.alarm(self.affairs) if self._version else None
        if (alarm is None) != (self._alarm is None) or abs((alarm or 0) - (self._alarm or 0)) > LATE:
            await self._set_alarm(alarm)
        if self.affairs.terms.clock != "none":
            self.tell()

    async def ring(self) -> None:
        """The alarm rang: see whose time has run out, and who should be told that it is his turn."""
        seat, now = self.room.to_move, time.time()
        due = self.alarm(self.affairs)
        if seat is None or due is None or due > now:
            await self._set_alarm(due)
        elif (out := self._runs_out(self.affairs, seat)) is None or out > now:
            await self._nudge(seat, now)
        elif self.affairs.terms.out == "computer":
            await self._replace(seat)
        else:
            await self.end("time", seat)

    async def _set_alarm(self, alarm: float | None) -> None:
        await self._ledger.set_alarm(self.room.id, alarm)
        self._alarm = alarm

    async def _nudge(self, seat: str, now: float) -> None:
        """Tell a player that it is his turn, unless he is here: then look again later whether he still is."""
        assert self._herald is not None
        if self.room.players()[seat]["here"]:
            out = self._runs_out(self.affairs, seat)
            await self._set_alarm(min(now + self._herald.patience, out or LATER))
            return
        await self._tell_holder(seat, "turn", seat)

    async def _tell_holder(self, seat: str, what: str, key: str) -> None:
        """Tell the holder of a seat something, once for every player turn."""
        turn, holder = self._player_turn, self.affairs.holders.get(seat)
        if self._herald is None or holder is None or holder.account is None:
            return

        def change(draft: Affairs) -> None:
            if draft.notified.get(key) == turn:
                raise Refused("asked_already")  # another process was faster
            draft.notified[key] = turn

        with contextlib.suppress(Refused):
            await self.amend(change)
            self._herald.tell(holder.account, what, self.room, seat)

    async def _replace(self, seat: str) -> None:
        """A computer player goes on in the place of somebody whose time has run out."""
        level = f"{computer.PREFIX}{usual_level(self.room.game)}"

        def change(draft: Affairs) -> list[Statement]:
            draft.computers[seat] = level
            draft.holders.pop(seat, None)
            draft.invitations.pop(seat, None)
            return seat_left(self.room.id, seat)

        await self.amend(change)
        await self.room.dismiss_seat(seat)

    async def away(self, seat: str, until: float) -> None:
        """A seat announces its absence (or, with a moment that has passed, that it is back)."""
        now = time.time()

        def change(draft: Affairs) -> None:
            past = [absence for absence in draft.absences if absence.seat != seat or absence.until <= now]
            cut = [Absence(seat, absence.since, now) for absence in draft.absences_of(seat)
                   if absence.since < now < absence.until]
            draft.absences = past + cut
            if until <= now:
                return
            used = sum(absence.until - absence.since for absence in draft.absences_of(seat))
            if used + until - now > draft.terms.absence:
                raise Refused("absence", days=int(draft.terms.absence // 86_400))
            draft.absences.append(Absence(seat, now, until))

        await self.amend(change)

    # -- requests ----------------------------------------------------------------------------------------------------

    async def ask(self, kind: Kind, request: Request) -> None:
        """A seat asks others for something."""
        def change(draft: Affairs) -> None:
            if draft.ending is not None:
                raise Refused("over")
            standing = draft.requests.get(kind)
            if standing is not None and standing.by != request.by:
                raise Refused("asked_already")
            draft.requests[kind] = request

        await self.amend(change)
        self.room.send_all(asked(kind, request))
        players = self.room.players()
        for seat in request.of:
            if not players[seat]["here"]:
                await self._tell_holder(seat, "asked", f"{seat} asked")

    async def offer_draw(self, seat: str) -> list[str]:
        """A seat offers a draw. Computer players take none."""
        others = [other for other in self.room.seats if other != seat]
        if any(other not in self.room.tokens for other in others):
            raise Refused("nobody_to_ask")
        await self.ask("draw", Request(seat, tuple(others), self.room.n))
        return others

    async def answer(self, seat: str, kind: Kind, yes: bool) -> Request | None:
        """A seat answers a request. Returns the request if now all have agreed."""
        settled: list[Request] = []

        def change(draft: Affairs) -> None:
            settled.clear()
            request = draft.requests.get(kind)
            if request is None:
                raise Refused("nothing_asked")
            if seat not in request.of:
                raise Refused("not_asked")
            agreed = {*request.agreed, seat} if yes else set()
            if yes and not agreed >= set(request.of):
                draft.requests[kind] = msgspec.structs.replace(request, agreed=tuple(sorted(agreed)))
                return
            del draft.requests[kind]
            heard = [*draft.answers.get(request.by, ()), Answer(kind, seat, yes, time.time())]
            draft.answers[request.by] = heard[-ANSWERS:]
            if yes:
                settled.append(request)
            if yes and kind == "draw":
                draft.ending = Ending("draw", None, None, time.time())

        await self.amend(change)
        if kind not in self.affairs.requests:
            self.room.send_all(messages.Asked(None, was=kind, by=seat, yes=yes))
        if settled and kind == "draw":
            await self.room.finish()
        return settled[0] if settled else None

    async def settle(self, kind: Kind, by: str | None = None) -> None:
        """A request is over without an answer: withdrawn by who asked, or void because the match went on."""
        def change(draft: Affairs) -> None:
            request = draft.requests.pop(kind, None)
            if by is not None and (request is None or request.by != by):
                raise Refused("nothing_asked")

        await self.amend(change)
        self.room.send_all(messages.Asked(None))

    async def heard(self, seat: str) -> None:
        """A seat has read the answers to what it asked."""
        def change(draft: Affairs) -> None:
            draft.answers.pop(seat, None)

        if seat in self.affairs.answers:
            await self.amend(change)

    async def read_talk(self, seat: str) -> None:
        """A seat has read what was said so far."""
        def change(draft: Affairs) -> None:
            draft.seen[seat] = time.time()

        await self.amend(change)

    async def end(self, how: How, by: str) -> None:
        """A seat loses by what it did or did not do; with two seats the other wins."""
        others = [seat for seat in self.room.seats if seat != by]

        def change(draft: Affairs) -> None:
            if draft.ending is not None or self.room.is_over:
                raise Refused("over")
            draft.requests.clear()
            draft.ending = Ending(how, by, others[0] if len(others) == 1 else None, time.time())

        await self.amend(change)
        await self.room.finish()

    async def over(self) -> None:
        """The match has ended, one way or the other: it is written down, and who is not here is told."""
        if self._herald is not None:
            await self._herald.write_down(self.room)
        players = self.room.players()
        for seat in self.room.people:
            if not players[seat]["here"]:
                await self._tell_holder(seat, "over", f"{seat} over")

    # -- seats -------------------------------------------------------------------------------------------------------

    async def claim(self, code: str | None, seat: str | None, holder: Holder) -> tuple[str, str]:
        """Somebody takes an open seat: with the code of an invitation, or one that is in the public list.

        Returns the seat and its token, which nobody else ever sees.
        """
        token, taken = new_token(), ""

        def change(draft: Affairs) -> list[Statement]:
            nonlocal taken
            taken = _fitting(draft, code, seat, holder)
            invitation = draft.invitations.pop(taken)
            name = holder.name or invitation.to
            draft.holders[taken] = Holder(name, holder.account)
            if all(seat == taken or seat in self.room.tokens for seat in self.room.people):
                draft.full = time.time()
            return seat_taken(self.room.id, taken, token, holder.account)

        await self.amend(change)
        self.room.tokens[taken] = token
        self.room.tell_players_soon()
        return taken, token

    async def invite(self, seat: str, to: str) -> None:
        """Make a new invitation to a seat that nobody holds; an earlier one is worth nothing any more."""
        def change(draft: Affairs) -> None:
            self._check_free(seat)
            draft.invitations[seat] = Invitation(new_token(), to)

        await self.amend(change)

    async def revoke(self, seat: str) -> None:
        """Take an invitation back."""
        def change(draft: Affairs) -> None:
            if draft.invitations.pop(seat, None) is None:
                raise Refused("no_invitation")

        await self.amend(change)

    def _check_free(self, seat: str) -> None:
        if seat not in self.room.seats or computer.level_of(self.room.seats[seat]) is not None:
            raise Refused("unknown_seat", seat=seat, known=", ".join(self.room.seats))
        if seat in self.room.tokens:
            raise Refused("seat_held", seat=self.room.seat_name(seat))

    async def leave(self, seat: str) -> None:
        """A seat is given up; those who stay may invite somebody else to it."""
        def change(draft: Affairs) -> list[Statement]:
            draft.full = None
            draft.holders.pop(seat, None)
            draft.answers.pop(seat, None)
            draft.absences = [absence for absence in draft.absences if absence.seat != seat]
            draft.requests = {kind: request for kind, request in draft.requests.items()
                              if seat != request.by and seat not in request.of}
            if draft.ending is None and not self.room.is_over:
                draft.invitations[seat] = Invitation(new_token())
            return seat_left(self.room.id, seat)

        await self.amend(change)
        self.room.tokens.pop(seat, None)
        await self.room.dismiss_seat(seat)

    async def rename(self, name: str) -> None:
        """Give the match another name."""
        def change(draft: Affairs) -> None:
            draft.name = name.strip()

        await self.amend(change)


def times_of(status: Status, at: float) -> Times:
    """Where the time went until a status; in matches of earlier versions nobody counted."""
    found: Any = status.get("times")
    return Times(at, at, status["turn"]) if found is None else msgspec.convert(found, Times)


def ending_words(ending: Ending) -> dict[str, Any]:
    """An ending as plain data, as results of games are."""
    return {"winner": ending.winner or "", "reason": f"ending.{ending.how}", "rule": None, "scores": {}}


def invitations(affairs: Affairs) -> dict[str, Any]:
    """The invitations of a match, to be copied again."""
    return {seat: msgspec.to_builtins(invitation) for seat, invitation in affairs.invitations.items()}


def asked(kind: Kind, request: Request) -> messages.Asked:
    """How it is told that somebody asks for something."""
    return messages.Asked(kind, by=request.by, n=request.n, of=list(request.of))


def new_token() -> str:
    """A secret that cannot be guessed."""
    return secrets.token_urlsafe(18)


def _fitting(affairs: Affairs, code: str | None, seat: str | None, holder: Holder) -> str:
    """The open seat that somebody may take."""
    for open_seat, invitation in affairs.invitations.items():
        known = code is not None and secrets.compare_digest(code.encode(), invitation.code.encode())
        public = code is None and open_seat == seat and affairs.terms.listed and not invitation.to
        if not known and not public:
            continue
        if invitation.to and holder.account is not None and fold(invitation.to) != fold(holder.name):
            raise Refused("not_invited", status=403, name=invitation.to)
        return open_seat
    raise Refused("no_invitation", status=404)


def _copy(affairs: Affairs) -> Affairs:
    return msgspec.convert(msgspec.to_builtins(affairs), Affairs)
