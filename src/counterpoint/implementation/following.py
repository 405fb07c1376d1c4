"""Follow one log, line by line, through the sets of states that are possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..errors import LimitReached
from ..model.system import Label, State
from .answer import Conformed, Possibility, Standing, Why
from .entry import Entry
from .possible import Node, Possible

SHOWN = 20
"""Possible states that an answer has; it counts the others."""


class Following:
    """How one log stands after the lines so far.

    `node` are the states that are possible after the lines that are explained, of which there are
    `count`. After the first line that is not, nothing changes any more: `entry` is what it said.
    """

    __slots__ = ("_counts", "count", "entry", "line", "node", "possible", "reason", "standing")

    def __init__(self, possible: Possible, *, counts: bool = False) -> None:
        self.possible = possible
        self._counts: Counter[str] | None = Counter() if counts else None
        self.begin()

    def begin(self) -> None:
        """Begin a log: no line was seen."""
        self.standing = Standing.CONFORMS
        self.count = 0
        self.line: int | None = None
        self.entry: Entry | None = None
        self.reason = ""
        self.node: Node = self.possible.nothing()
        if self._counts is not None:
            self._counts.clear()

    def start(self) -> None:
        """Find the initial states; `observe` does so too, if it was not done before."""
        try:
            self.node = self.possible.start()
        except LimitReached as error:
            self._end(Standing.UNKNOWN, None, None, error.message)
            return
        if not self.node.states:
            self._end(Standing.DIVERGES, None, None, "there is no initial state")

    def copy(self) -> Following:
        """Another log with the same lines so far."""
        made = object.__new__(Following)
        made.possible, made.standing, made.count = self.possible, self.standing, self.count
        made.line, made.entry, made.reason = self.line, self.entry, self.reason
        made.node = self.node
        made._counts = None if self._counts is None else Counter(self._counts)
        return made

    def held(self) -> dict[str, Any]:
        """How the log stands, in a form that another process can `take`."""
        oracle, node = self.possible.oracle, self.node
        return {
            "standing": self.standing,
            "count": self.count,
            "line": self.line,
            "entry": self.entry,
            "reason": self.reason,
            "counts": self._counts,
            "doubt": node.doubt,
            "states": None
            if node.is_start
            else list(map(oracle.portable, self.possible.states(node))),
        }

    def take(self, held: Mapping[str, Any]) -> None:
        """Go on from how another log stood, as its `held` says."""
        self.standing, self.count, self.line = held["standing"], held["count"], held["line"]
        self.entry, self.reason, self._counts = held["entry"], held["reason"], held["counts"]
        if held["states"] is not None:
            states = map(self.possible.oracle.restored, held["states"])
            self.node = self.possible.among(states, held["doubt"])

    def observe(self, entry: Entry, line: int | None = None) -> bool:
        """Take one more line, and return whether all of them are explained.

        `line` is its number, by default the next one.
        """
        if not self.node.states and self.standing is Standing.CONFORMS:
            self.start()
        if self.standing is not Standing.CONFORMS:
            return False
        after = self.possible.after(self.node, entry)
        if after.states:
            if self._counts is not None:
                self._counts.update(self.possible.rules(self.node, entry))
            self.node = after
            self.count += 1
            return True
        standing = Standing.UNKNOWN if after.doubt else Standing.DIVERGES
        self._end(standing, entry, line or self.count + 1, after.doubt)
        return False

    def give_up(self, reason: str, entry: Entry | None = None, line: int | None = None) -> None:
        """Leave it unknown how the log stands, for a reason."""
        self._end(Standing.UNKNOWN, entry, line, reason)

    def _end(self, standing: Standing, entry: Entry | None, line: int | None, reason: str) -> None:
        self.standing, self.entry, self.line, self.reason = standing, entry, line, reason

    def choices(self) -> list[tuple[Label, ...]]:
        """The labels of the steps out of each possible state."""
        before = self.possible.closure(self.node)
        return [self.possible.allowed(state) for state in self.possible.states(before)]

    def conformed(self) -> Conformed:
        """The answer as it is after these lines."""
        entry, oracle = self.entry, self.possible.oracle
        states = self._states()
        # If it is unknown, a limit may have been reached, and nothing more is searched.
        asked = states[:SHOWN] if self.standing is Standing.UNKNOWN else states
        steps = [self._steps(state) for state in asked]
        shown = zip(states[:SHOWN], steps, strict=False)
        diverges = self.standing is Standing.DIVERGES and entry is not None
        return Conformed(
            self.standing,
            self.count,
            self.line,
            "" if entry is None else str(entry),
            self.reason,
            len(states),
            tuple(self._possibility(state, *of) for state, of in shown),
            tuple(dict.fromkeys(label for labels, _ in steps for label in labels)),
            self._coverage(),
            oracle.hint(entry) if diverges and entry is not None else "",
        )

    def _states(self) -> list[State]:
        """The possible states in which the next step is taken."""
        try:
            if self.standing is Standing.UNKNOWN:
                return self.possible.states(self.node)
            return self.possible.states(self.possible.closure(self.node))
        except Exception:  # a limit, or an error of the target, which the reason names
            return self.possible.states(self.node)

    def _steps(self, state: State) -> tuple[tuple[str, ...], tuple[Why, ...]]:
        """The steps that a state allows; if its steps cannot be found, the error instead."""
        try:
            return tuple(map(str, self.possible.allowed(state))), ()
        except Exception as error:  # of the program, where a log has ended or is unknown
            return (), (Why(f"{type(error).__name__}: {error}"),)

    def _possibility(
        self, state: State, allowed: tuple[str, ...], errors: tuple[Why, ...]
    ) -> Possibility:
        oracle, entry = self.possible.oracle, self.entry
        why = errors
        if entry is not None and not errors:
            why = oracle.why_not(state, entry) or self.possible.misfits(self.node, state, entry)
        return Possibility(oracle.values(state), allowed, why)

    def _coverage(self) -> Mapping[str, int] | None:
        counts = self._counts
        if counts is None:
            return None
        return {
            name: counts[name] for name in dict.fromkeys((*self.possible.oracle.rules(), *counts))
        }
