"""What came of finished matches between people with accounts: results by side, and ratings for those who want them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from ..store import Store, Taken
from .accounts import Accounts
from .asker import Account
from .ledger import Statement
from .ratings import Rating, rate

if TYPE_CHECKING:
    from ..room import Room

SCHEMA = """
CREATE TABLE IF NOT EXISTS results (
    match text NOT NULL, seat text NOT NULL, account text NOT NULL, opponent text NOT NULL, game text NOT NULL,
    scenario text NOT NULL, score double precision NOT NULL, ended double precision NOT NULL,
    PRIMARY KEY (match, seat));
CREATE INDEX IF NOT EXISTS results_by_account ON results (account, ended);
CREATE TABLE IF NOT EXISTS ratings (
    account text PRIMARY KEY, rating double precision NOT NULL, deviation double precision NOT NULL,
    volatility double precision NOT NULL, games bigint NOT NULL);
"""

SHOWN = 100
"""Games on a player's page."""


class Records:
    """The results of a server's players."""

    def __init__(self, store: Store, accounts: Accounts) -> None:
        self._store = store
        self._accounts = accounts
        self._writing = asyncio.Lock()

    async def open(self) -> None:
        """Make sure that the tables are there."""
        await self._store.prepare(SCHEMA)

    async def rating(self, account: str) -> Rating:
        """How strong somebody seems so far."""
        rows = await self._store.rows(
            "SELECT rating, deviation, volatility, games FROM ratings WHERE account = ?", account)
        return Rating(*rows[0]) if rows else Rating()

    async def keep(self, room: Room) -> None:
        """Write down a finished match between two different accounts; once, whoever comes first."""
        affairs, winner = room.steward.affairs, room.winner
        held = {seat: holder.account for seat, holder in affairs.holders.items() if holder.account is not None}
        if winner is None or len(held) != len(room.seats) or len({*held.values()}) != len(held) or len(held) != 2:
            return
        (one, first), (other, second) = held.items()
        score = 0.5 if not winner else float(winner == one)
        players = [await self._accounts.by_id(first), await self._accounts.by_id(second)]
        names = [player.name if player is not None else "" for player in players]
        now = time.time()
        statements = [_result(room, one, first, names[1], score, now),
                      _result(room, other, second, names[0], 1 - score, now)]
        rated = not affairs.study and all(player is not None and player.settings.get("rated") for player in players)
        async with self._writing:
            if rated:
                old, theirs = await self.rating(first), await self.rating(second)
                statements.append(_rated(first, rate(old, [(theirs, score)])))
                statements.append(_rated(second, rate(theirs, [(old, 1 - score)])))
            try:
                await self._store.write(statements)
            except Taken:
                return  # it is written down already

    async def page(self, account: Account) -> dict[str, Any]:
        """A player's page: his games, his results by side, and his rating if he wants to show one."""
        rows = await self._store.rows(
            "SELECT game, scenario, seat, opponent, score, ended FROM results WHERE account = ? ORDER BY ended DESC",
            account.id)
        sides: dict[tuple[str, str], list[int]] = {}
        for game, _, seat, _, score, _ in rows:
            won_drawn_lost = sides.setdefault((game, seat), [0, 0, 0])
            won_drawn_lost[round(2 - 2 * score)] += 1
        rating = await self.rating(account.id)
        return {
            "name": account.name,
            "rating": {"value": round(rating.value), "deviation": round(rating.deviation), "games": rating.games}
            if account.settings.get("rated") else None,
            "sides": [{"game": game, "seat": seat, "won": won, "drawn": drawn, "lost": lost}
                      for (game, seat), (won, drawn, lost) in sorted(sides.items())],
            "games": [{"game": game, "scenario": scenario, "seat": seat, "opponent": opponent, "score": score,
                       "ended": ended} for game, scenario, seat, opponent, score, ended in rows[:SHOWN]],
        }


def _result(room: Room, seat: str, account: str, opponent: str, score: float, now: float) -> Statement:
    return ("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (
        room.id, seat, account, opponent, room.game.key, room.match.scenario, score, now))


def _rated(account: str, rating: Rating) -> Statement:
    values = (rating.value, rating.deviation, rating.volatility, rating.games)
    return ("INSERT INTO ratings VALUES (?, ?, ?, ?, ?) ON CONFLICT (account) DO UPDATE SET rating = ?, "
            "deviation = ?, volatility = ?, games = ?", (account, *values, *values))
