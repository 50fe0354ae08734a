"""``stavka lab``: many games at once, contests, ladders and the research environments, from the command line."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import stavka
from stavka.players import NAMES, levels_of, usual_level

from . import check, contest, fuzz, gates, history, stats, suite
from .bench import bench
from .html import cut_text, page, spread_text, win_text
from .progress import Progress

USUAL = "regular"
"""Who plays a seat if nobody else is asked to, where the game has a staff."""


SUITES = Path("tests") / "players" / "suites"
"""Where the positions with a better move are, in a checkout."""
SOLVED = 0.8
"""The share of them that a good player finds."""


class _SeatsToo(argparse.ArgumentParser):
    """A parser that takes ``--SEAT LEVEL`` where a command asks for it: which seats there are, the game will say."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        found, rest = super().parse_known_args(args, namespace)
        if "seats" in found:
            found.seats, rest = _take_seats(rest)
        return found, rest


def _take_seats(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Who plays which seat, and the words that say something else.

    >>> _take_seats(["--first", "novice", "--second=random", "more"])
    ({'first': 'novice', 'second': 'random'}, ['more'])
    """
    seats, rest = {}, list(words)
    while rest and rest[0].startswith("--"):
        seat, _, level = rest.pop(0).removeprefix("--").partition("=")
        seats[seat] = level or (rest.pop(0) if rest else "")
    return seats, rest


def register(subparsers: Any) -> None:
    """Add the ``lab`` command and its own commands."""
    parser = subparsers.add_parser("lab", help="play many games: find faults, measure speed, study balance")
    seated = type("LabParser", (_SeatsToo, type(parser)), {})
    commands = parser.add_subparsers(dest="lab", required=True, parser_class=seated)
    _register_fuzz(commands)
    _register_check(commands)
    _register_bench(commands)
    _register_play(commands)
    _register_ladder(commands)
    _register_gates(commands)
    _register_suite(commands)
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
    scenarios = _scenarios(args)
    if scenarios is None:
        return 2
    todo = fuzz.jobs(args.game, scenarios, args.games, args.seed, args.data)
    summary = fuzz.run(todo, args.jobs, args.out, Progress(len(todo), "games"))
    print(json.dumps(fuzz.as_data(summary), indent=2, ensure_ascii=False))
    return 1 if summary.flaws else 0


def _register_check(commands: Any) -> None:
    parser = commands.add_parser("check", help="whether a game keeps the contract of games")
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--games", type=int, default=5, help="games of random play with many questions (5)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--tests", type=Path, default=Path("tests"), help="where the tests are (tests)")
    parser.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    """``stavka lab check``."""
    report = check.check_key(args.game, args.games, args.seed, args.tests if args.tests.is_dir() else None)
    print(json.dumps(asdict(report), indent=2, ensure_ascii=False))
    return 1 if report.flaws else 0


def _register_bench(commands: Any) -> None:
    parser = commands.add_parser("bench", help="measure the speed of the engine")
    parser.add_argument("game", nargs="*", default=list(stavka.games()))
    parser.add_argument("--games", type=int, default=20, help="games of random play to measure (20)")
    parser.add_argument("--history", type=Path, help="compare with the figures of earlier commits there, and add these")
    parser.add_argument("--table", action="store_true", help="measure the server of the table as well")
    parser.add_argument("--players", action="store_true", help="measure how long the computer players think as well")
    parser.add_argument("--load", action="store_true", help="also many matches at once, at the table")
    parser.add_argument("--load-seconds", type=float, default=20, help="how long for each number of matches (20)")
    parser.set_defaults(run=run_bench)


def run_bench(args: argparse.Namespace) -> int:
    """``stavka lab bench``."""
    figures: dict[str, Any] = {"games": [bench(key, args.games, args.players) for key in args.game]}
    if args.table:
        from stavka.table.bench import bench as bench_table  # it needs the packages of the server

        figures["table"] = bench_table()
    if args.load:
        from stavka.table.load import STEPS, as_table
        from stavka.table.load import load as load_table

        figures["load"] = [load_table(matches, args.load_seconds) for matches in STEPS]
        print(as_table(figures["load"]), file=sys.stderr)
    print(json.dumps(figures, indent=2))
    if args.history is not None:
        commit = history.this_commit()
        print("\n".join(history.compare(args.history, commit, figures["games"])), file=sys.stderr)
        history.remember(args.history, commit, figures["games"])
    return 0


def _register_conform(commands: Any) -> None:
    parser = commands.add_parser("conform", help="the conformance tests of the research environments")
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--seeds", type=int, default=100, help="how many for every scenario (100)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--scenario", default="all", help="one scenario, or all (all)")
    parser.add_argument("--check", action="append", help="one of the tests; may be given again (all of them)")
    parser.add_argument("--out", type=Path, help="what came of every job, one JSON object a line")
    parser.add_argument("--resume", action="store_true", help="go on with the results in --out")
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
    report = conform.run(todo, args.jobs, Progress(len(todo), "jobs"), args.out, args.resume)
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


# -- Contests ------------------------------------------------------------------------------------------------------


def _add_contest_options(parser: Any, games: int) -> None:
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--games", type=int, default=games, help=f"seeds to play ({games})")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--out", type=Path, help="results, one JSON object a line (lab/GAME-COMMAND.jsonl)")
    parser.add_argument("--resume", action="store_true", help="go on with the results in --out")
    parser.add_argument("--cluster", metavar="tcp://...", help="play on a Dask cluster")
    parser.add_argument("--data", help="folder of corrected data")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def _register_play(commands: Any) -> None:
    parser = commands.add_parser("play", help="computer players against each other: win rates, points, losses")
    _add_contest_options(parser, 100)
    parser.add_argument("--scenario", default="all", help="one scenario, or all (all)")
    parser.set_defaults(seats={})
    parser.epilog = f"--SEAT LEVEL says who plays a seat of the game ({USUAL}): {', '.join(NAMES)}"
    parser.add_argument("--swap", action="store_true", help="play every seed from both seats")
    parser.add_argument("--report", type=Path, metavar="FILE.html", help="a report with plots, as one file")
    parser.set_defaults(run=run_play)


def _register_ladder(commands: Any) -> None:
    parser = commands.add_parser("ladder", help="rate computer players against each other")
    _add_contest_options(parser, 20)
    parser.add_argument("--scenario", default="", help="one scenario, or all (the first of the game)")
    parser.add_argument("--players", default=",".join(NAMES), help=f"levels, by commas ({','.join(NAMES)})")
    parser.add_argument("--pairs", choices=("all", "neighbours"), default="all",
                        help="who meets whom: all, or only those next to each other in --players (all)")
    parser.set_defaults(run=run_ladder)


def _scenarios(args: argparse.Namespace) -> list[str] | None:
    """The scenarios asked for; None, and a word about it, if there is no such."""
    known = list(stavka.game(args.game, data=args.data).scenarios)
    if args.scenario == "all":
        return known
    if args.scenario in ("", *known):
        return [args.scenario or known[0]]
    print(f"there is no scenario {args.scenario!r}; there are {', '.join(known)}", file=sys.stderr)
    return None


def _run(args: argparse.Namespace, todo: list[contest.Bout]) -> list[contest.Score]:
    """Play what is asked for; whoever interrupts it is told how to go on."""
    out = args.out or Path("lab") / f"{args.game}-{args.lab}.jsonl"
    print(f"results: {out}", file=sys.stderr)
    try:
        return contest.run(todo, jobs=args.jobs, out=out, resume=args.resume, cluster=args.cluster)
    except KeyboardInterrupt:
        print(f"\nstopped; the same command with --resume goes on with the games in {out}", file=sys.stderr)
        raise


def _unable(game: stavka.Game[Any], levels: Iterable[str]) -> str | None:
    """Why these levels cannot play the game, if they cannot."""
    for level in levels:
        if level not in NAMES:
            return f"there is no player {level!r}; there are {', '.join(NAMES)}"
        if level != "random" and game.staff is None:
            return f"{game.key} has no staff: only random players can play it, not {level!r}"
        if level not in levels_of(game):
            return f"{game.key} has no player {level!r}; it has {', '.join(levels_of(game))}"
    return None


def _seating(args: argparse.Namespace, game: stavka.Game[Any]) -> dict[str, str]:
    """Who plays which seat."""
    return {seat: args.seats.get(seat, usual_level(game)) for seat in game.seats}


def _empty_seat(args: argparse.Namespace, game: stavka.Game[Any]) -> str | None:
    """Why somebody cannot sit down, if the game has no such seat."""
    for seat in args.seats:
        if seat not in game.seats:
            return f"{game.key} has no seat {seat!r}; it has {', '.join(game.seats)}"
    return None


def run_play(args: argparse.Namespace) -> int:
    """``stavka lab play``."""
    scenarios = _scenarios(args)
    game = stavka.game(args.game, data=args.data)
    players = _seating(args, game)
    trouble = _empty_seat(args, game) or _unable(game, players.values())
    if scenarios is None or trouble:
        print(trouble or "", end="\n" if trouble else "", file=sys.stderr)
        return 2
    todo = contest.bouts(args.game, scenarios, players, args.games, args.seed, args.data, args.swap)
    tallies = stats.tally(_run(args, todo))
    if args.report is not None:
        command = shlex.join(["stavka", *sys.argv[1:]])
        args.report.write_text(page(game, command, tallies), encoding="utf-8")
    print(json.dumps([_play_data(one) for one in tallies], indent=2) if args.json else _play_table(tallies))
    return 0


def _play_data(one: stats.Tally) -> dict[str, Any]:
    return {
        "scenario": one.scenario, "players": dict(one.players), "games": one.games,
        "wins": {seat: dict(zip(("rate", "low", "high"), one.rate(seat), strict=True)) for seat in one.players},
        "points": {seat: {f"{share:.0%}": stats.quantile(points, share) for share in gates.QUANTILES}
                   for seat, points in one.points.items()},
        "needed": list(one.needed), "losses": one.losses, "turns": one.turns, "choices": one.choices,
        "endings": one.endings, "cuts": one.cuts, "fingerprint": stats.fingerprint(one.scores),
    }


def _play_table(tallies: list[stats.Tally]) -> str:
    rows: list[list[Any]] = [
        ["scenario", "players", "games", "wins (95 %)", "points 10/50/90 %", "losses", "turns", "choices", "cuts"]]
    rows += [
        [one.scenario, " ".join(one.players.values()), one.games,
         ", ".join(win_text(one, seat) for seat in one.players),
         ", ".join(f"{seat} {spread_text(points)}" for seat, points in one.points.items()),
         ", ".join(f"{side} {lost:.1f}" for side, lost in one.losses.items()), f"{one.turns:.1f}",
         f"{one.choices:.0f}", one.cuts]
        for one in tallies]
    return "\n\n".join(filter(None, (contest.as_table(rows), cut_text(tallies))))


def run_ladder(args: argparse.Namespace) -> int:
    """``stavka lab ladder``."""
    scenarios = _scenarios(args)
    game = stavka.game(args.game, data=args.data)
    levels = args.players.split(",")
    trouble = _unable(game, levels)
    if scenarios is None or trouble:
        print(trouble or "", end="\n" if trouble else "", file=sys.stderr)
        return 2
    first, second = game.seats[:2]
    pairs = [(a, b) for n, a in enumerate(levels) for b in levels[n + 1:]]
    if args.pairs == "neighbours":
        pairs = list(pairwise(levels))
    todo = [bout for a, b in pairs for bout in contest.bouts(
        args.game, scenarios, {first: a, second: b}, args.games, args.seed, args.data, swapped=True)]
    scores = _run(args, todo)
    rating = stats.bradley_terry(stats.meetings(scores))
    cross = stats.cross_table(scores)
    print(json.dumps(_ladder_data(rating, cross, scores), indent=2) if args.json else _ladder_table(
        levels, rating, cross, first, scores))
    return 0


def _ladder_data(rating: stats.Rating, cross: dict[tuple[str, str], stats.Cell],
                 scores: list[contest.Score]) -> dict[str, Any]:
    return {
        "ratings": {name: round(value) for name, value in rating.players.items()},
        "margins": {name: round(value) for name, value in rating.margins.items()},
        "advantage": {scenario: round(value) for scenario, value in rating.advantage.items()},
        "advantage_margins": {scenario: round(value) for scenario, value in rating.advantage_margins.items()},
        "cross": [{"player": a, "against": b, "wins": cell.wins, "games": cell.games,
                   "interval": stats.wilson(cell.wins, cell.games)} for (a, b), cell in cross.items()],
        "seatings": [_play_data(one) for one in stats.tally(scores)],
        "cuts": sum(score.cuts for score in scores),
    }


def _ladder_table(levels: list[str], rating: stats.Rating, cross: dict[tuple[str, str], stats.Cell],
                  first: str, scores: list[contest.Score]) -> str:
    ordered = sorted(levels, key=lambda level: -rating.players.get(level, 0.0))
    rows: list[list[Any]] = [["player", "rating (95 %)", *(f"against {level}" for level in ordered)]]
    rows += [[a, f"{rating.players.get(a, 0.0):+.0f} ± {rating.margins.get(a, 0.0):.0f}",
              *(cross[a, b].text if (a, b) in cross else "" for b in ordered)] for a in ordered]
    edges = "\n".join(f"{scenario}: the {first} seat is worth {value:+.0f} ± {rating.advantage_margins[scenario]:.0f}"
                      for scenario, value in rating.advantage.items())
    return "\n\n".join(filter(None, (contest.as_table(rows), edges, cut_text(stats.tally(scores)))))


def _register_gates(commands: Any) -> None:
    parser = commands.add_parser("gates", help="all gates and the balance between equals, as JSON")
    _add_contest_options(parser, 100)
    parser.add_argument("--scenario", default="", help="where gates and equal veterans are played (the first)")
    parser.add_argument("--long", type=int, default=30, help=f"seeds where a {gates.LONG} plays (30)")
    parser.add_argument("--balance", type=int, default=200, help="games between veterans (200)")
    parser.add_argument("--others", type=int, default=40, help="games between regulars in every scenario (40)")
    parser.add_argument("--only", action="append", default=[], metavar="LEVEL",
                        help="only the gate of this level; may be given again (all)")
    parser.add_argument("--seconds", type=float, default=inf, help="after so long no more games are begun")
    parser.set_defaults(run=run_gates)


def run_gates(args: argparse.Namespace) -> int:
    """``stavka lab gates``."""
    game = stavka.game(args.game, data=args.data)
    trouble = _unable(game, args.only or levels_of(game)[:2] if game.staff is not None else NAMES)
    if trouble:
        print(trouble, file=sys.stderr)
        return 2
    scenarios = _scenarios(args)
    if scenarios is None:
        return 2
    found = gates.run(args.game, games=args.games, long=args.long, balance=args.balance, others=args.others,
                      jobs=args.jobs, seed=args.seed, out=args.out, resume=args.resume, data=args.data,
                      only=args.only, seconds=args.seconds, scenario=scenarios[0])
    print(json.dumps(found, indent=2))
    return 0 if all(gate["passed"] for gate in found["gates"]) else 1


def _register_suite(commands: Any) -> None:
    parser = commands.add_parser("suite", help="positions with a better move: how many does a player find?")
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--level", default=USUAL, help=f"the player ({USUAL})")
    parser.add_argument("--suite", type=Path, help="the file of positions (tests/players/suites/GAME.toml)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the player (0)")
    parser.add_argument("--verify", type=int, default=0, metavar="GAMES",
                        help="play both moves of every position on to the end so often, and tell the difference")
    parser.set_defaults(run=run_suite)


def run_suite(args: argparse.Namespace) -> int:
    """``stavka lab suite``."""
    game = stavka.game(args.game)
    path = args.suite or SUITES / f"{args.game}.toml"
    trouble = _unable(game, [args.level]) or ("" if path.is_file() else f"there is no file {path}")
    if trouble:
        print(trouble, file=sys.stderr)
        return 2
    told = []
    for problem in suite.read(path):
        line: dict[str, Any] = {"name": problem.name, "found": suite.solves(game, problem, args.level, args.seed)}
        if args.verify:
            margin = suite.verify(game, problem, args.verify, args.seed)
            line |= {"points": round(margin.points, 2), "error": round(margin.error, 2), "sure": margin.is_sure}
        told.append(line)
    found = sum(line["found"] for line in told)
    print(json.dumps({"game": args.game, "level": args.level, "found": found, "of": len(told), "positions": told},
                     indent=2))
    return 0 if found >= SOLVED * len(told) and all(line.get("sure", True) for line in told) else 1
