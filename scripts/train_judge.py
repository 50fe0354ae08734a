#!/usr/bin/env python3
"""Teaches a game's judge: plays games between staffs, fits what facts about a position tell about the end, and tests.

    python3 -m scripts.train_judge dagc --games 5000 --jobs 16 --seed 0

or in two steps, the first of which needs nothing but Python and goes on where it was stopped:

    python3 -m scripts.train_judge fb --levels regular veteran --spread 0.5 --games 5000 --jobs 16 --seconds 420 \
        --kept fb-games.jsonl.gz --play-only
    python3 -m scripts.train_judge fb --kept fb-games.jsonl.gz --games 0 --margins --out tried

Both seats are regulars, or draw one of the ``--levels``, whose plans they make without thinking ahead; now and then one
of them plays a turn by another idea, so that the judge also sees what a search looks at. ``--spread`` draws the weights
of both at random, so that it sees what others would do who are better or worse; ``--scenarios`` has all or some of the
scenarios played in turn. With ``--kept`` each game is written down as it ends; those of earlier runs are fitted to as
well and not played again. Positions are taken where a player turn begins, as continuations end there: some of each
game. Four times a quarter of the games is kept from the fit: on those the learnt judge is compared with the one written
by hand (and with the one it goes on from), turn by turn, by the chance that it puts a game that was won above one that
was lost (AUC) and by log loss. It is trusted in the turns in which both are better, and fitted to all games. What
facts about one site tell is pulled to what those about all of them tell, as strongly as foretells unseen games best.
With ``--margins`` it is fitted to how clearly games were won, where points decide: a game tells more by that.
Writes ``stavka/games/GAME/staff/judge.json`` and ``docs/judge-GAME.svg``, and prints the comparison.
The fit needs numpy. The same seed and number of games give the same judge, whatever the number of jobs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from importlib.util import find_spec
from math import ceil, inf, sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import stavka
from stavka.kit.steps import settle, take
from stavka.lab import cores, plots
from stavka.lab.progress import Progress
from stavka.staff.general import General
from stavka.staff.judge import Judge, is_of_one_site

PROJECT = Path(__file__).resolve().parent.parent

with suppress(ModuleNotFoundError):  # games can be played without it
    import numpy as np

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]

VARIETY = 0.25
"""How often a seat plays a turn by another idea than the usual orders."""
SAMPLED = 0.4
"""How many of the positions of a game are looked at: neighbours tell the same, and a game more tells more."""
UNSEEN = 4
"""The parts into which games are dealt: each is judged by who has seen only the others."""
MOMENTS = 4
"""The turns for which weights are fitted, spread over the game; between them weights change evenly."""
RIDGES = (3.0, 10.0, 30.0, 100.0, 300.0)
"""How strongly weights are pulled to nothing: what is tried."""
ALONE = (1.0, 30.0, 1000.0)
"""How much more strongly those of facts about one site are: so much is common to all sites that few games teach more
when each has to show that it differs. With many games less will be chosen."""
FREE = 0.01
"""How strongly the constants are pulled, beside the facts."""
CLOSE = 1.5
"""Points by which a game is won or lost closely."""
STEPS = 25
"""Newton steps: more than enough."""
CERTAIN = 1e-3
"""No chance is thought smaller than this."""
DIGITS = 4
"""Decimals with which facts are written down."""
BOUND = 20_000
"""No game takes more choices."""


@dataclass(frozen=True)
class Seen:
    """Positions at the start of player turns: one row for each."""

    game: Array
    turn: Array
    facts: Array
    by_hand: Array
    won: Array
    end: Array
    """What is fitted to: who won, or how clearly."""

    def only(self, chosen: Array) -> Seen:
        """Some of the rows."""
        return Seen(*(getattr(self, field.name)[chosen] for field in fields(self)))


# -- games ---------------------------------------------------------------------------------------------------------


class Game(NamedTuple):
    """One game, seen at the start of some player turns."""

    number: int
    levels: list[str]
    """Who played it, seat by seat."""
    won: bool
    """Whether the first seat did."""
    margin: int
    """By how many points; nothing where the game does not count any."""
    seen: list[tuple[int, float, list[float]]]
    """Turn, the judgement by hand, and the facts."""


@dataclass(frozen=True)
class Contest:
    """What is played."""

    key: str
    scenarios: Sequence[str]
    """Played in turn, by the number of the game."""
    levels: Sequence[str]
    """Each seat draws one."""
    spread: float
    """How far from the usual ones weights of both seats are drawn: 0.8 is from a fifth to nearly twice."""


def play(contest: Contest, number: int) -> Game:
    """One game."""
    game = stavka.game(contest.key)
    staff = staff_of(game)
    first = game.seats[0]
    p: Any = game.start(contest.scenarios[number % len(contest.scenarios)], seed=f"judge {number}").position
    rng, lots = Random(f"judge {number}"), Random(f"levels {number}")
    drawn = [lots.choice(contest.levels) for _ in game.seats]
    usual = {seat: staff.orders(seat, level, rng) for seat, level in zip(game.seats, drawn, strict=True)}
    if contest.spread:
        usual = {seat: {force: orders.seasoned(lots, contest.spread) for force, orders in forces.items()}
                 for seat, forces in usual.items()}
    minds = {seat: staff.mind(seat, usual[seat]) for seat in game.seats}
    seen: list[tuple[int, float, list[float]]] = []
    now: tuple[int, str] | None = None
    ordered: set[tuple[int, int, str]] = set()
    for _ in range(BOUND):
        options = settle(p, game.advance)
        if options is None:
            break
        seat = options.seat
        if p.phase >= 0 and (p.turn, game.turn_of(game.sequence[p.phase])) != now:
            now = p.turn, game.turn_of(game.sequence[p.phase])
            if rng.random() < SAMPLED:
                seen.append((p.turn, staff.estimate(p, first), [round(fact, DIGITS) for fact in staff.facts(p)]))
        if (p.turn, p.phase, seat) not in ordered and staff.weight(p, seat):
            ordered.add((p.turn, p.phase, seat))
            minds[seat] = staff.mind(seat, another_idea(staff, p, seat, usual[seat], rng))
        take(p, *minds[seat].decide(p, options))
    assert p.result is not None
    points = game.see(p, first)["points"]
    margin = points["scores"].get(first, 0) - (points.get("needed") or 0)
    return Game(number, drawn, p.result.winner == first, margin, seen)


def another_idea(staff: General, p: Any, seat: str, orders: Any, rng: Random) -> Any:
    """Now and then what somebody might try instead."""
    if rng.random() >= VARIETY:
        return orders
    ideas = [changed for group in staff.variants(p, seat, orders) for changed, _ in group]
    return rng.choice(ideas) if ideas else orders


def staff_of(game: stavka.Game[Any]) -> General:
    """The staff of a game that has one which can tell facts."""
    if not isinstance(game.staff, General):
        raise SystemExit(f"{game.key} has no staff that tells facts about positions")
    return game.staff


def play_missing(contest: Contest, wanted: Sequence[int], args: argparse.Namespace, found: dict[int, Game]) -> None:
    """Play the games that are not among those found; each is written down as it ends."""
    missing = [number for number in wanted if number not in found]
    bar = Progress(len(missing), "games")
    for game in cores.each(partial(play, contest), missing, args.jobs, time.time() + args.seconds):
        found[game.number] = game
        keep(args.kept, game)
        bar.step()


def kept_games(path: Path | None) -> dict[int, Game]:
    """The games of an earlier run, by number. One that was not written to its end is taken out of the file: what came
    after it could not be read."""
    found: dict[int, Game] = {}
    if path is None or not path.is_file():
        return found
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                game = Game(*json.loads(line))
                found[game.number] = game
    except (EOFError, ValueError, gzip.BadGzipFile, zlib.error):
        print(f"{path}: cut short after {len(found)} games", file=sys.stderr)
        whole = path.with_name(f"{path.name}.part")
        whole.write_bytes(b"")
        for game in found.values():
            keep(whole, game)
        whole.replace(path)
    return found


def keep(path: Path | None, game: Game) -> None:
    """Write a game down; every one is closed by itself, so that a run that is cut short loses nothing."""
    if path is not None:
        with gzip.open(path, "at", encoding="utf-8") as lines:
            lines.write(json.dumps(game) + "\n")


def as_rows(games: Iterable[Game], margins: bool = False) -> Seen:
    """All that was seen in games."""
    rows = [(game.number, turn, facts, by_hand, game.won, game.margin)
            for game in games for turn, by_hand, facts in game.seen]
    number, turn, facts, by_hand, won, margin = (
        np.array([row[column] for row in rows], dtype) for column, dtype in enumerate(
            (np.int64, np.int64, np.float32, np.float64, np.float64, np.float64)))
    return Seen(number, turn, facts, by_hand, won, logistic((margin + 0.5) / CLOSE) if margins else won)


# -- the fit -------------------------------------------------------------------------------------------------------


def shares(turns: Array, moments: list[int]) -> Array:
    """How much each moment counts at a turn: all at its own, falling evenly to nothing at the next."""
    return np.stack([np.interp(turns, moments, np.eye(len(moments))[n]) for n in range(len(moments))], axis=1)


def spread_out(facts: Array, turns: Array, moments: list[int]) -> Array:
    """Every fact once for each moment, and a constant."""
    with_one = np.concatenate([facts, np.ones((len(facts), 1))], axis=1)
    return np.concatenate([with_one * share[:, None] for share in shares(turns, moments).T], axis=1)


def fit(rows: Array, won: Array, ridge: Array, start: Array) -> Array:
    """The weights of a logistic regression whose weights are pulled to where they start, by Newton's method."""
    weights = start.copy()
    for _ in range(STEPS):
        chance = logistic(rows @ weights)
        gradient = rows.T @ (chance - won) + ridge * (weights - start)
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows
        curvature[np.diag_indices_from(curvature)] += ridge
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < CERTAIN:
            break
    return weights


