"""``stavka ...``: the command line.

What a user gets wrong is answered with one line and exit status 2; a check that fails has status 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import stavka

from .coverage import measure
from .errors import Illegal, told
from .game import Game
from .journal import read_header, read_lines
from .kit.board import Board
from .kit.data import Folder
from .match import Match
from .new import BadKey, create, home_of
from .players import NAMES, levels_of, usual_level
from .table import PORT
from .table import run as serve_table
from .text import Console, Speech, Store, Table, arguments
from .text.arguments import Complaint
from .text.rulebook import lookup_lines, rule_lines
from .text.speech import percent
from .text.storage import data_folder, last_game

BOTH, NONE = "both", "none"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    speech = Speech(arguments.wanted_language(words))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without accents still gets its game
    parser = build_parser(speech)
    args = parser.parse_args(words)
    if args.command is None:
        args = parser.parse_args([*words, "table"])
    args.lang = getattr(args, "lang", speech.language)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except Complaint as complaint:
        print(f"stavka: {complaint}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status


# -- the commands --------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Complains in one line."""

    speech = Speech()

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. {self.speech('cli.hint', command=self.prog)}\n")


def build_parser(speech: Speech) -> argparse.ArgumentParser:
    """The parser of all commands, with its help in a language."""
    arguments.speak(speech.language)
    kind = type("Parser", (_Parser,), {"speech": speech})
    parser: argparse.ArgumentParser = kind(prog="stavka", description=speech("cli.about"))
    parser.add_argument("--version", action="version", version=f"stavka {stavka.__version__}",
                        help=speech("cli.version"))
    arguments.add_language(parser, speech)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, add in (("table", _add_table), ("play", _add_play), ("rules", _add_rules), ("verify", _add_verify),
                      ("games", _add_games), ("show", _add_show), ("map", _add_map), ("new", _add_new)):
        command = commands.add_parser(name, help=speech(f"cli.{name}"), description=speech(f"cli.{name}"))
        arguments.add_language(command, speech)
        add(command, speech)
    _register_more(commands, speech)
    return parser


def _register_more(commands: Any, speech: Speech) -> None:
    """Commands of parts that may be absent from an installation."""
    for part in ("lab",):
        if find_spec(f"stavka.{part}") is not None and find_spec(f"stavka.{part}.cli") is not None:
            import_module(f"stavka.{part}.cli").register(commands, speech)


def _whole(speech: Speech, least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""
    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(speech("error.bad_number", text=text, least=least, most=most))
        return number

    return read


def _add_table(parser: argparse.ArgumentParser, speech: Speech) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=speech("cli.host"))
    parser.add_argument("--port", type=_whole(speech, 0, 65535), default=PORT, metavar="N", help=speech("cli.port"))
    parser.add_argument("--data", metavar="DIR", help=speech("cli.all_data"))
    parser.add_argument("--no-browser", action="store_true", help=speech("cli.no_browser"))
    parser.add_argument("--proxied", action="store_true", help=speech("cli.proxied"))
    parser.add_argument("--accounts", action="store_true", help=speech("cli.accounts"))
    parser.set_defaults(run=run_table)


def _add_play(parser: argparse.ArgumentParser, speech: Speech) -> None:
    add = parser.add_argument
    add("game", nargs="?", metavar="GAME", help=speech("cli.game"))
    add("--scenario", metavar="KEY", help=speech("cli.scenario"))
    add("--option", action="append", default=[], metavar="NAME=true|false", help=speech("cli.option"))
    add("--seed", type=int, metavar="N", help=speech("cli.seed"))
    add("--seat", metavar="SEAT", help=speech("cli.seat"))
    add("--opponent", metavar="LEVEL", help=speech("cli.opponent", levels=", ".join(NAMES)))
    add("--data", type=Path, metavar="DIR", help=speech("cli.data"))
    add("--resume", nargs="?", const="", metavar="FILE", help=speech("cli.resume"))
    add("--situation", type=Path, metavar="FILE", help=speech("cli.situation"))
    add("--save", type=Path, metavar="FILE", help=speech("cli.save"))
    add("--trust", action="store_true", help=speech("cli.trust"))
    add("--page", type=_whole(speech, 0, 10_000), metavar="N", help=speech("cli.page"))
    add("--ask", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run_play)


