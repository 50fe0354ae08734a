"""OpenSpiel: the game ``python_stavka``, with parameters ``game``, ``scenario`` and ``bound``.

Dice are chance nodes of their own: wherever the rules roll a die, the state waits for its face. A state therefore knows
no dice to come, search on its clones sees none of them, and the history of a state is all there is to it.

    import pyspiel
    import stavka.lab.envs.spiel
    game = pyspiel.load_game("python_stavka(game=dagc,scenario=historical)")
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import prod
from typing import Any

import msgspec
import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"the OpenSpiel game needs {error.name}: pip install stavka[research]", name=error.name) from error

import stavka
from stavka.kit.dice import FACES, Dice
from stavka.match import Match

from .actions import Actions, actions
from .observation import Observer
from .session import BOUND, final

NAME = "python_stavka"
PARTS = ("map", "units", "state")
"""The parts of an observation that change."""
USUAL = {"game": stavka.games()[0], "scenario": "", "bound": BOUND}
"""The parameters that are not given; no scenario is the first one."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Stavka wargames",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=USUAL,
)


class StavkaGame(pyspiel.Game):
    """A game and a scenario, for OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**USUAL, **(params or {})}
        self.stavka_game = stavka.game(chosen["game"])
        self.scenario = chosen["scenario"] or next(iter(self.stavka_game.scenarios))
        if self.scenario not in self.stavka_game.scenarios:
            raise ValueError(f"{chosen['game']} has no scenario {self.scenario!r}")
        self.bound = int(chosen["bound"])
        self.actions: Actions = actions(self.stavka_game)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=max(FACES, self.stavka_game.largest_cup),
            num_players=len(self.stavka_game.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.bound,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> StavkaState:
        """The state before the first choice."""
        return StavkaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> StavkaObserver:
        """Something that turns states into tensors. ``{"board": True}`` adds the planes of the board itself."""
        return StavkaObserver(self, bool((params or {}).get("board", False)))


class StavkaState(pyspiel.State):
    """A state of play: a match, and perhaps a choice that waits for dice."""

    def __init__(self, game: StavkaGame) -> None:
        super().__init__(game)
        self.line: Line | None = None
        """Made when first needed: OpenSpiel makes a new state for every clone and then overwrites it."""

    @property
    def play(self) -> Line:
        """The state itself."""
        if self.line is None:
            game = self.get_game()
            self.line = begin(game.stavka_game.key, game.scenario)
        return self.line

    def current_player(self) -> int:
        """Whose choice it is: a seat's, the dice's, or nobody's."""
        play = self.play
        if play.match is None or play.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        assert play.match.offer is not None
        return play.game.seats.index(play.match.offer.seat)

    def is_terminal(self) -> bool:
        """Whether the match is over, or has gone on for too long."""
        play = self.play
        if play.match is None or play.waiting is not None:
            return False
        return play.match.offer is None or play.length >= self.get_game().bound

    def _legal_actions(self, player: int) -> list[int]:
        play = self.play
        return sorted(actions(play.game).offered(None if play.match is None else play.match.offer))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of a die, or the counters in a cup; outcome 0 is the face 1."""
        outcomes = self.play.outcomes
        return [(face, 1 / outcomes) for face in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.line = self.play.roll(action + 1)
        else:
            self.line = self.play.choose(actions(self.play.game).choice(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        return actions(self.play.game).choice(action)

    def returns(self) -> list[float]:
        """+1 and -1 when the match is over; nothing before, and nothing if it was cut off."""
        match = self.play.match
        return [0.0] * len(self.play.game.seats) if match is None else list(final(match).values())

    def __str__(self) -> str:
        return self.play.describe()


class Line:
    """A line of play. It is never changed: a choice or a roll gives another one, so clones share it."""

    __slots__ = ("done", "faces", "game", "length", "match", "outcomes", "rolled", "scenario", "text", "waiting")

    def __init__(self, key: str, scenario: str) -> None:
        self.game = stavka.game(key)
        self.scenario = scenario
        self.match: Match | None = None
        """The match before the choice that waits for dice; None while the set-up itself does."""
        self.waiting: str | None = None
        """The choice that waits for dice."""
        self.faces: tuple[int, ...] = ()
        """The faces rolled for it so far."""
        self.outcomes = FACES
        """How many faces the die it waits for has."""
        self.length = 0
        self.done: Any = None
        """All choices made, as a linked list, newest first."""
        self.rolled: Any = None
        """All faces rolled, likewise."""
        self.text = ""

    def choose(self, choice: str) -> Line:
        """The line after a choice; it may wait for dice first."""
        line = self._twin()
        line.waiting, line.faces = choice, ()
        line.done, line.length = (choice, self.done), self.length + 1
        return line._try()

    def roll(self, face: int) -> Line:
        """The line after a die was rolled."""
        line = self._twin()
        line.faces = (*self.faces, face)
        line.rolled = (face, self.rolled)
        return line._try_start() if self.match is None else line._try()

    def _try_start(self) -> Line:
        """Set up, as far as the dice go."""
        try:
            self.match = Match.start(self.game, self.scenario, None, {}, Script(self.faces))
            self.match.journal = None
            self.faces = ()
        except OutOfDice as unknown:
            self.outcomes = unknown.outcomes
        return self

    def _try(self) -> Line:
        """Make the choice that waits, as far as the dice go."""
        assert self.match is not None and self.waiting is not None
        after = self.match.copy(seed=0)
        after.position.dice = Script(self.faces)
        try:
            after.choose(self.waiting)
            self.match, self.waiting, self.faces = after, None, ()
        except OutOfDice as unknown:
            self.outcomes = unknown.outcomes
        return self

    def _twin(self) -> Line:
        twin = object.__new__(Line)
        for name in Line.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.text = ""
        return twin

    def describe(self) -> str:
        """The line in words, with a fingerprint of its position; put together once."""
        if not self.text:
            where = "set-up" if self.match is None else f"{self.match!r} {self.match.digest}"
            self.text = f"{where} after {self.length} choices, {self.waiting}, {self.faces}"
        return self.text

    def __deepcopy__(self, memo: Any) -> Line:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.game.key, self.scenario, _unlink(self.done), _unlink(self.rolled))


@cache
def begin(key: str, scenario: str) -> Line:
    """The line before the first choice."""
    return Line(key, scenario)._try_start()


def restore(key: str, scenario: str, choices: list[str], faces: list[int]) -> Line:
    """A line from its choices and dice."""
    line, rolls, left = begin(key, scenario), iter(faces), len(faces)
    for choice in [None, *choices]:
        line = line if choice is None else line.choose(choice)
        while left and (line.match is None or line.waiting is not None):
            line, left = line.roll(next(rolls)), left - 1
    return line


def _unlink(items: Any) -> list[Any]:
    """A linked list as a plain one, oldest first."""
    result = []
    while items is not None:
        result.append(items[0])
        items = items[1]
    return result[::-1]


class OutOfDice(Exception):
    """A die is rolled of which the face is not known yet."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class Script(Dice):
    """Dice that fall as they are told and stop the game when they have not been told."""

    __slots__ = ()

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__(b"script", faces)

    def nth(self, number: int) -> int:
        if number >= len(self.fixed):
            raise OutOfDice(self.draws.get(number, FACES))
        return super().nth(number)


