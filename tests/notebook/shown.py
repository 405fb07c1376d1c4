"""Something of every kind to display."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterpoint import Model, Session, Trace, check, load_module, state_graph, step, where
from counterpoint import examples as bundled
from counterpoint.examples import nim, peterson
from counterpoint.target import find_target

from .programs import scalding, tap


def module(name: str = "StrategicTicTacToe") -> Any:
    return load_module(f"{bundled.__path__[0]}/{name}.tla")


def counter(most: int, **drawn: Any) -> Model:
    """A model that counts, and comes to a deadlock."""
    model = Model("counter", **drawn)
    n = model.var("n", range(most + 1), init=0)

    @model.action
    def add() -> Any:
        return step(when=n < most, set={n: n + 1})

    return model


def _krk() -> Any:
    session = Session(find_target("krk"))
    for _ in range(3):
        session.step(session.names[0])
    return session.trace


SHOWN: dict[str, Callable[[], Any]] = {
    "program": lambda: tap,
    "program with rules off": lambda: scalding,
    "large program": lambda: find_target("tictactoe"),
    "model": nim.model,
    "SMV model": lambda: find_target("ttt.smv"),
    "module": module,
    "module of rules": lambda: module("BehavioralRules").without("EnforceTurns"),
    "verdicts of a program": lambda: check(scalding),
    "verdicts of a model": lambda: check(peterson.model()),
    "verdicts of a module": lambda: check(module()),
    "verdicts of a game": lambda: check(nim.model(), "<<player1>> F p1_wins", "AF full"),
    "unknown": lambda: check(find_target("tictactoe"), limit_states=100),
    "verdict": lambda: check(scalding)["never twice hot"],
    "proof": lambda: check(counter(9), "AG n < 20", engine="bounded")["AG n < 20"],
    "trace": lambda: check(scalding).trace,
    "trace that is drawn": _krk,
    "trace of nothing": lambda: Trace(0, (("up", 1), ("down", 0)), loop=0),
    "long trace": lambda: check(counter(300), "deadlock").trace,
    "states": lambda: where(peterson.model(), "critical0"),
    "all states": lambda: where(nim.model(), "true"),
    "no states": lambda: where(peterson.model(), "critical0 & critical1"),
    "states of a module": lambda: where(module(), 'EF {\\A i \\in 1..3 : board[1][i] # "_"}'),
    "states of a program": lambda: where(tap, "EF once(HOT)"),
    "graph": lambda: state_graph(scalding),
    "large graph": lambda: state_graph(counter(300)),
    "part of a graph": lambda: state_graph(peterson.model(), limit_states=9),
}
"""What is displayed, by its kind."""
