"""B-thread recipes, and the rules that `@thread` makes of generator functions."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Generator, Iterator
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, ParamSpec, TypeAlias, overload

from ..arguments import caller
from ..errors import Misuse, NotAThread, Place
from ..identity import identity
from .event import Event
from .texts import text_of

if TYPE_CHECKING:
    from .sync import Sync

P = ParamSpec("P")
AnyBody: TypeAlias = "Generator[Sync, Event, object]"
"""What a user's function must return. The return value of the generator is not used."""

NOTHING = object()
"""The default of the argument of `thread`, to recognise `@thread()`."""

_LONGEST = 24
"""The greatest number of characters of one argument in the name of a b-thread."""

_ATOMS = {bool, int, float, complex, str, bytes, type(None)}


class Rule(Generic[P]):
    """A decorated generator function. Calling it makes a b-thread.

    Programs can switch off all b-threads of a rule.

    >>> from counterpoint import Event, sync, thread
    >>> @thread
    ... def pour(event, times=3):
    ...     for _ in range(times):
    ...         yield sync(request=event)
    >>> pour(Event("HOT"))
    pour(HOT)
    """

    def __init__(self, function: Callable[P, Iterator[Sync]]) -> None:
        self.function = function
        self.name = function.__name__
        self.place = Place.of_code(inspect.unwrap(function).__code__)
        self._signature = inspect.signature(function)
        functools.update_wrapper(self, function)
        self._given = (*vars(self), "_given")

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Thread:
        try:
            self._signature.bind(*args, **kwargs)
        except TypeError as error:
            hint = ""
            if next(iter(self._signature.parameters), "") == "self":
                call = f"{self.function.__qualname__}(OBJECT, ...)"
                hint = f". A rule in a class is not bound to an object, so give it: {call}"
            raise Misuse(f"{self.name}{self._signature}: {error}{hint}", self.place) from None
        return Thread(self, args, kwargs)

    def __iter__(self) -> NoReturn:
        _refuse_from(self.name, f"{self.name}(...)")

    def __reduce__(self) -> str:
        """Pickled by its name, like a function: it must be in a module under this name."""
        return self.function.__qualname__

    def hung(self) -> set[str]:
        """The names of attributes that other code has set on the rule."""
        return vars(self).keys() - self._given

    def __repr__(self) -> str:
        return f"<rule {self.name} at {self.place}>"


class Thread:
    """The recipe of a b-thread. Each run and each check starts a fresh generator of it.

    The arguments are copied for each start, so that no two starts share a mutable value.

    >>> from counterpoint import Event, sync, thread
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> recipe = pour(Event("HOT"))
    >>> recipe.name, recipe.rule.name
    ('pour(HOT)', 'pour')
    """

    __slots__ = ("__weakref__", "_flat", "_plain", "args", "kwargs", "name", "rule")

    def __init__(
        self, rule: Rule[Any], args: tuple[object, ...], kwargs: dict[str, object]
    ) -> None:
        self.rule = rule
        self.args = args
        self.kwargs = kwargs
        self.name = _call_text(rule.name, args, kwargs)
        self._plain = all(map(is_plain, (*args, *kwargs.values())))
        self._flat = all(map(is_plain, kwargs.values())) and _are_flat(args)

    def start(self) -> AnyBody:
        """Make a fresh generator of this b-thread, which has not run to its first statement yet."""
        args, kwargs = (self.args, self.kwargs) if self._plain else self._copied()
        body = self.rule.function(*args, **kwargs)
        if not isinstance(body, Generator):
            raise NotAThread(
                f"rule {self.rule.name} gave {body!r}, not a generator", self.rule.place
            )
        return body

    def __iter__(self) -> NoReturn:
        _refuse_from(self.name, self.name)

    def _copied(self) -> tuple[tuple[object, ...], dict[str, object]]:
        try:
            if self._flat:
                return tuple(list(a) if type(a) is list else a for a in self.args), self.kwargs
            return copy.deepcopy((self.args, self.kwargs))
        except Exception as error:
            raise Misuse(
                f"b-thread {self.name}: its arguments are copied for each start, and one of them "
                f"cannot be ({error}): let the b-thread refer to it by a global name",
                self.rule.place,
            ) from error

    def __repr__(self) -> str:
        return self.name


