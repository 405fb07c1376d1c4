"""Definitions that can be called; values are cached as long as they are valid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import NoResult
from ..tree import Definition
from ..values.several import is_spread
from ..values.spread import Box, frozen, thawed
from ..values.value import Value, shortly
from .machine import (
    LEVELS,
    MISSING,
    Args,
    Machine,
    Needs,
    Observed,
    Question,
    failed,
)
from .scope import Frame, FrameLayout, Read

_PENDING: Any = object()
"""The cache entry of a call that is being evaluated."""

MOST_CALLS_SHOWN = 6


class Unit:
    """A definition with its closure; `memo` caches its values in the current situation."""

    def __init__(self, number: int, definition: Definition, needs: Needs, machine: Machine) -> None:
        self.number = number
        self.definition = definition
        self.needs = needs
        self.machine = machine
        self.memo: dict[Args, Value] = {}
        self.compile: Callable[[Definition, Needs], tuple[Read, FrameLayout]] | None = None
        self.body: Read | None = None
        self.padding: Frame = []

    def call(self, args: Args) -> Value:
        """The value for these arguments; raises `NoResult` if there is none."""
        try:
            found = self.memo.get(args, MISSING)
        except TypeError:  # a `Spread` is not hashable
            return self._of_spreads(args)
        if found is _PENDING:
            raise failed(
                f"{self.call_text(args)} is defined by itself, so it has no value",
                self.definition.at,
            )
        if found is not MISSING:
            return found
        memo = self.memo
        memo[args] = _PENDING
        try:
            value = self._computed(args)
        except BaseException:
            del memo[args]
            raise
        if len(memo) > self.machine.tuning.applications_kept:
            for known in [known for known, of in memo.items() if of is not _PENDING]:
                del memo[known]
        memo[args] = value
        return value

    def observe(self, args: Args) -> Value:
        """The value of a definition that depends on the mouse alone.

        The whole call is noted as one question.
        """
        key = self.number, args
        observed = self.machine.observed
        try:
            known = key in observed
        except TypeError:
            return self.call(args)
        if not known:
            observed[key] = self._observed(self.call, args)
        return self._noted(key)

    def _of_spreads(self, args: Args) -> Value:
        """The value for arguments with spreads.

        If the machine is watching and the definition does not depend on the state, and no argument
        is the state, the whole call is noted as one question, if its arguments can be frozen.
        """
        machine = self.machine
        if not machine.watching or self.needs & Needs.STATE:
            return self._computed(args)
        try:
            known = None if any(arg is machine.state for arg in args) else frozen(args)
        except TypeError:
            known = None
        if known is None:
            return self._computed(args)
        key = self.number, known
        if key not in machine.observed:
            machine.observed[key] = self._observed(self._computed, args)
        return self._noted(key)

    def ask(self, args: Args, box: Box) -> Value:
        """The value for arguments that were noted in a question, with the mouse in a box."""
        given = thawed(args, box, self.machine.notes)
        return self.observe(args) if given == args else self._of_spreads(given)

    def _noted(self, key: Question) -> Value:
        """The cached answer to a question; the question is noted.

        If the answer is a spread, the questions on the way to it are noted in its place.
        """
        notes = self.machine.notes
        value, asked, opaque = self.machine.observed[key]
        if asked is None:
            notes.asked[key] = value
        else:
            notes.asked.update(asked)
            notes.opaque |= opaque
        return value

    def _observed(self, compute: Callable[[Args], Value], args: Args) -> Observed:
        """Compute an answer; if it holds a spread, return the questions on the way to it too."""
        notes = self.machine.notes
        outer, opaque = notes.asked, notes.opaque
        notes.asked, notes.opaque = {}, False
        try:
            value = compute(args)
            if is_spread(value):
                return value, notes.asked, notes.opaque
            return value, None, False
        finally:
            notes.asked, notes.opaque = outer, opaque

    def _computed(self, args: Args) -> Value:
        machine = self.machine
        machine.level += 1
        if machine.level > LEVELS:
            raise failed(
                f"{self.definition.name} uses itself more than {LEVELS:,} times without an end",
                self.definition.at,
            )
        try:
            body = self.body
            if body is None:
                body = self._compiled()
            return body([*args, *self.padding])
        except NoResult as error:
            if len(error.calls) < MOST_CALLS_SHOWN:
                error.calls = (*error.calls, self.call_text(args))
            raise
        finally:
            machine.level -= 1

    def _compiled(self) -> Read:
        """Compile the definition, on the first call."""
        assert self.compile is not None
        self.body, layout = self.compile(self.definition, self.needs)
        self.padding = layout.frame()[len(self.definition.parameters) :]
        return self.body

    def call_text(self, args: Args) -> str:
        """A call as text."""
        shown = ", ".join(shortly(arg, 30) for arg in args)
        return f"{self.definition.name}({shown})" if args else self.definition.name
