"""Valuations: states of a model as values by name, and as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from ..errors import BadModel, Misuse, OutOfSort
from ..terms.array import Array
from ..terms.json import number_to_json, to_json
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


def as_json(parts: Parts, state: Sequence[Any]) -> dict[str, Any]:
    """The values of a state by name, as data for JSON.

    An array is a list if its indices are 0, 1, 2 and so on, an object if they are names, and else
    `{"#map": [[index, value], ...]}`.
    """
    found: dict[str, Any] = {}
    for name, value in values_of(parts, state).items():
        array = parts.arrays.get(name)
        found[name] = to_json(value) if array is None else _array_data(array, map(to_json, value))
    return found


def _array_data(array: Array, values: Iterable[Any]) -> Any:
    """An array as data for JSON, from the data of its values."""
    if _is_list(array):
        return list(values)
    indices = [to_json(index) for index in array.indices]
    if _are_names(indices):
        return dict(zip(indices, values, strict=True))
    return {"#map": [list(pair) for pair in zip(indices, values, strict=True)]}


def _are_names(indices: Sequence[Any]) -> bool:
    """Whether indices can be the names in an object that is not `{"#set": ...}` or the like."""
    are_texts = all(isinstance(index, str) and not index.startswith("#") for index in indices)
    return are_texts and len(set(indices)) == len(indices)


def writing(parts: Parts) -> Callable[[Sequence[Any]], str]:
    """Gives states as JSON texts, for many states: it remembers the texts of values.

    The states must have values from the sorts of the variables.
    """
    writers: list[tuple[Callable[[Any], Any], Callable[[Any], str]]] = []
    first = 0
    for name, variables in parts.cells.items():
        is_single = name not in parts.arrays and name not in parts.words
        places = first if is_single else slice(first, first + len(variables))
        writers.append((itemgetter(places), _writer(parts, name)))
        first += len(variables)
    return lambda state: f"{{{', '.join([write(part(state)) for part, write in writers])}}}"


def _writer(parts: Parts, name: str) -> Callable[[Any], str]:
    """Gives a member of a JSON object for a value, or for the values of an array or of a word."""
    array, word = parts.arrays.get(name), parts.words.get(name)
    head = f"{_encoded(name)}: "
    if word is not None:
        return lambda bits: head + _encoded(number_to_json(word.number(bits)))
    if array is None:
        return _Texts(lambda value: _encoded(to_json(value)), head).__getitem__
    heads, end = _around(array)
    cells = [_Texts(lambda value: _encoded(to_json(value)), text) for text in heads]
    return lambda values: (
        head + "".join([cell[value] for cell, value in zip(cells, values, strict=True)]) + end
    )


def _around(array: Array) -> tuple[list[str], str]:
    """What the JSON text of an array has before each of its values, and at its end."""
    if _is_list(array):
        return ["[", *[", "] * (len(array) - 1)], "]"
    indices = [to_json(index) for index in array.indices]
    texts = map(_encoded, indices)
    if _are_names(indices):
        before, between, after, end = "{", ", ", ": ", "}"
    else:
        before, between, after, end = '{"#map": [[', "], [", ", ", "]]}"
    heads = [f"{between if at else before}{text}{after}" for at, text in enumerate(texts)]
    return heads, end


class _Texts(dict[Any, str]):
    """The texts of the values of one variable after a prefix, made when first asked for."""

    def __init__(self, spells: Callable[[Any], str], prefix: str = "") -> None:
        super().__init__()
        self._spells, self._prefix = spells, prefix

    def __missing__(self, value: Any) -> str:
        found = self[value] = self._prefix + self._spells(value)
        return found


def _encoded(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


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
    before, after = _brackets(array)
    cells = (index + text for index, text in zip(_index_texts(array), texts, strict=True))
    return before + ", ".join(cells) + after


def _is_list(array: Array) -> bool:
    return array.indices == tuple(range(len(array)))


def _brackets(array: Array) -> tuple[str, str]:
    return ("[", "]") if _is_list(array) else ("{", "}")


def _index_texts(array: Array) -> list[str]:
    """What is written before each value of an array."""
    if _is_list(array):
        return [""] * len(array)
    return [f"{text_of_value(index)}: " for index in array.indices]