def logistic(value: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(value, -30, 30))))


@dataclass(frozen=True)
class Fitted:
    """Weights for facts as they are, moment by moment."""

    moments: list[int]
    weights: Array
    """By moment and fact."""
    bias: Array

    def chance(self, seen: Seen) -> Array:
        """The chance that the first seat wins."""
        sums = seen.facts @ self.weights.T + self.bias
        return logistic((sums * shares(seen.turn, self.moments)).sum(axis=1))

    def at(self, moments: list[int]) -> Fitted:
        """The same for other moments."""
        part = shares(np.array(moments), self.moments)
        return Fitted(moments, part @ self.weights, part @ self.bias)


def ignorant(seen: Seen) -> Fitted:
    """Somebody to whom no fact tells anything."""
    return Fitted([0], np.zeros((1, seen.facts.shape[1])), np.zeros(1))


def teach(seen: Seen, pulls: Array, before: Fitted | None = None) -> Fitted:
    """Fit weights to positions, pulled to what was known before, each fact by its own pull; facts are brought to one
    scale first, and the weights back from it."""
    turns = sorted(set(seen.turn.tolist()))
    moments = sorted({turns[round(n * (len(turns) - 1) / (MOMENTS - 1))] for n in range(MOMENTS)})
    middle, scale = seen.facts.mean(axis=0), seen.facts.std(axis=0)
    constant = scale < CERTAIN  # what never changes tells nothing new
    scale[constant] = 1.0
    rows = spread_out(np.where(constant, 0.0, (seen.facts - middle) / scale), seen.turn, moments)
    known = (before or ignorant(seen)).at(moments)
    start = np.concatenate([known.weights * scale, (known.bias + known.weights @ middle)[:, None]], axis=1)
    found = fit(rows, seen.end, np.tile([*pulls, FREE * pulls.min()], len(moments)), start.ravel())
    sure, shift = (1.0, 0.0) if np.array_equal(seen.end, seen.won) else made_sure(rows @ found, seen.won)
    found = sure * found.reshape(len(moments), -1)
    weights = found[:, :-1] / scale
    return Fitted(moments, weights, found[:, -1] - weights @ middle + shift)


