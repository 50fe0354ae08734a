"""``stavka lab``: fuzz, bench and the research environments from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import stavka
from stavka.table.bench import bench as bench_table

from . import fuzz
from .bench import bench
from .progress import Progress


def register(subparsers: Any) -> None:
    """Add the ``lab`` command and its own commands."""
    parser = subparsers.add_parser("lab", help="play many games: find faults, measure speed")
    commands = parser.add_subparsers(dest="lab", required=True)
    _register_fuzz(commands)
    _register_bench(commands)
    _register_conform(commands)
    _register_speed(commands)
    _register_survey(commands)


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
    parser.add_argument("--table", action="store_true", help="measure the server of the table as well")
    parser.set_defaults(run=run_bench)


def run_bench(args: argparse.Namespace) -> int:
    """``stavka lab bench``."""
    figures: dict[str, Any] = {"games": [bench(key, args.games) for key in args.game]}
    if args.table:
        figures["table"] = bench_table()
    print(json.dumps(figures, indent=2))
    return 0


def _register_conform(commands: Any) -> None:
    parser = commands.add_parser("conform", help="the conformance tests of the research environments")
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--seeds", type=int, default=100, help="how many for every scenario (100)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--scenario", default="all", help="one scenario, or all (all)")
    parser.add_argument("--check", action="append", help="one of the tests; may be given again (all of them)")
    parser.set_defaults(run=run_conform)


def run_conform(args: argparse.Namespace) -> int:
    """``stavka lab conform``."""
    try:
        from .envs import conform
    except ModuleNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    known = list(stavka.game(args.game).scenarios)
    checks = tuple(args.check or conform.CHECKS)
    for what, given, names in (("scenario", [args.scenario], [*known, "all"]), ("check", checks, conform.CHECKS)):
        for name in given:
            if name not in names:
                print(f"there is no {what} {name!r}; there are {', '.join(names)}", file=sys.stderr)
                return 2
    scenarios = known if args.scenario == "all" else [args.scenario]
    todo = conform.jobs(args.game, scenarios, args.seeds, checks)
    report = conform.run(todo, args.jobs, Progress(len(todo), "jobs"))
    print(json.dumps(report.as_data(), indent=2, ensure_ascii=False))
    return 1 if report.failures else 0


def _register_speed(commands: Any) -> None:
    parser = commands.add_parser("speed", help="measure the speed of the research environments")
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--games", type=int, default=5, help="games of random play for each of them (5)")
    parser.set_defaults(run=run_speed)


def run_speed(args: argparse.Namespace) -> int:
    """``stavka lab speed``."""
    try:
        from .envs.speed import speed
    except ModuleNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(speed(args.game, args.games), indent=2))
    return 0


def _register_survey(commands: Any) -> None:
    parser = commands.add_parser("survey", help="the names in a game's views, as the layout file of its environments")
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--games", type=int, default=200, help="games of random play to look at (200)")
    parser.set_defaults(run=run_survey)


def run_survey(args: argparse.Namespace) -> int:
    """``stavka lab survey``."""
    try:
        from .envs.vocabulary import survey
    except ModuleNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(survey(stavka.game(args.game), args.games).as_data(), indent=2))
    return 0