def _add_rules(parser: argparse.ArgumentParser, speech: Speech) -> None:
    parser.add_argument("game", metavar="GAME", help=speech("cli.game"))
    parser.add_argument("rule", nargs="*", metavar="NUMBER|WORD", help=speech("cli.rule"))
    parser.add_argument("--coverage", action="store_true", help=speech("cli.coverage"))
    parser.add_argument("--tests", type=Path, default=Path("tests"), metavar="DIR", help=speech("cli.tests"))
    parser.set_defaults(run=run_rules)


def _add_verify(parser: argparse.ArgumentParser, speech: Speech) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=speech("cli.file"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=speech("cli.data"))
    parser.set_defaults(run=run_verify)


def _add_games(parser: argparse.ArgumentParser, _: Speech) -> None:
    parser.set_defaults(run=run_games)


def _add_show(parser: argparse.ArgumentParser, speech: Speech) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=speech("cli.file"))
    parser.add_argument("--seat", metavar="SEAT", help=speech("cli.as_seat"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=speech("cli.data"))
    parser.set_defaults(run=run_show)


def _add_map(parser: argparse.ArgumentParser, speech: Speech) -> None:
    parser.add_argument("game", metavar="GAME|DIR", help=speech("cli.game_or_folder"))
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=speech("cli.output"))
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help=speech("cli.theme"))
    parser.add_argument("--width", type=_whole(speech, 16, 20_000), default=1600, metavar="N", help=speech("cli.width"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=speech("cli.data"))
    parser.set_defaults(run=run_map)


def _add_new(parser: argparse.ArgumentParser, speech: Speech) -> None:
    parser.add_argument("key", metavar="KEY", help=speech("cli.new_key"))
    parser.add_argument("--in", dest="folder", type=Path, metavar="DIR", help=speech("cli.new_folder"))
    parser.set_defaults(run=run_new)


# -- what they share -----------------------------------------------------------------------------------------------


def _console(args: argparse.Namespace) -> Console:
    return Console(sys.stdin, sys.stdout, page=getattr(args, "page", None))


@contextmanager
def _reading(path: Path | None, speech: Speech) -> Iterator[None]:
    """Whatever a file of the user's does when it is read, it is said to be its fault, in one line.

    A file can be damaged in ways that no check foresees; where none was given, a failure is ours and stays one.
    """
    try:
        yield
    except FileNotFoundError:
        raise Complaint(speech("error.no_file", path=path)) from None
    except OSError as error:
        raise Complaint(speech("error.unreadable", path=path, cause=error.strerror)) from None
    except (Complaint, stavka.JournalError, Illegal):
        raise
    except (stavka.DataError, stavka.SituationError) as error:
        raise Complaint(_one_line(told(error, speech.language))) from None
    except Exception as error:
        if path is None:
            raise
        cause = f"{type(error).__name__}: {_one_line(error)}"
        raise Complaint(speech("error.damaged", path=path, cause=cause)) from None


@contextmanager
def _journal_errors(speech: Speech) -> Iterator[None]:
    """A saved game that does not replay is the user's complaint."""
    try:
        yield
    except stavka.JournalError as error:
        raise Complaint(" ".join(error.say(speech.language).split())) from None


def _one_line(error: Exception | str) -> str:
    return " ".join(str(error).split())


def _find_game(key: str, data: Path | None, speech: Speech) -> Game[Any]:
    if key not in stavka.games():
        raise Complaint(speech("error.no_game", game=key, known=", ".join(stavka.games())))
    with _reading(data, speech):
        return stavka.game(key, data=data)


def _open(path: Path, data: Path | None, console: Console, speech: Speech) -> Match:
    """A saved game, replayed."""
    with _reading(path, speech), console.busy(speech("busy.replay")):
        return stavka.open(path, data=data)


# -- table ---------------------------------------------------------------------------------------------------------


def run_table(args: argparse.Namespace) -> int:
    """``stavka table``, and plain ``stavka``: play in the browser."""
    serve_table(args.host, args.port, not args.no_browser, args.data, local=False if args.proxied else None,
                accounts=args.accounts)
    return 0


# -- play ----------------------------------------------------------------------------------------------------------


def run_play(args: argparse.Namespace) -> int:
    """``stavka play``."""
    speech = Speech(args.lang)
    console = _console(args)
    if args.ask:
        _ask_for_game(args, console, speech)
    if args.resume is not None:
        with _journal_errors(speech):
            match, store = _resume(args, console, speech)
    else:
        match = _begin(args, console, speech)
        store = None
    people = _people(match.game, args.seat or BOTH, speech)
    args.opponent = _opponent(match.game, args.opponent, speech)
    setting = {"seat": args.seat or BOTH, "opponent": args.opponent, "data": _absolute(args.data), "trust": args.trust}
    if args.save is not None:
        store = Store(args.save, setting)
    elif store is None:
        store = Store.new(data_folder(), match, setting)
    table = Table(match, console, speech, people=people, opponent=args.opponent, store=store, data=args.data,
                  trusting=args.trust)
    return table.run()


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.resolve())


