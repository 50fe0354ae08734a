"""The research environments: conformance, honest observations, masks and rewards.

``STAVKA_SEEDS=100`` runs the conformance tests on so many seeds instead of one; ``stavka lab conform`` does the same on
several processors.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stavka
import stavka.lab
from stavka.lab.envs import MatchEnv, Observer, conform, gym_env, raw_env
from stavka.lab.envs.actions import Actions
from stavka.lab.envs.features import features
from stavka.lab.envs.session import BOUND, final, leads
from stavka.lab.envs.vocabulary import LAYOUT, Vocabulary, survey, vocabulary
from stavka.match import Match
from stavka.players import EFFORTS, NAMES, Seen, player

SEEDS = int(os.environ.get("STAVKA_SEEDS", "1"))
GAMES = stavka.games()
SHORTEST = "dagc"
"""The game that is played to its end everywhere."""
FAR = 400
"""How far the longer games are played where one seed has to do: what goes wrong, goes wrong in any turn."""


def walk(key: str, scenario: str | None = None, seed: int = 1, steps: int = 10_000) -> Iterator[Match]:
    """A match of random choices, before each of them."""
    match, rng = stavka.game(key).start(scenario, seed=seed), random.Random(seed)
    while match.offer is not None and len(match.records) < steps:
        yield match
        match.choose(match.offer.nth(rng.randrange(len(match.offer))))
    yield match


def same(a: Any, b: Any) -> bool:
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


def test_the_page_tells_the_shapes_as_they_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    game, env = stavka.game("dagc"), raw_env("dagc", seed=7)
    env.reset()
    for part, array in env.observe("soviet")["observation"].items():
        assert f"| `{part}` | {' × '.join(map(str, array.shape))} |" in page
    units, places, buttons = len(game.counters.ids), len(game.board.index), len(game.buttons)
    assert f"{units} + {places:,} + {buttons} = {units + places + buttons:,}" in page


# -- conformance -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", conform.CHECKS)
@pytest.mark.parametrize("key", GAMES)
def test_the_libraries_own_tests_pass(key: str, check: str) -> None:
    scenarios, bound = list(stavka.game(key).scenarios), BOUND
    if SEEDS == 1:
        scenarios = scenarios[-1:]  # they take seconds a game; what a scenario adds, the other tests here look at
        bound = BOUND if key == SHORTEST else FAR
    report = conform.run(conform.jobs(key, scenarios, SEEDS, (check,), bound=bound))
    assert report.failures == []
    assert report.passed[check] == SEEDS * len(scenarios)


def test_a_failing_check_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("no")

    monkeypatch.setitem(conform.SINGLE, "api_test", fail)
    report = conform.run(conform.jobs("dagc", ["historical"], 2, ("api_test",)))
    assert report.failures == [f"api_test, historical, seed {seed}: AssertionError: no" for seed in (0, 1)]


def test_interrupted_conformance_tests_go_on_where_they_stopped(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def check(_game: str, _scenario: str, seed: int, _bound: int) -> None:
        asked.append(seed)
        if seed == 0:
            raise ValueError("no")

    monkeypatch.setitem(conform.SINGLE, "api_test", check)
    todo, out = conform.jobs("dagc", ["historical"], 3, ("api_test",), chunk=1), tmp_path / "done.jsonl"
    whole = conform.run(todo, out=out)
    lines = out.read_text().splitlines()
    out.write_text("\n".join(lines[:2]) + "\n" + lines[2][:20])  # killed while it wrote the third job down
    asked.clear()
    again = conform.run(todo, out=out, resume=True)
    assert asked == [2]
    assert again.failures == whole.failures == ["api_test, historical, seed 0: ValueError: no"]
    assert again.passed == whole.passed == {"api_test": 2}


# -- actions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_actions_are_the_choices_of_the_game_in_order(key: str) -> None:
    game = stavka.game(key)
    actions = Actions(game)
    assert actions.choices == tuple(game.choices)
    assert [actions.number[actions.choice(n)] for n in range(len(actions))] == list(range(len(actions)))
    assert actions.choice(actions.units - 1).startswith("unit:") and actions.choice(actions.units).startswith("hex:")
    assert actions.choice(actions.buttons - 1).startswith("hex:") and actions.choice(actions.buttons).startswith("do:")


@pytest.mark.parametrize("key", GAMES)
def test_masks_are_the_offer(key: str) -> None:
    actions = Actions(stavka.game(key))
    for match in walk(key, steps=200):
        mask = actions.mask(match.offer)
        offered = [] if match.offer is None else match.offer.choices
        assert sorted(actions.choice(int(n)) for n in np.flatnonzero(mask)) == sorted(offered)


# -- observations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_hidden_facts_do_not_change_observations(key: str) -> None:
    game = stavka.game(key)
    for scenario in game.scenarios:
        for n, match in enumerate(walk(key, scenario, steps=400)):
            if n % 20:
                continue
            for seat in game.seats:
                seen = Observer(game, seat).observe(match)
                assert same(seen, Observer(game, seat).observe(match.imagine(seat, seed=n)))


def test_hidden_facts_are_there_to_be_hidden(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    other = match.imagine("german", seed=3)
    assert other.digest != match.digest
    assert not same(Observer(dagc, "soviet").observe(match), Observer(dagc, "soviet").observe(other))


@pytest.mark.parametrize("key", GAMES)
def test_an_observer_that_has_watched_sees_the_same_as_a_new_one(key: str) -> None:
    game = stavka.game(key)
    watchers = {seat: Observer(game, seat) for seat in game.seats}
    for n, match in enumerate(walk(key, seed=2, steps=BOUND if key == SHORTEST else FAR)):
        for seat, watcher in watchers.items():
            seen = watcher.observe(match)
            if n % 25 == 0 or match.offer is None:
                assert same(seen, Observer(game, seat).observe(match))
                assert watcher.space().contains(seen)


def test_the_map_shows_what_stands_where(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({
        "turn": 3, "step": "soviet.movement", "empty": True,
        "place": {"S-39": "3501", "S-43": "3501", "G-53": {"hex": "3502", "reduced": True}}})
    plan = features(dagc, "german")
    seen = Observer(dagc, "german").observe(match)

    def plane(name: str, number: str) -> float:
        line, place = divmod(plan.cell[number], plan.along)
        return float(seen["map"][plan.plane[name], line, place])

    assert plane("enemy.count", "3501") == 1 and plane("hidden", "3501") == 1
    assert plane("own.count", "3502") == 1 and plane("number.face", "3502") == 1 and plane("own.steps", "3502") == 1
    assert plane("control.enemy", "3501") == 1 and plane("control.own", "3502") == 1
    assert plane("offer.unit", "3501") == 0, "what the enemy is offered is not shown"
    full = max(value for counter in dagc.counters for value in counter.combat)
    assert plane("own.combat", "3502") == pytest.approx(dagc.counters["G-53"].combat[1] / full)
    row = seen["units"][dagc.counters.index["G-53"]]
    assert row[plan.unit_feature["number.face"]] == 1 and row[plan.unit_feature["side.own"]] == 1
    hidden = seen["units"][dagc.counters.index["S-39"]]
    assert hidden[plan.unit_feature["seen"]] == 0 and hidden[plan.seen_from:].sum() == 0
    assert seen["state"][plan.state_feature["phase.soviet.movement"]] == 1
    assert seen["state"][plan.state_feature["turn"]] == pytest.approx(3 / 9)


def test_the_unit_in_hand_and_its_hexes_are_marked(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3501"}})
    match.choose("unit:S-39")
    plan, seen = features(dagc, "soviet"), Observer(dagc, "soviet").observe(match)
    assert match.offer is not None
    assert seen["map"][plan.plane["offer.hex"]].sum() == len(match.offer.hexes)
    assert seen["units"][dagc.counters.index["S-39"], plan.unit_feature["asked"]] == 1
    assert seen["state"][plan.state_feature[f"task.{match.offer.task}"]] == 1


def test_the_board_is_shared_and_cannot_be_changed(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    first, second = Observer(dagc, "soviet").observe(match), Observer(dagc, "german").observe(match)
    plan = features(dagc, "soviet")
    assert first["board"].shape == second["board"].shape == (len(plan.board_planes), plan.lines, plan.along)
    with pytest.raises(ValueError, match="read-only"):
        first["board"][0] = 1
    assert first["board"][plan.board_planes.index("hex")].sum() == len(dagc.board.grid.index)
    assert "board" not in Observer(dagc, "soviet", board=False).observe(match)


# -- the vocabulary ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_layout_on_file_is_complete_and_written_as_it_is_read(key: str) -> None:
    game = stavka.game(key)
    assert (game.folder.base / LAYOUT).exists()
    known = vocabulary(game)
    assert Vocabulary.from_data(known.as_data()) == known
    assert known.missing(survey(game, 1, first_seed=50)) == []


def test_what_a_layout_lacks_is_named() -> None:
    assert Vocabulary().missing(Vocabulary(flags=("moved",))) == ["flags moved"]


# -- rewards and ends --------------------------------------------------------------------------------------------------


def test_the_winner_gets_one_and_the_loser_minus_one() -> None:
    env = raw_env("dagc", seed=3, board=False)
    env.reset()
    rng = random.Random(3)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    result = env.session.match.result
    assert result is not None
    assert env.rewards == {seat: 1.0 if seat == result.winner else -1.0 for seat in env.possible_agents}
    assert env.rewards == final(env.session.match) and not any(env.truncations.values())


def test_shaping_adds_the_change_of_the_lead() -> None:
    env = gym_env("dagc", seat="soviet", seed=4, shaping=0.1, board=False)
    _, info = env.reset()
    rng, total, over = random.Random(4), 0.0, False
    while not over:
        _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        total += reward
    match = env.session.match
    assert leads(match)["soviet"] == -leads(match)["german"] != 0
    assert total == pytest.approx(final(match)["soviet"] + 0.1 * leads(match)["soviet"])


def test_a_match_is_cut_off_at_the_bound() -> None:
    env = raw_env("dagc", seed=5, bound=7, board=False)
    env.reset()
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.observe("soviet")["action_mask"].sum() == 0


def test_choices_that_are_not_offered() -> None:
    raw = raw_env("dagc", seed=1)
    raw.reset()
    with pytest.raises(stavka.Illegal):
        raw.step(raw.actions.number["hex:1000"])
    gym = gym_env("dagc", seed=1)
    gym.reset()
    before = gym.session.match.digest
    _, reward, terminated, truncated, info = gym.step(gym.actions.number["hex:1000"])
    assert (reward, terminated, truncated) == (-0.01, False, False) and "1000" in info["refused"]
    assert gym.session.match.digest == before
    wrapped = stavka.lab.env("dagc", seed=1)
    wrapped.reset()
    wrapped.step(raw.actions.number["hex:1000"])
    assert wrapped.terminations["soviet"] and wrapped.rewards["soviet"] == -1


def test_a_situation_can_be_played() -> None:
    written = {"turn": 9, "step": "german.combat_after", "empty": True, "place": {"G-53": "3500", "S-39": "3400"}}
    env = raw_env("dagc", situation=written, seed=1)
    env.reset()
    assert env.agent_selection == "german" and env.session.match.turn == 9


# -- opponents ---------------------------------------------------------------------------------------------------------


def play_at_random(env: MatchEnv, seed: int) -> tuple[float, str]:
    """A whole match of random choices against the opponent; the reward at the end and the last position."""
    rng = random.Random(seed)
    _, info = env.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        over = terminated or truncated
    return reward, env.session.match.digest


def test_opponents_get_what_the_other_seat_sees_and_nothing_else() -> None:
    asked: list[Any] = []

    def last(seen: Seen) -> str:
        asked.append(seen)
        return seen.offer.nth(len(seen.offer) - 1)

    env = gym_env("dagc", seat="german", opponent=last, seed=1, board=False)
    observation, _ = env.reset()
    assert env.session.to_move == "german" and observation["action_mask"].sum() > 0
    assert asked and all(type(seen) is Seen and seen.seat == "soviet" for seen in asked)


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("seat", ["soviet", "german"])
def test_every_level_can_be_the_opponent(seat: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if level in EFFORTS:  # that it thinks is shown by two ideas as well as by a hundred
        monkeypatch.setitem(EFFORTS, level, replace(EFFORTS[level], simulations=min(3, EFFORTS[level].simulations)))
    env = gym_env("dagc", seat=seat, opponent=level, board=False, bound=60)
    _, info = env.reset(seed=2)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        over = terminated or truncated
    assert truncated and env.session.match.turn >= 1


@pytest.mark.parametrize("seat", ["soviet", "german"])
def test_a_novice_beats_whoever_acts_at_random_and_repeats_itself(seat: str) -> None:
    env = gym_env("dagc", seat=seat, opponent="novice", board=False)
    first = play_at_random(env, 4)
    assert first[0] == -1.0
    assert play_at_random(gym_env("dagc", seat=seat, opponent="novice", board=False), 4) == first


def test_a_player_can_be_the_opponent(dagc: stavka.Game[Any]) -> None:
    env = gym_env("dagc", seat="german", opponent=player("novice", dagc, seed=3), board=False)
    env.reset(seed=1)
    assert env.session.to_move == "german"


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no opponent 'nobody': give 'random', 'novice'"):
        gym_env("dagc", opponent="nobody")
    with pytest.raises(ValueError, match="has no seat 'nobody'"):
        gym_env("dagc", seat="nobody")


def test_where_a_game_has_no_staff_only_random_players_play(
        dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dagc.__dict__, "staff", None)
    gym_env("dagc", opponent="random", board=False).reset(seed=1)
    with pytest.raises(ValueError, match="dagc has no staff: only random players can play it"):
        gym_env("dagc", opponent="novice")


# -- OpenSpiel ---------------------------------------------------------------------------------------------------------


def test_dice_are_chance_nodes_and_clones_go_their_own_way() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from stavka.lab.envs import spiel

    game = pyspiel.load_game(f"{spiel.NAME}(game=dagc,scenario=historical)")
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    assert [face for face, _ in state.chance_outcomes()] == list(range(6))
    outcomes = set()
    for face in range(6):
        clone = state.clone()
        clone.apply_action(face)
        outcomes.add(str(clone))
        again = game.deserialize_state(clone.serialize())
        assert str(again) == str(clone)
    assert len(outcomes) > 1 and state.is_chance_node()


def test_the_tensor_of_a_player_is_his_observation(dagc: stavka.Game[Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from stavka.lab.envs import spiel

    game = pyspiel.load_game(f"{spiel.NAME}(game=dagc)")
    observer = game.make_py_observer(params={"board": True})
    state = game.new_initial_state()
    observer.set_from(state, 1)
    assert same(observer.dict, Observer(dagc, "german").observe(state.play.match))
    assert json.loads(observer.string_from(state, 1)) == state.play.match.view("german")


@pytest.mark.parametrize("key", GAMES)
def test_looking_at_the_beginning_in_between_does_not_blur_what_is_seen(key: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from stavka.lab.envs import spiel

    game = pyspiel.load_game(f"{spiel.NAME}(game={key})")
    observer, begin, state = game.make_py_observer(), game.new_initial_state(), game.new_initial_state()
    rng = random.Random(3)
    first = []
    for n in range(150):
        outcomes = [face for face, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(outcomes))
        for who in range(2):
            observer.set_from(begin, who)
            first.append((who, observer.tensor.copy()))
            observer.set_from(state, who)
            if n % 10 == 0 and state.play.match is not None:
                seen = Observer(stavka.game(key), state.play.game.seats[who], board=False).observe(state.play.match)
                assert same(observer.dict, seen)
    assert all(np.array_equal(tensor, first[who][1]) for who, tensor in first)


# -- without the extra -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["numpy", "gymnasium", "pettingzoo", "pyspiel"])
def test_without_the_extra_the_error_says_what_to_install(package: str) -> None:
    module = "stavka.lab.envs.spiel" if package == "pyspiel" else "stavka.lab.envs"
    script = f"import sys; sys.modules[{package!r}] = None; import stavka.lab; import {module}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "pip install stavka[research]" in run.stderr


def test_the_core_and_the_rest_of_the_lab_need_none_of_it() -> None:
    script = ("import sys, stavka.lab, stavka.lab.cli, stavka.lab.fuzz; "
              "sys.exit(any(name in sys.modules for name in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel')))")
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
