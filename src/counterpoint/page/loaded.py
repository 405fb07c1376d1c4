"""A version of a target: as its file was when it was read, with any rules switched off."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from ..data import dataclass
from ..engines.base.limits import Limits
from ..engines.base.task import Task, Watcher
from ..engines.base.workers import AUTO, Given
from ..engines.check import EVERY_PROGRAM, EVERY_SYSTEM, check
from ..errors import CounterpointError, Misuse
from ..games.advice import Advice, Advisor
from ..games.counsel import advisor
from ..model.capabilities import requirements_of
from ..model.notation import Notation, notation_of
from ..model.property import Distance
from ..model.system import State
from ..report.score.presenter import Presenter, presenter_of
from ..report.score.source import source_data
from ..session import Session
from ..verdict import Trace, Verdicts, system_of
from .bounds import NO_BOUNDS, Bounds, Off
from .companion import Companion
from .fault import said_of
from .goals import Goals, goals_of
from .walk import Walk

SOLVED = 1_000_000
"""Maximum number of states of a game that is solved for the values of its moves."""

NO_GOALS = "it is not known what the players want: say so by --goal PLAYER=FORMULA"


@dataclass(frozen=True, slots=True)
class Variant:
    """A target with some rules off, and the object that describes it."""

    target: Any
    presenter: Presenter


@dataclass(frozen=True, slots=True)
class Wanted:
    """A property to check: its name, its text, and whether it asks for a number."""

    name: str
    text: str
    is_number: bool = False


class Loaded:
    """A version of a target. Results are cached and shared by all tabs.

    `begin` gives the state in which games begin, or the run after which they do.

    >>> from counterpoint.examples.hot_cold import scalding
    >>> loaded = Loaded("hot_cold:scalding", scalding)
    >>> loaded.rules, sorted(loaded.off)
    (('pour', 'alternate', 'stays_mild'), ['alternate'])
    """

    def __init__(
        self,
        name: str,
        target: Any,
        *,
        version: int = 1,
        goals: Goals | None = None,
        bounds: Bounds = NO_BOUNDS,
        companion: Companion | None = None,
        begin: Callable[[Any], State | Trace] | None = None,
    ) -> None:
        self.name = name
        self.companion = companion
        self.version = version
        self._bounds = bounds
        self.lock = threading.RLock()
        switched_off = target.switched_off if notation_of(target) is Notation.PROGRAM else ()
        self.off: Off = frozenset(thread.rule.name for thread in switched_off)
        self.whole = target.whole() if self.off else target
        self._begin = begin
        self.verdicts: dict[Off, Verdicts] = {}
        self._goals = goals
        self._guessed: dict[Off, Goals] = {}
        self._variants: dict[Off, Variant] = {}
        self._advisors: dict[Off, Advisor] = {}
        self._unsolved: dict[Off, str] = {}
        self.advices: dict[object, Advice | None] = {}

    # Variants -------------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules that can be switched on and off, in the order of the score."""
        groups = self.variant(self.off).presenter.groups
        return tuple(row["id"] for group in groups if group["switch"] for row in group["rows"])

    def variant(self, off: Off) -> Variant:
        """The target with these rules off; raises `CounterpointError` if that is not a target."""
        with self.lock:
            if off not in self._variants:
                target = self.whole.without(*sorted(off)) if off else self.whole
                self._variants[off] = Variant(target, presenter_of(target, self.whole))
            return self._variants[off]

    @cached_property
    def beginning(self) -> State | Trace | None:
        """Where games begin, if not in the first initial state; a run is taken already."""
        return None if self._begin is None else self._begin(self.variant(self.off).target)

    def game(self, off: Off) -> Walk:
        """A game at its beginning, with these rules off."""
        variant, begins = self.variant(off), self.beginning
        if not isinstance(begins, Trace):
            return Walk(variant.target, self.whole, start=begins, presenter=variant.presenter)
        walk = Walk.along(begins, variant.target, self.whole, presenter=variant.presenter)
        walk.jump(len(walk.steps))
        return walk

    def known(self, off: Off) -> Off:
        """Those of these rules that exist."""
        return frozenset(rule for rule in off if rule in self.rules)

    @cached_property
    def sources(self) -> list[dict[str, Any]]:
        """The source files of the target, as they were when it was read."""
        return source_data(self.variant(self.off).presenter.files)

    def try_out(self) -> None:
        """Read the sources and compute the first steps; raises what is wrong with the target."""
        # Endless work must not run inside a cached property: all versions share its lock.
        assert self.sources is not None
        assert self.game(self.off).choices is not None

    # Work for the background ----------------------------------------------------------------------

    def wanted(self, off: Off) -> list[Wanted]:
        """The properties that a check will decide."""
        target = self.variant(off).target
        if notation_of(target) is Notation.MODULE:
            return [Wanted(question.name, question.text) for question in target.theory.questions]
        usual = EVERY_PROGRAM if notation_of(target) is Notation.PROGRAM else EVERY_SYSTEM
        found = requirements_of(target) or {str(prop): prop for prop in usual}
        return [Wanted(name, str(prop), isinstance(prop, Distance)) for name, prop in found.items()]

    def checking(self, off: Off, workers: Given = AUTO) -> Callable[[Watcher], Verdicts]:
        """A function that decides all properties, on a copy, so that tabs can go on stepping."""
        target = copied(self.variant(off).target)

        def work(watch: Watcher) -> Verdicts:
            found = check(
                target,
                name=self.name,
                workers=workers,
                watch=watch,
                **self._bounds.options(off),
            )
            self.verdicts[off] = found
            return found

        return work

    def goals(self, off: Off) -> Goals:
        """The goals of the players, given or guessed from names; empty if they are not known."""
        if self._goals is not None:
            return self._goals
        if off not in self._guessed:
            self._guessed[off] = goals_of(system_of(self.variant(off).target))
        return self._guessed[off]

    def advising(self, off: Off) -> Callable[[Watcher], Advisor]:
        """A function that solves the game for all players; raises `Misuse` without their goals."""
        goals = self.goals(off)
        if not goals:
            raise Misuse(NO_GOALS)
        target = copied(self.variant(off).target)

        def work(watch: Watcher) -> Advisor:
            if off not in self._advisors:
                most = min(SOLVED, self._bounds.states or SOLVED)
                task = Task(Limits(states=most), watch=watch)
                try:
                    found = advisor(target, goals, task=task)
                except Exception as error:
                    self._unsolved[off] = said_of(error)
                    raise
                with suppress(CounterpointError):  # the first question is slow: ask it here
                    found.advice(found.after(Session(target).trace))
                self._advisors[off] = found
            return self._advisors[off]

        return work

    def why_unsolved(self, off: Off) -> str:
        """Why the game cannot be solved; empty if no reason is known."""
        return self._unsolved.get(off, "" if self.goals(off) else NO_GOALS)

    def advisor(self, off: Off) -> Advisor | None:
        """The advisor; None if the game has not been solved."""
        return self._advisors.get(off)


