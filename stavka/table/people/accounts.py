"""Accounts, where a host wants them: names with a password, a passkey, or a link sent by e-mail.

Secrets are kept only as digests: passwords by Argon2, sessions and codes by SHA-256 (they are long and random, so a
slow digest would add nothing).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
import unicodedata
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ..store import Store, Taken
from ..words import Refused
from .asker import Account, fold

SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (
    id text PRIMARY KEY, name text NOT NULL, folded text NOT NULL UNIQUE, password text, email text UNIQUE,
    settings text NOT NULL, created double precision NOT NULL);
CREATE TABLE IF NOT EXISTS sessions (digest text PRIMARY KEY, account text NOT NULL, expires double precision NOT NULL);
CREATE TABLE IF NOT EXISTS codes (digest text PRIMARY KEY, purpose text NOT NULL, data text NOT NULL,
    expires double precision NOT NULL);
CREATE TABLE IF NOT EXISTS passkeys (
    id text PRIMARY KEY, account text NOT NULL, key text NOT NULL, count bigint NOT NULL, label text NOT NULL);
CREATE INDEX IF NOT EXISTS passkeys_by_account ON passkeys (account);
"""

SHORTEST, LONGEST = 2, 30
"""Characters of a name."""

LEAST_PASSWORD, MOST_PASSWORD = 8, 200
SESSION = 90 * 86_400.0
"""Seconds that somebody stays signed in."""

CODE = 3600.0
"""Seconds that a link sent by e-mail is good."""

AT_ONCE = 2
"""Passwords that are checked at the same time: each takes 64 MB for a moment."""

_COLUMNS = "a.id, a.name, a.email, a.settings"


