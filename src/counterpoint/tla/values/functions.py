"""Functions: building, applying and updating them.

A function over 1..n is a tuple of its values. Any other is a tuple of its `Domain` and its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from ...errors import NoValue
from .domain import Domain
from .lazyset import LazySet
from .order import listed
from .show import shortly


class _Unknown(Enum):
    """The class of a mark, which is the same one in every process."""

    UNKNOWN = "unknown"


_KNOWN = Domain.known
_UNKNOWN: Final = _Unknown.UNKNOWN
_RANGES: dict[int, frozenset[int]] = {}
_FEW = 256
"""The most sets 1..n that are cached."""


class LazyFunction:
    """A function that computes its values on demand and caches them.

    It is not a normal value; `force` returns the normal function. If `watched` is not None, it is a
    part of a state: its values may be watched functions too, and it stays lazy when it is updated.
    """

    __slots__ = ("_rule", "_values", "domain", "name", "watched")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        domain: Any,
        rule: Callable[[Any], Any],
        name: str = "a function",
        watched: Any = None,
        known: Mapping[Any, Any] | None = None,
    ) -> None:
        self.domain = domain
        self.name = name
        self.watched = watched
        self._rule = rule
        self._values: dict[Any, Any] = {} if known is None else dict(known)

    def at(self, argument: Any) -> Any:
        """The value for an argument; raises `NoValue` if it is not in the domain."""
        try:
            value = self._values.get(argument, _UNKNOWN)
        except TypeError:
            return self.at(normal(argument))
        if value is not _UNKNOWN:
            return value
        if argument not in self.domain:
            raise outside(self, argument)
        value = self._rule(argument)
        if self.watched is None:
            value = normal(value)
        self._values[argument] = value
        return value

    def force(self) -> tuple[Any, ...]:
        """The normal function; the domain must be finite."""
        domain = domain_of(self.domain)
        return domain.make([normal(self.at(key)) for key in domain.keys])

    def but(self, argument: Any, value: Any, watched: Any) -> LazyFunction:
        """The same function, with another value for one argument."""
        known = {**self._values, argument: value}
        return LazyFunction(self.domain, self.at, self.name, watched, known)

    def __eq__(self, other: object) -> bool:
        if type(other) is not tuple and type(other) is not LazyFunction:
            return NotImplemented
        return self is other or self.force() == normal(other)

    def __repr__(self) -> str:
        return self.name


_NORMAL = frozenset({int, str, tuple, frozenset})


def normal(value: Any) -> Any:
    """The normal form of a value: a lazy set or function is listed, any other value returned as is.

    >>> normal(LazyFunction(frozenset({1, 2}), lambda n: n * n))
    (1, 4)
    """
    if type(value) in _NORMAL:
        return value
    if isinstance(value, LazySet | LazyFunction):
        return value.force()
    return value


def unwatched(value: Any) -> Any:
    """The value; a watched function is replaced by an ordinary lazy one, with normal values."""
    if type(value) is LazyFunction and value.watched is not None:
        return LazyFunction(value.domain, value.at, value.name)
    return value


def domain_of(arguments: Any) -> Domain:
    """The `Domain` for a set of arguments; raises `NoValue` if `arguments` is not a set.

    >>> domain_of(frozenset({2, 1})).is_sequence
    True
    """
    if type(arguments) is not frozenset:
        if not isinstance(arguments, LazySet):
            raise NoValue(f"a set is needed here, not {shortly(arguments)}")
        arguments = arguments.force()
    found = _KNOWN.get(arguments)
    return found if found is not None else Domain(arguments, listed(arguments))


def make(domain: Any, values: Iterable[Any]) -> tuple[Any, ...]:
    """The function over a set or a `Domain`; `values` are in the order of the arguments.

    >>> make(frozenset({1, 2}), ["a", "b"])
    ('a', 'b')
    """
    return (domain if type(domain) is Domain else domain_of(domain)).make(values)


def function(values: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The function that maps each key to its value.

    >>> function({2: "b", 1: "a"})
    ('a', 'b')
    """
    domain = domain_of(frozenset(values))
    return domain.make([values[key] for key in domain.keys])


def record(**fields: Any) -> tuple[Any, ...]:
    """The record with these fields.

    >>> field(record(a=1, b=2), "b")
    2
    """
    return function(fields)


def is_function(value: Any) -> bool:
    """Whether a value is a function; sequences and records are functions."""
    return type(value) is tuple or type(value) is LazyFunction


def is_sequence(value: Any) -> bool:
    """Whether a normal value is a sequence, that is, a function over 1..n."""
    return type(value) is tuple and not (value and type(value[0]) is Domain)


