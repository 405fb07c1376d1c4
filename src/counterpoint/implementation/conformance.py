"""Conformance of an implementation: it is driven in step with its rules, and both are compared."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from ..arguments import require_count, require_seed, says_what_it_takes
from ..errors import Misuse
from ..model.system import Label
from ..tuning import USUAL, Tuning
from ..verdict import Trace, Verdict, Verdicts
from .adapter import Adapter, can_take, emitted
from .difference import Difference, Tried
from .driving import Driving, Stepped
from .possible import Possible
from .shrinking import shrunk
from .targets import oracle_of

T = TypeVar("T")


class Conformance:
    """An implementation beside its rules: whatever the rules allow, it must do as they say.

    `adapter` is a class with a method for each event or action of `target`; it is made anew for
    each run. A method is called with the data of the step; it may be async, and may return parts of
    the state after the step, or events that the implementation sent. So may `observe()`; `close()`
    ends a run. `emits` names events that the implementation sends by itself. An exception of a
    method is a difference. Steps with a name in `hidden` may come at any time, unseen; so may ticks
    and timeouts, if the adapter has no method for them.

    >>> from counterpoint.examples.nim import model
    >>> class Piles:
    ...     def __init__(self):
    ...         self.piles = [1, 2]
    ...     def take(self, pile, left):
    ...         self.piles[pile] = left
    ...     def observe(self):
    ...         return {"pile0": self.piles[0], "pile1": min(self.piles[1], 1)}
    >>> print(Conformance(model(piles=(1, 2)), Piles).random(seed=1))
    the implementation differs after 0 steps, the fewest that show it:
      the implementation: pile0 = 1, pile1 = 1
      the rules allow: take(0,0), take(1,0), take(1,1)
        in the state pile0 = 1, pile1 = 2, t = 1
          at the start, pile1 is 2
    """

    @says_what_it_takes
    def __init__(
        self,
        target: Any,
        adapter: Callable[[], Any],
        *,
        hidden: Iterable[str] = (),
        limit_states: int | None = None,
        tuning: Tuning = USUAL,
    ) -> None:
        if not isinstance(adapter, type):
            raise Misuse(f"adapter is a class, which is made anew for each run, not {adapter!r}")
        self.target, self.adapter = target, adapter
        oracle = oracle_of(target)
        names = map(str, hidden if not isinstance(hidden, str) else (hidden,))
        unseen = (
            str(each) for each in oracle.unlogged if not can_take(adapter, oracle.calls(each))
        )
        self.possible = Possible(oracle, (*names, *unseen), limit_states, tuning)
        known = oracle.labels()
        self._emits = emitted(adapter, known)
        self._tries = tuning.shrunk_runs
        if known is not None and known and not any(map(self.can_take, known)):
            first = oracle.calls(known[0])
            raise Misuse(f"{adapter.__name__} has no method for any step, such as {first[0]}")

    def can_take(self, label: Label) -> bool:
        """Whether the adapter has a method for a step with this label."""
        return can_take(self.adapter, self.possible.oracle.calls(label))

    @says_what_it_takes
    def random(self, runs: int = 100, *, steps: int = 30, seed: int | str | None = None) -> Tried:
        """Take so many runs of at most so many random steps, or until one differs.

        A step is drawn from those that the rules allow, whichever of the possible states holds.
        """
        require_count("runs", runs)
        require_count("steps", steps)
        require_seed(seed)
        seed = random.randrange(1 << 32) if seed is None else seed
        chance = random.Random(seed)

        def choose(driving: Driving) -> Label | None:
            choices = driving.choices
            return choices[int(chance.random() * len(choices))] if choices else None

        return self._try((choose,) * runs, steps, seed)

    def along(self, runs: Iterable[Iterable[Label] | Trace]) -> Tried:
        """Take given runs: each a list of labels or of events, or a `Trace`.

        So `along(covering_runs(target).runs)` takes those of generated tests. A label that the
        rules do not allow at its place is an error.
        """
        listed = [list(run.events if isinstance(run, Trace) else run) for run in runs]
        return self._try([_following(run) for run in listed], max(map(len, listed), default=0))

    def along_counterexamples(self, verdicts: Verdicts | Verdict | Trace) -> Tried:
        """Take the runs that a check has found, each as far as the adapter can take it."""
        return self.along([trace.events for trace in _traces(verdicts)])

    def _try(
        self, runs: Sequence[Callable[[Driving], Label | None]], steps: int,
        seed: int | str | None = None,
    ) -> Tried:  # fmt: skip
        taken, untried = 0, dict[str, None]()
        for number, choose in enumerate(runs, start=1):
            done = self.run(choose, steps)
            taken += len(done.labels)
            untried.update(dict.fromkeys(done.untried))
            if done.difference is not None:
                found = shrunk(self.replay, done.difference, self._tries)
                return Tried(number, taken, found, seed, tuple(untried))
        return Tried(len(runs), taken, None, seed, tuple(untried))

    def run(self, choose: Callable[[Driving], Label | None], steps: int) -> Stepped:
        """Take one run, each step as `choose` says, which gives None at its end."""
        return _in_loop(self._run(choose, steps))

    def replay(self, labels: Sequence[Label]) -> tuple[Difference | None, tuple[Label, ...]]:
        """The difference that a run shows, if it does, and the labels possible after it.

        A label that is not possible at its place ends the run.
        """
        todo = list(labels)

        def choose(driving: Driving) -> Label | None:
            label = todo.pop(0) if todo else None
            return label if label in driving.choices else None

        done = self.run(choose, len(labels))
        is_whole = len(done.labels) == len(labels)
        return done.difference, done.choices if is_whole and done.difference is None else ()

    def driving(self) -> Driving:
        """One run, before its first step."""
        return Driving(self.possible, self.can_take, self._emits)

    def machine(self) -> Any:
        """A `RuleBasedStateMachine` of Hypothesis, of which `TestCase` is a test.

        Each example is a run, each step one of those that the rules allow. Hypothesis shrinks what
        differs, and keeps it in its database. Raises `Misuse` if Hypothesis is not installed.
        """
        from .machine import machine_of  # only tests have Hypothesis

        return machine_of(self.adapter, self.possible.oracle, self.driving)

    async def _run(self, choose: Callable[[Driving], Label | None], steps: int) -> Stepped:
        driving = self.driving()
        adapter = Adapter(self.adapter(), self.possible.oracle)
        try:
            await driving.begin(adapter)
            for _ in range(steps):
                if driving.difference is not None or (label := choose(driving)) is None:
                    break
                await driving.take(adapter, label)
        finally:
            await adapter.close()
        return driving.stepped


def _following(run: list[Any]) -> Callable[[Driving], Label | None]:
    """Choose the steps of a run one after another; raises `Misuse` for one that is not possible.

    What the implementation sends by itself is left out: it came, or the run ends.
    """
    todo = list(run)

    def choose(driving: Driving) -> Label | None:
        while todo and driving.is_emitted(todo[0]):
            todo.pop(0)
        if not todo:
            return None
        wanted = todo.pop(0)
        found = [label for label in driving.choices if label == wanted or str(label) == str(wanted)]
        if not found and str(wanted) in driving.stepped.untried:
            raise Misuse(f"the adapter has no method for {wanted}")
        if not found:
            there = ", ".join(map(str, driving.choices)) or "nothing"
            raise Misuse(f"the rules do not allow {wanted} here; there is {there}")
        return found[0]

    return choose


def _traces(found: object) -> list[Trace]:
    match found:
        case Trace():
            return [found]
        case Verdict():
            return [] if found.trace is None else [found.trace]
        case Verdicts():
            return [verdict.trace for verdict in found if verdict.trace is not None]
    raise Misuse(f"along_counterexamples() takes verdicts or a run, not {found!r}")


def _in_loop(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine in an event loop of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    work.close()
    raise Misuse("an event loop runs here already: let asyncio.to_thread take the runs")
