"""The hall: all matches of a server. It starts them, finds them, opens them when somebody comes, and closes old
ones.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import stavka

from ..errors import JournalError, SituationError
from ..game import Game
from ..journal import read_header, read_lines
from ..kit.data import DataError
from ..match import Match
from . import computer
from .audience import WATCHERS
from .brought import Begun, Customs
from .chronicle import Broken
from .limits import Limits
from .messages import Start
from .people import clock
from .people.affairs import Affairs, Holder, Invitation, Terms
from .people.asker import NOBODY, Asker
from .people.ledger import Ledger
from .people.seats import seats_of
from .people.steward import HOST, Steward, new_token, times_of
from .room import Room
from .store import Signal, Store, Stored, StoreError, Summary
from .thinkers import Thinkers
from .words import Refused, in_words

if TYPE_CHECKING:
    from .people.society import Society

KEPT_OPEN = 64
"""Matches without sockets that stay in memory, the last used ones."""

KEPT_SECONDS = 600.0
"""How long one of these may be unused before it is put away."""

HOLDERS = ("me", "friend", "open")
"""Who may hold a seat, computers apart."""

TROUBLE = 3600.0
"""Seconds after which a match that could not be looked after is tried again."""

TICK = 1.0
"""Seconds from one look at the alarms to the next."""

_log = logging.getLogger("stavka.table")


class Hall:
    """The matches of one server process.

    ``local`` says that whoever reaches this server is its user, who may sit anywhere. ``data`` is a folder with an
    owner's corrections, in a folder for each game. With ``accounts`` people sign in.
    """

    def __init__(self, store: Store, *, local: bool = True, data: Path | None = None,
                 accounts: bool = False) -> None:
        self.store = store
        self.society = _society(store) if accounts else None
        self.ledger = Ledger(store)
        self.local = local
        self.data = data
        self.limits = Limits(0 if local else float(os.environ.get("STAVKA_LIMITS") or 1))
        self._customs = Customs()
        self.longest_pause = 0.0
        """The longest that collecting garbage has kept everybody waiting, in seconds."""
        self.loaded: set[str] = set()
        """The games that have been asked for."""
        self._loading = asyncio.Semaphore(2)
        """So many matches are opened at a time."""
        self.drawing = asyncio.Semaphore(1)
        """One map is drawn at a time."""
        self.thinkers = Thinkers()
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._ringer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Make ready to serve."""
        await self.store.open(self.hear)
        await self.ledger.open()
        if self.society is not None:
            await self.society.open()
        self._ringer = asyncio.create_task(self._ring())

    async def close(self) -> None:
        """Stop serving, and thinking."""
        if self._ringer is not None:
            self._ringer.cancel()
        if self.society is not None:
            await self.society.close()
        for room in self.rooms.values():
            room.close()
        await self.thinkers.close()
        await self.store.close()

    # -- games -------------------------------------------------------------------------------------------------------

    def game(self, key: str) -> Game[Any]:
        """A game by its key, with the owner's corrections for it."""
        if key not in self.games:
            raise Refused("unknown_game", status=404, game=key, known=", ".join(self.games))
        self.loaded.add(key)
        corrections = None if self.data is None else self.data / key
        return stavka.game(key, data=corrections if corrections is not None and corrections.is_dir() else None)

    async def _game_soon(self, key: str) -> Game[Any]:
        """A game, loaded beside everything else: the first time takes a second."""
        return await asyncio.to_thread(self.game, key)

    def playable(self) -> list[Game[Any]]:
        """All games that can be loaded: one with broken data does not keep the others from being played."""
        games = []
        for key in self.games:
            try:
                games.append(self.game(key))
            except Exception:
                _log.exception("the game %s cannot be loaded", key)
        return games

    @cached_property
    def games(self) -> tuple[str, ...]:
        """The keys of the games there are."""
        return stavka.games()

    # -- starting ----------------------------------------------------------------------------------------------------

    async def start(self, body: Start, asker: Asker = NOBODY) -> Stored:
        """Begin a match."""
        game = await self._game_soon(body.game)
        seats = self._seats(game, body.seats)
        match = await asyncio.to_thread(_begin, game, body)
        return await self.add(Begun.of(match, study_of(body)), seats, asker, body.terms, name=body.name, me=body.me,
                              to=body.to)

    async def resume(self, text: str, seats: Mapping[str, str], asker: Asker = NOBODY) -> Stored:
        """Go on with a journal somebody brings; its computer players keep their seats unless others get them."""
        try:
            header = read_header(read_lines(text.partition("\n")[0], "journal"), "journal")
        except JournalError as error:
            raise Refused("journal", cause=in_words(error)) from None
        game = await self._game_soon(header["game"])
        held = self._seats(game, header.get("players", {}) | dict(seats))
        return await self.add(await self._customs.bring(text, game), held, asker)

    def _seats(self, game: Game[Any], wanted: Mapping[str, str]) -> dict[str, str]:
        for seat, kind in wanted.items():
            if seat not in game.seats:
                raise Refused("unknown_seat", seat=seat, known=", ".join(game.seats))
            level = computer.level_of(kind)
            if level is not None:
                computer.check(game, level)
            elif kind not in HOLDERS:
                raise Refused("unknown_kind", kind=kind)
        return {seat: wanted.get(seat, "open") for seat in game.seats}

    async def add(self, begun: Begun, seats: dict[str, str], asker: Asker, terms: Terms | None = None, *,
                  name: str = "", me: str = "", to: Mapping[str, str] | None = None) -> Stored:
        """Keep a new match. At home its user holds every seat; elsewhere an open seat waits to be claimed."""
        held = [seat for seat, kind in seats.items() if kind in ("me", "friend") or (self.local and kind == "open")]
        affairs = Affairs(terms or Terms(), name.strip(), asker.account_id, study=begun.study)
        if asker.account or me:
            affairs.holders |= {seat: Holder(asker.name_or(me) if kind == "me" else "", asker.account_id)
                                for seat, kind in seats.items() if kind in ("me", "friend")}
        affairs.invitations |= {seat: Invitation(new_token(), (to or {}).get(seat, ""))
                                for seat, kind in seats.items() if kind == "open" and seat not in held}
        stored = Stored(
            id=secrets.token_urlsafe(9),
            game=begun.game,
            scenario=begun.scenario,
            key=begun.key,
            seats=seats,
            tokens={seat: new_token() for seat in (*held, WATCHERS, *(() if self.local else (HOST,)))},
            created=time.time(),
            lines=begun.lines,
            statuses=begun.statuses,
            fallen=begun.fallen,
            affairs=affairs,
        )
        if not affairs.invitations and terms is not None and terms.clock != "none":
            affairs.full = stored.created
        await self.store.add(stored)
        if affairs != Affairs():
            await self.ledger.keep(stored.id, affairs, 0, self._first_alarm(stored, affairs), [
                ("INSERT INTO holdings VALUES (?, ?, ?, 0)", (stored.id, seat, holder.account))
                for seat, holder in affairs.holders.items() if holder.account is not None])
        return stored

    async def tell_invited(self, room: Room) -> None:
        """Tell those that a match has invitations for, as far as they have accounts."""
        if self.society is None:
            return
        for seat, invitation in room.steward.affairs.invitations.items():
            account = await self.society.accounts.by_name(invitation.to) if invitation.to else None
            if account is not None:
                self.society.herald.tell(account.id, "invited", room, seat)

    def _first_alarm(self, stored: Stored, affairs: Affairs) -> float | None:
        """When the clock of who moves first runs out."""
        status = stored.statuses[-1]
        seat = status["to_move"]
        if seat is None or affairs.full is None or computer.level_of(stored.seats[seat]) is not None:
            return None
        return clock.runs_out(times_of(status, stored.created), seat, affairs.terms, ())

    async def delete(self, room: Room, asker: Asker) -> None:
        """Delete a match for good, if nobody else holds a seat of it; else take it out of one's own list."""
        affairs = room.steward.affairs
        others = set(room.tokens) - {WATCHERS, HOST} - set(seats_of(room.tokens, affairs, asker))
        if others and not asker.local:
            if asker.account is None:
                raise Refused("not_deleted", status=403)
            await self.ledger.put_away(room.id, asker.account.id)
            return
        await self.ledger.forget(room.id)
        self.rooms.pop(room.id, None)
        room.close()
        room.dismiss()

    # -- finding -----------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """The live match with this id, opened if it is not."""
        room = self.rooms.get(id)
        if room is not None:
            room.used = time.monotonic()
            self.rooms.move_to_end(id)
            return room
        try:
            async with self._opening.setdefault(id, asyncio.Lock()):
                room = self.rooms.get(id) or await self._load(id)
                self.rooms[id] = room
        finally:
            self._opening.pop(id, None)
        self._close_old()
        return room

    async def _load(self, id: str) -> Room:
        stored = await self.store.load(id)
        if stored is None:
            raise Refused("unknown_match", status=404)
        try:
            herald = None if self.society is None else self.society.herald
            affairs = await self.ledger.affairs(id)
            async with self._loading:  # replaying takes its time, and others are playing
                return await asyncio.to_thread(
                    lambda: Room(self.game(stored.game), stored, self.store, self.thinkers, affairs, herald))
        except (JournalError, DataError, Broken) as error:
            raise Refused("unopened", status=409, cause=in_words(error)) from None
        except Exception as error:
            _log.exception("match %s cannot be opened", id)
            raise Refused("unopened", status=409, cause=f"{type(error).__name__}: {error}") from None

    def _close_old(self) -> None:
        idle = [id for id, room in self.rooms.items() if room.is_idle]
        for id in idle[:max(0, len(idle) - KEPT_OPEN)]:
            self.rooms.pop(id).close()

    def put_away_idle(self) -> int:
        """Close the matches that nobody has used for a while; returns how many."""
        longest = time.monotonic() - KEPT_SECONDS
        idle = [id for id, room in self.rooms.items() if room.is_idle and room.used < longest]
        for id in idle:
            self.rooms.pop(id).close()
        return len(idle)

    async def summaries(self, asker: Asker) -> list[tuple[Summary, Affairs]]:
        """The matches of a list: all for the local user, else those that his tokens or his account open."""
        if asker.local:
            found = await self.store.summaries(None)
        else:
            held = await self.ledger.held(asker.account.id) if asker.account else {}
            invited = await self.ledger.invited(asker.account.name) if asker.account else []
            found = await self.store.summaries(list(asker.tokens), matches=[*held, *invited])
        affairs = await self.ledger.affairs_of([summary.id for summary in found])
        return [(summary, affairs.get(summary.id, Affairs())) for summary in found]

    async def listed(self) -> list[tuple[Summary, Affairs]]:
        """The matches in the public lists."""
        ids = await self.ledger.listed()
        affairs = await self.ledger.affairs_of(ids)
        return [(summary, affairs[summary.id]) for summary in await self.store.summaries([], matches=ids)]

    def audience(self, room: Room, tokens: list[str]) -> str:
        """Which audience the first fitting token belongs to."""
        for token in tokens:
            for seat, own in room.tokens.items():
                if secrets.compare_digest(token.encode(), own.encode()):
                    return WATCHERS if seat == HOST else seat
        raise Refused("no_token", status=403)

    # -- alarms ------------------------------------------------------------------------------------------------------

    async def _ring(self) -> None:
        """Look after matches in which nobody does anything: clocks run out whether or not somebody is here."""
        while True:
            await asyncio.sleep(TICK)
            try:
                for id in await self.ledger.ringing():
                    await self._look_at(id)
            except StoreError as error:
                _log.warning("alarms: the store is away: %s", error)

    async def _look_at(self, id: str) -> None:
        try:
            room = await self.room(id)
            await room.settle(Steward.ring)
        except Exception:
            _log.exception("match %s: nobody can look after it", id)
            await self.ledger.set_alarm(id, time.time() + TROUBLE)

    # -- other processes ---------------------------------------------------------------------------------------------

    async def hear(self, signal: Signal) -> None:
        """Another process did something, or (with no match named) may have while nobody listened."""
        id = signal.get("match")
        for room in list(self.rooms.values()) if id is None else [self.rooms.get(id)]:
            if room is None:
                continue
            try:
                if "signal" in signal:
                    await room.hear(signal["from"], signal["signal"])
                else:
                    await room.catch_up()
            except Refused:
                pass  # it was told to whom it concerns
            except StoreError:
                _log.warning("match %s: the store is away", room.id)
            except Exception:
                _log.exception("match %s: cannot follow another process", room.id)
                self.rooms.pop(room.id, None)
                room.dismiss()


def study_of(body: Start) -> str:
    """Why somebody knows the dice of a match that is begun so, if anybody does."""
    if body.situation is not None and body.situation.get("dice"):
        return "dice"
    return "seed" if body.seed is not None or (body.situation or {}).get("seed") is not None else ""


def _begin(game: Game[Any], body: Start) -> Match:
    """The match that somebody wants to begin."""
    try:
        if body.situation is not None:
            return game.situation({**body.situation, **({} if body.seed is None else {"seed": body.seed})})
        return game.start(body.scenario, seed=body.seed, options=body.options)
    except SituationError as error:
        raise Refused("situation", cause=in_words(error)) from None
    except ValueError as error:
        raise Refused("unknown_scenario", cause=in_words(error)) from None
    except Exception as error:  # a written position can be wrong in ways no check foresees
        if body.situation is None:
            raise
        raise Refused("situation", cause=f"{type(error).__name__}: {error}") from None


def _society(store: Store) -> Society:
    try:
        from .people.society import Society
    except ImportError:
        raise StoreError("accounts need some packages more: pip install 'stavka[online]'") from None
    return Society(store)
