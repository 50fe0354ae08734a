"""Passkeys: signing in with a device instead of a password (WebAuthn, by the ``webauthn`` package)."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from ..store import Store, Taken
from ..words import Refused
from .accounts import Accounts
from .asker import Account

Options = dict[str, Any]


class Passkeys:
    """The passkeys of a server's accounts. ``origin`` is always that of the page, which the door has checked."""

    def __init__(self, store: Store, accounts: Accounts) -> None:
        self._store = store
        self._accounts = accounts

    async def of(self, account: Account) -> list[dict[str, str]]:
        """The passkeys of an account, and what it calls them."""
        rows = await self._store.rows("SELECT id, label FROM passkeys WHERE account = ?", account.id)
        return [{"id": id, "label": label} for id, label in rows]

    async def remove(self, account: Account, id: str) -> None:
        """Nobody signs in with this passkey any more."""
        try:
            await self._store.write([("DELETE FROM passkeys WHERE id = ? AND account = ?", (id, account.id))])
        except Taken:
            raise Refused("no_passkey", status=404) from None

    async def begin_adding(self, account: Account, origin: str) -> tuple[str, Options]:
        """What a browser needs to make a passkey, and a ticket to come back with."""
        rows = await self._store.rows("SELECT id FROM passkeys WHERE account = ?", account.id)
        options = webauthn.generate_registration_options(
            rp_id=_host(origin), rp_name="Stavka", user_name=account.name, user_id=account.id.encode(),
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(id)) for id, in rows])
        ticket = await self._accounts.make_code("passkey", {
            "challenge": bytes_to_base64url(options.challenge), "account": account.id})
        return ticket, json.loads(webauthn.options_to_json(options))

    async def add(self, account: Account, ticket: str, credential: Options, label: str, origin: str) -> None:
        """Keep the passkey that a browser has made."""
        asked = await self._accounts.use_code("passkey", ticket)
        if asked.get("account") != account.id:
            raise Refused("bad_code", status=403)
        try:
            made = webauthn.verify_registration_response(
                credential=credential, expected_challenge=base64url_to_bytes(asked["challenge"]),
                expected_rp_id=_host(origin), expected_origin=origin)
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise Refused("bad_passkey", cause=str(error)) from None
        await self._store.write([("INSERT INTO passkeys VALUES (?, ?, ?, ?, ?)", (
            bytes_to_base64url(made.credential_id), account.id, bytes_to_base64url(made.credential_public_key),
            made.sign_count, label))])

    async def begin_using(self, origin: str) -> tuple[str, Options]:
        """What a browser needs to sign in with a passkey, and a ticket to come back with."""
        options = webauthn.generate_authentication_options(rp_id=_host(origin))
        ticket = await self._accounts.make_code("sign_in", {"challenge": bytes_to_base64url(options.challenge)})
        return ticket, json.loads(webauthn.options_to_json(options))

    async def use(self, ticket: str, credential: Options, origin: str) -> Account:
        """The account whose passkey this is."""
        asked = await self._accounts.use_code("sign_in", ticket)
        rows = await self._store.rows("SELECT account, key, count FROM passkeys WHERE id = ?",
                                      str(credential.get("id", "")))
        if not rows:
            raise Refused("bad_passkey", status=403, cause="unknown")
        holder, key, count = rows[0]
        try:
            used = webauthn.verify_authentication_response(
                credential=credential, expected_challenge=base64url_to_bytes(asked["challenge"]),
                expected_rp_id=_host(origin), expected_origin=origin, credential_public_key=base64url_to_bytes(key),
                credential_current_sign_count=count)
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise Refused("bad_passkey", status=403, cause=str(error)) from None
        await self._store.write([
            ("UPDATE passkeys SET count = ? WHERE id = ?", (used.new_sign_count, str(credential["id"])))])
        account = await self._accounts.by_id(holder)
        assert account is not None
        return account


def _host(origin: str) -> str:
    """The name that a passkey is bound to."""
    return urlsplit(origin).hostname or ""
