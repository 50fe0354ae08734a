"""``python -m stavka.table``: start the table."""

from __future__ import annotations

import argparse

from . import PORT, run


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m stavka.table", description="Play in the browser.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port, 0 for a free one (default: {PORT})")
    parser.add_argument("--data", help="a folder of corrections by an owner of the printed games: DIR/GAME/*.toml")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--proxied", action="store_true",
                        help="the server is reached through a proxy: nobody is the local user, seats are held by link")
    parser.add_argument("--accounts", action="store_true",
                        help="players have accounts: they sign in by password, passkey or e-mail")
    given = parser.parse_args()
    run(given.host, given.port, not given.no_browser, given.data, local=False if given.proxied else None,
        accounts=given.accounts)


if __name__ == "__main__":
    main()
