"""Other people's engines, each driven as its users do: a function that plays one random game and gives its decisions. None where one is missing."""
from __future__ import annotations

import importlib
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Play = Callable[[], int]
HERE = Path(__file__).resolve().parent


def command(name: str) -> str | None:
    """A program of this environment, else of the system."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def rlcard_env(game: str) -> Play | None:
    """rlcard as its users run it: an environment with random agents."""
    if find_spec("rlcard") is None:
        return None
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    env = rlcard.make(game)
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return play


def rlcard_game(game: str) -> Play | None:
    """The bare game of rlcard, without observations."""
    if find_spec("rlcard") is None:
        return None
    live = importlib.import_module("rlcard").make(game).game

    def play() -> int:
        live.init_game()
        decisions = 0
        while not live.is_over():
            live.step(random.choice(list(live.get_legal_actions())))
            decisions += 1
        return decisions

    return play


def open_spiel(name: str, parameters: dict[str, Any] | None = None) -> Play | None:
    """A game of OpenSpiel, moved from Python. Names that begin with `python_` are its games in Python."""
    if find_spec("pyspiel") is None:
        return None
    pyspiel = importlib.import_module("pyspiel")
    if name.startswith("python_"):
        importlib.import_module("open_spiel.python.games")
    game = pyspiel.load_game(name, parameters or {})

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                decisions += 1
        return decisions

    return play


def petting_zoo(name: str) -> Play | None:
    """A classic game of PettingZoo, by its loop over agents, with random legal moves."""
    if find_spec("pettingzoo") is None or find_spec("pygame") is None:
        return None
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = observation["action_mask"]
            legal = [at for at, open_ in enumerate(mask) if open_]
            env.step(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def boardgame_io(seconds: float, modules: str) -> Callable[[], float] | None:
    """Moves a second of boardgame.io, whose npm package lies in the folder `modules`."""
    node = shutil.which("node")
    if node is None or not (Path(modules) / "boardgame.io").is_dir():
        return None

    def measure() -> float:
        done = subprocess.run([node, str(HERE / "noughts.js"), str(seconds)], env={"NODE_PATH": modules}, capture_output=True, check=True, text=True)
        return float(done.stdout)

    return measure
