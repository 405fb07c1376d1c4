"""One worker of a cluster: it holds some shards, and expands their states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....errors import BadCheckpoint
from ...base.arrays import U64
from ..levels.copies import copies_at
from ..levels.files import Files
from ..levels.gathered import Gathered, Packed, nothing_gathered
from ..levels.holding import Chunk, Holding, read
from ..levels.journal import Level, Part, ends_of
from ..levels.keys import Keys
from ..levels.recipe import Recipe
from ..levels.sizes import Sizes
from .batch import bytes_of_key, of_batch, to_batch
from .crew import Lost, Rounds, Traffic
from .place import Place, shards_of
from .predecessors import OF_PREDECESSORS, Predecessors


class Worker:
    """The states of some shards.

    When a worker was lost, all begin the level again. What they are asked for has the number of the
    `attempt`: what is left over from an earlier one is ignored.
    """

    def __init__(self, recipe: Recipe, place: Place, sizes: Sizes) -> None:
        self._place, self._sizes = place, sizes
        self._stepper = recipe.stepper(sizes.piece)
        self._keys = Keys(self._stepper.width, self._stepper.bits)
        self._size = bytes_of_key(self._stepper.width, self._stepper.last_bits)
        shards = 1 << sizes.bits
        self._shards = shards_of(place.number, place.workers, shards)
        self._ends = [shards_of(n, place.workers, shards).stop for n in range(place.workers)]
        width, copies = self._stepper.width, copies_at(place.uri)
        self._files = Files(place.folder, place.work, width, sizes.block, self._shards, copies)
        self._level = 0
        self._holding = Holding(self._files, self._keys, sizes, self._shards)
        self._chunks: list[Chunk] = []
        self._attempt = -1
        self._predecessors = Predecessors(
            place, self._files, self._keys, self._size, sizes, self._ends
        )

    def call(self, method: str, *given: Any) -> Any:
        """The result of a method by name, of this worker or of `Predecessors`."""
        of = self if method in OF_WORKERS else self._predecessors
        return (OF_WORKERS | OF_PREDECESSORS)[method](of, *given)

    def begin(self, attempt: int, levels: Sequence[Level]) -> int:
        """Hold the states of these levels, and nothing else; how many of them are whole."""
        self._attempt = attempt
        self._stepper.sync()  # the levels may have values that others met
        self._stepper.recall([level.notes for level in levels])
        self._level = len(levels)
        self._files.fetch(levels)
        if missing := self._files.missing(levels):
            return missing - 1
        self._files.begin(ends_of(levels))
        self._holding = Holding(self._files, self._keys, self._sizes, self._shards)
        for number, level in enumerate(levels):
            try:
                self._holding.know(level)
            except BadCheckpoint:
                return number
        return len(levels)

    def start(self, attempt: int) -> None:
        """Reach the initial states that are its own."""
        self._require(attempt)
        for number, sets in enumerate(self._routed(self._stepper.initial())):
            if number == self._place.number:
                self._keep(sets)

    def expand(self, of: Rounds, number: int) -> tuple[list[Any], tuple[Gathered, Traffic]]:
        """Expand the states of a round: a batch for each worker, and what they show.

        The batch for itself is None, as it keeps those targets.
        """
        found, traffic = nothing_gathered(self._stepper.questions), Traffic()
        if number == 0:
            self._stepper.sync()
            self._chunks = list(self._holding.chunks(of.states))
        if number >= len(self._chunks) or of.attempt != self._attempt:
            return [None] * self._place.workers, (found, traffic)
        states = self._keys.states(read(self._chunks[number]))
        routed: list[list[U64]] = [[] for _ in range(self._place.workers)]
        for some in self._stepper.expand(states, of.asked):
            found.note(some, states, of.level)
            for worker, keys in enumerate(self._routed(some.targets)):
                if worker == self._place.number:
                    self._keep(keys)
                elif len(keys):
                    routed[worker].append(keys)
        batches: list[Any] = [None] * self._place.workers
        for worker, sets in enumerate(routed):
            if len(keys := self._keys.together(sets)):
                batches[worker] = to_batch(keys, self._size)
                traffic.add(Traffic(1, batches[worker].nbytes, len(keys)))
        return batches, (found, traffic)

    def receive(self, attempt: int, *batches: Any) -> None:
        """Keep the targets in batches of other workers."""
        for batch in batches if attempt == self._attempt else ():
            if batch is not None:
                self._keep(of_batch(batch, self._stepper.width))

    def finish(self, attempt: int) -> tuple[dict[int, Part], U64 | None]:
        """Find which targets are new, and write them.

        Returns the parts of the level in its shards, and the key of a target that was known before,
        if one was.
        """
        self._require(attempt)
        self._holding.begin_absorbing()
        for number in self._shards:
            self._holding.absorb(number)
        self._level += 1
        return self._files.finish(self._level - 1), self._holding.revisited

    def source(self, level: Level, target: Packed) -> Packed | None:
        """The least of its states of a level from which a step leads to a target; None if none.

        Or the first, as its stepper says.
        """
        self._stepper.sync()
        wanted, sources = np.array(target, np.uint64), []
        for chunk in self._holding.chunks_of(level, max(1, self._sizes.piece // 2)):
            states = self._keys.states(read(chunk))
            if (source := self._stepper.source(states, wanted)) is not None:
                sources.append(source)
                if self._stepper.first_is_enough:
                    break
        return min(sources, default=None)

    def has(self, state: U64) -> bool:
        """Whether a packed state, an array with one row, is one of its own."""
        return self._holding.has(self._keys.of(state))

    def _require(self, attempt: int) -> None:
        if attempt != self._attempt:
            raise Lost("a worker was restarted")

    def _routed(self, targets: U64) -> list[U64]:
        """The keys of targets, in order and distinct, for each worker."""
        keys = self._keys.distinct(self._keys.of(targets))
        ends = self._keys.first_of_shard(self._ends[:-1], self._sizes.bits)
        return np.split(keys, np.searchsorted(np.ascontiguousarray(keys[:, 0]), ends))

    def _keep(self, keys: U64) -> None:
        """Keep the keys of targets, in order and distinct, that are in its own shards."""
        if not len(keys):  # all that a worker without shards is given
            return
        firsts = self._keys.first_of_shard(self._shards[1:], self._sizes.bits)
        sets = np.split(keys, np.searchsorted(np.ascontiguousarray(keys[:, 0]), firsts))
        pairs = zip(self._shards, sets, strict=True)
        self._holding.reached({number: some for number, some in pairs if len(some)})


OF_WORKERS: dict[str, Callable[..., Any]] = {
    "begin": Worker.begin,
    "expand": Worker.expand,
    "finish": Worker.finish,
    "has": Worker.has,
    "receive": Worker.receive,
    "source": Worker.source,
    "start": Worker.start,
}