def made_sure(sums: Array, won: Array) -> tuple[float, float]:
    """A factor and a constant that make sums which tell how clearly games are won tell how surely they are."""
    rows = np.stack([sums, np.ones(len(sums))], axis=1)
    sure, shift = fit(rows, won, np.full(2, CERTAIN), np.array([1.0, 0.0]))
    return float(sure), float(shift)


def foretold(seen: Seen, pulls: Array, before: Fitted | None) -> Array:
    """What each game's chances were thought to be by who had not seen it."""
    chances, dealt = np.zeros(len(seen.game)), np.unique(seen.game, return_inverse=True)[1] % UNSEEN
    for part in range(UNSEEN):
        kept = dealt == part
        chances[kept] = teach(seen.only(~kept), pulls, before).chance(seen.only(kept))
    return chances


class Pull(NamedTuple):
    """How strongly weights are pulled to what was known before."""

    ridge: float
    alone: float
    """How much more strongly those of facts about one site are."""

    def on(self, names: Sequence[str]) -> Array:
        """For each fact."""
        return np.array([self.ridge * (self.alone if is_of_one_site(name) else 1.0) for name in names])


def best_pull(seen: Seen, names: Sequence[str], before: Fitted | None) -> Pull:
    """The pull with which games that were not seen are foretold best."""
    return min((Pull(ridge, alone) for alone in ALONE for ridge in RIDGES),
               key=lambda pull: log_loss(foretold(seen, pull.on(names), before), seen.won))


