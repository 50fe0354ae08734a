"""PettingZoo: every seat is an agent; whoever is offered something acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from stavka.match import Offer

from .actions import Mask, actions
from .observation import Observer
from .render import render
from .session import BOUND, Seeds, Session, Setting


class MatchAEC(AECEnv):
    """A match as an agent-environment cycle.

    An observation is ``{"observation": {"map", "units", "state"}, "action_mask"}``; the mask is in ``infos`` as well.
    A choice that is not offered raises :class:`stavka.Illegal` and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "stavka_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, setting: Setting, seed: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.setting = setting
        self.render_mode = render_mode
        self.session = Session(setting)
        self.actions = actions(self.session.game)
        self.possible_agents = list(self.session.game.seats)
        self.agents: list[str] = []
        self._seeds = Seeds(seed)
        self._observers = {
            seat: Observer(self.session.game, seat, setting.board) for seat in self.session.game.seats}
        self._observation_spaces = {
            seat: with_mask(observer.space(), len(self.actions)) for seat, observer in self._observers.items()}
        self._action_spaces = {seat: spaces.Discrete(len(self.actions)) for seat in self.possible_agents}
        self._looks: dict[str, tuple[int, Any]] = {}

    def __str__(self) -> str:
        return f"stavka_{self.setting.game}"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's observations: always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions: always the same object for a seat."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match. ``options`` is there for the interface; nothing in it is read."""
        self.session.begin(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._looks = {}
        self._pass_on()

    def step(self, action: Any) -> None:
        """The seat to move makes a choice."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards = self.session.choose(self.actions.choice(int(action)))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, self.session.over)
        self.truncations = dict.fromkeys(self.agents, self.session.cut)
        self._accumulate_rewards()
        self._pass_on()

    def _pass_on(self) -> None:
        """Let the next seat act, and say in ``infos`` what every seat is offered."""
        self.agent_selection = self.session.to_move or self.agents[0]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees now; looking twice costs nothing."""
        look = self._looks.get(agent)
        if look is None or look[0] != self.session.choices:
            seen = self._observers[agent].observe(self.session.match)
            mask = self.infos[agent]["action_mask"] if agent in self.infos else self._mask(agent)
            look = self._looks[agent] = (self.session.choices, {"observation": seen, "action_mask": mask})
        observation: dict[str, Any] = look[1]
        return observation

    def _mask(self, agent: str) -> Mask:
        offer: Offer | None = self.session.match.offer
        return self.actions.mask(offer if offer is not None and offer.seat == agent and not self.session.cut else None)

    def render(self) -> str | None:
        """The match in a few lines of text."""
        return render(self.session.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def with_mask(space: spaces.Dict, actions: int) -> spaces.Dict:
    """The space of an observation together with its mask."""
    return spaces.Dict({"observation": space, "action_mask": spaces.MultiBinary(actions)})


def raw_env(game: str, *, scenario: str | None = None, options: Mapping[str, bool] | None = None,
            seed: int | None = None, situation: Mapping[str, Any] | None = None, shaping: float = 0.0,
            bound: int = BOUND, board: bool = True, render_mode: str | None = None) -> MatchAEC:
    """The environment without wrappers: an action that is not offered raises :class:`stavka.Illegal`."""
    setting = Setting(game, scenario, options or {}, situation, shaping, bound, board)
    return MatchAEC(setting, seed, render_mode)


def env(game: str, **setting: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an action that is not offered loses the match."""
    return wrap(raw_env(game, **setting))


def wrap(raw: MatchAEC) -> AECEnv:
    """Put PettingZoo's usual wrappers round an environment."""
    wrapped: AECEnv = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def parallel_env(game: str, **setting: Any) -> Any:
    """The same for the parallel interface: all agents hand in an action, and that of the seat to move counts."""
    return turn_based_aec_to_parallel(env(game, **setting))
