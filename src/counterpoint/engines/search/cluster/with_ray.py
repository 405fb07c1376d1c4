"""Workers that are actors of Ray: on this machine, or on a cluster that is running."""

from __future__ import annotations

import platform
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import ray
from ray import exceptions

from ....errors import Refused
from ...base.arrays import U64
from ..levels.gathered import Gathered
from ..levels.journal import Part
from ..levels.recipe import Recipe
from ..levels.shared_values import Numbers
from ..levels.sizes import Sizes
from .connection import BEGIN, LOST, connected, require_memory
from .crew import EXPANDING, Exchange, Lost, Rounds, Silent, Traffic
from .place import Place
from .ray_numbers import RayNumbers
from .worker import Worker

AHEAD = 2
"""Rounds that are handed out before the results of the first are taken."""

PATIENCE = 3600.0
"""Seconds without any result after which workers count as lost: a large level takes minutes."""

SLICE = 0.1
"""Seconds between two moments at which limits are looked at while workers are waited for."""


class _Actor(Worker):
    """A worker as an actor."""

    def about(self) -> tuple[Any, str]:
        """The versions of Counterpoint and Python."""
        return version("counterpoint"), platform.python_version()

    def spread(self, method: str, *given: Any) -> tuple[Any, ...]:
        """What a method returns that sends batches, as many results."""
        batches, found = self.call(method, *given)
        return (*batches, found)


class RayCrew:
    """Workers that are actors of Ray: a `Crew`."""

    def __init__(
        self,
        address: str,
        workers: int,
        memory: int,
        make: Callable[[Numbers | None, int, int], tuple[Recipe, Place, Sizes]],
        look: Callable[[], None],
        values: tuple[Sequence[Sequence[Any]], Path] | None = None,
    ) -> None:
        """`make(numbers, number, workers)` gives what a worker is made of.

        `look` is called while waiting. If states consist of values that get numbers, `values` has
        those that have theirs, and a file that all machines share.

        The address is `local`, to start Ray on this machine, or that of a running cluster. There
        are as many workers as it has CPUs if `workers` is 0, and each uses up to `memory` bytes.
        Raises `Refused` if there is no such cluster, if its machines have too little memory, or if
        its workers have other versions.
        """
        self.traffic = Traffic()
        self.numbers: Numbers | None = None
        self._file = None if values is None else values[1]
        self._look = look
        self._finishing: list[Any] = []
        self._is_closed = False
        self._actors: list[Any] = []
        self._begun = connected(address, workers)
        try:
            resources: Any = ray.cluster_resources()  # type: ignore[no-untyped-call]
            self.size = workers or max(1, int(resources.get("CPU", 1)))
            require_memory(resources.get("memory"), self.size, memory)
            remote: Any = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=0)(_Actor)
            if values is not None:
                self.numbers = RayNumbers(*values)
            made = (make(self.numbers, n, self.size) for n in range(self.size))
            self._actors = [remote.remote(*each) for each in made]
            self._require_alike()
        except Lost as lost:
            self.close()
            raise Refused(f"workers did not begin ({lost}): are enough CPUs free?") from None
        except BaseException:
            self.close()
            raise

    def _require_alike(self) -> None:
        ours = version("counterpoint"), platform.python_version()
        self.mend()
        for theirs, python in self._about():
            if (theirs, python) != ours:
                raise Refused(
                    f"the workers have Counterpoint {theirs} and Python {python}, and this is "
                    f"Counterpoint {ours[0]} and Python {ours[1]}: install the same on all machines"
                )

    def _about(self) -> list[Any]:
        return self._got([actor.about.remote() for actor in self._actors], BEGIN)

    def ask(self, method: str, given: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """As `Crew.ask`."""
        pairs = zip(self._actors, given, strict=True)
        asked = (a.call.remote(method, *args) for a, args in pairs if args is not None)
        return self._got(list(asked))

    def exchange(self, rounds: Rounds, of: Exchange = EXPANDING) -> Iterator[Gathered]:
        """As `Crew.exchange`: what is found is sent while the next round is worked on."""
        begun: deque[tuple[list[Any], list[Any]]] = deque()
        for number in range(rounds.count):
            begun.append(self._round(rounds, number, of))
            if of.then and number == rounds.count - 1:  # asked now: that saves waiting once more
                self._finishing = [a.call.remote(of.then, rounds.attempt) for a in self._actors]
            if len(begun) > AHEAD:
                yield self._gathered(*begun.popleft())
        while begun:
            yield self._gathered(*begun.popleft())

    def finished(self, attempt: int) -> list[tuple[dict[int, Part], U64 | None]]:
        """As `Crew.finished`."""
        asked, self._finishing = self._finishing, []
        return self._got(asked or [a.call.remote("finish", attempt) for a in self._actors])

    def _round(self, rounds: Rounds, number: int, of: Exchange) -> tuple[list[Any], list[Any]]:
        """Let all workers do a round, and take what the others found in it."""
        size = self.size
        sent = [
            actor.spread.options(num_returns=size + 1).remote(of.send, rounds, number)
            for actor in self._actors
        ]
        received = [
            actor.call.remote(
                of.take, rounds.attempt, *(sent[n][to] for n in range(size) if n != to)
            )
            for to, actor in enumerate(self._actors)
        ]
        return [of[size] for of in sent], received

    def _gathered(self, shown: list[Any], received: list[Any]) -> Gathered:
        (found, traffic), *others = self._got(shown)
        self._got(received)
        self.traffic.add(traffic)
        for gathered, more in others:
            found.add(gathered)
            self.traffic.add(more)
        gathered_all: Gathered = found
        return gathered_all

    def _got(self, asked: list[Any], patience: float = PATIENCE) -> list[Any]:
        """The results; raises `Lost` if they do not come, and what a worker raised."""
        waiting, since = asked, time.monotonic()
        try:
            while waiting:
                done, waiting = ray.wait(waiting, num_returns=len(waiting), timeout=SLICE)
                self._look()
                if done:
                    since = time.monotonic()
                elif time.monotonic() > since + patience:
                    raise Silent("workers do not answer")
            return [ray.get(one, timeout=patience) for one in asked]
        except exceptions.RayTaskError as error:
            if isinstance(error.cause, exceptions.RayError):  # another worker's result was lost
                raise Lost(str(error.cause)) from None
            raise error.cause from None
        except LOST as error:
            raise Lost(str(error).partition("\n")[0]) from None
        except exceptions.GetTimeoutError:
            raise Silent("workers do not answer") from None

    def mend(self) -> None:
        """As `Crew.mend`: Ray restarts actors by itself."""
        self._finishing = []
        until = time.monotonic() + BEGIN
        while True:
            try:
                self._about()
            except Silent:
                raise
            except Lost:
                if time.monotonic() > until:
                    raise
                time.sleep(SLICE)
                self._look()
            else:
                return

    def close(self) -> None:
        """As `Crew.close`; once, as this process may be in another cluster later."""
        if self._is_closed:
            return
        self._is_closed = True
        for actor in () if self._begun else self._actors:
            with suppress(Exception):
                ray.kill(actor)
        with suppress(Exception):
            ray.shutdown()
        if self._file is not None:
            self._file.unlink(missing_ok=True)