class StavkaObserver:
    """What a player sees, as one tensor and as its named parts."""

    def __init__(self, game: StavkaGame, board: bool = False) -> None:
        self._game = game.stavka_game
        self._observers = [Observer(self._game, seat, board) for seat in self._game.seats]
        self._views: dict[int, tuple[Match, Mapping[str, Any]]] = {}
        self._first: dict[int, tuple[Match, dict[str, Any]]] = {}
        shapes = self._observers[0].shapes
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.dict = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at:at + prod(shape)].reshape(shape)
            at += prod(shape)
        if board:
            self.dict["board"][...] = self._observers[0].features.board

    def set_from(self, state: StavkaState, player: int) -> None:
        """Look at a state with the eyes of a player. While dice are awaited, it is the state before the choice."""
        match = state.play.match
        if match is None:
            for name in PARTS:
                self.dict[name].fill(0)
        elif state.play.length == 0:
            for name, array in self._look_at_first(match, player).items():
                self.dict[name][...] = array
        else:
            self._observers[player].write(match, self.dict, self._view(match, player))

    def _look_at_first(self, match: Match, player: int) -> dict[str, Any]:
        """What a player sees before the first choice, with other eyes.

        OpenSpiel looks at an initial state before every look at another, to know the shape of tensors; an observer that
        writes only what has changed would write everything every time.
        """
        known = self._first.get(player)
        if known is None or known[0] is not match:
            seen = Observer(self._game, self._game.seats[player], board=False).observe(match)
            known = self._first[player] = (match, {name: array for name, array in seen.items() if name in PARTS})
        return known[1]

    def string_from(self, state: StavkaState, player: int) -> str:
        """What a player may see, as text."""
        match = state.play.match
        return "" if match is None else msgspec.json.encode(self._view(match, player)).decode()

    def _view(self, match: Match, player: int) -> Mapping[str, Any]:
        """The view of a player. The last one is kept, for it is wanted as a tensor and as text; lines never change."""
        known = self._views.get(player)
        if known is None or known[0] is not match:
            known = self._views[player] = (match, match.view(self._game.seats[player]))
        return known[1]


pyspiel.register_game(GAME_TYPE, StavkaGame)