def copied(target: Any) -> Any:
    """The same target with separate automata and caches, for use in another thread."""
    match notation_of(target):
        case Notation.PROGRAM:
            return target.selecting(target.strategy)
        case Notation.MODULE:
            return target.without()
    return target


def rule_texts(loaded: Loaded) -> Mapping[str, str]:
    """The source of each rule: its first line, with the indented and blank lines that follow."""
    found: dict[str, str] = {}
    lines = {source["path"]: source["lines"] for source in loaded.sources}
    rows = [row for g in loaded.variant(loaded.off).presenter.groups for row in g["rows"]]
    for row in rows:
        text: list[str] = lines.get(row["file"], [])
        if not row["line"] or not text:
            continue
        start = row["line"] - 1
        end = start + 1
        while end < len(text) and (not text[end].strip() or text[end][:1] in " \t)"):
            end += 1
        found[row["name"]] = "\n".join(text[start:end]).rstrip()
    return found


def changed_rules(before: Loaded, after: Loaded) -> dict[str, list[str]]:
    """The names of rules that are new, gone, or changed in another version."""
    was, now = rule_texts(before), rule_texts(after)
    return {
        "new": [name for name in now if name not in was],
        "gone": [name for name in was if name not in now],
        "changed": [name for name, text in now.items() if name in was and was[name] != text],
    }
