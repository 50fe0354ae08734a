"""The herald tells people who are not at the table, by e-mail or push as each has chosen; he writes results down."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Any

from ..words import LANGUAGES, say
from .accounts import Accounts
from .asker import Account
from .mail import Mailer
from .push import Push
from .records import Records

if TYPE_CHECKING:
    from ..room import Room

PATIENCE = 60.0
"""Seconds to wait whether a player comes by himself before he is told that it is his turn."""

_log = logging.getLogger("stavka.table")


class Herald:
    """How one server tells its players."""

    def __init__(self, accounts: Accounts, push: Push, mailer: Mailer | None, records: Records) -> None:
        self._accounts = accounts
        self._push = push
        self._mailer = mailer
        self._records = records
        self._under_way: set[asyncio.Task[None]] = set()
        self.patience = float(os.environ.get("STAVKA_PATIENCE") or PATIENCE)

    def tell(self, account: str, what: str, room: Room, seat: str) -> None:
        """Tell somebody something about a match, without anybody waiting for it."""
        task = asyncio.create_task(self._tell(account, what, room, seat))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def write_down(self, room: Room) -> None:
        """A match is over: its result goes onto its players' pages."""
        await self._records.keep(room)

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _tell(self, id: str, what: str, room: Room, seat: str) -> None:
        try:
            account = await self._accounts.by_id(id)
            if account is None:
                return
            language = _language(account)
            about = {"game": room.game.title[language], "name": room.steward.affairs.name or room.game.title[language],
                     "seat": room.seat_name(seat)[language]}
            link = "#/" if what == "invited" else f"#/match/{room.id}"
            if account.settings.get("push"):
                text = say(f"mail.{what}.subject", **about)[language]
                await self._push.send(account.id, {"title": "Stavka", "body": text, "link": link, "tag": room.id})
            if account.settings.get("mail") and account.email and self._mailer is not None:
                await self._mailer.send(account.email, what, language, link=f"{self._mailer.address}{link}", **about)
        except Exception:
            _log.exception("match %s: somebody could not be told", room.id)


def _language(account: Account) -> str:
    language: Any = account.settings.get("lang")
    return language if language in LANGUAGES else LANGUAGES[0]