@overload
def thread(function: Callable[P, Iterator[Sync]], /) -> Rule[P]: ...


@overload
def thread() -> Callable[[Callable[P, Iterator[Sync]]], Rule[P]]: ...


def thread(function: Any = NOTHING, /, *more: object, **named: object) -> Any:
    """Make a rule. Calling it with the function's arguments makes a b-thread for a `Program`.

    `function` is a generator function that yields `sync(...)` and receives the selected event at
    each yield. Raises `NotAThread` for anything else. `@thread()` is the same as `@thread`.

    >>> from counterpoint import Event, sync
    >>> @thread
    ... def pour(event, times=3):
    ...     for _ in range(times):
    ...         yield sync(request=event)
    >>> pour(Event("HOT"), times=2)
    pour(HOT,times=2)
    """
    if more or named:
        raise NotAThread(
            "@thread takes nothing but a function: what a b-thread is given comes with the call of "
            "the rule, and its priority with sync(priority=...)",
            caller(),
        )
    return thread if function is NOTHING else _rule(function)


def _rule(function: Any) -> Rule[Any]:
    plain = inspect.unwrap(function) if callable(function) else function
    if inspect.isgeneratorfunction(plain):
        return Rule(function)
    place = Place.of_code(plain.__code__) if inspect.isfunction(plain) else None
    name = getattr(function, "__name__", repr(function))
    if place is None:
        raise NotAThread(
            f"@thread takes a generator function, not {function!r}{_not_called(function)}"
        )
    if inspect.iscoroutinefunction(plain) or inspect.isasyncgenfunction(plain):
        raise NotAThread(
            f"@thread was put on {name}, which is async: a b-thread waits by `yield`. Write `def` "
            "without `async`, and let an AsyncRunner run the program beside other tasks",
            place,
        )
    raise NotAThread(
        f"@thread was put on {name}, which is a plain function: a b-thread says what it wants "
        "by `yield sync(...)`, and this one has no yield",
        place,
    )


def _refuse_from(name: str, call: str) -> NoReturn:
    raise Misuse(
        f"{name} is a b-thread, and has nothing to go over: to start it beside this one say "
        f"sync(start={call}); `yield from` takes a call of a generator function without @thread"
    )


def _not_called(given: object) -> str:
    """A hint if `given` is the result of calling a function instead of the function; else empty."""
    if isinstance(given, Thread):
        return ": it is a b-thread already"
    if isinstance(given, GeneratorType):
        return f": leave out the parentheses after {given.__name__}"
    return ""


def is_plain(value: object) -> bool:
    """Whether `value` cannot change, so that several starts may share it."""
    kind = type(value)
    if kind is tuple or kind is frozenset:
        return all(map(is_plain, value))  # type: ignore[call-overload]
    if kind is Event:
        return all(map(is_plain, (*value.args, *value.fields.values())))  # type: ignore[attr-defined]
    return kind in _ATOMS


def _are_flat(args: tuple[object, ...]) -> bool:
    """Whether `args` are plain values, and distinct lists of plain values, so copying is quick."""
    lists = [value for value in args if type(value) is list]
    if len({identity(value) for value in lists}) < len(lists):
        return False
    rest = (value for value in args if type(value) is not list)
    return all(map(is_plain, rest)) and all(all(map(is_plain, value)) for value in lists)


def _call_text(name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> str:
    shown = [_argument_text(value) for value in args]
    shown += [f"{key}={_argument_text(value)}" for key, value in kwargs.items()]
    return f"{name}({','.join(shown)})" if shown else name


def _argument_text(value: object) -> str:
    """Return a short text of an argument for the name of the b-thread, the same in each process."""
    if callable(value) and hasattr(value, "__name__") and not hasattr(value, "members"):
        return str(value.__name__)
    text = text_of(value)
    if " at 0x" in text:
        return f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
