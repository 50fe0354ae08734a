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
from stavka.errors import told
from stavka.players import NAMES, levels_of, usual_level
from stavka.text import Speech, arguments
from stavka.text.arguments import Complaint

from . import check, contest, fuzz, gates, history, stats, suite
from .bench import bench_all
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


def register(subparsers: Any, speech: Speech) -> None:
    """Add the ``lab`` command and its own commands, with their help in a language."""
    parser = subparsers.add_parser("lab", help=speech("lab.about.lab"), description=speech("lab.about.lab"))
    arguments.add_language(parser, speech)
    seated = type("LabParser", (_SeatsToo, type(parser)), {})
    commands = parser.add_subparsers(dest="lab", required=True, parser_class=seated, metavar="COMMAND")
    _register_fuzz(commands, speech)
    _register_check(commands, speech)
    _register_bench(commands, speech)
    _register_play(commands, speech)
    _register_ladder(commands, speech)
    _register_gates(commands, speech)
    _register_suite(commands, speech)
    _register_conform(commands, speech)
    _register_speed(commands, speech)
    _register_survey(commands, speech)


def _command(commands: Any, speech: Speech, name: str) -> argparse.ArgumentParser:
    """One command of the lab, with what it is for."""
    about = speech(f"lab.about.{name}")
    parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    arguments.add_language(parser, speech)
    return parser


def _command_of_a_game(commands: Any, speech: Speech, name: str) -> argparse.ArgumentParser:
    """A command that plays all scenarios of one game, or one of them, on some cores."""
    parser = _command(commands, speech, name)
    parser.add_argument("game", choices=stavka.games(), help=speech("cli.game"))
    parser.add_argument("--jobs", type=int, default=1, help=speech("lab.help.jobs"))
    parser.add_argument("--scenario", default="all", help=speech("lab.help.scenario"))
    return parser


def _register_fuzz(commands: Any, speech: Speech) -> None:
    parser = _command_of_a_game(commands, speech, "fuzz")
    parser.add_argument("--games", type=int, default=100, help=speech("lab.help.many"))
    parser.add_argument("--seed", type=int, default=0, help=speech("lab.help.seed"))
    parser.add_argument("--data", help=speech("lab.help.data"))
    parser.add_argument("--out", type=Path, default=Path("fuzz"), help=speech("lab.help.fuzz_out"))
    parser.set_defaults(run=run_fuzz)


def run_fuzz(args: argparse.Namespace) -> int:
    """``stavka lab fuzz``."""
    todo = fuzz.jobs(args.game, _scenarios(args), args.games, args.seed, args.data)
    summary = fuzz.run(todo, args.jobs, args.out, Progress(len(todo), "games", args.lang))
    print(json.dumps(fuzz.as_data(summary), indent=2, ensure_ascii=False))
    return 1 if summary.flaws else 0


def _register_check(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "check")
    parser.add_argument("game", choices=stavka.games(), help=speech("cli.game"))
    parser.add_argument("--games", type=int, default=5, help=speech("lab.help.check_games"))
    parser.add_argument("--seed", type=int, default=0, help=speech("lab.help.seed"))
    parser.add_argument("--tests", type=Path, default=Path("tests"), help=speech("lab.help.tests"))
    parser.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    """``stavka lab check``."""
    report = check.check_key(args.game, args.games, args.seed, args.tests if args.tests.is_dir() else None)
    print(json.dumps(asdict(report), indent=2, ensure_ascii=False))
    return 1 if report.flaws else 0


def _register_bench(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "bench")
    parser.add_argument("game", nargs="*", default=list(stavka.games()), metavar="GAME",
                        help=speech("lab.help.bench_games"))
    parser.add_argument("--games", type=int, default=20, help=speech("lab.help.measured"))
    parser.add_argument("--history", type=Path, help=speech("lab.help.history"))
    parser.add_argument("--table", action="store_true", help=speech("lab.help.table"))
    parser.add_argument("--players", action="store_true", help=speech("lab.help.thinking"))
    parser.add_argument("--load", action="store_true", help=speech("lab.help.load"))
    parser.add_argument("--load-seconds", type=float, default=20, help=speech("lab.help.load_seconds"))
    parser.set_defaults(run=run_bench)


