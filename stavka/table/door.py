"""The door of the server: what is turned away before anything is done, and what every answer says to the browser.

A local server believes that whoever reaches it is its user. So it refuses what has come through a proxy, what names it
by a strange name, and what other sites' pages send through a visitor's browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from . import messages
from .hall import Hall
from .messages import Error
from .metrics import REQUESTS
from .words import Refused

LONGEST = 1000
"""The longest address, in bytes; the longest of our own has fewer than two hundred."""

MOST_HEADERS = 32_000
"""The most bytes of headers: room for the tokens of five hundred matches."""

FORWARDED = frozenset((
    b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"))
"""Headers that a proxy adds."""

POLICY = "; ".join((
    "default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
    "connect-src 'self'", "object-src 'none'", "base-uri 'self'", "form-action 'self'", "frame-ancestors 'none'"))

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
"""What every answer tells the browser not to allow."""

Headers = Sequence[tuple[bytes, bytes]]


def is_loopback(host: str | None) -> bool:
    """Whether a host name means this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("example.org")
    (True, True, False)
    """
    if host is None or host == "localhost":
        return host is not None
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Door:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, hall: Hall) -> None:
        self._app = app
        self._hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                REQUESTS[message["status"]] += 1
                _add_headers(message)
            await send(message)

        try:
            self._check(scope)
        except Refused as refused:
            await _turn_away(scope, refused, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> None:
        path: str = scope["path"]
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST:
            raise Refused("long_address", status=414)
        if any(character < " " or character == "\x7f" for character in path):
            raise Refused("body", cause="control characters in the address")
        headers: Headers = list(scope["headers"])
        if sum(len(name) + len(value) for name, value in headers) > MOST_HEADERS:
            raise Refused("body", status=431, cause="headers")
        host = _host(headers)
        origin = next((value.decode("latin-1") for name, value in headers if name == b"origin"), None)
        if self._hall.local:
            self._check_local(headers, host)
        if origin is not None:
            self._check_origin(origin, host)

    def _check_local(self, headers: Headers, host: str) -> None:
        """A proxy makes strangers look as if they were at this machine."""
        if any(name in FORWARDED for name, _ in headers):
            raise Refused("forwarded", status=403)
        if not is_loopback(_name_of(host)):
            raise Refused("foreign", status=403, origin=host)

    def _check_origin(self, origin: str, host: str) -> None:
        netloc = origin.partition("//")[2]
        if (not is_loopback(_name_of(netloc))) if self._hall.local else (netloc != host):
            raise Refused("foreign", status=403, origin=origin)


def _host(headers: Headers) -> str:
    """The one name by which the server is called."""
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    if len(hosts) != 1 or _name_of(hosts[0]) is None:
        raise Refused("body", cause="Host")
    return hosts[0]


def _name_of(netloc: str) -> str | None:
    """The name in ``name:port``; None if it is none.

    >>> _name_of("example.org:80"), _name_of("[::1"), _name_of("me@example.org"), _name_of("a:b"), _name_of("a/b")
    ('example.org', None, None, None, None)
    """
    try:
        parts = urlsplit(f"//{netloc}")
        name, port = parts.hostname, parts.port  # the port is read to be checked
    except ValueError:
        return None
    return name if parts.netloc == netloc and "@" not in netloc and port != 0 else None


def _add_headers(message: HTTPResponseStartEvent) -> None:
    message["headers"] = [*message["headers"], *HEADERS]


async def _turn_away(scope: Scope, refused: Refused, send: Send) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": refused.close_code, "reason": None})
        return
    body = messages.encode({"error": Error.of(refused)})
    await send({"type": "http.response.start", "status": refused.status, "headers": [
        (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close"),
    ]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
