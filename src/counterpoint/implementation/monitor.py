"""Monitors: follow what a running system does, one event at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

from ..arguments import says_what_it_takes
from ..bp.event import Event
from ..engines.base.limits import limits_of
from ..errors import CounterpointError, Misuse
from ..tuning import USUAL, Tuning
from .answer import Conformed, Standing
from .entry import Entry, entry_of
from .following import Following
from .mapping import by_function
from .possible import Possible
from .targets import oracle_of


class Monitor:
    """Watches whether the steps of a real system are a run of `target`, as `conform` reads a log.

    `observe` takes an event, a label or a record and returns at once. It raises nothing: what
    cannot be read, or takes more than `limit_states` possible states, leaves the `standing`
    unknown. `mapping` is a function from what is observed to an event, a label or a record; where
    it returns None, nothing is observed. A monitor may be used from any thread, and from
    coroutines, as it never waits. `copy` and `reset` share what was found about the target.

    >>> from counterpoint import events
    >>> from counterpoint.examples.hot_cold import program
    >>> HOT, COLD = events("HOT COLD")
    >>> monitor = Monitor(program)
    >>> monitor.observe(COLD), monitor.observe(HOT), monitor.observe(HOT)
    (True, True, False)
    >>> monitor.standing, monitor.conformed.allowed
    (<Standing.DIVERGES: 'diverges'>, ('COLD',))
    """

    @says_what_it_takes
    def __init__(
        self,
        target: Any,
        *,
        hidden: Iterable[str] = (),
        mapping: Callable[[Any], object] | None = None,
        coverage: bool = False,
        limit_states: int | None = None,
        tuning: Tuning = USUAL,
    ) -> None:
        if isinstance(hidden, str):
            raise Misuse(f"hidden= takes several names, not one text: [{hidden!r}]")
        if mapping is not None and not callable(mapping):
            raise Misuse(f"mapping= takes a function of what is observed, not {mapping!r}")
        self.target = target
        self._made_from: dict[str, Any] = {
            "target": target, "hidden": tuple(map(str, hidden)), "mapping": mapping,
            "coverage": coverage, "limit_states": limit_states, "tuning": tuning,
        }  # fmt: skip
        self._mapping = None if mapping is None else by_function(mapping)
        limits = limits_of(limit_states, None)
        oracle = oracle_of(target)
        names = (*self._made_from["hidden"], *map(str, oracle.unlogged))
        possible = Possible(oracle, names, limits.states, tuning)
        self._following = Following(possible, counts=coverage)
        self._following.start()
        self._earlier = 0
        self._lock = threading.RLock()
        self._events: dict[object, Entry] = {}
        self._remembered = tuning.log_lines

    @property
    def standing(self) -> Standing:
        """Whether what was observed conforms, diverges, or is unknown."""
        return self._following.standing

    @property
    def count(self) -> int:
        """How many steps that were observed are explained."""
        return self._following.count

    @property
    def total(self) -> int:
        """How many steps are explained, with those before each `reset`."""
        return self._earlier + self._following.count

    @property
    def conformed(self) -> Conformed:
        """The answer so far, as `conform` gives it: the possible states, and what they allow."""
        with self._lock:
            return self._following.conformed()

    def observe(self, said: object) -> bool:
        """Take a step that happened, and return whether all steps so far are explained."""
        following = self._following
        with self._lock:
            try:
                entry = self._entry(said)
                if entry is None:
                    return following.standing is Standing.CONFORMS
                return following.observe(entry)
            except Exception as error:
                return self._given_up(error)

    def _entry(self, said: object) -> Entry | None:
        """What is said of a step; None if a mapping leaves it out."""
        if self._mapping is not None:
            found = self._mapping(said)  # type: ignore[arg-type]
            return None if found is None else entry_of(found)
        if type(said) is not Event:
            return entry_of(said)
        known = self._events.get(said)
        if known is None:
            if len(self._events) >= self._remembered:
                self._events.clear()
            known = self._events[said] = entry_of(said)
        return known

    def _given_up(self, error: Exception) -> bool:
        """Leave it unknown how the steps stand, because of an error; returns False."""
        is_ours = isinstance(error, CounterpointError)
        reason = error.message if is_ours else f"{type(error).__name__}: {error}"  # type: ignore[attr-defined]
        following = self._following
        if following.standing is Standing.CONFORMS:
            following.give_up(reason, None, following.count + 1)
        return False

    def reset(self) -> None:
        """Begin again, as if nothing had been observed."""
        with self._lock:
            self._earlier = self.total
            self._following.begin()
            self._following.start()

    def copy(self) -> Monitor:
        """Another monitor that has observed the same so far."""
        with self._lock:
            made = object.__new__(type(self))
            made.__dict__.update(self.__dict__)
            made._following = self._following.copy()
            return made

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as how it stands; what was found about the target is found again."""
        with self._lock:
            return _again, (self._made_from, self._following.held())

    def __repr__(self) -> str:
        return f"<monitor: {self.standing.value} after {self.count:,} steps>"


def _again(made_from: dict[str, Any], held: dict[str, Any]) -> Monitor:
    monitor = Monitor(**made_from)
    monitor._following.take(held)
    return monitor
