"""Memoryless strategies: what to do in a state, whatever happened before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from ..bp.thread import Thread
from ..data import dataclass
from ..engines.base.arrays import U64
from ..engines.graph.attractor import NO_MOVE
from ..engines.graph.board import sources
from ..engines.graph.explicit import ExplicitGraph
from ..errors import Misuse, Refused
from ..model.players import called_alike, is_clear
from ..model.system import REST, Label, State
from ..verdict import Trace
from .following import strategy_thread
from .moves import GraphMoves
from .region import Win
from .rules import Rule, learned

Show: TypeAlias = Callable[[Any], Mapping[str, str] | str]

Options: TypeAlias = Iterable[tuple[State, tuple[Label, ...]]]

LARGEST_LIST = 20_000
"""The largest number of positions from which rules are learned."""


@runtime_checkable
class Reads(Protocol):
    """A table of moves for states that may also record past events."""

    def after(self, trace: Trace) -> State:
        """The state for the end of a run."""


@runtime_checkable
class Bounded(Protocol):
    """A table of moves that are not counted."""

    most: int
    """The greatest number of moves that it may have."""


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """The moves of the players of `team`: `table` maps the states where they choose to their moves.

    `options` gives, for the same states, every move that keeps what the strategy achieves.

    >>> strategy = Strategy(("X",), {(0, 1): "put(4)"})
    >>> strategy.move((0, 1)), strategy.move((2, 2))
    ('put(4)', None)
    >>> strategy.choose((0, 1), ["put(3)", "put(4)"])
    'put(4)'
    """

    team: tuple[str, ...]
    table: Mapping[State, Label]
    show: Show = str
    options: Callable[[], Options] = field(default=tuple)

    def move(self, state: State) -> Label | None:
        """The move in `state`; None if the team does not choose or nothing can be achieved."""
        return self.table.get(state)

    def choose(self, state: State, labels: Sequence[Label]) -> Label:
        """The move among the offered `labels`; labels match if they have the same text.

        It is the first of `labels` if the strategy has no move, or none that is offered.
        """
        wanted = self.move(state)
        if wanted is None or wanted in labels:
            return labels[0] if wanted is None else wanted
        return next((label for label in labels if str(label) == str(wanted)), labels[0])

    def after(self, trace: Trace) -> State:
        """The strategy's state for the end of a run; it may also record past events."""
        return self.table.after(trace) if isinstance(self.table, Reads) else trace.states[-1]

    def __iter__(self) -> Iterator[tuple[State, Label]]:
        return iter(self.table.items())

    def __len__(self) -> int:
        return len(self.table)

    def rules(self) -> tuple[Rule, ...]:
        """The strategy as a list of rules; the first rule that applies counts.

        Together they cover every position of the strategy, each with one of its `options`. Raises
        `Refused` if there are more than `LARGEST_LIST` positions.

        >>> for rule in Strategy(("X",), {"a": "left", "b": "left", "c": "right"}).rules():
        ...     print(rule)
        when state != c: left   (2 positions)
        otherwise: right   (1 position)
        """
        most = self.table.most if isinstance(self.table, Bounded) else None
        count = len(self.table) if most is None else most
        if count > LARGEST_LIST:
            raise Refused(
                f"rules are learned from at most {LARGEST_LIST:,} positions, and the strategy has "
                f"{'up to ' * (most is not None)}{count:,}: begin nearer to the end, or ask it for "
                "one move at a time"
            )
        options = dict(self.options()) or {state: (move,) for state, move in self}
        return learned([_named(self.show(state)) for state in options], list(options.values()))

    def thread(self, graph: ExplicitGraph, *, priority: float | None = None) -> Thread:
        """A b-thread that plays the strategy, for the program that `graph` was built from.

        It follows the events from the start. If the strategy has a move, the b-thread requests it
        with the `priority` and blocks all other events of the team.
        """
        return strategy_thread(self.table, self.team, graph, priority)

    def to_json(self) -> str:
        """The strategy as JSON text, if its states are numbers, strings, tuples or sets of them."""
        moves = [[_to_plain(state), None if label is REST else str(label)] for state, label in self]
        return json.dumps({"team": list(self.team), "moves": moves})


