"""The journal of a match: a header and one line for every choice. It is what is saved, sent and replayed.

Every line is a JSON object. The first is the header: game, scenario, options, the digest of the data files and the
commitment of the dice. Each choice is a line with its seat and the dice it rolled; the first choice of a new game turn
also has the digest of the position after it. What was taken back stays written: an ``undo`` line follows it. The last
line of a finished match has the result and the key of the dice, with which ``stavka verify`` recomputes every roll.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import Illegal, JournalError, SituationError
from .kit.dice import Dice
from .version import __version__

if TYPE_CHECKING:
    from .game import Game
    from .kit.position import Position
    from .match import Match, Record

FORMAT = 1
Line = dict[str, Any]


@dataclass
class Journal:
    """The lines of one match, growing as it is played. It is handed the position and does not know the match."""

    lines: list[Line]

    @classmethod
    def begin(cls, match: Match) -> Journal:
        """The journal of a match that begins."""
        header: Line = {
            "stavka": FORMAT,
            "version": __version__,
            "game": match.game.key,
            "scenario": match.scenario,
            "options": match.options,
            "data": match.game.data_digest,
            "dice": match.position.dice.commitment,
            "start": match.digest,
        }
        if match.written is not None:
            header["situation"] = match.written
        return cls([header])

    def chose(self, record: Record, p: Position, *, new_turn: bool) -> None:
        """Write down a choice, and the position it led to if a turn is over."""
        line: Line = {"seat": record.seat, "choose": record.choice}
        if record.dice:
            line["dice"] = list(record.dice)
        if new_turn or p.result is not None:
            line["turn"] = p.turn
            line["digest"] = p.digest
        self.lines.append(line)

    def undid(self, record: Record) -> None:
        """Write down that the last choice was taken back."""
        self.lines.append({"undo": record.choice})

    def text(self, p: Position, *, with_key: bool) -> str:
        """The journal as text. The key of the dice is secret while the match goes on: leave it out for others."""
        lines = list(self.lines)
        if p.result is not None:
            lines.append({"result": p.result.as_data(), "key": p.dice.key.hex()})
        elif with_key:
            lines.append({"key": p.dice.key.hex()})
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def save(self, path: Path, p: Position) -> None:
        """Write the journal to a file: whole or not at all."""
        scratch = path.with_name(path.name + ".part")
        scratch.write_text(self.text(p, with_key=True), encoding="utf-8")
        scratch.replace(path)


def read_lines(text: str, where: str) -> list[Line]:
    """The lines of a journal, each a JSON object."""
    lines = []
    for number, row in enumerate(text.splitlines(), 1):
        try:
            line = json.loads(row)
        except json.JSONDecodeError as error:
            raise JournalError(where, number, "not_json", column=error.colno) from None
        except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists without end
            raise JournalError(where, number, "no_line") from None
        if not isinstance(line, dict):
            raise JournalError(where, number, "not_object")
        lines.append(line)
    return lines


def read_header(lines: list[Line], where: str) -> Line:
    """The first line, checked to be the header of a journal this version can read."""
    header = lines[0] if lines else {}
    if header.get("stavka") != FORMAT:
        found = header.get("stavka")
        flaw = "not_stavka" if found is None else "other_format"
        raise JournalError(where, 1, flaw, found=found, format=FORMAT)
    for key, kind in (("game", str), ("scenario", str), ("options", dict), ("data", str), ("dice", str)):
        if not isinstance(header.get(key), kind):
            raise JournalError(where, 1, "bad_header", key=key)
    players = header.get("players", {})
    if not isinstance(players, dict) or not all(isinstance(player, str) for player in players.values()):
        raise JournalError(where, 1, "bad_header", key="players")
    return header


def replay(lines: list[Line], game: Game[Any], where: str, look: Callable[[Match], object] | None = None) -> Match:
    """Play a journal again, comparing dice and digests; the match can then go on.

    ``look`` is called with the match before the first line and after each.
    """
    from .match import Match

    header = read_header(lines, where)
    if header["data"] != game.data_digest:
        raise JournalError(where, 1, "other_data", digest=header["data"], here=game.data_digest)
    dice = _dice(lines, header, where)
    try:
        if "situation" in header:
            match = Match.from_situation(game, header["situation"], dice)
        else:
            match = Match.start(game, header["scenario"], None, header["options"], dice)
    except (ValueError, SituationError) as error:
        raise JournalError(where, 1, "bad_start", cause=error) from None
    if header.get("start", match.digest) != match.digest:
        raise JournalError(where, 1, "other_start")
    if match.journal is not None:
        match.journal.lines[0] = header
    if look is not None:
        look(match)
    for number, line in _moves(lines, where):
        _replay_line(match, line, number, where)
        if look is not None:
            look(match)
    return match


def _replay_line(match: Match, line: Line, number: int, where: str) -> None:
    if "undo" in line:
        _replay_undo(match, line, number, where)
        return
    offer = match.offer
    if offer is not None and line.get("seat") != offer.seat:
        raise JournalError(where, number, "wrong_seat", seat=line.get("seat"), other=offer.seat)
    try:
        match.choose(line["choose"])
    except Illegal as error:
        raise JournalError(where, number, "refused", choice=line["choose"], cause=error) from None
    except ValueError as error:  # a roll that the journal brings along and no die can show
        raise JournalError(where, number, "bad_roll", cause=error) from None
    rolled = list(match.records[-1].dice)
    if rolled != line.get("dice", []):
        raise JournalError(where, number, "other_dice", rolled=rolled, written=line.get("dice", []))
    if "digest" in line and line["digest"] != match.digest:
        raise JournalError(where, number, "other_position")


def _replay_undo(match: Match, line: Line, number: int, where: str) -> None:
    try:
        undone = match.undo(consent=True)
    except Illegal as error:
        raise JournalError(where, number, "no_undo", cause=error) from None
    if undone != line["undo"]:
        raise JournalError(where, number, "other_undo", written=line["undo"], undone=undone)


def _moves(lines: list[Line], where: str) -> Iterator[tuple[int, Line]]:
    """The lines that say what was done, with their numbers in the file."""
    for number, line in enumerate(lines[1:], 2):
        if isinstance(line.get("choose"), str) or isinstance(line.get("undo"), str):
            yield number, line
        elif "key" in line or "result" in line:
            if number != len(lines):
                raise JournalError(where, number, "goes_on")
        else:
            raise JournalError(where, number, "unknown_line")


def _dice(lines: list[Line], header: Line, where: str) -> Dice:
    """The dice of the journal: from their key, or as they fell if the key is not published."""
    fixed = tuple(header.get("situation", {}).get("dice", ()))
    sealed = lines[-1].get("key")
    if sealed is None:
        fallen = [face for line in lines[1:] for face in line.get("dice", [])]
        try:
            return Dice(fixed=fallen)
        except ValueError as error:
            raise JournalError(where, len(lines), "bad_roll", cause=error) from None
    try:
        dice = Dice(bytes.fromhex(sealed), fixed)
    except (TypeError, ValueError):
        raise JournalError(where, len(lines), "bad_key") from None
    if dice.commitment != header["dice"]:
        raise JournalError(where, len(lines), "other_key")
    return dice


def verify(text: str, game: Game[Any], where: str) -> str:
    """Replay a journal and recompute every roll; returns a sentence on what was found, or raises."""
    lines = read_lines(text, where)
    match = replay(lines, game, where)
    rolls = sum(len(line.get("dice", [])) for line in lines)
    if "key" not in lines[-1]:
        return f"{len(lines) - 1} lines replay; the key of the dice is not published: {rolls} rolls taken as written"
    state = "finished" if match.result is not None else "unfinished"
    return f"{state} match: {len(lines) - 2} lines replay and all {rolls} rolls follow from the committed key"
