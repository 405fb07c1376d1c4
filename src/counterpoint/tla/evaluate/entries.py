"""Function application `f[x]`, with fast paths where function or argument are held by the frame."""

from __future__ import annotations

from typing import Any

from ..tree import Index, Tuple
from ..values import Domain, apply
from .application import application
from .compiling import Compiling, ValueMaker
from .context import Context, Frame, Run


def _index(c: Compiling, node: Index, cx: Context) -> Run:
    argument = node.args[0] if len(node.args) == 1 else Tuple(node.args, at=node.at)
    if c.watches:
        watched, wanted = c.run(node.function, cx), c.run(argument, cx)
        return lambda m: apply(watched(m), wanted(m))
    f = c.place(node.function, cx)
    if f is not None and len(node.args) == 2:
        pair = [c.place(arg, cx) for arg in node.args]
        if None not in pair:
            return _entry_of_pair(f, *pair)  # type: ignore[arg-type]
    x = c.place(argument, cx)
    if f is not None and x is not None:
        return _entry(f, x)
    if f is not None:
        return _entry_of_place(f, c.run(argument, cx))
    at = application(c, node.function, cx)
    if at is not None:
        argument_of = c.run(argument, cx)
        return lambda m: at(m, argument_of(m))
    function = c.run(node.function, cx)
    if x is not None:
        return _entry_at_place(function, x)
    argument_run = c.run(argument, cx)
    return lambda m: apply(function(m), argument_run(m))


def _entry(f: int, x: int) -> Run:
    """`f[x]`, where the frame holds both, at the positions `f` and `x`."""

    def entry(m: Frame) -> Any:
        function, argument = m[f], m[x]
        if type(function) is tuple:
            try:
                head = function[0]
                if type(head) is Domain:
                    return function[head.index[argument]]
                if argument > 0:
                    return function[argument - 1]
            except (LookupError, TypeError):
                pass
        return apply(function, argument)

    return entry


def _entry_of_pair(f: int, x: int, y: int) -> Run:
    """`f[x, y]`, where the frame holds all three."""

    def entry(m: Frame) -> Any:
        function, argument = m[f], (m[x], m[y])
        if type(function) is tuple:
            try:
                head = function[0]
                if type(head) is Domain:
                    return function[head.index[argument]]
            except (LookupError, TypeError):
                pass
        return apply(function, argument)

    return entry


def _entry_of_place(f: int, argument_run: Run) -> Run:
    def entry(m: Frame) -> Any:
        function, argument = m[f], argument_run(m)
        if type(function) is tuple:
            try:
                head = function[0]
                if type(head) is Domain:
                    return function[head.index[argument]]
                if argument > 0:
                    return function[argument - 1]
            except (LookupError, TypeError):
                pass
        return apply(function, argument)

    return entry


def _entry_at_place(run: Run, x: int) -> Run:
    def entry(m: Frame) -> Any:
        function, argument = run(m), m[x]
        if type(function) is tuple:
            try:
                head = function[0]
                if type(head) is Domain:
                    return function[head.index[argument]]
                if argument > 0:
                    return function[argument - 1]
            except (LookupError, TypeError):
                pass
        return apply(function, argument)

    return entry


VALUES: dict[type, ValueMaker] = {Index: _index}
