"""E-mail, where the host has named a server for it (``STAVKA_SMTP``)."""

from __future__ import annotations

import asyncio
import logging
import os
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from ..store import StoreError
from ..words import say

PATIENCE = 20
"""Seconds to wait for the mail server."""

_log = logging.getLogger("stavka.table")


@dataclass(frozen=True)
class Mailer:
    """Sends short letters. ``STAVKA_SMTP`` is ``smtp[s]://USER:PASSWORD@HOST:PORT?from=ADDRESS``."""

    url: str
    address: str
    """Where players reach the table: links in letters begin with it, never with what a request claims."""

    @classmethod
    def of_environment(cls) -> Mailer | None:
        """As the host has set it, if he has."""
        url, address = os.environ.get("STAVKA_SMTP"), os.environ.get("STAVKA_URL")
        if not url:
            return None
        if urlsplit(url).scheme not in ("smtp", "smtps") or not address:
            raise StoreError("STAVKA_SMTP must be smtp[s]://USER:PASSWORD@HOST:PORT?from=ADDRESS, and STAVKA_URL the "
                             "address of the table, for links in letters")
        return cls(url, address.rstrip("/") + "/")

    async def send(self, to: str, key: str, language: str, **args: Any) -> bool:
        """Send a letter of the catalogue (``mail.KEY.subject`` and ``.body``); False if that failed."""
        letter = EmailMessage()
        letter["From"], letter["To"] = self._sender, to
        letter["Subject"] = " ".join(say(f"mail.{key}.subject", **args)[language].split())
        letter.set_content(say(f"mail.{key}.body", **args)[language])
        try:
            await asyncio.to_thread(self._deliver, letter)
        except (OSError, smtplib.SMTPException) as error:
            _log.warning("a letter could not be sent: %s", type(error).__name__)
            return False
        return True

    @property
    def _sender(self) -> str:
        parts = urlsplit(self.url)
        return parse_qs(parts.query).get("from", [f"stavka@{parts.hostname}"])[0]

    def _deliver(self, letter: EmailMessage) -> None:
        parts = urlsplit(self.url)
        make = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
        with make(parts.hostname or "localhost", parts.port or 0, timeout=PATIENCE) as server:
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(letter)
