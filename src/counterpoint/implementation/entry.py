"""Entries: what one line of a log says about one step, whatever the format of the log."""

from __future__ import annotations

import json
import marshal
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..bp.event import Event
from ..bp.texts import text_of
from ..data import dataclass
from ..errors import BadLog
from ..model.system import Label

LONGEST = 200
"""Characters of a value that are shown."""

_EXACT = frozenset({str, int, float, bool, type(None)})
"""The types of values that are no containers, and that logs have."""

_FORMAT = 2
"""The last format of `marshal` that writes equal data alike, whoever else refers to it."""

NAMES = ("event", "action")
"""The fields of a record that name a step; it has one of them at most."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A step that was logged: its name, its data, and parts of the state after it.

    Without a `name`, any step is meant. `args` are the positional data: None if the log does not
    say them, so that any will do. Of named data, `named`, the log may say some. `label` is the
    label itself, if it is known as an object. `state` has parts of the state by their names.
    Entries with the same `key` say the same.
    """

    key: object
    name: str | None
    args: tuple[Any, ...] | None
    named: tuple[tuple[str, Any], ...]
    state: tuple[tuple[str, Any], ...]
    label: Label | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        parts = [f"{name} = {_text(value)}" for name, value in self.state]
        return " with ".join(filter(None, (self.step, ", ".join(parts))))

    def after(self, state: Mapping[str, Any]) -> Entry:
        """The same step, with these parts of the state after it."""
        if not state:
            return self
        key, said = _keyed(state)
        return replace(self, key=(self.key, key), state=tuple(said.items()))

    @property
    def is_nameless(self) -> bool:
        """Whether it names no step, only parts of the state."""
        return self.name is None

    @property
    def step(self) -> str:
        """The step as text, empty if the log does not name it."""
        if self.label is not None or self.name is None:
            return str(self.label or "")
        data = [_datum(value) for value in self.args or ()]
        data += [f"{name}={_datum(value)}" for name, value in self.named]
        return f"{self.name}({','.join(data)})" if data else self.name


def entry_of(said: object) -> Entry:
    """What a record, an event or the text of a label says; raises `BadLog` if that is nothing.

    >>> str(entry_of({"event": "Move", "args": {"player": "X"}, "time": 12}))
    "Move(player='X')"
    >>> str(entry_of({"state": {"t": 2}})), str(entry_of(Event("X", 1)))
    ('t = 2', 'X(1)')
    """
    match said:
        case Entry():
            return said
        case Event():
            return Entry(said, said.name, None, (), (), said)
        case str():
            return _named({"event": said})
        case Mapping():
            return _named(said)
    return _of_label(said)


def label_entry(label: Label) -> Entry:
    """The step with exactly this label."""
    return Entry((type(label), label), str(label), None, (), (), label)


def _of_label(said: object) -> Entry:
    try:
        hash(said)
    except TypeError:
        said = None
    if said is None or isinstance(said, bool | int | float | bytes) or callable(said):
        raise BadLog(f"a step is an event, a label or a mapping, not {_text(said)}") from None
    return label_entry(said)


def _named(record: Mapping[str, Any]) -> Entry:
    names = [field for field in NAMES if record.get(field) is not None]
    state = _fields(record.get("state"), "state")
    if len(names) == 2 and record["event"] != record["action"]:
        raise BadLog("it names an event and an action, and a step has one name")
    if not names and not state:
        raise BadLog(
            'it says nothing of a step: "event" or "action", or parts of the "state", are needed, '
            "or a mapping that says where they are"
        )
    name = record[names[0]] if names else None
    if isinstance(name, Event):
        return entry_of(name).after(state)
    if name is not None and (not isinstance(name, str) or not name.strip()):
        raise BadLog(f"{names[0]} is a name, not {name!r}")
    args, named = _data(record.get("args"), name)
    if name is not None and name.endswith(")") and (named or args):
        raise BadLog(f"{name} has data in its name, and args has data too")
    key, (name, args, named, state) = _keyed((name, args, named, state))
    return Entry(
        key,
        name,
        None if args is None else tuple(args),
        tuple(named.items()),
        tuple(state.items()),
        None,
    )


def _data(given: object, name: str | None) -> tuple[list[Any] | None, Mapping[str, Any]]:
    """The positional and the named data of a step."""
    if given is None:
        return None, {}
    if name is None:
        raise BadLog(f"args are {given!r}, and the step that they belong to has no name")
    if isinstance(given, list | tuple):
        return list(given), {}
    return None, _fields(given, "args")


def _fields(given: object, what: str) -> Mapping[str, Any]:
    """Values by name; raises `BadLog` if that is something else."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        needed = "a list, or values by name" if what == "args" else "values by name"
        raise BadLog(f"{what} are {needed}, not {given!r}")
    return given


def _datum(value: object) -> str:
    """A value in the data of a step as labels have it; an object as in JSON.

    >>> _datum("cat"), _datum({"#model": "a1"})
    ("'cat'", '{"#model": "a1"}')
    """
    if isinstance(value, Mapping):
        return _text(value)
    try:
        text = text_of(value)
    except Exception:  # the `repr` of a user's class may raise anything
        text = f"<{type(value).__name__}>"
    return _cut(text)


def _text(value: object) -> str:
    """A value as JSON has it, cut to a length that can be read."""
    try:
        text = json.dumps(value, default=repr, ensure_ascii=False)
    except Exception:  # the `repr` of a user's class may raise anything
        text = f"<{type(value).__name__}>"
    return _cut(text)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def _keyed(said: Any) -> tuple[object, Any]:
    """What distinguishes entries that say this, and a copy of it, as its owner may change it later.

    For data with parts that JSON cannot write, an object like no other, and the data itself.

    >>> one, other = _keyed({"at": {1: True}}), _keyed({"at": {"1": 1}})
    >>> one[0] == other[0], one[0] == _keyed({"at": {1: True}})[0]
    (False, True)
    """
    try:
        kept = _kept(said)
        return marshal.dumps(kept, _FORMAT), kept
    except (TypeError, ValueError, RecursionError):
        return object(), said


def _kept(value: Any) -> Any:
    """A copy of the value with what JSON would write of it; raises `TypeError` if that is nothing.

    Tuples and keys stay what they are: to a target, a list or a text may be another value.
    """
    if type(value) in _EXACT:
        return value
    if isinstance(value, list):
        return [part if type(part) in _EXACT else _kept(part) for part in value]
    if isinstance(value, tuple):
        return tuple([part if type(part) in _EXACT else _kept(part) for part in value])
    if isinstance(value, Mapping):
        return {
            name if type(name) in _EXACT else _kept(name): (
                part if type(part) in _EXACT else _kept(part)
            )
            for name, part in value.items()
        }
    if isinstance(value, str):  # such as a member of an enumeration, which may be shown otherwise
        return str.__str__(value)
    if isinstance(value, int):
        return int.__pos__(value)
    if isinstance(value, float):
        return float.__pos__(value)
    raise TypeError