def read(path: Path, names: list[str]) -> Fitted:
    """A judge that has learnt from other games, to go on from."""
    judge = Judge.read(path, names)
    if judge is None:
        raise SystemExit(f"{path} is no judge of this map")
    return Fitted(list(judge.turns), np.array(judge.weights), np.array(judge.bias))


# -- the test ------------------------------------------------------------------------------------------------------

LEARNT, BY_HAND, BEFORE = "learnt", "by hand", "before"
"""The judges: the one that is fitted now, the one written by hand, the one that learning goes on from."""


class Told(NamedTuple):
    """How well each judge foretells games at a turn."""

    turn: int
    positions: int
    auc: dict[str, float]
    log_loss: dict[str, float]

    @property
    def is_trusted(self) -> bool:
        """Whether the learnt judge is better than the one written by hand by both measures."""
        return self.log_loss[LEARNT] < self.log_loss[BY_HAND] and self.auc[LEARNT] >= self.auc[BY_HAND]


def log_loss(chance: Array, won: Array) -> float:
    chance = np.clip(chance, CERTAIN, 1 - CERTAIN)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def auc(chance: Array, won: Array) -> float:
    """The chance that a game that was won is put above one that was lost."""
    order = np.argsort(chance, kind="stable")
    ranks = np.empty(len(chance))
    ranks[order] = np.arange(1, len(chance) + 1)
    for value in np.unique(chance):  # equals share their ranks
        ranks[chance == value] = ranks[chance == value].mean()
    wins = won.sum()
    losses = len(won) - wins
    return float((ranks[won == 1].sum() - wins * (wins + 1) / 2) / (wins * losses)) if wins and losses else 0.5


