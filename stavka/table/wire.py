"""Connections with patience that ends: what a web server leaves to the proxy before it, done here as well.

A client that sends its request a byte a minute, or does not read what it is sent, holds a connection and memory for as
long as it likes. These protocols give each step a time, and then cut the connection.

What is large goes over a socket deflated, what is small at once (RFC 7692 lets a server decide that for every message).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

HEADERS = 10.0
"""Seconds within which the headers of a request must be here."""
BODY = 30.0
"""Seconds within which its body must be here."""
UNREAD = 20.0
"""Seconds for which a client may leave unread what it was sent."""
LARGE = 2000
"""Messages of so many bytes are deflated: few are, a whole view and what a phase or a set-up changes at one blow."""


class _Patience:
    """A time for one thing at a time."""

    def __init__(self) -> None:
        self._what: object = None
        self._timer: asyncio.TimerHandle | None = None

    def wait(self, what: object, seconds: float, transport: asyncio.Transport) -> None:
        """Wait so long for something. Waiting for the same thing already, the time runs on."""
        if what == self._what:
            return
        self.end()
        self._what = what
        self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def end(self) -> None:
        """It has come."""
        self._what = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpWire(H11Protocol):
    """HTTP: headers, bodies and answers each have their time."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._sending, self._reading = _Patience(), _Patience()
        self._is_socket = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connects, and should have something to say."""
        line = cast(asyncio.Transport, transport)
        super().connection_made(line)
        self._sending.wait(h11.IDLE, HEADERS, line)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for any more."""
        self._sending.end()
        self._reading.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request, perhaps the last."""
        super().data_received(data)
        if self._is_socket:  # the request is over, though it looks as if its body were still to come
            return
        state = self.conn.their_state
        if self.timeout_keep_alive_task is None and state in (h11.IDLE, h11.SEND_BODY):
            self._sending.wait(state, HEADERS if state is h11.IDLE else BODY, self.transport)
        else:
            self._sending.end()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket."""
        self._is_socket = True
        self._sending.end()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """The client reads slower than it is answered."""
        super().pause_writing()
        self._reading.wait("answer", UNREAD, self.transport)

    def resume_writing(self) -> None:
        """It has read on."""
        self._reading.end()
        super().resume_writing()


class DeflateLarge(PerMessageDeflate):
    """Deflates what is worth the time. Every message stands alone, so nothing is kept for a connection between two."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent; messages have one frame each."""
        return super().encode(frame) if len(frame.data) >= LARGE else frame


class _Deflating(ServerPerMessageDeflateFactory):
    """Agrees with a client on deflating, if it offers it."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
                               ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What the two agree on."""
        agreed, usual = super().process_request_params(params, accepted_extensions)
        return agreed, DeflateLarge(
            usual.remote_no_context_takeover, usual.local_no_context_takeover, usual.remote_max_window_bits,
            usual.local_max_window_bits)


class SocketWire(WebSocketsSansIOProtocol):
    """A socket whose client must read what it is sent, and that can be closed though it does not."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._reading = _Patience()
        self.conn.available_extensions = [_Deflating()]

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for any more."""
        self._reading.end()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client reads slower than it is told."""
        super().pause_writing()
        self._reading.wait("messages", UNREAD, self.transport)

    def resume_writing(self) -> None:
        """It has read on."""
        self._reading.end()
        super().resume_writing()

    async def send(self, message: Any) -> None:
        """Send; a farewell to somebody who does not read would wait for ever, so that one is cut off."""
        if message["type"] == "websocket.close" and not self.writable.is_set():
            self.transport.abort()
            return
        await super().send(message)
