"""``python -m stavka.lab``: the commands of the lab without the rest of the command line."""

from __future__ import annotations

import argparse
import sys

from . import cli


def main(words: list[str] | None = None) -> int:
    """Run one command of the lab."""
    parser = argparse.ArgumentParser(prog="stavka")
    cli.register(parser.add_subparsers(required=True))
    args = parser.parse_args(["lab", *(sys.argv[1:] if words is None else words)])
    code: int = args.run(args)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
