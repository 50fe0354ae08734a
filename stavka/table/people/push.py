"""Web push: a short message to a browser that is not open at the table (RFC 8030, 8291 and 8292).

Messages are encrypted for the browser by ``http_ece``; the server names itself by a key of its own (VAPID), made when
it is first needed and kept in the database.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import os
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from ..store import Store, Taken
from ..words import Refused

SCHEMA = """
CREATE TABLE IF NOT EXISTS pushes (endpoint text PRIMARY KEY, account text NOT NULL, keys text NOT NULL);
CREATE INDEX IF NOT EXISTS pushes_by_account ON pushes (account);
CREATE TABLE IF NOT EXISTS secrets (name text PRIMARY KEY, value text NOT NULL);
"""

SERVICES = "googleapis.com mozilla.com push.apple.com notify.windows.com"
"""Where browsers have their messages sent, unless ``STAVKA_PUSH_SERVICES`` names others: the server posts to no other
host, whatever a client says."""

LIVES = 86_400
"""Seconds that a push service keeps a message for a browser that is away."""

PATIENCE = 15
GONE = (404, 410)
"""What a push service answers when a browser no longer wants messages."""

MOST = 10
"""Browsers of one account."""

_log = logging.getLogger("stavka.table")


class Push:
    """The browsers that want to be told, and how they are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._services = (os.environ.get("STAVKA_PUSH_SERVICES") or SERVICES).split()
        self._key: ec.EllipticCurvePrivateKey | None = None

    async def open(self) -> None:
        """Make sure that the tables and the key are there."""
        await self._store.prepare(SCHEMA)
        made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        with contextlib.suppress(Taken):  # it is there already
            await self._store.write([("INSERT INTO secrets VALUES (?, ?)", ("vapid", str(made)))])
        rows = await self._store.rows("SELECT value FROM secrets WHERE name = ?", "vapid")
        self._key = ec.derive_private_key(int(rows[0][0]), ec.SECP256R1())

    @property
    def public_key(self) -> str:
        """What a browser needs to subscribe."""
        assert self._key is not None
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return _text(point)

    # -- subscriptions -----------------------------------------------------------------------------------------------

    async def subscribe(self, account: str, endpoint: str, keys: dict[str, str]) -> None:
        """A browser wants to be told."""
        if not self._is_known(endpoint) or {*keys} != {"p256dh", "auth"}:
            raise Refused("bad_push")
        rows = await self._store.rows("SELECT endpoint FROM pushes WHERE account = ?", account)
        stale = [old for old, in rows][:max(0, len(rows) - MOST + 1)]
        await self._store.write([
            ("INSERT INTO pushes VALUES (?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET account = ?, keys = ?",
             (endpoint, account, json.dumps(keys), account, json.dumps(keys))),
            *(("DELETE FROM pushes WHERE endpoint = ?", (old,)) for old in stale)])

    async def forget(self, endpoint: str) -> None:
        """A browser no longer wants to be told."""
        try:
            await self._store.write([("DELETE FROM pushes WHERE endpoint = ?", (endpoint,))])
        except Taken:
            return

    def _is_known(self, endpoint: str) -> bool:
        parts = urlsplit(endpoint)
        if parts.scheme == "http":  # without encryption only where the host has named the port too
            return ":" in parts.netloc and parts.netloc in self._services
        host = f".{parts.hostname}"
        return parts.scheme == "https" and any(host.endswith(f".{service}") for service in self._services)

    # -- sending -----------------------------------------------------------------------------------------------------

    async def send(self, account: str, message: dict[str, Any]) -> int:
        """Send a message to all browsers of an account; returns how many push services took it."""
        rows = await self._store.rows("SELECT endpoint, keys FROM pushes WHERE account = ?", account)
        statuses = await asyncio.gather(*(
            asyncio.to_thread(self._post, endpoint, json.loads(keys), message) for endpoint, keys in rows))
        for (endpoint, _), status in zip(rows, statuses, strict=True):
            if status in GONE:
                await self.forget(endpoint)
        return sum(200 <= status < 300 for status in statuses)

    def _post(self, endpoint: str, keys: dict[str, str], message: dict[str, Any]) -> int:
        try:
            body = http_ece.encrypt(
                json.dumps(message).encode(), private_key=ec.generate_private_key(ec.SECP256R1()),
                dh=_bytes(keys["p256dh"]), auth_secret=_bytes(keys["auth"]), version="aes128gcm")
            request = urllib.request.Request(endpoint, body, {
                "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(LIVES),
                "Urgency": "normal", "Authorization": self._authorisation(endpoint)})
            with urllib.request.build_opener(_Straight).open(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except (OSError, ValueError, http_ece.ECEException) as error:
            _log.warning("a push message could not be sent: %s", type(error).__name__)
            return 0

    def _authorisation(self, endpoint: str) -> str:
        """RFC 8292: a signed statement of who sends, to whom, and for how long it is good."""
        assert self._key is not None
        parts = urlsplit(endpoint)
        head = _text(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + LIVES // 2,
                  "sub": os.environ.get("STAVKA_URL") or "https://localhost"}
        signed = f"{head}.{_text(json.dumps(claims).encode())}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = _text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public_key}"


class _Straight(urllib.request.HTTPRedirectHandler):
    """A push service that sends us elsewhere is not followed."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
