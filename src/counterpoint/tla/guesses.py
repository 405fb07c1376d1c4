"""Values to try for variables that are left free: enough to refute many claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..data import dataclass
from ..nodes import nodes_in
from .evaluate.context import Closed
from .modules import Loaded
from .scope import Defined, Scope, Value, Variable
from .sorts import Sort, typed
from .spec.specification import Conjunct
from .tree import Apply, Node, Number, String
from .values import FALSE, TRUE, ModelValue, show

OTHERS = ModelValue("any1"), ModelValue("any2")
"""Two values that are equal to no other value."""


@dataclass(frozen=True)
class Guess:
    """A finite set of values for each of some variables, and a description of it for users."""

    values: Mapping[Variable, Closed]
    said: str


def guesses(loaded: Loaded, free: Sequence[Variable], said: Iterable[Conjunct]) -> Iterator[Guess]:
    """Guesses for the variables that are left free, the most informative first.

    A guess takes values from a definition of the variables' type, or values that `said` mentions
    together with values that are equal to nothing else, or numbers, or truth values. The more
    variables, the fewer values for each, so that the total stays about the same; for very many
    variables there are no guesses.
    """
    tuning, most = loaded.tuning, loaded.tuning.guessed_values
    if len(free) > most // 2:
        return
    room = max(2, most // len(free))
    known = {one: sort for one, sort in typed(loaded).items() if one in free}
    literals = {x for x in _literals(said) if _is_small(x, tuning.guessed_largest)}
    sets = [some[:room] for some in _sets(literals)]
    if known:
        yield _guess([known.get(one) or _listed(one, sets[0]) for one in free])
    for some in sets:
        yield _guess([_listed(one, some) for one in free])


def _guess(sorts: Sequence[Sort]) -> Guess:
    said = "; ".join(f"{sort.variable.name} in {sort.said}" for sort in sorts)
    return Guess({sort.variable: sort.values for sort in sorts}, said)


def _listed(variable: Variable, values: Sequence[Any]) -> Sort:
    name, said = variable.name, ", ".join(map(show, values))
    closed = Closed(Apply(name), Scope({name: Value(frozenset(values))}))
    return Sort(variable, closed, f"{{{said}}}")


def _is_small(literal: Any, largest: int) -> bool:
    return not isinstance(literal, int) or literal <= largest


def _sets(literals: set[Any]) -> Iterator[list[Any]]:
    """Lists of values of one kind, or values that may be compared with all others."""
    numbers = sorted(one for one in literals if isinstance(one, int))
    texts = sorted(one for one in literals if isinstance(one, str))
    models = [one for one in literals if isinstance(one, ModelValue)]
    for kind in (numbers, texts, sorted(models, key=lambda one: one.name)):
        if kind:
            yield [*OTHERS, *kind]
    yield [*OTHERS]
    yield [*dict.fromkeys((0, 1, *numbers, *(one + 1 for one in numbers), -1))]
    yield [TRUE, FALSE]


def _literals(said: Iterable[Conjunct]) -> Iterator[Any]:
    """The numbers, strings and model values that some conjuncts or their definitions mention."""
    seen = set[Defined]()
    waiting: list[tuple[Node, Scope]] = [(one.expression, one.scope) for one in said]
    while waiting:
        node, scope = waiting.pop()
        for part in nodes_in(node):
            match part:
                case Number(value) | String(value):
                    yield value
                case Apply(name):
                    meaning = scope.get(name)
                    if isinstance(meaning, Defined) and meaning not in seen:
                        seen.add(meaning)
                        waiting.append((meaning.body, meaning.scope))
                    elif isinstance(meaning, Value):
                        yield from _atoms(meaning.value)


def _atoms(value: Any) -> Iterator[Any]:
    found = value if isinstance(value, frozenset) else (value,)
    for one in found:
        if isinstance(one, int | str | ModelValue):
            yield one
