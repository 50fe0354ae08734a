"""Gymnasium: one seat learns, opponents play the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces

from stavka.errors import Illegal
from stavka.players import Player, Seen

from .actions import Mask, actions
from .aec import with_mask
from .observation import Observer
from .opponents import Opponent, find
from .render import render
from .session import BOUND, Seeds, Session, Setting

REFUSED = -0.01
"""The reward of an action that is not offered."""


class MatchEnv(gymnasium.Env[dict[str, Any], Any]):
    """A match seen from one seat. A step ends when this seat is to choose again, or the match is over.

    An action that is not offered is refused: nothing changes, the reward is ``refused``, and ``info["refused"]`` says
    why, with the rule. ``info["action_mask"]`` repeats the mask of the observation.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(self, setting: Setting, seat: str | None = None, opponent: str | Player | Opponent = "random",
                 seed: int | None = None, refused: float = REFUSED, render_mode: str | None = None) -> None:
        self.session = Session(setting)
        game = self.session.game
        self.seat = game.seats[0] if seat is None else seat
        if self.seat not in game.seats:
            raise ValueError(f"{game.key} has no seat {seat!r}; it has {', '.join(game.seats)}")
        self.actions = actions(game)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.actions))
        self._observer = Observer(game, self.seat, setting.board)
        self.observation_space = with_mask(self._observer.space(), len(self.actions))
        self._given, self._refused = opponent, refused
        self._opponent: Opponent = find(opponent, game, 0)
        self._seeds = Seeds(seed)

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new match and play it up to the first choice of this seat."""
        super().reset(seed=seed)
        match_seed = self._seeds.next(seed)
        self._opponent = find(self._given, self.session.game, match_seed)
        self.session.begin(match_seed)
        self._play_others()
        return self._look()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a choice, let the others make theirs, and look again."""
        refusal = ""
        try:
            reward = self.session.choose(self.actions.choice(int(action)))[self.seat]
            reward += self._play_others()
        except Illegal as error:
            refusal, reward = str(error), self._refused
        observation, info = self._look()
        if refusal:
            info["refused"] = refusal
        return observation, reward, self.session.over, self.session.cut, info

    def _play_others(self) -> float:
        """The opponents' choices, until this seat is to move; what they brought it."""
        session, reward = self.session, 0.0
        while session.to_move not in (self.seat, None) and not session.cut:
            reward += session.choose(self._opponent(Seen.of(session.match)))[self.seat]
        return reward

    def _look(self) -> tuple[dict[str, Any], dict[str, Any]]:
        mask = self._mask()
        seen = self._observer.observe(self.session.match)
        if "board" in seen:  # Gymnasium wants every observation to own its memory
            seen["board"] = seen["board"].copy()
        return {"observation": seen, "action_mask": mask}, {"action_mask": mask}

    def _mask(self) -> Mask:
        return self.actions.mask(self.session.match.offer if self.session.to_move == self.seat else None)

    def render(self) -> Any:
        """The match in a few lines of text."""
        return render(self.session.match, self.render_mode)


def gym_env(game: str, *, seat: str | None = None, opponent: str | Player | Opponent = "random",
            scenario: str | None = None, options: Mapping[str, bool] | None = None, seed: int | None = None,
            situation: Mapping[str, Any] | None = None, shaping: float = 0.0, bound: int = BOUND, board: bool = True,
            refused: float = REFUSED, render_mode: str | None = None) -> MatchEnv:
    """A Gymnasium environment for one seat, against an opponent: a level by name, a player, or a function.

    >>> env = gym_env("dagc", seat="german", opponent="novice", board=False)
    >>> observation, info = env.reset(seed=1)
    >>> int(observation["action_mask"].sum()) > 0
    True
    """
    setting = Setting(game, scenario, options or {}, situation, shaping, bound, board)
    return MatchEnv(setting, seat, opponent, seed, refused, render_mode)
