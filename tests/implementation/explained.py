"""Which lines of a log have an explanation, by a search of all runs: for tests."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

Steps = Callable[[Any], Iterable[tuple[Any, Any]]]


class Line(NamedTuple):
    """A line: the labels that it may mean, None for any step, and the states that fit it."""

    labels: frozenset[Any] | None
    fits: Callable[[Any], bool] = lambda _: True


class Found(NamedTuple):
    """The first line without an explanation, None if there is none, and the states before it."""

    line: int | None
    states: frozenset[Hashable]


def explain(
    initial: Iterable[Any],
    steps: Steps,
    log: Sequence[Line],
    hidden: frozenset[Any] = frozenset(),
    stays: Callable[[Any], bool] = lambda _: True,
) -> Found:
    """Walk all runs with the number of lines that each has explained, one step at a time."""
    todo = [(state, 0, False) for state in initial]
    seen = set(todo)
    while todo:
        state, at, has_begun = todo.pop()
        for step in _onward(state, at, has_begun, steps, log, hidden, stays):
            if step not in seen:
                seen.add(step)
                todo.append(step)
    most = max((at for _, at, _ in seen), default=0)
    line = None if most == len(log) else most + 1
    return Found(line, frozenset(state for state, at, _ in seen if at == most))


def _onward(
    state: Any,
    at: int,
    has_begun: bool,
    steps: Steps,
    log: Sequence[Line],
    hidden: frozenset[Any],
    stays: Callable[[Any], bool],
) -> Iterable[tuple[Any, int, bool]]:
    """What a run may be at next: `has_begun` if it has left the state that it began in."""
    for label, there in steps(state):
        if label in hidden:
            yield there, at, True
    if at == len(log):
        return
    line = log[at]
    if line.labels is None and at == 0:
        if not has_begun and line.fits(state):
            yield state, 1, True
        return
    for label, there in steps(state):
        if (line.labels is None or label in line.labels) and line.fits(there):
            yield there, at + 1, True
    if line.labels is None and stays(state) and line.fits(state):
        yield state, at + 1, True
