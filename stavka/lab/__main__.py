"""``python -m stavka.lab``: the commands of the lab without the rest of the command line."""

from __future__ import annotations

import argparse
import sys

from stavka.text import Speech, arguments

from . import cli


def main(words: list[str] | None = None) -> int:
    """Run one command of the lab."""
    given = list(sys.argv[1:] if words is None else words)
    speech = Speech(arguments.wanted_language(given))
    arguments.speak(speech.language)
    parser = argparse.ArgumentParser(prog="stavka")
    cli.register(parser.add_subparsers(required=True), speech)
    args = parser.parse_args(["lab", *given])
    args.lang = speech.language
    try:
        code: int = args.run(args)
    except arguments.Complaint as complaint:
        print(f"stavka: {complaint}", file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    raise SystemExit(main())