def items(f: Any) -> list[tuple[Any, Any]]:
    """The pairs of argument and value of a function, in the order of the arguments.

    >>> items(("a", "b"))
    [(1, 'a'), (2, 'b')]
    """
    if type(f) is not tuple:
        f = _forced(f)
    if f and type(f[0]) is Domain:
        return list(zip(f[0].keys, f[1:], strict=True))
    return list(enumerate(f, 1))


def values_of(f: Any) -> tuple[Any, ...]:
    """The values of a function in the order of its arguments."""
    if type(f) is not tuple:
        f = _forced(f)
    return tuple(f[1:]) if f and type(f[0]) is Domain else tuple(f)


def arguments_of(f: Any) -> Domain:
    """The `Domain` of a function, which may be a sequence."""
    if type(f) is not tuple:
        f = _forced(f)
    return f[0] if f and type(f[0]) is Domain else domain_of(_up_to(len(f)))


def domain(f: Any) -> Any:
    """DOMAIN f, as a set; raises `NoValue` if `f` is not a function.

    >>> domain(("a", "b"))
    frozenset({1, 2})
    """
    if type(f) is tuple:
        return f[0].set if f and type(f[0]) is Domain else _up_to(len(f))
    if type(f) is LazyFunction:
        return f.domain
    raise NoValue(f"DOMAIN is applied to {shortly(f)}, which is no function")


def apply(f: Any, argument: Any) -> Any:
    """f[argument]; raises `NoValue` if `f` is not a function or the argument not in its domain.

    >>> apply(("a", "b"), 2)
    'b'
    """
    if type(f) is tuple:
        try:
            head = f[0]
            if type(head) is Domain:
                return f[head.index[argument]]
            if argument > 0:
                return f[argument - 1]
        except (LookupError, TypeError):
            pass
    elif type(f) is LazyFunction:
        return f.at(argument)
    return _apply_slowly(f, argument)


def field(r: Any, name: str) -> Any:
    """r.name; raises `NoValue` if `r` has no such field.

    >>> field(record(a=1), "a")
    1
    """
    if type(r) is LazyFunction:
        return r.at(name)
    try:
        return r[r[0].index[name]]
    except (LookupError, TypeError, AttributeError):
        return _field_slowly(r, name)


def updated(f: Any, path: Sequence[Any], change: Callable[[Any], Any]) -> Any:
    """[f EXCEPT !path = change(@)]: as in TLC, unchanged if an argument is not in the domain.

    >>> updated(((1, 2), (3, 4)), (2, 1), lambda old: old + 7)
    ((1, 2), (10, 4))
    """
    if type(f) is not tuple:
        if type(f) is LazyFunction and f.watched is not None:
            return f.watched.updated(f, path, change)
        f = _forced(f)
    where = _position(f, path[0])
    if where < 0:
        return f
    rest = path[1:]
    new = updated(f[where], rest, change) if rest else normal(change(f[where]))
    return f[:where] + (new,) + f[where + 1 :]


def outside(f: Any, argument: Any) -> NoValue:
    """The error that a function is applied to an argument outside of its domain."""
    reason = f"{shortly(f)} is applied to {shortly(argument)}, which is not in its domain"
    if type(f) is tuple or (type(f) is LazyFunction and type(f.domain) is frozenset):
        reason += f" {shortly(domain(f))}"
    return NoValue(reason)


def _position(f: tuple[Any, ...], argument: Any) -> int:
    """The position, in the tuple of a function, of the value for an argument; -1 if it has none."""
    try:
        if f and type(f[0]) is Domain:
            return f[0].index.get(argument, -1)
    except TypeError:
        return _position(f, normal(argument))
    return argument - 1 if type(argument) is int and 0 < argument <= len(f) else -1


def _forced(f: Any) -> tuple[Any, ...]:
    if type(f) is LazyFunction:
        return f.force()
    raise NoValue(f"a function is needed here, not {shortly(f)}")


def _up_to(n: int) -> frozenset[int]:
    """The set 1..n, cached."""
    found = _RANGES.get(n)
    if found is None:
        if len(_RANGES) > _FEW:
            _RANGES.clear()
        found = _RANGES[n] = frozenset(range(1, n + 1))
    return found


def _apply_slowly(f: Any, argument: Any) -> Any:
    if type(f) is not tuple:
        raise NoValue(f"{shortly(f)} is applied to {shortly(argument)}, but it is no function")
    plain = normal(argument)
    if plain is not argument:
        return apply(f, plain)
    raise outside(f, argument)


def _field_slowly(r: Any, name: str) -> Any:
    if type(r) is not tuple:
        raise NoValue(f"the field {name} is asked of {shortly(r)}, which is no record")
    raise NoValue(f"{shortly(r)} has no field {name}")
