"""Mappings: where the records of a log say which step was taken, and what the state is after it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias

from ..bp.event import Event
from ..data import dataclass
from ..errors import BadLog, CounterpointError, Place
from ..reading import text_in
from ..terms.sort import same
from .entry import NAMES, Entry, entry_of
from .reading import Record

MapRecord: TypeAlias = Callable[[Record], Any]
"""What gives for a record an entry, or what `entry_of` takes for one; None leaves it out."""

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a record that say what an entry has, as paths such as `order.id`.

    `names` gives events other names than the log has. `only` are values that a record needs to be
    looked at. With `skips_others`, a record is left out if it has neither the field for the name
    nor parts of the state, or if its name is none of `names`.

    >>> fields = Fields(name="msg", args=("who",), names={"placed": "Place"})
    >>> str(fields({"msg": "placed", "who": "Ann"}))
    "Place('Ann')"
    """

    name: str | None = None
    args: tuple[str, ...] | Mapping[str, str] | None = None
    state: Mapping[str, str] | None = None
    names: Mapping[str, str] | None = None
    only: Mapping[str, Any] | None = None
    skips_others: bool = False

    def __call__(self, record: Record) -> Entry | None:
        """The entry of a record; None if it is left out. Raises `BadLog` if a field is missing."""
        if not all(same(value_at(record, path), of) for path, of in (self.only or {}).items()):
            return None
        name = self._name(record)
        state = self._state(record)
        if self.skips_others and self._is_other(name, state):
            return None
        if name is None and self.name is not None and not state:
            raise BadLog(f"it has no {self.name}, which is where its mapping looks for the name")
        if name is not None and self.names is not None:
            name = self.names.get(name, name)
        return entry_of({"event": name, "args": self._args(record, name), "state": state})

    def _name(self, record: Record) -> str | None:
        if self.name is None:
            return next((record[field] for field in NAMES if field in record), None)
        found = value_at(record, self.name)
        return None if found is _MISSING or found is None else str(found)

    def _is_other(self, name: str | None, state: object) -> bool:
        unnamed = name is None and not state
        return unnamed or (name is not None and self.names is not None and name not in self.names)

    def _args(self, record: Record, name: str | None) -> Any:
        if name is None or self.args is None:
            return None if name is None else record.get("args")
        paths = self.args.values() if isinstance(self.args, Mapping) else self.args
        found = {path: value_at(record, path) for path in paths}
        for path, value in found.items():
            if value is _MISSING:
                raise BadLog(f"{name} has no {path}, which its mapping needs")
        if isinstance(self.args, Mapping):
            return {each: found[path] for each, path in self.args.items()}
        return [found[path] for path in self.args]

    def _state(self, record: Record) -> Any:
        if self.state is None:
            return record.get("state")
        found = {part: value_at(record, path) for part, path in self.state.items()}
        return {part: value for part, value in found.items() if value is not _MISSING}


def value_at(record: Any, path: str) -> Any:
    """The value at a path: a field, or the fields of fields, which dots separate.

    >>> value_at({"order": {"id": 7}, "a.b": 1}, "order.id"), value_at({"a.b": 1}, "a.b")
    (7, 1)
    """
    if isinstance(record, Mapping):
        if path in record:
            return record[path]
        for at in (n for n, sign in enumerate(path) if sign == "."):
            if path[:at] in record:
                found = value_at(record[path[:at]], path[at + 1 :])
                if found is not _MISSING:
                    return found
    if isinstance(record, list):
        first, _, rest = path.partition(".")
        if first.isdecimal() and int(first) < len(record):
            return value_at(record[int(first)], rest) if rest else record[int(first)]
    return _MISSING


def by_function(function: Callable[[Any], object]) -> MapRecord:
    """A mapping that calls a function of the user for each record.

    It raises `BadLog` if the function raises an exception.
    """
    name = function.__name__ if isinstance(function, FunctionType) else type(function).__name__

    def mapped(record: Record) -> Entry | None:
        try:
            found = function(record)
        except CounterpointError:
            raise
        except Exception as error:
            raise BadLog(f"{name}() raised {type(error).__name__}: {error}") from error
        if found is not None and not isinstance(found, Entry | Event | str | Mapping):
            raise BadLog(
                f"{name}() returned {type(found).__name__}: an event, a name, a mapping or None is "
                "needed"
            )
        return None if found is None else entry_of(found)

    return mapped


@dataclass(frozen=True, slots=True)
class Mapped:
    """A mapping with what else its file says: hidden events, and the order of spans."""

    fields: Fields
    hidden: tuple[str, ...] = ()
    by_end: bool = False


_KEYS = ("event", "action", "args", "state", "names", "only", "others", "hidden", "order")


def read_mapping(path: str | Path) -> Mapped:
    """The mapping in a TOML file; raises `BadLog`, with the place, for what is none."""
    text = text_in(path, BadLog)
    try:
        given = tomllib.loads(text)
        return _mapped(given)
    except tomllib.TOMLDecodeError as error:
        raise BadLog(f"this mapping is no TOML: {error}", Place(str(path), 1)) from None
    except BadLog as error:
        error.place = error.place or Place(str(path), 1)
        raise


def _mapped(given: dict[str, Any]) -> Mapped:
    if unknown := [key for key in given if key not in _KEYS]:
        raise BadLog(f"a mapping has no {unknown[0]}; it may have {', '.join(_KEYS)}")
    if "event" in given and "action" in given:
        raise BadLog("a mapping says where the event or the action is, not both")
    name = given.get("event", given.get("action"))
    others, order = given.get("others", "keep"), given.get("order", "start")
    args = given.get("args")
    _require(name is None or isinstance(name, str), "event", "a path", name)
    _require(args is None or _is_paths(args) or _is_texts(args), "args", "paths", args)
    for key in ("state", "names"):
        _require(_is_texts(given.get(key, {})), key, "a table of texts", given.get(key))
    _require(isinstance(given.get("only", {}), dict), "only", "a table", given.get("only"))
    _require(others in ("keep", "skip"), "others", '"keep" or "skip"', others)
    _require(order in ("start", "end"), "order", '"start" or "end"', order)
    _require(_is_paths(given.get("hidden", [])), "hidden", "a list of names", given.get("hidden"))
    fields = Fields(
        name,
        tuple(args) if isinstance(args, list) else args,
        given.get("state"),
        given.get("names"),
        given.get("only"),
        others == "skip",
    )
    return Mapped(fields, tuple(given.get("hidden", ())), order == "end")


def _is_paths(given: object) -> bool:
    return isinstance(given, list) and all(isinstance(each, str) for each in given)


def _is_texts(given: object) -> bool:
    return isinstance(given, dict) and all(isinstance(each, str) for each in given.values())


def _require(is_so: bool, key: str, needed: str, given: object) -> None:
    if not is_so:
        raise BadLog(f"{key} is {needed}, not {given!r}")