def run_bench(args: argparse.Namespace) -> int:
    """``stavka lab bench``."""
    figures: dict[str, Any] = {"games": bench_all(args.game, args.games, args.players)}
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
        print("\n".join(history.compare(args.history, commit, figures["games"], args.lang)), file=sys.stderr)
        history.remember(args.history, commit, figures["games"])
    return 0


def _register_conform(commands: Any, speech: Speech) -> None:
    parser = _command_of_a_game(commands, speech, "conform")
    parser.add_argument("--seeds", type=int, default=100, help=speech("lab.help.seeds"))
    parser.add_argument("--check", action="append", help=speech("lab.help.check"))
    parser.add_argument("--out", type=Path, help=speech("lab.help.conform_out"))
    parser.add_argument("--resume", action="store_true", help=speech("lab.help.resume"))
    parser.set_defaults(run=run_conform)


def run_conform(args: argparse.Namespace) -> int:
    """``stavka lab conform``."""
    try:
        from .envs import conform
    except ModuleNotFoundError as error:
        raise _lacking(args, error, "research") from None
    checks = tuple(args.check or conform.CHECKS)
    for name in checks:
        if name not in conform.CHECKS:
            raise Complaint(Speech(args.lang)("lab.error.no_check", name=name, known=", ".join(conform.CHECKS)))
    todo = conform.jobs(args.game, _scenarios(args), args.seeds, checks)
    report = conform.run(todo, args.jobs, Progress(len(todo), "jobs", args.lang), args.out, args.resume)
    print(json.dumps(report.as_data(), indent=2, ensure_ascii=False))
    return 1 if report.failures else 0


def _register_speed(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "speed")
    parser.add_argument("game", choices=stavka.games(), help=speech("cli.game"))
    parser.add_argument("--games", type=int, default=5, help=speech("lab.help.speed_games"))
    parser.set_defaults(run=run_speed)


def run_speed(args: argparse.Namespace) -> int:
    """``stavka lab speed``."""
    try:
        from .envs.speed import speed
    except ModuleNotFoundError as error:
        raise _lacking(args, error, "research") from None
    print(json.dumps(speed(args.game, args.games), indent=2))
    return 0


def _register_survey(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "survey")
    parser.add_argument("game", choices=stavka.games(), help=speech("cli.game"))
    parser.add_argument("--games", type=int, default=200, help=speech("lab.help.survey_games"))
    parser.set_defaults(run=run_survey)


def run_survey(args: argparse.Namespace) -> int:
    """``stavka lab survey``."""
    try:
        from .envs.vocabulary import survey
    except ModuleNotFoundError as error:
        raise _lacking(args, error, "research") from None
    print(json.dumps(survey(stavka.game(args.game), args.games).as_data(), indent=2))
    return 0


# -- Contests ------------------------------------------------------------------------------------------------------


def _add_contest_options(parser: Any, speech: Speech, games: int) -> None:
    parser.add_argument("game", choices=stavka.games(), help=speech("cli.game"))
    parser.add_argument("--games", type=int, default=games, help=speech("lab.help.games"))
    parser.add_argument("--jobs", type=int, default=1, help=speech("lab.help.jobs"))
    parser.add_argument("--seed", type=int, default=0, help=speech("lab.help.seed"))
    parser.add_argument("--out", type=Path, help=speech("lab.help.out"))
    parser.add_argument("--resume", action="store_true", help=speech("lab.help.resume"))
    parser.add_argument("--seconds", type=float, default=inf, help=speech("lab.help.seconds"))
    parser.add_argument("--cluster", metavar="tcp://...", help=speech("lab.help.cluster"))
    parser.add_argument("--data", help=speech("lab.help.data"))
    parser.add_argument("--json", action="store_true", help=speech("lab.help.json"))


def _register_play(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "play")
    _add_contest_options(parser, speech, 100)
    parser.add_argument("--scenario", default="all", help=speech("lab.help.scenario"))
    parser.set_defaults(seats={})
    parser.epilog = speech("lab.help.seat", usual=USUAL, levels=", ".join(NAMES))
    parser.add_argument("--swap", action="store_true", help=speech("lab.help.swap"))
    parser.add_argument("--report", type=Path, metavar="FILE.html", help=speech("lab.help.report"))
    parser.set_defaults(run=run_play)


def _register_ladder(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "ladder")
    _add_contest_options(parser, speech, 20)
    parser.add_argument("--scenario", default="", help=speech("lab.help.ladder_scenario"))
    parser.add_argument("--players", default=",".join(NAMES), help=speech("lab.help.players"))
    parser.add_argument("--pairs", choices=("all", "neighbours"), default="all",
                        help=speech("lab.help.pairs"))
    parser.set_defaults(run=run_ladder)


