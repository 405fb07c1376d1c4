"""One worker that finds which of its states lead into a region of the next level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from ....data import dataclass
from ...base.arrays import U64
from ..backward.backward import ByShard
from ..backward.choices import Choices, ChoicesRecipe
from ..backward.condition import Condition
from ..backward.lead import Lead
from ..levels.files import Files
from ..levels.gathered import nothing_gathered
from ..levels.journal import Level, Part
from ..levels.keys import Keys
from ..levels.sizes import Sizes
from .batch import of_batch, of_edges, to_batch, to_edges
from .crew import Lost, Rounds, Traffic
from .place import Place, shards_of

MARK = 8
"""The bytes of a mark that is sent."""


@dataclass
class _Work:
    """A level that is asked: `chunks` of its states are expanded, and edges to targets followed.

    A mark has `size` bytes. What is asked of targets is whether they are in a `region` of the
    `parts` of the next level.
    """

    attempt: int
    lead: Lead
    choices: Choices
    asked: Condition
    chunks: list[range]
    size: int
    parts: Mapping[int, Part] = field(default_factory=dict)
    region: ByShard = field(default_factory=dict)


class Predecessors:
    """The states of the shards of a worker, and the values of those that others ask about.

    The edges of its states go to the workers that have their targets, in rounds; in further rounds,
    the marks come back. As in `Worker`, what is left over from an earlier attempt is ignored.
    """

    def __init__(
        self,
        place: Place,
        files: Files,
        keys: Keys,
        size: int,
        sizes: Sizes,
        ends: list[int],
    ) -> None:
        """A key takes `size` bytes; `ends` are where the shards of each worker end."""
        self._place, self._files, self._keys, self._size = place, files, keys, size
        self._sizes, self._ends = sizes, ends
        self._shards = shards_of(place.number, place.workers, 1 << sizes.bits)
        self._known: tuple[str, Choices] | None = None
        self._work: _Work | None = None

    def _choices(self, recipe: ChoicesRecipe) -> Choices:
        if self._known is None or self._known[0] != recipe.name:
            self._known = recipe.name, recipe.choices(self._sizes.piece)
        return self._known[1]

    def _of(self, level: Level, wanted: ByShard | None = None) -> Lead:
        return Lead(self._files, self._keys, self._sizes, level, self._shards, wanted)

    def true(self, recipe: ChoicesRecipe, level: Level, text: str) -> dict[int, U64]:
        """In which of its states of a level an atom is true."""
        lead, choices = self._of(level), self._choices(recipe)
        found = [choices.true(lead.states(some), text) for some in lead.chunks()]
        return lead.by_shard(np.concatenate([np.zeros(0, bool), *found]))

    def contested(self, recipe: ChoicesRecipe, level: Level) -> U64 | None:
        """A packed state of a level in which two players can choose; None if it has none."""
        lead, choices = self._of(level), self._choices(recipe)
        for some in lead.chunks():
            states = lead.states(some)
            if (number := choices.contested(states)) is not None:
                contested: U64 = states[number]
                return contested
        return None

    def ask(
        self,
        attempt: int,
        recipe: ChoicesRecipe,
        level: Level,
        asked: Condition,
        wanted: ByShard | None,
    ) -> int:
        """Begin to ask its states of a level; returns in how many rounds they are expanded."""
        self._files.work.mkdir(parents=True, exist_ok=True)
        lead = self._of(level, wanted)
        chunks = list(lead.chunks())
        states = sum(map(len, chunks))
        size = max(1, -(-(2 * states).bit_length() // 8))
        self._work = _Work(attempt, lead, self._choices(recipe), asked, chunks, size)
        return len(chunks)

    def _now(self, attempt: int) -> _Work | None:
        """What is worked on; None if that is not of this attempt."""
        work = self._work
        return work if work is not None and work.attempt == attempt else None

    def lead(self, of: Rounds, number: int) -> tuple[list[Any], Any]:
        """Expand the states of a round: for each other worker, the edges to its targets."""
        work = self._now(of.attempt)
        if work is None or number >= len(work.chunks):
            return [None] * self._place.workers, _nothing()
        routed: list[dict[int, list[U64]]] = [{} for _ in range(self._place.workers)]
        for edges in work.lead.expand(work.choices, work.asked, work.chunks[number]):
            for shard, rows in edges.items():
                worker = int(np.searchsorted(self._ends, shard, "right"))
                if worker == self._place.number:
                    work.lead.edges.keep(worker, shard, rows)
                else:
                    routed[worker].setdefault(shard, []).append(rows)
        return [self._batch(of, work.size) for of in routed], _nothing()

    def _batch(self, routed: Mapping[int, list[U64]], mark: int) -> Any:
        if not routed:
            return None
        edges = {shard: np.concatenate(parts) for shard, parts in sorted(routed.items())}
        return to_edges(edges, self._size, mark)

    def follow(self, attempt: int, *batches: Any) -> None:
        """Keep edges that come from the other workers, in their order."""
        work = self._now(attempt)
        for sender, batch in zip(self._others, batches, strict=True):
            if batch is not None and work is not None:
                for shard, rows in of_edges(batch, self._keys.width).items():
                    work.lead.edges.keep(sender, shard, rows)

    @property
    def _others(self) -> list[int]:
        return [n for n in range(self._place.workers) if n != self._place.number]

    def target(self, attempt: int, parts: Mapping[int, Part], region: ByShard) -> int:
        """What is asked of the targets is whether they are in a region of these parts.

        Returns in how many rounds that is answered.
        """
        work = self._required(attempt)
        work.parts, work.region = parts, _writable(region)
        rounds = -(-work.lead.edges.total // max(1, self._sizes.piece))
        return max(1, min(rounds, len(self._shards)))

    def answer(self, of: Rounds, number: int) -> tuple[list[Any], Any]:
        """The marks for those who asked about targets in the shards of a round, as batches."""
        batches: list[Any] = [None] * self._place.workers
        work = self._now(of.attempt)
        if work is None:
            return batches, _nothing()
        found: dict[int, list[U64]] = {}
        for shard in shards_of(number, of.count, len(self._shards)):
            for sender, marks in self._answers(work, self._shards[shard]):
                if sender == self._place.number:
                    work.lead.note(marks)
                else:
                    found.setdefault(sender, []).append(marks)
        for sender, parts in found.items():
            batches[sender] = to_batch(np.concatenate(parts).reshape(-1, 1), MARK)
        return batches, _nothing()

    @staticmethod
    def _answers(work: _Work, shard: int) -> Iterator[tuple[int, U64]]:
        region = work.region.get(shard, np.zeros(0, np.uint64))
        return work.lead.answers(shard, work.parts.get(shard), region)

    def mark(self, attempt: int, *batches: Any) -> None:
        """Note the marks that come from the other workers."""
        work = self._now(attempt)
        for batch in batches:
            if batch is not None and work is not None:
                work.lead.note(of_batch(batch, 1).reshape(-1))

    def conclude(self, attempt: int, region: ByShard) -> dict[int, U64]:
        """Which of its states lead into the region; its own bits are given, too."""
        work = self._required(attempt)
        self._work = None
        work.lead.edges.forget()
        return work.lead.concluded(_writable(region))

    def _required(self, attempt: int) -> _Work:
        work = self._now(attempt)
        if work is None:
            raise Lost("a worker was restarted")
        return work


def _nothing() -> Any:
    """What a round shows."""
    return nothing_gathered(0), Traffic()


def _writable(bits: ByShard) -> dict[int, U64]:
    """The bits in arrays that native code may be given: what is sent may only be read."""
    return {shard: words.copy() for shard, words in bits.items()}


OF_PREDECESSORS: dict[str, Callable[..., Any]] = {
    "answer": Predecessors.answer,
    "ask": Predecessors.ask,
    "conclude": Predecessors.conclude,
    "contested": Predecessors.contested,
    "follow": Predecessors.follow,
    "lead": Predecessors.lead,
    "mark": Predecessors.mark,
    "target": Predecessors.target,
    "true": Predecessors.true,
}