def _ask_for_game(args: argparse.Namespace, console: Console, speech: Speech) -> None:
    """Ask which game and scenario, where there are several."""
    titles = {key: _find_game(key, None, speech).title[speech.language] for key in stavka.games()}
    args.game = _pick(titles, speech("ask.game"), console)
    scenarios = _find_game(args.game, None, speech).scenarios
    args.scenario = _pick({key: f"{scenario.name[speech.language]}. {scenario.summary[speech.language]}"
                           for key, scenario in scenarios.items()}, speech("ask.scenario"), console)


def _pick(names: dict[str, str], question: str, console: Console) -> str:
    """One of several keys; the first if nothing sensible is answered."""
    keys = list(names)
    if len(keys) == 1:
        return keys[0]
    for n, key in enumerate(keys, 1):
        console.say(f"{n:3}  {key}: {names[key]}", hang=2)
    answer = (console.ask(question + " ") or "").strip()
    if answer.isdigit() and 1 <= int(answer) <= len(keys):
        return keys[int(answer) - 1]
    return answer or keys[0]


def _begin(args: argparse.Namespace, console: Console, speech: Speech) -> Match:
    """A new match, from a scenario or a written position."""
    with console.busy(speech("busy.load")):
        try:
            if args.situation is not None:
                return _begin_situation(args, speech)
            game = _find_game(args.game or stavka.games()[0], args.data, speech)
            return game.start(args.scenario, seed=args.seed, options=_options(args.option, speech))
        except Illegal as error:
            raise Complaint(error.say(speech.language)) from None
        except ValueError as error:
            raise Complaint(told(error, speech.language)) from None


