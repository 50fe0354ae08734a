"""Records the finished games of ``tests/dagc/games``: whole games, one at least for every way a game can end.

Run ``python -m tests.dagc.record_games`` after a change of data or rules that the journals do not survive. Each game is
played by computer players with the first seed with which it ends as its name says.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

import stavka
from stavka.games.dagc.components import LAST_TURN
from stavka.players import play, player

GAMES = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Recording:
    """A game to record: how it is set up, who plays it, and how it has to end."""

    name: str
    scenario: str
    soviet: str
    german: str
    winner: str
    rule: str
    early: bool = False
    """Whether it has to end before its last turn."""


RECORDINGS = (
    Recording("soviet_points", "historical", "regular", "regular", "soviet", "4.3.d"),
    Recording("soviet_koenigsberg", "bold_stroke", "regular", "novice", "soviet", "4.2", early=True),
    Recording("german_counterblow", "failed_dday_no_bomb_plot", "novice", "regular", "german", "4.4"),
    Recording("german_random", "no_bomb_plot", "random", "random", "german", "4.4"),
)


def record(recording: Recording) -> stavka.Match:
    """The first game that ends as it has to."""
    game = stavka.game("dagc")
    for seed in count(1):
        match = game.start(recording.scenario, seed=seed)
        play(match, {"soviet": player(recording.soviet, game, seed), "german": player(recording.german, game, seed)})
        result, early = match.result, match.turn < LAST_TURN
        if result is not None and (result.winner, result.rule, early) == (
                recording.winner, recording.rule, recording.early):
            return match
    raise AssertionError("there is always another seed")


def main() -> None:
    """Record all games."""
    GAMES.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        match = record(recording)
        match.save(GAMES / f"{recording.name}.stavka")
        print(f"{recording.name}: turn {match.turn}, {len(match.records)} choices")


if __name__ == "__main__":
    main()