def _game(args: argparse.Namespace) -> stavka.Game[Any]:
    """The game asked for, with an owner's corrections where there are any."""
    try:
        return stavka.game(args.game, data=getattr(args, "data", None))
    except stavka.DataError as error:
        raise Complaint(told(error, args.lang)) from None


def _scenarios(args: argparse.Namespace) -> list[str]:
    """The scenarios asked for."""
    known = list(_game(args).scenarios)
    if args.scenario == "all":
        return known
    if args.scenario in ("", *known):
        return [args.scenario or known[0]]
    raise Complaint(Speech(args.lang)("lab.error.no_scenario", name=args.scenario, known=", ".join(known)))


def _out(args: argparse.Namespace) -> Path:
    """Where results are written."""
    out: Path = args.out or Path("lab") / f"{args.game}-{args.lab}.jsonl"
    return out


def _run(args: argparse.Namespace, todo: list[contest.Bout]) -> list[contest.Score]:
    """Play what is asked for; whoever interrupts it is told how to go on."""
    speech, out = Speech(args.lang), _out(args)
    print(speech("lab.results", path=out), file=sys.stderr)
    try:
        return contest.run(todo, jobs=args.jobs, out=out, resume=args.resume, cluster=args.cluster,
                           seconds=args.seconds, language=args.lang)
    except contest.NoCluster as error:
        raise _lacking(args, error, "cluster") from None
    except KeyboardInterrupt:
        print(f"\n{speech('lab.stopped', path=out)}", file=sys.stderr)
        raise


def _lacking(args: argparse.Namespace, error: ModuleNotFoundError, extra: str) -> Complaint:
    """What to install for a command that needs an extra of the package."""
    return Complaint(Speech(args.lang)("lab.error.lacking", package=error.name, extra=extra))


def _check_levels(args: argparse.Namespace, game: stavka.Game[Any], levels: Iterable[str]) -> None:
    """Refuse levels that cannot play the game."""
    speech = Speech(args.lang)
    for level in levels:
        if level not in NAMES:
            raise Complaint(speech("lab.error.no_player", level=level, known=", ".join(NAMES)))
        if level != "random" and game.staff is None:
            raise Complaint(speech("lab.error.no_staff", game=game.key, level=level))
        if level not in levels_of(game):
            raise Complaint(speech("error.no_level", game=game.key, level=level, known=", ".join(levels_of(game))))


def _seating(args: argparse.Namespace, game: stavka.Game[Any]) -> dict[str, str]:
    """Who plays which seat; nobody sits where the game has no seat."""
    for seat in args.seats:
        if seat not in game.seats:
            raise Complaint(Speech(args.lang)("lab.error.no_seat", game=game.key, seat=seat,
                                              known=", ".join(game.seats)))
    return {seat: args.seats.get(seat, usual_level(game)) for seat in game.seats}


def run_play(args: argparse.Namespace) -> int:
    """``stavka lab play``."""
    scenarios, game = _scenarios(args), _game(args)
    players = _seating(args, game)
    _check_levels(args, game, players.values())
    todo = contest.bouts(args.game, scenarios, players, args.games, args.seed, args.data, args.swap)
    tallies = stats.tally(_run(args, todo))
    if args.report is not None:
        command = shlex.join(["stavka", *sys.argv[1:]])
        args.report.write_text(page(game, command, tallies, args.lang), encoding="utf-8")
    print(json.dumps([_play_data(one) for one in tallies], indent=2) if args.json else _play_table(
        tallies, Speech(args.lang)))
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


COLUMNS = ("scenario", "players", "games", "wins", "points", "losses", "turns", "choices", "cuts")
"""What is told of each scenario and seating; the words are those of ``lab.column``."""


def _play_table(tallies: list[stats.Tally], speech: Speech) -> str:
    rows: list[list[Any]] = [[speech(f"lab.column.{column}") for column in COLUMNS]]
    rows += [
        [one.scenario, " ".join(one.players.values()), one.games,
         ", ".join(win_text(one, seat) for seat in one.players),
         ", ".join(f"{seat} {spread_text(points)}" for seat, points in one.points.items()),
         ", ".join(f"{side} {lost:.1f}" for side, lost in one.losses.items()), f"{one.turns:.1f}",
         f"{one.choices:.0f}", one.cuts]
        for one in tallies]
    return "\n\n".join(filter(None, (contest.as_table(rows), cut_text(tallies, speech.language))))


