"""The table: a web server where people play in the browser, at one screen or over the net.

``run()`` starts it and opens the browser. The protocol is in docs/protocol.md, the storage in :mod:`.store`.
"""

from __future__ import annotations

__all__ = ["PORT", "run"]

PORT = 8723


def run(host: str = "127.0.0.1", port: int = PORT, open_browser: bool = True, data: str | None = None,
        *, local: bool | None = None, accounts: bool = False) -> None:
    """Start the table, print its address, open the browser, and serve until it is stopped.

    ``port`` 0 takes a free one. ``data`` is a folder of an owner's corrections with a folder for each game. ``local``
    says whether everybody who reaches the server is its user; by default so if it listens on the loopback address only.
    Behind a proxy on the same machine it must be False. With ``accounts`` players sign in; nobody is the local user.
    """
    from .serve import serve

    serve(host, port, open_browser, data, local, accounts=accounts)
