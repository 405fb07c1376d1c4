"""Converting values to data for Python's `json` module, and back, without loss.

The format is Apalache's Informal Trace Format (ADR-015): sets are `{"#set": [...]}`, functions
`{"#map": [[argument, value], ...]}`, sequences are lists, records objects, and numbers of 2^53 or
more `{"#bigint": "..."}`. In addition to that format, model values are `{"#model": name}`. An
infinite set is `{"#unserializable": text}`, which cannot be read back.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...errors import NoValue
from ...terms.json import number_to_json
from .atoms import ModelValue, Truth, truth
from .domain import Domain
from .functions import function, normal
from .lazyset import LazySet
from .order import listed

Data: TypeAlias = Any
"""Data for Python's `json` module: None, bool, int, str, and lists and dictionaries of them."""


def to_json(value: Any) -> Data:
    """The JSON data of a value.

    >>> to_json((1, frozenset({"a"})))
    [1, {'#set': ['a']}]
    """
    if isinstance(value, LazySet) and not value.is_finite():
        return {"#unserializable": repr(value)}
    value = normal(value)
    if type(value) is int:
        return number_to_json(value)
    if type(value) is str:
        return value
    if type(value) is frozenset:
        return {"#set": [to_json(element) for element in listed(value)]}
    if type(value) is tuple:
        return _function(value)
    return value.holds if type(value) is Truth else {"#model": value.name}


def from_json(data: Data) -> Any:
    """The value that JSON data represents; raises `NoValue` for data in another format.

    >>> from_json([1, {"#set": ["a"]}])
    (1, frozenset({'a'}))
    """
    if isinstance(data, bool):
        return truth(data)
    if isinstance(data, int | str):
        return data
    if isinstance(data, list):
        return tuple(map(from_json, data))
    if isinstance(data, dict):
        return _from_object(data)
    raise NoValue(f"{data!r} is no value")


def _function(f: tuple[Any, ...]) -> Data:
    if not (f and type(f[0]) is Domain):
        return [to_json(item) for item in f]
    domain, values = f[0], map(to_json, f[1:])
    if domain.is_record and not any(name.startswith("#") for name in domain.keys):
        return dict(zip(domain.keys, values, strict=True))
    return {"#map": [list(pair) for pair in zip(map(to_json, domain.keys), values, strict=True)]}


def _from_object(data: dict[str, Data]) -> Any:
    match data:
        case {"#set": list(parts)}:
            return frozenset(map(from_json, parts))
        case {"#map": list(pairs)}:
            return function({from_json(key): from_json(value) for key, value in pairs})
        case {"#tup": list(parts)}:
            return tuple(map(from_json, parts))
        case {"#bigint": str(digits)}:
            return int(digits, 16 if "x" in digits else 10)
        case {"#model": str(name)}:
            return ModelValue(name)
    if any(name.startswith("#") for name in data):
        raise NoValue(f"{data!r} is no value")
    return function({name: from_json(value) for name, value in data.items()})
