"""All states of a small module, found breadth first, and counted as TLC counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from counterpoint.tla.modules import Loaded
from counterpoint.tla.steps import State, initial, next_states, plan
from counterpoint.tla.tree import And, Apply, Expression

from ..evaluate.small import compiler_of, loaded


@dataclass(frozen=True)
class Explored:
    """What was found: `generated` counts a state as often as a step leads to it."""

    distinct: int
    generated: int
    depth: int
    deadlocks: int


def explore(starts: list[State], following: Callable[[State], list[State]]) -> Explored:
    """What is found from some states."""
    seen = set(starts)
    level = list(seen)
    generated, depth, deadlocks = len(starts), 0, 0
    while level:
        depth += 1
        found = [(state, following(state)) for state in level]
        generated += sum(len(states) for _, states in found)
        deadlocks += sum(not states for _, states in found)
        level = list(dict.fromkeys(s for _, states in found for s in states if s not in seen))
        seen.update(level)
    return Explored(len(seen), generated, depth, deadlocks)


def explored(
    body: str, init: Expression | str = "Init", step: Expression | str = "Next"
) -> Explored:
    """What is found in a module with this body."""
    module = loaded(body)
    return explored_in(module, _named(init), _named(step))


def explored_in(module: Loaded, init: Expression, step: Expression) -> Explored:
    compiler, scope = compiler_of(module), module.scope
    starts = initial(compiler, plan(compiler, init, scope, initial=True))()
    return explore(starts, next_states(compiler, plan(compiler, step, scope)))


def _named(name: Expression | str) -> Expression:
    return Apply(name) if isinstance(name, str) else name


def all_of(*names: str) -> Expression:
    """The conjunction of some definitions."""
    return And(tuple(Apply(name) for name in names))


def successors_in(body: str, state: State, step: str = "Next") -> list[State]:
    """The next states of a state in a module with this body, as often as they are found."""
    module = loaded(body)
    compiler = compiler_of(module)
    return next_states(compiler, plan(compiler, Apply(step), module.scope))(state)


def starts_in(body: str, init: str = "Init") -> list[State]:
    """The initial states of a module with this body."""
    module = loaded(body)
    compiler = compiler_of(module)
    return initial(compiler, plan(compiler, Apply(init), module.scope, initial=True))()