def run_ladder(args: argparse.Namespace) -> int:
    """``stavka lab ladder``."""
    scenarios, game = _scenarios(args), _game(args)
    levels = args.players.split(",")
    _check_levels(args, game, levels)
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
        levels, rating, cross, first, scores, Speech(args.lang)))
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
                  first: str, scores: list[contest.Score], speech: Speech) -> str:
    ordered = sorted(levels, key=lambda level: -rating.players.get(level, 0.0))
    rows: list[list[Any]] = [[speech("lab.column.player"), speech("lab.column.rating"),
                              *(speech("lab.column.against", level=level) for level in ordered)]]
    rows += [[a, f"{rating.players.get(a, 0.0):+.0f} ± {rating.margins.get(a, 0.0):.0f}",
              *(cross[a, b].text if (a, b) in cross else "" for b in ordered)] for a in ordered]
    edges = "\n".join(speech("lab.edge", scenario=scenario, seat=first, value=f"{value:+.0f}",
                             margin=f"{rating.advantage_margins[scenario]:.0f}")
                      for scenario, value in rating.advantage.items())
    return "\n\n".join(filter(None, (contest.as_table(rows), edges, cut_text(stats.tally(scores), speech.language))))


def _register_gates(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "gates")
    _add_contest_options(parser, speech, 100)
    parser.add_argument("--scenario", default="", help=speech("lab.help.gates_scenario"))
    parser.add_argument("--long", type=int, default=30, help=speech("lab.help.long", level=gates.LONG))
    parser.add_argument("--balance", type=int, help=speech("lab.help.balance", usual=gates.BALANCE))
    parser.add_argument("--others", type=int, help=speech("lab.help.others", usual=gates.OTHERS))
    parser.add_argument("--only", action="append", default=[], metavar="LEVEL",
                        help=speech("lab.help.only"))
    parser.set_defaults(run=run_gates)


def run_gates(args: argparse.Namespace) -> int:
    """``stavka lab gates``."""
    game = _game(args)
    _check_levels(args, game, args.only or levels_of(game)[:2] if game.staff is not None else NAMES)
    scenarios = _scenarios(args)
    found = gates.run(args.game, games=args.games, long=args.long, balance=args.balance, others=args.others,
                      jobs=args.jobs, seed=args.seed, out=_out(args), resume=args.resume, data=args.data,
                      only=args.only, seconds=args.seconds, scenario=scenarios[0], language=args.lang)
    print(json.dumps(found, indent=2))
    return 0 if all(gate["passed"] for gate in found["gates"]) else 1


def _register_suite(commands: Any, speech: Speech) -> None:
    parser = _command(commands, speech, "suite")
    parser.add_argument("game", choices=stavka.games(), help=speech("cli.game"))
    parser.add_argument("--level", default=USUAL, help=speech("lab.help.level"))
    parser.add_argument("--suite", type=Path, help=speech("lab.help.suite"))
    parser.add_argument("--seed", type=int, default=0, help=speech("lab.help.player_seed"))
    parser.add_argument("--verify", type=int, default=0, metavar="GAMES",
                        help=speech("lab.help.verify"))
    parser.set_defaults(run=run_suite)


def run_suite(args: argparse.Namespace) -> int:
    """``stavka lab suite``."""
    game = _game(args)
    path = args.suite or SUITES / f"{args.game}.toml"
    _check_levels(args, game, [args.level])
    if not path.is_file():
        raise Complaint(Speech(args.lang)("error.no_file", path=path))
    answers = []
    for problem in suite.read(path):
        line: dict[str, Any] = {"name": problem.name, "found": suite.solves(game, problem, args.level, args.seed)}
        if args.verify:
            margin = suite.verify(game, problem, args.verify, args.seed)
            line |= {"points": round(margin.points, 2), "error": round(margin.error, 2), "sure": margin.is_sure}
        answers.append(line)
    found = sum(line["found"] for line in answers)
    print(json.dumps({"game": args.game, "level": args.level, "found": found, "of": len(answers), "positions": answers},
                     indent=2))
    return 0 if found >= SOLVED * len(answers) and all(line.get("sure", True) for line in answers) else 1
