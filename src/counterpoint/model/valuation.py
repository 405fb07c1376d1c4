"""Valuations: states of a model as values by name, and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ..errors import BadModel, Misuse, OutOfSort
from ..terms.array import Array
from ..terms.sort import is_member, plain, text_of_sort, text_of_value
from ..terms.term import Variable
from .parts import Parts
from .scope import closest


def state_of(parts: Parts, given: Mapping[str, Any]) -> tuple[Any, ...]:
    """The state with these values by name; an array's as a sequence or a mapping.

    Raises `BadModel` if a name is missing or unknown, and `OutOfSort` for a value outside its sort.
    """
    for name in given:
        if name not in parts.cells:
            known = closest(name, parts.cells)
            raise BadModel(f"a state has no variable {name}; it has {known}")
    missing = [name for name in parts.cells if name not in given]
    if missing:
        raise BadModel(f"a state needs a value for {', '.join(missing)} too")
    values: list[Any] = []
    for name, variables in parts.cells.items():
        column = _given(parts, name, given[name])
        values += [_value(*pair) for pair in zip(variables, column, strict=True)]
    return tuple(values)


def values_of(parts: Parts, state: Sequence[Any]) -> dict[str, Any]:
    """The values of a state by name: an array's as a tuple, a word's as a number.

    Raises `BadModel` for what is no state.
    """
    try:
        rest = iter([value for _, value in zip(parts.variables, state, strict=True)])
    except (TypeError, ValueError):
        raise no_state([variable.name for variable in parts.variables], state) from None
    found: dict[str, Any] = {}
    for name, variables in parts.cells.items():
        column = tuple(next(rest) for _ in variables)
        word = parts.words.get(name)
        found[name] = column if name in parts.arrays else column[0]
        if word is not None:
            found[name] = word.number(column)
    return found


def no_state(names: Sequence[str], state: object) -> BadModel:
    """The error for a value that is not a state with one value for each of these names."""
    return BadModel(f"{state!r} is no state: it has values for {', '.join(names)}")


def require_values(variables: Sequence[Variable], name: str, state: object) -> None:
    """Raise `Misuse` unless `state` has a value for each variable of the model, from its sort."""
    columns = [partial(is_member, variable.sort) for variable in variables]
    if not fits(state, columns):
        raise Misuse(f"{state!r} is no state of {name}: model.state(...) gives one")


def fits(state: object, columns: Sequence[Callable[[Any], bool]]) -> bool:
    """Whether `state` is a tuple of values, one accepted by each column."""
    if not isinstance(state, tuple) or len(state) != len(columns):
        return False
    return all(accepts(value) for accepts, value in zip(columns, state, strict=True))


def show(parts: Parts, state: Sequence[Any]) -> dict[str, str]:
    """The values of a state as text, by name."""
    shown = {}
    for name, value in values_of(parts, state).items():
        array, word = parts.arrays.get(name), parts.words.get(name)
        if word is not None:
            shown[name] = word.text(value)
        elif array is not None:
            shown[name] = _array_text(array, map(parts.spells, value))
        else:
            shown[name] = parts.spells(value)
    return shown


def _given(parts: Parts, name: str, given: Any) -> Sequence[Any]:
    """The values of the variables with a name, for the value that is given."""
    array, word = parts.arrays.get(name), parts.words.get(name)
    if word is None:
        return [given] if array is None else _column(array, given)
    bits = word.values(given) if isinstance(given, int) else None
    if bits is None:
        sign = "signed" if word.signed else "unsigned"
        raise OutOfSort(f"{name} is {given!r}, which is no {sign} word of {len(word.bits)} bits")
    return bits


def _column(array: Array, given: Any) -> list[Any]:
    """The values of an array in the order of its indices."""
    if isinstance(given, Mapping):
        if set(given) != set(array.indices):
            raise BadModel(
                f"{array.name} is given for {text_of_value(tuple(given))}, and its indices are "
                f"{array.shown_indices()}"
            )
        return [given[index] for index in array.indices]
    values = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else None
    if values is None or len(values) != len(array):
        raise BadModel(
            f"{array.name} is an array of {len(array)}: give as many values, not {given!r}"
        )
    return values


def _value(variable: Variable, given: Any) -> Any:
    value = frozenset(given) if isinstance(given, set) else plain(given)
    if not is_member(variable.sort, value):
        raise OutOfSort(
            f"{variable.name} is {text_of_value(value)}, which is not in "
            f"{text_of_sort(variable.sort)}"
        )
    return value


def _array_text(array: Array, texts: Iterable[str]) -> str:
    if array.indices == tuple(range(len(array))):
        return f"[{', '.join(texts)}]"
    names = map(text_of_value, array.indices)
    return f"{{{', '.join(f'{i}: {text}' for i, text in zip(names, texts, strict=True))}}}"