def compare(judges: Mapping[str, Array], unseen: Seen) -> list[Told]:
    """All judges turn by turn, on games that none had seen."""
    told = []
    for turn in sorted(set(unseen.turn.tolist())):
        at = unseen.turn == turn
        told.append(Told(
            turn, int(at.sum()),
            {name: round(auc(chance[at], unseen.won[at]), 3) for name, chance in judges.items()},
            {name: round(log_loss(chance[at], unseen.won[at]), 4) for name, chance in judges.items()}))
    return told


def gain(learnt: Array, other: Array, unseen: Seen) -> tuple[float, float]:
    """How much less log loss a judge has than another, game by game, and the standard error: the positions of a game
    have one end, and tell as much as one of them."""
    gains = [log_loss(other[at], unseen.won[at]) - log_loss(learnt[at], unseen.won[at])
             for at in (unseen.game == number for number in np.unique(unseen.game))]
    return round(float(np.mean(gains)), 4), round(float(np.std(gains) / sqrt(len(gains))), 4)


# -- what is written -----------------------------------------------------------------------------------------------


def file_of(command: str, names: list[str], pull: Pull, fitted: Fitted, told: list[Told]) -> str:
    """The judge's file: a fact a line."""
    head = {
        "source": f"scripts/train_judge.py {command}", **pull._asdict(),
        "turns": fitted.moments, "bias": [round(float(value), 4) for value in fitted.bias],
        "trusted": [one.turn for one in told if one.is_trusted]}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    table = [f"    {json.dumps(name)}: {json.dumps([round(float(value), 4) for value in column])}"
             for name, column in zip(names, fitted.weights.T, strict=True)]
    return "\n".join(["{", *lines, '  "weights": {', ",\n".join(table), "  }", "}", ""])


PANEL, GAP, COLUMNS = 150, 46, 5
"""The size of a panel, the room between two, and how many stand side by side."""
BINS = 10


def plot(game: str, judges: Mapping[str, Array], unseen: Seen, told: list[Told]) -> str:
    """How often games were won, by the chance that either judge gave them: a panel for every turn."""
    parts: list[str] = []
    for number, one in enumerate(told):
        left, top = GAP + number % COLUMNS * (PANEL + GAP), GAP + number // COLUMNS * (PANEL + GAP)
        at = unseen.turn == one.turn
        parts += [plots.line(left, top + PANEL, left + PANEL, top + PANEL), plots.line(left, top, left, top + PANEL)]
        parts.append(plots.line(left, top + PANEL, left + PANEL, top, dash="3 3"))
        parts.append(plots.text(left, top - 6,
                                f"turn {one.turn}: AUC {one.auc[LEARNT]:.2f} ({one.auc[BY_HAND]:.2f})"))
        for judge, colour in ((BY_HAND, plots.COLOURS[1]), (LEARNT, plots.COLOURS[0])):
            parts += dots(judges[judge][at], unseen.won[at], left, top, colour)
    rows = ceil(len(told) / COLUMNS)
    width, height = GAP + COLUMNS * (PANEL + GAP), 2 * GAP + rows * (PANEL + GAP)
    told_of = f"{game}: unseen games won by the first seat, against the chance foreseen."
    colours = "Red: the learnt judge. Grey: the one written by hand (AUC in brackets)."
    parts += [plots.text(GAP, height - 30, told_of), plots.text(GAP, height - 12, colours)]
    style = f"<style>text{{font:12px sans-serif;fill:{plots.INK}}}</style>"
    figure = plots.figure([style, *parts], width, height, f"Calibration of the judges of {game}, turn by turn")
    return figure.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


def dots(chance: Array, won: Array, left: int, top: int, colour: str) -> list[str]:
    """A dot for every tenth of the scale, as large as there are positions in it."""
    found = []
    for low in range(BINS):
        at = (chance >= low / BINS) & (chance < (low + 1) / BINS + (low == BINS - 1))
        if at.any():
            x, y = left + PANEL * chance[at].mean(), top + PANEL * (1 - won[at].mean())
            radius = 2 + 8 * (at.sum() / len(chance)) ** 0.5
            found.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" fill-opacity="0.7"/>')
    return found


