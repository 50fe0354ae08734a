"""A mail server and a push service of the tests' own."""

from __future__ import annotations

import base64
import http.server
import json
import threading
import time
from collections.abc import Callable
from email import message_from_bytes
from email.policy import default
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from .web.serving import free_port


class Letters:
    """A mail server of the test's own."""

    def __init__(self) -> None:
        self.box: list[tuple[str, str, str]] = []
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=default)
        self.box.append((envelope.rcpt_tos[0], str(letter["Subject"]), letter.get_content()))
        return "250 OK"

    def to(self, address: str) -> list[tuple[str, str]]:
        return [(subject, body) for whom, subject, body in self.box if whom == address]


class Service(http.server.ThreadingHTTPServer):
    """A push service of the test's own, and the browser behind it, which can read what was encrypted for it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Pushed)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.status = 201
        self.got: list[tuple[Any, dict[str, str]]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": f"http://127.0.0.1:{self.server_port}/browser",
                "keys": {"p256dh": base64.urlsafe_b64encode(point).decode(),
                         "auth": base64.urlsafe_b64encode(self.auth).decode()}}


class _Pushed(http.server.BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        said = http_ece.decrypt(body, private_key=self.server.key, auth_secret=self.server.auth, version="aes128gcm")
        self.server.got.append((json.loads(said), dict(self.headers)))
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """The test has nothing to read."""


def eventually(found: Callable[[], Any]) -> Any:
    end = time.monotonic() + 10
    while not (result := found()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
    return result
