"""Where all that concerns people is kept: in the same database as the matches, in tables of its own.

The statements are plain SQL that SQLite and PostgreSQL read alike, so each stands here once. Tables are only ever
added: a database of an earlier version has none of them, and its matches are simply without affairs.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ..store import Store, Taken
from .affairs import Affairs
from .asker import fold

SCHEMA = """
CREATE TABLE IF NOT EXISTS affairs (
    match text PRIMARY KEY, version bigint NOT NULL, data text NOT NULL, listing bigint NOT NULL,
    alarm double precision);
CREATE INDEX IF NOT EXISTS affairs_by_alarm ON affairs (alarm);
CREATE INDEX IF NOT EXISTS affairs_by_listing ON affairs (listing);
CREATE TABLE IF NOT EXISTS holdings (
    match text NOT NULL, seat text NOT NULL, account text NOT NULL, hidden bigint NOT NULL,
    PRIMARY KEY (match, seat));
CREATE INDEX IF NOT EXISTS holdings_by_account ON holdings (account);
CREATE TABLE IF NOT EXISTS sketches (
    match text NOT NULL, seat text NOT NULL, data text NOT NULL, PRIMARY KEY (match, seat));
CREATE TABLE IF NOT EXISTS invited (match text NOT NULL, seat text NOT NULL, name text NOT NULL);
CREATE INDEX IF NOT EXISTS invited_by_name ON invited (name);
CREATE INDEX IF NOT EXISTS invited_by_match ON invited (match);
"""

LATEST = 2000
"""So many words of table talk are looked through for those that somebody has not read."""

_decode = msgspec.json.Decoder(Affairs).decode

Statement = tuple[str, tuple[object, ...]]


class Ledger:
    """The affairs of matches, and who holds which seat."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def open(self) -> None:
        """Make sure that the tables are there."""
        await self.store.prepare(SCHEMA)

    # -- affairs -----------------------------------------------------------------------------------------------------

    async def affairs(self, match: str) -> tuple[Affairs, int]:
        """The affairs of a match and their version; 0 if there are none yet."""
        rows = await self.store.rows("SELECT data, version FROM affairs WHERE match = ?", match)
        return (_decode(rows[0][0]), rows[0][1]) if rows else (Affairs(), 0)

    async def affairs_of(self, matches: Sequence[str]) -> dict[str, Affairs]:
        """The affairs of several matches, of those that have any."""
        if not matches:
            return {}
        marks = ", ".join("?" * len(matches))
        rows = await self.store.rows(f"SELECT match, data FROM affairs WHERE match IN ({marks})", *matches)
        return {match: _decode(data) for match, data in rows}

    async def keep(self, match: str, affairs: Affairs, version: int, alarm: float | None,
                   also: Iterable[Statement] = ()) -> None:
        """Keep changed affairs, and do what belongs to the change, all or nothing.

        Raises :class:`~stavka.table.store.Taken` if they are no longer at this version.
        """
        data = msgspec.json.encode(affairs).decode()
        first: Statement
        if version == 0:
            first = ("INSERT INTO affairs VALUES (?, 1, ?, ?, ?) ON CONFLICT DO NOTHING",
                     (match, data, affairs.listing, alarm))
        else:
            first = ("UPDATE affairs SET version = version + 1, data = ?, listing = ?, alarm = ? "
                     "WHERE match = ? AND version = ?", (data, affairs.listing, alarm, match, version))
        invited: list[Statement] = [("DELETE FROM invited WHERE match = ?", (match,)), *(
            ("INSERT INTO invited VALUES (?, ?, ?)", (match, seat, fold(invitation.to)))
            for seat, invitation in affairs.invitations.items() if invitation.to)]
        await self.store.write([first, *invited, *also])

    async def set_alarm(self, match: str, alarm: float | None) -> None:
        """When somebody is to look at a match: its clock will have run out, or its player does not come."""
        try:
            await self.store.write([("UPDATE affairs SET alarm = ? WHERE match = ?", (alarm, match))])
        except Taken:
            return  # there are no affairs, and so nothing to be alarmed about

    async def ringing(self, limit: int = 50) -> list[str]:
        """The matches whose alarm rings."""
        rows = await self.store.rows("SELECT match FROM affairs WHERE alarm <= ? ORDER BY alarm LIMIT ?",
                                     time.time(), limit)
        return [match for match, in rows]

    async def listed(self, limit: int = 100) -> list[str]:
        """The matches in public lists, the newest first."""
        rows = await self.store.rows(
            "SELECT a.match FROM affairs a JOIN matches m ON m.id = a.match WHERE a.listing > 0 "
            "ORDER BY m.created DESC LIMIT ?", limit)
        return [match for match, in rows]

    async def unread(self, affairs: Mapping[str, Affairs], own: Mapping[str, Sequence[str]]) -> dict[str, int]:
        """How many words of table talk the holder of these seats has not read, by match."""
        matches = [match for match, seats in own.items() if seats]
        if not matches:
            return {}
        marks = ", ".join("?" * len(matches))
        rows = await self.store.rows(
            f"SELECT match, seat, at FROM talk WHERE match IN ({marks}) ORDER BY id DESC LIMIT ?", *matches, LATEST)
        counted: dict[str, int] = {}
        for match, seat, at in rows:
            seen = affairs[match].seen if match in affairs else {}
            if seat not in own[match] and at > max((seen.get(one, 0) for one in own[match]), default=0):
                counted[match] = counted.get(match, 0) + 1
        return counted

    # -- seats -------------------------------------------------------------------------------------------------------

    async def held(self, account: str, hidden: bool = False) -> dict[str, list[str]]:
        """The seats that an account holds, by match; those it has put away only where they are asked for."""
        rows = await self.store.rows(
            "SELECT match, seat FROM holdings WHERE account = ? AND hidden <= ?", account, int(hidden))
        seats: dict[str, list[str]] = {}
        for match, seat in rows:
            seats.setdefault(match, []).append(seat)
        return seats

    async def invited(self, name: str) -> list[str]:
        """The matches in which a seat waits for somebody of this name."""
        rows = await self.store.rows("SELECT match FROM invited WHERE name = ?", fold(name))
        return [match for match, in rows]

    async def sketch(self, match: str, seat: str) -> str:
        """What the holder of a seat has drawn on his map, as it came."""
        rows = await self.store.rows("SELECT data FROM sketches WHERE match = ? AND seat = ?", match, seat)
        return rows[0][0] if rows else "{}"

    async def keep_sketch(self, match: str, seat: str, data: str) -> None:
        """Keep what the holder of a seat has drawn."""
        await self.store.write([(
            "INSERT INTO sketches VALUES (?, ?, ?) ON CONFLICT (match, seat) DO UPDATE SET data = ?",
            (match, seat, data, data))])

    async def put_away(self, match: str, account: str) -> None:
        """Take a match out of an account's list."""
        await self.store.write([
            ("UPDATE holdings SET hidden = 1 WHERE match = ? AND account = ?", (match, account))])

    async def forget(self, match: str) -> None:
        """Delete a match for good."""
        await self.store.write([
            (f"DELETE FROM {table} WHERE {column} = ?", (match,))
            for table, column in (
                ("lines", "match"), ("talk", "match"), ("tokens", "match"), ("holdings", "match"), ("invited", "match"),
                ("sketches", "match"), ("affairs", "match"), ("matches", "id"))])


def seat_taken(match: str, seat: str, token: str, account: str | None) -> list[Statement]:
    """What is written when a seat is taken."""
    taken: list[Statement] = [("INSERT INTO tokens VALUES (?, ?, ?)", (token, match, seat))]
    if account is not None:
        taken.append(("INSERT INTO holdings VALUES (?, ?, ?, 0)", (match, seat, account)))
    return taken


def seat_left(match: str, seat: str) -> list[Statement]:
    """What is written when a seat is given up: its link opens nothing any more."""
    return [("DELETE FROM tokens WHERE match = ? AND seat = ?", (match, seat)),
            ("DELETE FROM sketches WHERE match = ? AND seat = ?", (match, seat)),
            ("DELETE FROM holdings WHERE match = ? AND seat = ?", (match, seat))]
