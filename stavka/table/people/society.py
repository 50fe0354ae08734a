"""Everything a server with accounts has besides its matches. It needs the packages of the extra ``online``."""

from __future__ import annotations

from ..store import Store
from .accounts import Accounts
from .herald import Herald
from .mail import Mailer
from .passkeys import Passkeys
from .push import Push
from .records import Records


class Society:
    """The people of a server, and how they are reached."""

    def __init__(self, store: Store) -> None:
        self.accounts = Accounts(store)
        self.passkeys = Passkeys(store, self.accounts)
        self.push = Push(store)
        self.mailer = Mailer.of_environment()
        self.records = Records(store, self.accounts)
        self.herald = Herald(self.accounts, self.push, self.mailer, self.records)

    async def open(self) -> None:
        """Make sure that the tables are there."""
        await self.accounts.open()
        await self.push.open()
        await self.records.open()

    async def close(self) -> None:
        """Let what is under way be sent."""
        await self.herald.close()