def _begin_situation(args: argparse.Namespace, speech: Speech) -> Match:
    for given, name in ((args.scenario, "--scenario"), (args.option, "--option")):
        if given:
            raise Complaint(speech("error.choose_one", first="--situation", second=name))
    try:
        written = tomllib.loads(args.situation.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Complaint(speech("error.no_file", path=args.situation)) from None
    except OSError as error:
        raise Complaint(speech("error.unreadable", path=args.situation, cause=error.strerror)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Complaint(speech("error.not_toml", path=args.situation, cause=error)) from None
    if args.seed is not None:
        written.setdefault("seed", args.seed)
    game = _find_game(args.game or str(written.get("game", stavka.games()[0])), args.data, speech)
    try:
        with _reading(args.situation, speech):
            return game.situation(written)
    except Complaint as complaint:
        raise Complaint(speech("error.not_toml", path=args.situation, cause=complaint)) from None


def _options(texts: Sequence[str], speech: Speech) -> dict[str, bool]:
    values = {"true": True, "false": False}
    options = {}
    for text in texts:
        name, _, value = text.partition("=")
        if value not in values:
            raise Complaint(speech("error.bad_option", text=text))
        options[name] = values[value]
    return options


def _resume(args: argparse.Namespace, console: Console, speech: Speech) -> tuple[Match, Store]:
    """A saved game, and who sat where; what the command line says goes first."""
    for given, name in ((args.situation, "--situation"), (args.scenario, "--scenario"), (args.option, "--option")):
        if given and not args.ask:
            raise Complaint(speech("error.choose_one", first="--resume", second=name))
    path = Path(args.resume) if args.resume else last_game(data_folder())
    if path is None:
        raise Complaint(speech("error.no_last", folder=data_folder()))
    setting = Store.read_setting(path)
    args.seat = args.seat or setting.get("seat")
    args.opponent = args.opponent or setting.get("opponent")
    args.data = args.data or (Path(setting["data"]) if setting.get("data") else None)
    args.trust = args.trust or bool(setting.get("trust"))
    return _open(path, args.data, console, speech), Store(path, setting)


def _people(game: Game[Any], seat: str, speech: Speech) -> tuple[str, ...]:
    """The seats that persons take."""
    if seat == BOTH:
        return game.seats
    if seat == NONE:
        return ()
    if seat not in game.seats:
        raise Complaint(speech("error.no_seat", game=game.key, seat=seat, known=", ".join(game.seats)))
    return (seat,)


def _opponent(game: Game[Any], level: str | None, speech: Speech) -> str:
    """The level of the computer players."""
    if level is None:
        return usual_level(game)
    if level not in levels_of(game):
        raise Complaint(speech("error.no_level", game=game.key, level=level, known=", ".join(levels_of(game))))
    return level


# -- rules ---------------------------------------------------------------------------------------------------------


def run_rules(args: argparse.Namespace) -> int:
    """``stavka rules``."""
    speech = Speech(args.lang)
    console = _console(args)
    game = _find_game(args.game, None, speech)
    if args.coverage:
        return _report_coverage(game, args.tests, console, speech)
    wanted = " ".join(args.rule)
    if wanted:
        lines = lookup_lines(game, wanted, speech)
    else:
        lines = [line for rule in game.rules for line in rule_lines(rule, speech)]
    if not lines:
        raise Complaint(speech("error.no_rule", game=game.key, text=wanted))
    for line in lines:
        console.say(line)
    return 0


def _report_coverage(game: Game[Any], tests: Path, console: Console, speech: Speech) -> int:
    """How many rules the tests cite; 1 if they miss some or cite some that do not exist."""
    if not tests.is_dir():
        raise Complaint(speech("error.no_tests", folder=tests))
    with console.busy(speech("busy.read")):
        coverage = measure(game, tests)
    total = len(coverage.cited) + len(coverage.missing)
    console.say(speech("report.coverage", game=game.key, cited=len(coverage.cited), all=total,
                       share=percent(int(coverage.share * 100) / 100), narrative=coverage.narrative))
    if coverage.missing:
        console.say(speech("report.missing"))
        for number in coverage.missing:
            console.say(f"  {number}  {game.rules[number].title[speech.language]}")
    if coverage.unknown:
        console.say(f"{speech('report.unknown')} {', '.join(coverage.unknown)}")
    return 1 if coverage.missing or coverage.unknown else 0


# -- saved games ---------------------------------------------------------------------------------------------------


def run_verify(args: argparse.Namespace) -> int:
    """``stavka verify``."""
    speech = Speech(args.lang)
    console = _console(args)
    where = str(args.file)
    try:
        with _reading(args.file, speech):
            text = args.file.read_text(encoding="utf-8")
            lines = read_lines(text, where)
            game = _find_game(str(read_header(lines, where)["game"]), args.data, speech)
            with console.busy(speech("busy.replay")):
                stavka.verify(text, game, where)
    except stavka.JournalError as error:
        print(f"stavka: {error.say(args.lang)}", file=sys.stderr)
        return 1
    state = "keyless" if "key" not in lines[-1] else "finished" if "result" in lines[-1] else "open"
    console.say(speech(f"report.verified_{state}", path=where, lines=sum("choose" in line for line in lines),
                       rolls=sum(len(line.get("dice", ())) for line in lines)))
    return 0


def run_show(args: argparse.Namespace) -> int:
    """``stavka show``."""
    speech = Speech(args.lang)
    console = _console(args)
    with _journal_errors(speech):
        match = _open(args.file, args.data, console, speech)
    if args.seat is not None and args.seat not in match.game.seats:
        raise Complaint(speech("error.no_seat", game=match.game.key, seat=args.seat, known=", ".join(match.game.seats)))
    for event in match.log:
        text = speech.tell(match.game, event.seen_by(args.seat).message)
        console.say(f"== {text}" if event.kind == "phase" else f"  {text}", hang=2)
    if match.result is not None:
        console.say(speech("end.over", text=match.game.say(match.result.message, speech.language)))
    return 0


# -- games and maps ------------------------------------------------------------------------------------------------


def run_games(args: argparse.Namespace) -> int:
    """``stavka games``."""
    speech = Speech(args.lang)
    console = _console(args)
    for key in stavka.games():
        game = _find_game(key, None, speech)
        console.say(f"{key}: {game.title[speech.language]} ({', '.join(game.seats)})")
        console.say("  " + speech("report.scenarios"))
        for name, scenario in game.scenarios.items():
            console.say(f"    {name}: {scenario.name[speech.language]}. {scenario.summary[speech.language]}", hang=2)
        if game.options:
            console.say("  " + speech("report.options"))
        for name, option in game.options.items():
            state = speech("report.option_on" if option.default else "report.option_off")
            console.say(f"    {name} ({state}): {option.help[speech.language]}", hang=2)
    return 0


def _find_board(name: str, data: Path | None, speech: Speech) -> tuple[Folder, Board]:
    """The board of a game or, for one that is only data yet, of a folder with a ``board.toml``."""
    if name in stavka.games() or not Path(name).is_dir():
        game = _find_game(name, data, speech)
        return game.folder, game.board
    base = Path(name, "data") if Path(name, "data", "board.toml").is_file() else Path(name)
    with _reading(data or base, speech):
        folder = Folder(base, data)
        return folder, Board(folder.read("board.toml"))


def run_map(args: argparse.Namespace) -> int:
    """``stavka map``."""
    speech = Speech(args.lang)
    console = _console(args)
    if args.output.suffix not in (".svg", ".png"):
        raise Complaint(speech("error.bad_output", path=args.output))
    try:
        from .art import render, style_of, to_png
    except ImportError as error:
        raise Complaint(speech("error.no_art", cause=error)) from None
    folder, board = _find_board(args.game, args.data, speech)
    try:
        with console.busy(speech("busy.draw")):
            svg = render(board, style_of(folder, board, args.theme), lang=speech.language)
            if args.output.suffix == ".svg":
                args.output.write_text(svg, encoding="utf-8")
            else:
                to_png(svg, args.output, args.width)
    except (OSError, RuntimeError, ValueError) as error:
        raise Complaint(speech("error.no_picture", path=args.output, cause=error)) from None
    console.say(speech("report.written", path=args.output))
    return 0


def run_new(args: argparse.Namespace) -> int:
    """``stavka new``."""
    speech = Speech(args.lang)
    console = _console(args)
    home = home_of(args.key, args.folder)
    try:
        written = create(args.key, home)
    except BadKey as error:
        what, name = error.args
        raise Complaint(speech(what, name=name)) from None
    except OSError as error:
        raise Complaint(speech("error.unwritable", path=error.filename, cause=error.strerror)) from None
    console.say(speech("new.written", game=args.key, files=len(written), package=home.package, tests=home.tests))
    if not home.is_found:
        console.say(speech("new.path", folder=home.own and home.own.resolve()))
    for line in ("play", "draw", "fuzz", "check", "test", "rules"):
        console.say("  " + speech(f"new.{line}", game=args.key, tests=home.tests))
    return 0