def from_json(text: str, show: Show = str) -> Strategy:
    """The strategy written by `to_json`; its moves are strings, or REST.

    >>> from_json(Strategy(("X",), {(0, 1): "put(4)"}).to_json()).move((0, 1))
    'put(4)'
    """
    data = json.loads(text)
    table = {_from_plain(state): REST if label is None else label for state, label in data["moves"]}
    return Strategy(tuple(data["team"]), table, show)


def strategy_of(win: Win, show: Show = str) -> Strategy:
    """The team's strategy: it wins every play from the states of `win.region`.

    Raises `NotAGame` if a player would have to choose between steps with the same label.
    """
    moves = _choices(win.graph, win.moves)
    return Strategy(tuple(sorted(win.team)), moves, show, partial(_options, win, moves))


def counter_strategy_of(win: Win, show: Show = str) -> Strategy:
    """The others' strategy: from the states outside of `win.region` the team does not win.

    It covers all other players and the steps that no player chooses.
    """
    others = tuple(player for player in win.graph.players if player not in win.team)
    return Strategy(others, _choices(win.graph, win.counter), show)


def _choices(graph: ExplicitGraph, moves: U64) -> GraphMoves:
    """The moves, except in states with one step only that leads back to them.

    In such a state there is nothing to choose.
    """
    start = graph.edges.start
    chosen = np.flatnonzero(moves != NO_MOVE)
    chosen = chosen[start[chosen + 1] - start[chosen] == 1]
    ends = chosen[graph.edges.target[moves[chosen].astype(np.intp)] == chosen]
    kept = moves.copy()
    kept[ends] = NO_MOVE
    _require_different_labels(graph, kept)
    return GraphMoves(graph, kept)


def _options(win: Win, moves: GraphMoves) -> Iterator[tuple[State, tuple[Label, ...]]]:
    graph, allowed = win.graph, win.options()
    edges = graph.edges
    for number in map(int, np.flatnonzero(moves.steps != NO_MOVE)):
        first, last = int(edges.start[number]), int(edges.start[number + 1])
        ways = [(int(edges.event[k]), int(edges.target[k])) for k in range(first, last)]
        events = dict.fromkeys(ways[k][0] for k in np.flatnonzero(allowed[first:last]))
        labels = (graph.labels[event] for event in events if is_clear(event, ways))
        yield graph.state(number), tuple(labels)


def _require_different_labels(graph: ExplicitGraph, moves: U64) -> None:
    """Raise `NotAGame` if the same chooser also has a step with a move's label to another state."""
    edges, source = graph.edges, sources(graph)
    chooses = moves != NO_MOVE
    move = np.where(chooses, moves, 0).astype(np.intp)[source]
    alike = chooses[source] & (edges.event == edges.event[move])
    if graph.unowned is not None:
        alike &= graph.unowned == graph.unowned[move]
    unclear = np.flatnonzero(alike & (edges.target != edges.target[move]))
    if len(unclear):
        step = int(unclear[0])
        label = graph.labels[int(edges.event[step])]
        raise called_alike(repr(graph.plain_state(int(source[step]))), label)


def _named(shown: Mapping[str, str] | str) -> Mapping[str, str]:
    return {"state": shown} if isinstance(shown, str) else shown


def _to_plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | str | float):
        return value
    if isinstance(value, tuple):
        return [_to_plain(part) for part in value]
    if isinstance(value, frozenset):
        return {"set": sorted((_to_plain(part) for part in value), key=repr)}
    raise Misuse(f"{value!r} cannot be written as JSON: states of numbers, strings and tuples can")


def _from_plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_from_plain, value))
    return frozenset(map(_from_plain, value["set"])) if isinstance(value, dict) else value
