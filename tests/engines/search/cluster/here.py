"""Workers in this process, which are lost when a test wants it: a crew without a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from counterpoint.engines.search.cluster.crew import EXPANDING, Exchange, Lost, Rounds, Traffic
from counterpoint.engines.search.cluster.place import Place
from counterpoint.engines.search.cluster.worker import Worker
from counterpoint.engines.search.levels.gathered import Gathered
from counterpoint.engines.search.levels.recipe import Recipe
from counterpoint.engines.search.levels.shared_values import Numbers, SharedValues
from counterpoint.engines.search.levels.sizes import Sizes


class CrewHere:
    """Workers that are asked one after the other.

    Each number in `losses` says after how many calls the worker that is called is lost, counted
    from the last loss: it knows nothing any more.
    """

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        sizes: Sizes,
        size: int,
        losses: Sequence[int] = (),
        look: Callable[[], None] = lambda: None,
        file: Path | None = None,
        uri: str = "",
    ) -> None:
        """With a `uri`, each worker has a folder of its own, and an empty one if it was lost."""
        self.size, self.traffic = size, Traffic()
        self.numbers: Numbers | None = None
        if recipe.values is not None:
            assert file is not None
            self.numbers = SharedValues(recipe.values, file)
            recipe = recipe.sharing(self.numbers)
        self._recipe, self._folder, self._sizes = recipe, folder, sizes
        self._uri, self._machines = uri, count()
        self._workers = [self._new(n) for n in range(size)]
        self.losses = list(losses)
        self._calls = 0
        self._look = look
        self.closed = False

    def _new(self, number: int) -> Worker:
        folder = self._folder / f"machine{next(self._machines)}" if self._uri else self._folder
        return Worker(self._recipe, Place(number, self.size, folder, self._uri), self._sizes)

    def _call(self, number: int, method: str, *given: Any) -> Any:
        self._look()
        self._calls += 1
        if self.losses and self._calls > self.losses[0]:
            self._calls = 0
            self.losses.pop(0)
            self._workers[number] = self._new(number)
            raise Lost(f"worker {number}")
        return self._workers[number].call(method, *given)

    def ask(self, method: str, given: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        return [self._call(n, method, *args) for n, args in enumerate(given) if args is not None]

    def exchange(self, rounds: Rounds, of: Exchange = EXPANDING) -> Iterator[Gathered]:
        for number in range(rounds.count):
            sent = [self._call(n, of.send, rounds, number) for n in range(self.size)]
            for to in range(self.size):
                others = (batches[to] for n, (batches, _) in enumerate(sent) if n != to)
                self._call(to, of.take, rounds.attempt, *others)
            for _, (gathered, traffic) in sent:
                self.traffic.add(traffic)
                yield gathered

    def finished(self, attempt: int) -> list[Any]:
        return self.ask("finish", [(attempt,)] * self.size)

    def mend(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True
