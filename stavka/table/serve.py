"""Starting and stopping the server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
import webbrowser
from pathlib import Path

import uvicorn

from .hall import Hall
from .server import is_loopback, make_app
from .store import StoreError, choose_store

MOST = 64 * 1024
"""The longest message a socket takes."""


def serve(host: str, port: int, open_browser: bool, data: str | None, local: bool | None) -> None:
    """See :func:`stavka.table.run`."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    listening = bind(host, port)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(listening, host, open_browser, data, is_loopback(host) if local is None else local))


def bind(host: str, port: int) -> socket.socket:
    """A socket on this address, or a plain word on why there is none."""
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


async def _serve(listening: socket.socket, host: str, open_browser: bool, data: str | None, local: bool) -> None:
    folder = None if data is None else Path(data)
    if folder is not None and not folder.is_dir():
        sys.exit(f"stavka: there is no folder of corrections {data}")
    try:
        hall = Hall(choose_store(), local=local, data=folder)
        await hall.open()
    except StoreError as error:
        sys.exit(f"stavka: {error}")
    server = Server(configure(hall))
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    server.address = f"http://{shown}:{port}/"
    server.open_browser = open_browser
    try:
        await server.serve([listening])
    finally:
        await hall.close()


def configure(hall: Hall) -> uvicorn.Config:
    """How the server runs: no compression of messages, which are small and must be quick."""
    return uvicorn.Config(
        make_app(hall), log_config=None, access_log=False, ws="websockets-sansio", ws_per_message_deflate=False,
        ws_max_size=MOST,
        ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=2, lifespan="off",
    )


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    address = ""
    open_browser = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        if not self.started or self.should_exit:
            return
        print(f"Stavka is at {self.address} (Ctrl+C stops it)", flush=True)
        if self.open_browser:
            await asyncio.to_thread(webbrowser.open, self.address)
