"""Listeners: plain objects and functions that are told what happens in a run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ...arguments import require_count
from ...errors import Misuse
from ...model.explanation import StepExplanation
from ...spelling import close_matches
from ..event import Event

if TYPE_CHECKING:
    from .runner import Runner

Hook: TypeAlias = Callable[..., object]

MOMENTS = {
    "started": "(runner): before the first b-thread runs",
    "thread_added": "(runner, name): a b-thread is about to run to its first statement",
    "event_selected": "(runner, event): before anyone hears it; `explain_step` says who will",
    "thread_removed": "(runner, name): an event of its `interrupt` ended the b-thread",
    "thread_ended": "(runner, name): the b-thread came to its end",
    "super_step_done": "(runner): nothing more can be selected without an outside event",
    "assertion_failed": "(runner, name, place, error): an `assert` of the b-thread failed",
    "ended": "(runner): the run is over; `runner.failure` is the exception that ended it, if any",
}
"""What a listener can be told: the names of its methods and what they are called with."""

_SPELT_ELSEWHERE = {
    "bthreadadded": "thread_added",
    "bthreadremoved": "thread_removed",
    "bthreaddone": "thread_ended",
    "starting": "started",
    **{moment.replace("_", ""): moment for moment in MOMENTS},
}


class Listeners:
    """The methods of several listeners, by the moment at which they are called.

    A listener is any object with methods of the names in `MOMENTS`, or a function of one event.
    Other methods are its own affair; raises `Misuse` for an object that has none of them, and for
    one that spells them in another way, such as `eventSelected`.

    >>> told = []
    >>> Listeners([told.append]).tell("event_selected", None, Event("HOT"))
    >>> told
    [HOT]
    """

    def __init__(self, listeners: Iterable[object]) -> None:
        self._hooks: dict[str, list[Hook]] = {moment: [] for moment in MOMENTS}
        self._count = 0
        if not isinstance(listeners, Iterable):
            raise Misuse(f"listeners= takes several: write [{_name_of(listeners)}]")
        for listener in listeners:
            self._add(listener)

    def __bool__(self) -> bool:
        return self._count > 0

    def tell(self, moment: str, *what: object) -> None:
        """Call the listeners that have a method for this moment, in their order."""
        for hook in self._hooks[moment]:
            hook(*what)

    def _add(self, listener: object) -> None:
        _refuse_other_spellings(listener)
        hooks = {moment: getattr(listener, moment, None) for moment in MOMENTS}
        found = {moment: hook for moment, hook in hooks.items() if callable(hook)}
        if not found and callable(listener) and not isinstance(listener, type):
            found = {"event_selected": _of_event(listener)}
        if not found:
            raise Misuse(_no_listener(listener))
        self._count += 1
        for moment, hook in found.items():
            self._hooks[moment].append(hook)


class Journal:
    """A listener that keeps the explanation of each step, or of the last `keep` steps.

    >>> from counterpoint import Event, Program, sync, thread
    >>> from counterpoint.bp.live.runner import Runner
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> journal = Journal()
    >>> outcome = Runner(Program(pour(Event("HOT"))), listeners=[journal]).run()
    >>> [step.woke[0].thread for step in journal.steps]
    ['pour(HOT)']
    """

    def __init__(self, keep: int | None = None) -> None:
        require_count("keep", keep)
        self._steps: deque[StepExplanation] = deque(maxlen=keep)

    @property
    def steps(self) -> Sequence[StepExplanation]:
        return tuple(self._steps)

    def event_selected(self, runner: Runner, event: Event) -> None:
        self._steps.append(runner.explain_step(event))


def _name_of(listener: object) -> str:
    return str(getattr(listener, "__qualname__", None) or repr(listener))


def _of_event(function: Callable[..., object]) -> Hook:
    return lambda runner, event: function(event)


def _refuse_other_spellings(listener: object) -> None:
    for name in _public_names(listener):
        meant = _SPELT_ELSEWHERE.get(name.lower().replace("_", ""), name)
        if meant != name:
            raise Misuse(f"listener {listener!r} has {name}: did you mean {meant}{MOMENTS[meant]}?")


def _no_listener(listener: object) -> str:
    near = (close_matches(name, MOMENTS, n=1) for name in _public_names(listener))
    meant: Any = next((match[0] for match in near if match), None)
    hint = f" (did you mean {meant}?)" if meant else ""
    return (
        f"{listener!r} is no listener{hint}: give a function of one event, or an object with any "
        f"of the methods {', '.join(MOMENTS)}"
    )


def _public_names(listener: object) -> Iterable[str]:
    return (name for name in dir(type(listener)) if not name.startswith("_"))
