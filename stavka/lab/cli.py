"""``stavka lab``: fuzz and bench from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import stavka

from . import fuzz
from .bench import bench
from .progress import Progress


def register(subparsers: Any) -> None:
    """Add the ``lab`` command and its own commands."""
    parser = subparsers.add_parser("lab", help="play many games: find faults, measure speed")
    commands = parser.add_subparsers(dest="lab", required=True)
    _register_fuzz(commands)
    _register_bench(commands)


def _register_fuzz(commands: Any) -> None:
    parser = commands.add_parser("fuzz", help="whole games by random choices, with everything checked")
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--games", type=int, default=100, help="how many (100)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--scenario", default="all", help="one scenario, or all in turn (all)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--data", help="folder of corrected data")
    parser.add_argument("--out", type=Path, default=Path("fuzz"), help="where journals of failing games go (fuzz)")
    parser.set_defaults(run=run_fuzz)


def run_fuzz(args: argparse.Namespace) -> int:
    """``stavka lab fuzz``."""
    known = list(stavka.game(args.game, data=args.data).scenarios)
    if args.scenario != "all" and args.scenario not in known:
        print(f"there is no scenario {args.scenario!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    scenarios = known if args.scenario == "all" else [args.scenario]
    todo = fuzz.jobs(args.game, scenarios, args.games, args.seed, args.data)
    summary = fuzz.run(todo, args.jobs, args.out, Progress(len(todo), "games"))
    print(json.dumps(fuzz.as_data(summary), indent=2, ensure_ascii=False))
    return 1 if summary.flaws else 0


def _register_bench(commands: Any) -> None:
    parser = commands.add_parser("bench", help="measure the speed of the engine")
    parser.add_argument("game", nargs="*", default=list(stavka.games()))
    parser.add_argument("--games", type=int, default=20, help="games of random play to measure (20)")
    parser.set_defaults(run=run_bench)


def run_bench(args: argparse.Namespace) -> int:
    """``stavka lab bench``."""
    print(json.dumps([bench(key, args.games) for key in args.game], indent=2))
    return 0
