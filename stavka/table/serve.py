"""Starting and stopping the server."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import webbrowser
from pathlib import Path

import uvicorn

from .door import Door, is_loopback
from .hall import Hall
from .janitor import Janitor
from .logs import begin_log
from .server import make_app
from .store import StoreError, choose_store
from .wire import HttpWire, SocketWire

LAST_PORT = 65535

MOST = 64 * 1024
"""The longest message a socket takes."""


def serve(host: str, port: int, open_browser: bool, data: str | None, local: bool | None, *,
          accounts: bool = False) -> None:
    """See :func:`stavka.table.run`."""
    begin_log()
    listening = bind(host, port)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(listening, host, open_browser, data, local, accounts))


def bind(host: str, port: int) -> socket.socket:
    """A socket on this address, or a plain word on why there is none."""
    if not 0 <= port <= LAST_PORT:
        sys.exit(f"stavka: there is no port {port}; ports go from 0 to {LAST_PORT}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        if isinstance(error, socket.gaierror):
            sys.exit(f"stavka: there is no address {host!r} on this machine")
        sys.exit(f"stavka: cannot listen on {host}:{port} ({error.strerror}). Is a table running there already? "
                 "Open it in the browser, or choose another port with --port.")
    return listening


async def _serve(listening: socket.socket, host: str, open_browser: bool, data: str | None, local: bool | None,
                 accounts: bool) -> None:
    folder = None if data is None else Path(data)
    if folder is not None and not folder.is_dir():
        sys.exit(f"stavka: there is no folder of corrections {data}")
    try:
        alone = not accounts and (is_loopback(host) if local is None else local)
        hall = Hall(choose_store(), local=alone, data=folder, accounts=accounts)
        await hall.open()
    except StoreError as error:
        sys.exit(f"stavka: {error}")
    server = Server(configure(hall, proxied=local is False), hall)
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    server.address = f"http://{shown}:{port}/"
    server.open_browser = open_browser
    cleaning = asyncio.create_task(Janitor(hall).work())
    await server.serve([listening])
    cleaning.cancel()


def configure(hall: Hall, *, proxied: bool = False) -> uvicorn.Config:
    """How the server runs. Messages are small and must be quick: the few large ones are deflated by the wire itself.

    Only behind a proxy is believed what a proxy says of whom it speaks for (``FORWARDED_ALLOW_IPS`` names the proxy).
    """
    return uvicorn.Config(
        Door(make_app(hall), hall), log_config=None, access_log=False, http=HttpWire, ws=SocketWire,
        ws_per_message_deflate=False, ws_max_size=MOST, proxy_headers=proxied, server_header=False,
        ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=2, lifespan="off",
    )


class Server(uvicorn.Server):
    """A server that says when it is ready, and closes its hall before it ends, whichever signal ends it."""

    address = ""
    open_browser = False

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self._hall = hall

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        if not self.started or self.should_exit:
            return
        print(f"Stavka is at {self.address} (Ctrl+C stops it)", flush=True)
        if self.open_browser:
            await asyncio.to_thread(webbrowser.open, self.address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let everybody go, then close. The signal is raised again after this, and ends the process."""
        await super().shutdown(sockets)
        await self._hall.close()
