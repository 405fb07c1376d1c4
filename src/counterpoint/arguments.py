"""Check the arguments of public functions; the errors say what to write instead."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from .errors import Misuse, Place
from .spelling import close_matches

if TYPE_CHECKING:
    from inspect import Parameter

P = ParamSpec("P")
R = TypeVar("R")

_OURS = (f"{__package__}.", f"{__package__}.examples")


def says_what_it_takes(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, except that arguments that do not fit its parameters raise `Misuse`.

    >>> @says_what_it_takes
    ... def play(program, *, seed=None): ...
    >>> try:
    ...     play("chess", 7)
    ... except Misuse as error:
    ...     print(error.message)
    play(): 7 has no name: write seed=7 (after program: seed=)
    """

    return _saying(function, None)


def takes(options: type) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As `says_what_it_takes`, for a function with the keyword arguments of a `TypedDict`.

    >>> from typing import TypedDict
    >>> class Options(TypedDict, total=False):
    ...     seed: int
    >>> @takes(Options)
    ... def play(program, **options): ...
    >>> try:
    ...     play("chess", sead=7)
    ... except Misuse as error:
    ...     print(error.message)
    play(): there is no sead=: write seed=; it takes program, seed=
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        return _saying(function, options)

    return decorate


def _saying(function: Callable[P, R], options: type | None) -> Callable[P, R]:
    known = None if options is None else _named(function) | options.__annotations__.keys()

    @functools.wraps(function)
    def saying(*args: P.args, **kwargs: P.kwargs) -> R:
        if known is not None and not known >= kwargs.keys():
            raise misfit(function, args, kwargs, options)
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            if not is_unfit_call(error):
                raise
            raise misfit(function, args, kwargs, options) from None

    return saying


def _named(function: Callable[..., object]) -> frozenset[str]:
    """The names of the parameters of a function that are not in its `**options`."""
    code = function.__code__
    return frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def is_unfit_call(error: TypeError) -> bool:
    """Whether a `TypeError` caught around a call was raised before the function's body ran."""
    return error.__traceback__ is not None and error.__traceback__.tb_next is None


def misfit(
    function: Callable[..., object],
    args: Sequence[object],
    kwargs: Mapping[str, object],
    options: type | None = None,
) -> Misuse:
    """The error for a call with arguments that the function does not take.

    `options` is the `TypedDict` of its keyword arguments, if it has one.
    """
    import inspect  # slow to load, and needed only for errors

    parameters = dict(inspect.signature(function).parameters)
    if options is not None:
        parameters = {n: p for n, p in parameters.items() if p.kind is not p.VAR_KEYWORD}
        by_name = inspect.Parameter.KEYWORD_ONLY
        for name in options.__annotations__:
            parameters[name] = inspect.Parameter(name, by_name, default=None)
    name = function.__qualname__
    if next(iter(parameters), "") in ("self", "cls"):
        del parameters[next(iter(parameters))]
        of, *args = args
        name = type(of).__qualname__ if function.__name__ == "__init__" else name
    name = name.rpartition("<locals>.")[2]
    return Misuse(f"{name}(): {_why(parameters, args, kwargs)}", caller())


def why_not_called(function: Callable[..., object], *given: object) -> str:
    """Why a function cannot be called with these arguments; empty if it can, or if unknown.

    >>> why_not_called(lambda event: None, "HOT"), why_not_called(lambda: None, "HOT")
    ('', 'too many positional arguments')
    """
    import inspect  # slow to load, and most programs have no functions to ask about

    try:
        inspect.signature(function).bind(*given)
    except TypeError as error:
        return str(error)
    except ValueError:  # a function written in C may have no signature
        return ""
    return ""


def require_seed(seed: object) -> None:
    """Raise `Misuse` unless `seed` is a number, a text, or None (a seed is then drawn)."""
    is_text = isinstance(seed, str) and not any("\ud800" <= c <= "\udfff" for c in seed)
    if seed is not None and type(seed) is not int and not is_text:
        raise Misuse(f"a seed is a number or a text, not {seed!r}", caller())


def require_count(name: str, count: object) -> None:
    """Raise `Misuse` unless `count` is an integer from 0 up, or None."""
    if count is not None and (type(count) is not int or count < 0):
        raise Misuse(f"{name}= takes a number from 0 up, or None, not {count!r}", caller())


def caller() -> Place | None:
    """The place of the innermost caller outside this package; None if there is none.

    Bundled examples count as outside.
    """
    frame = sys._getframe(1)
    while _is_ours(frame.f_globals.get("__name__", "")):
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return Place.of_line(frame.f_code.co_filename, frame.f_lineno)


def _is_ours(module: str) -> bool:
    return module.startswith(_OURS[0]) and not module.startswith(_OURS[1])


def _why(
    parameters: Mapping[str, Parameter], args: Sequence[object], kwargs: Mapping[str, object]
) -> str:
    kinds = _Kinds(parameters.values())
    named = {*kinds.by_position[kinds.unnamed :], *kinds.by_name}
    unknown = [name for name in kwargs if name not in named]
    if unknown:
        return f"{_unknown(unknown[0], named, parameters)}; it takes {kinds}"
    if len(args) > len(kinds.by_position):
        return _too_many(args[len(kinds.by_position)], kinds)
    twice = [name for name in kinds.by_position[: len(args)] if name in kwargs]
    if twice:
        return f"{twice[0]} is given twice; it takes {kinds}"
    given = {*kinds.by_position[: len(args)], *kwargs}
    missing = [name for name in kinds.needed if name not in given]
    verb = "are" if len(missing) > 1 else "is"
    return f"{' and '.join(missing)} {verb} missing; it takes {kinds}"


class _Kinds:
    """The names of parameters, grouped by how arguments are passed; `str` lists them."""

    def __init__(self, parameters: Iterable[Parameter]) -> None:
        each = list(parameters)
        ours = [p for p in each if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        self.by_position = [p.name for p in ours if p.kind is not p.KEYWORD_ONLY]
        self.by_name = [p.name for p in ours if p.kind is p.KEYWORD_ONLY]
        self.unnamed = sum(p.kind is p.POSITIONAL_ONLY for p in ours)
        self.needed = [p.name for p in ours if p.default is p.empty]
        self._text = ", ".join(map(_shown, each)) or "nothing"

    def __str__(self) -> str:
        return self._text


def _shown(parameter: Parameter) -> str:
    """A parameter as written in a call."""
    if parameter.kind is parameter.KEYWORD_ONLY:
        return f"{parameter.name}="
    if parameter.kind is parameter.VAR_POSITIONAL:
        return f"*{parameter.name}"
    return f"**{parameter.name}" if parameter.kind is parameter.VAR_KEYWORD else parameter.name


def _unknown(name: str, named: Iterable[str], parameters: Mapping[str, Parameter]) -> str:
    if name in parameters:
        return f"{name} is given by position, without {name}="
    near = close_matches(name, named, n=1)
    return f"there is no {name}={f': write {near[0]}=' if near else ''}"


def _too_many(extra: object, kinds: _Kinds) -> str:
    if not kinds.by_name:
        return f"{extra!r} is one too many; it takes {kinds}"
    named = ", ".join(f"{name}=" for name in kinds.by_name)
    after = f"after {kinds.by_position[-1]}" if kinds.by_position else "it takes"
    return f"{extra!r} has no name: write {kinds.by_name[0]}={extra!r} ({after}: {named})"