class Accounts:
    """The people a server knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex())
        """So that a wrong name takes as long as a wrong password."""
        self._checking = asyncio.Semaphore(AT_ONCE)

    async def open(self) -> None:
        """Make sure that the tables are there."""
        await self._store.prepare(SCHEMA)

    # -- finding -----------------------------------------------------------------------------------------------------

    async def _one(self, where: str, *values: Any) -> Account | None:
        rows = await self._store.rows(f"SELECT {_COLUMNS} FROM accounts a WHERE {where}", *values)
        return _account(rows[0]) if rows else None

    async def by_id(self, id: str) -> Account | None:
        """The account with this id."""
        return await self._one("a.id = ?", id)

    async def by_name(self, name: str) -> Account | None:
        """The account with this name, however it is capitalised."""
        return await self._one("a.folded = ?", fold(name))

    async def by_email(self, email: str) -> Account | None:
        """The account whose confirmed address this is."""
        return await self._one("a.email = ?", email.casefold())

    # -- making ------------------------------------------------------------------------------------------------------

    async def create(self, name: str, password: str | None = None, email: str | None = None) -> Account:
        """A new account; its name must be free."""
        name = " ".join(unicodedata.normalize("NFC", name).split())
        if not SHORTEST <= len(name) <= LONGEST or not name.isprintable() or "/" in name:
            raise Refused("bad_name", shortest=SHORTEST, longest=LONGEST)
        digest = None if password is None else await self._hash(password)
        account = Account(secrets.token_urlsafe(9), name, email or "", {})
        try:
            await self._store.write([("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?)", (
                account.id, name, fold(name), digest, None if email is None else email.casefold(), "{}", time.time()))])
        except Taken:
            raise Refused("name_taken", status=409, name=name) from None
        return account

    async def _hash(self, password: str) -> str:
        if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
            raise Refused("bad_password", least=LEAST_PASSWORD)
        async with self._checking:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def change_password(self, account: Account, old: str, new: str) -> None:
        """Another password, for who knows the old one; an account without one may get its first."""
        await self.prove(account, old)
        await self._store.write([
            ("UPDATE accounts SET password = ? WHERE id = ?", (await self._hash(new), account.id)),
            ("DELETE FROM codes WHERE purpose = ? AND data LIKE ?", ("mail", f'%"{account.id}"%'))])

    async def set_email(self, account: Account, email: str) -> None:
        """An address that its owner has confirmed."""
        try:
            await self._store.write([
                ("UPDATE accounts SET email = ? WHERE id = ?", (email.casefold() or None, account.id))])
        except Taken:
            raise Refused("email_taken", status=409) from None

    async def set_settings(self, account: Account, settings: dict[str, object]) -> None:
        """What the player has chosen: how he is told, whether he is rated."""
        merged = json.dumps({**account.settings, **settings})
        await self._store.write([("UPDATE accounts SET settings = ? WHERE id = ?", (merged, account.id))])

    async def close(self, account: Account) -> None:
        """Delete an account, and all that is kept for it but the matches it was played in.

        Results that others count stay theirs, with the name as it was; the sessions of the account are over at once.
        """
        await self._store.write([
            ("DELETE FROM accounts WHERE id = ?", (account.id,)),
            *((f"DELETE FROM {table} WHERE account = ?", (account.id,)) for table in (
                "sessions", "passkeys", "pushes", "holdings", "results", "ratings")),
            ("DELETE FROM codes WHERE data LIKE ?", (f'%"{account.id}"%',)),
            ("DELETE FROM invited WHERE name = ?", (fold(account.name),))])

    async def prove(self, account: Account, password: str) -> None:
        """Refuse whoever does not know the password; an account without one has nothing to prove by it."""
        rows = await self._store.rows("SELECT password FROM accounts WHERE id = ?", account.id)
        if rows and rows[0][0]:
            await self.check(account.name, password)

    # -- signing in --------------------------------------------------------------------------------------------------

    async def check(self, name: str, password: str) -> Account:
        """The account of this name, if the password is right."""
        rows = await self._store.rows(f"SELECT {_COLUMNS}, a.password FROM accounts a WHERE a.folded = ?", fold(name))
        digest = rows[0][4] if rows and rows[0][4] else self._nobody
        async with self._checking:
            is_right = await asyncio.to_thread(self._verify, digest, password[:MOST_PASSWORD])
        if not rows or not rows[0][4] or not is_right:
            raise Refused("wrong_password", status=403)
        return _account(rows[0])

    def _verify(self, digest: str, password: str) -> bool:
        try:
            return self._hasher.verify(digest, password)
        except (VerificationError, InvalidHashError):
            return False

    async def sign_in(self, account: Account) -> str:
        """A new session; returns its token."""
        token, now = secrets.token_urlsafe(24), time.time()
        await self._store.write([
            ("INSERT INTO sessions VALUES (?, ?, ?)", (_digest(token), account.id, now + SESSION)),
            ("DELETE FROM sessions WHERE expires < ?", (now,))])
        return token

    async def signed_in(self, token: str) -> Account | None:
        """Whose session this is."""
        rows = await self._store.rows(
            f"SELECT {_COLUMNS} FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.digest = ? "
            "AND s.expires > ?", _digest(token), time.time())
        return _account(rows[0]) if rows else None

    async def sign_out(self, token: str) -> None:
        """End a session; that there is none does no harm."""
        try:
            await self._store.write([("DELETE FROM sessions WHERE digest = ?", (_digest(token),))])
        except Taken:
            return

    # -- codes -------------------------------------------------------------------------------------------------------

    async def make_code(self, purpose: str, data: dict[str, Any]) -> str:
        """A code that can be used once, within the hour."""
        code, now = secrets.token_urlsafe(24), time.time()
        await self._store.write([
            ("INSERT INTO codes VALUES (?, ?, ?, ?)", (_digest(code), purpose, json.dumps(data), now + CODE)),
            ("DELETE FROM codes WHERE expires < ?", (now,))])
        return code

    async def read_code(self, purpose: str, code: str) -> dict[str, Any]:
        """What a code stands for; it stays good."""
        rows = await self._store.rows("SELECT data FROM codes WHERE digest = ? AND purpose = ? AND expires > ?",
                                      _digest(code), purpose, time.time())
        if not rows:
            raise Refused("bad_code", status=403)
        return msgspec.json.decode(rows[0][0], type=dict[str, Any])

    async def use_code(self, purpose: str, code: str) -> dict[str, Any]:
        """What a code stands for; it is good no longer."""
        data = await self.read_code(purpose, code)
        try:
            await self._store.write([("DELETE FROM codes WHERE digest = ?", (_digest(code),))])
        except Taken:
            raise Refused("bad_code", status=403) from None
        return data


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _account(row: tuple[Any, ...]) -> Account:
    id, name, email, settings = row[:4]
    return Account(id, name, email or "", json.loads(settings))
