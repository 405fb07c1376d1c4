"""Listeners: plain objects and functions that are called when something happens in a run."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...arguments import require_count, why_not_called
from ...errors import Misuse, Place
from ...model.explanation import StepExplanation
from ...spelling import close_matches
from ..event import Event
from ..resume import add_note

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
"""The methods of a listener: their names, their arguments, and when they are called."""

_SPELT_ELSEWHERE = {
    "bthreadadded": "thread_added",
    "bthreadremoved": "thread_removed",
    "bthreaddone": "thread_ended",
    "starting": "started",
    **{moment.replace("_", ""): moment for moment in MOMENTS},
}


class AwaitedCall(NamedTuple):
    """An awaitable that an async listener returned, and the call that returned it."""

    answer: Awaitable[object]
    listener: object
    moment: str
    what: tuple[object, ...]


class Listeners:
    """The methods of several listeners, by the moment at which they are called.

    A listener is any object with methods named as in `MOMENTS`, or a function of one event. Other
    methods are ignored. Raises `Misuse` for an object that has none of these methods, and for one
    that spells them differently, such as `eventSelected`. Async listeners need `awaited`: what
    they return is appended to it, to be awaited later.

    >>> heard = []
    >>> Listeners([heard.append]).notify("event_selected", None, Event("HOT"))
    >>> heard
    [HOT]
    """

    def __init__(
        self, listeners: Iterable[object], *, awaited: deque[AwaitedCall] | None = None
    ) -> None:
        self._hooks: dict[str, list[tuple[Hook, object]]] = {moment: [] for moment in MOMENTS}
        self._count = 0
        self.are_logged = False
        self._awaited = awaited
        if not isinstance(listeners, Iterable):
            one = getattr(listeners, "__qualname__", None) or repr(listeners)
            raise Misuse(f"listeners= takes several: write [{one}]")
        for listener in listeners:
            self.add(listener)

    def __bool__(self) -> bool:
        return self._count > 0

    def notify(self, moment: str, *what: object) -> None:
        """Call the listeners that have a method for this moment, in their order."""
        for hook, listener in self._hooks[moment]:
            try:
                answer = hook(*what)
            except BaseException as error:
                blame_listener(error, listener, moment, what)
                raise
            if answer is not None and inspect.isawaitable(answer):
                self._put_off(AwaitedCall(answer, listener, moment, what))

    def _put_off(self, call: AwaitedCall) -> None:
        if self._awaited is not None:
            self._awaited.append(call)
            return
        if inspect.iscoroutine(call.answer):
            call.answer.close()
        raise Misuse(_needs_a_loop(call.listener))

    def add(self, listener: object) -> None:
        """Add a listener. Raises `Misuse` if the object is not a listener."""
        _refuse_other_spellings(listener)
        hooks = {moment: getattr(listener, moment, None) for moment in MOMENTS}
        found = {moment: hook for moment, hook in hooks.items() if callable(hook)}
        if not found and callable(listener) and not isinstance(listener, type):
            self._check(listener, "event")
            found = {"event_selected": _of_event(listener)}
        elif found:
            for moment, hook in found.items():
                self._check(hook, MOMENTS[moment].partition(")")[0][1:])
        else:
            raise Misuse(_no_listener(listener))
        self._count += 1
        for moment, hook in found.items():
            self._hooks[moment].append((hook, listener))

    def _check(self, hook: Hook, given: str) -> None:
        """Raise `Misuse` for a function that cannot be called with `given`.

        `given` are the names of the arguments, separated by commas.
        """
        if self._awaited is None and inspect.iscoroutinefunction(hook):
            raise Misuse(_needs_a_loop(hook), _place_of(hook))
        if inspect.isgeneratorfunction(hook) or inspect.isasyncgenfunction(hook):
            why = "has a `yield`, and a listener is called: write it without"
            raise Misuse(f"listener {_name_of(hook)} {why}", _place_of(hook))
        if why := why_not_called(hook, *given.split(", ")):
            if given == "event":
                why += "; a method event_selected(runner, event) of an object gets the runner too"
            raise Misuse(
                f"listener {_name_of(hook)} is called with ({given}): {why}", _place_of(hook)
            )


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


def blame_listener(
    error: BaseException, listener: object, moment: str, what: tuple[object, ...]
) -> None:
    """Add a note to `error` that names the listener that raised it, and how it was called."""
    arguments = ", ".join(str(each) for each in what[1:])
    add_note(error, f"in listener {_name_of(listener)}, called as {moment}({arguments})", None)


def _needs_a_loop(listener: object) -> str:
    return (
        f"listener {_name_of(listener)} is async, and no event loop runs here to await it: run the "
        "program by an AsyncRunner, or write the listener without `async`"
    )


def _place_of(hook: object) -> Place | None:
    code = getattr(hook, "__code__", None)
    return None if code is None else Place.of_code(code)


def _name_of(listener: object) -> str:
    return str(getattr(listener, "__qualname__", None) or type(listener).__qualname__)


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
