"""Json: converting values to JSON text, and reading values from JSON files; none are written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ...errors import NoValue
from ..values import (
    FALSE,
    TRUE,
    ModelValue,
    is_function,
    is_sequence,
    items,
    members,
    normal,
    show,
    truth,
)
from ..values import function as as_function
from .checks import function, string
from .module import LibraryModule, module, refused
from .surroundings import Surroundings

_WRITING = "files are read, never written"


def as_data(value: Any) -> Any:
    """Data for Python's `json` module: sets and sequences become lists, functions objects.

    >>> as_data((1, TRUE))
    [1, True]
    """
    value = normal(value)
    if type(value) is int or type(value) is str:
        return value
    if value is TRUE or value is FALSE:
        return value is TRUE
    if isinstance(value, ModelValue):
        return value.name
    if is_sequence(value) or type(value) is frozenset:
        return [as_data(item) for item in (value if type(value) is tuple else members(value))]
    return {_key(argument): as_data(result) for argument, result in items(value)}


def as_value(data: Any, file: str) -> Any:
    """The value of data that Python's `json` read: lists are sequences, objects are records.

    Raises `NoValue`, which names the `file`, for null and for numbers that are not whole.

    >>> as_value([1, "a"], "f.json")
    (1, 'a')
    """
    if isinstance(data, bool):
        return truth(data)
    if isinstance(data, int | str):
        return data
    if isinstance(data, list):
        return tuple(as_value(item, file) for item in data)
    if isinstance(data, dict):
        return as_function({name: as_value(item, file) for name, item in data.items()})
    raise NoValue(f"{file}: {json.dumps(data)} is no value here")


def _key(argument: Any) -> str:
    return argument if type(argument) is str else show(argument)


def _text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _to_json(value: Any) -> str:
    return _text(as_data(value))


def _to_array(value: Any) -> str:
    if not is_function(value):
        return _text([as_data(item) for item in members(value)])
    return _text(as_data(value))


def _to_object(value: Any) -> str:
    f = function(value, "ToJsonObject")
    if is_sequence(f):
        return _text({str(place): as_data(item) for place, item in enumerate(f)})
    return _text({_key(argument): as_data(item) for argument, item in items(f)})


def modules(around: Surroundings) -> Iterable[LibraryModule]:
    """The module Json, for one run."""

    def parsed(text: str, file: str) -> Any:
        try:
            return as_value(json.loads(text), file)
        except ValueError as error:
            raise NoValue(f"{file} is not JSON: {error}") from error

    def read(file: Any) -> Any:
        return parsed(around.read(string(file, "JsonDeserialize"), "JsonDeserialize"), file)

    def read_lines(file: Any) -> Any:
        text = around.read(string(file, "ndJsonDeserialize"), "ndJsonDeserialize")
        return tuple(parsed(line, file) for line in text.splitlines() if line.strip())

    operators = {
        "ToJson": _to_json,
        "ToJsonArray": _to_array,
        "ToJsonObject": _to_object,
        "JsonDeserialize": read,
        "ndJsonDeserialize": read_lines,
        "JsonSerialize": refused("JsonSerialize", 2, _WRITING),
        "ndJsonSerialize": refused("ndJsonSerialize", 2, _WRITING),
    }
    return (module("Json", operators),)