def wishes(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line asks for, if it can be had: nobody should hear after all games that it cannot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=stavka.games())
    parser.add_argument("--games", type=int, default=5000, help="games to be played; with 0 only the kept ones count")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seconds", type=float, default=inf, help="after so long no more games are begun")
    parser.add_argument("--scenarios", nargs="+", help="the scenarios to be played, or all; else the first")
    parser.add_argument("--levels", nargs="+", default=["regular"], help="the levels whose plans are played")
    parser.add_argument("--spread", type=float, default=0.0, help="how widely both sides' weights are drawn, up to 1")
    parser.add_argument("--kept", type=Path, help="a file (.jsonl.gz) of games, to which those played now are added")
    parser.add_argument("--play-only", action="store_true", help="keep the games, and fit nothing to them yet")
    parser.add_argument("--going-on", type=Path, help="a judge.json: weights are pulled to those that it has")
    parser.add_argument("--margins", action="store_true", help="fit to how clearly games were won, where points decide")
    parser.add_argument("--out", type=Path, help="a folder for both files, instead of their places in the project")
    args = parser.parse_args(words)
    if args.play_only and args.kept is None:
        parser.error("--play-only needs --kept: the games would be lost")
    if not args.play_only and find_spec("numpy") is None:
        parser.error("the fit needs numpy; --play-only plays games without it")
    return args


def main(words: Sequence[str] | None = None) -> None:
    args = wishes(words)
    game = stavka.game(args.game)
    staff_of(game)
    scenarios = list(game.scenarios) if args.scenarios == ["all"] else args.scenarios or [next(iter(game.scenarios))]
    found = kept_games(args.kept)
    wanted = range(args.seed, args.seed + args.games)
    play_missing(Contest(args.game, scenarios, args.levels, args.spread), wanted, args, found)
    print(f"{len(found)} games; {sum(number not in found for number in wanted)} are missing", file=sys.stderr)
    if not args.play_only:
        learn(args, game, [found[number] for number in sorted(found)])


def learn(args: argparse.Namespace, game: stavka.Game[Any], games: list[Game]) -> None:
    """Fit a judge to games, write it down, and tell what it is worth."""
    names = staff_of(game).fact_names(game.start(next(iter(game.scenarios)), seed=0).position)
    if any(len(facts) != len(names) for one in games for _, _, facts in one.seen):
        raise SystemExit(f"{args.kept}: these games tell of other facts than the staff does now")
    if not games:
        raise SystemExit("there are no games to learn from")
    seen = as_rows(games, args.margins)
    before = read(args.going_on, names) if args.going_on else None
    pull = best_pull(seen, names, before)
    judges = {LEARNT: foretold(seen, pull.on(names), before), BY_HAND: (1 + seen.by_hand) / 2}
    if before is not None:
        judges[BEFORE] = before.chance(seen)
    told = compare(judges, seen)
    folder = args.out or PROJECT / "stavka" / "games" / args.game / "staff"
    folder.mkdir(parents=True, exist_ok=True)
    command = f"{args.game} --games {len(games)} --seed {games[0].number}{' --margins' if args.margins else ''}"
    command += " --going-on" if before else ""
    written = file_of(command, names, pull, teach(seen, pull.on(names), before), told)
    (folder / "judge.json").write_text(written, encoding="utf-8")
    pictures = args.out or PROJECT / "docs"
    (pictures / f"judge-{args.game}.svg").write_text(plot(args.game, judges, seen, told), encoding="utf-8")
    gains = {name: gain(judges[LEARNT], chance, seen) for name, chance in judges.items() if name != LEARNT}
    print(json.dumps({"game": args.game, "games": len(games), "won_by_first_seat": round(float(seen.won.mean()), 3),
                      **pull._asdict(), "log_loss_less_than": gains, "turns": [one._asdict() for one in told]},
                     indent=1))


if __name__ == "__main__":
    main()
