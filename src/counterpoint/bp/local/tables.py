"""Automata as tables of plain texts, to compare those of one process with those of another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ...data import dataclass
from ...model.bits import bits
from ...model.network import Local
from .exploring import Growing, explore_locally

if TYPE_CHECKING:
    from ..program import Program

Names: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Row:
    """What can be seen of a local state: what is said where, how it ended, and sets of events.

    These are what each voice blocks, what is heard, and what interrupts.
    """

    said: tuple[object, ...]
    sets: tuple[Names, ...]

    def within(self, events: Names) -> Row:
        """The same, but that the sets have some events only."""
        return Row(self.said, tuple(names & events for names in self.sets))


@dataclass(frozen=True, slots=True)
class Table:
    """An automaton: what can be seen of each local state, and where each event leads from it.

    `events` are those that were known by then.
    """

    events: Names
    rows: tuple[Row, ...]
    moves: tuple[dict[str, int], ...]


def tables_of(program: Program, limits: Sequence[int]) -> list[Table]:
    """The automata of a program's b-threads, so many local states of each if it has them."""
    network = program.network()
    parts: Sequence[Growing] = network.automata  # type: ignore[assignment]
    for part, limit in zip(parts, limits, strict=True):
        explore_locally(part, limit, 100 * limit)
    labels = [str(label) for label in network.alphabet]
    for part in parts:
        part.refresh()
    return [table_of(part, labels) for part in parts]


def table_of(part: Growing, labels: Sequence[str]) -> Table:
    """The automaton as a table; `labels` are the texts of the events."""
    rows = tuple(_row(local, labels) for local in part.locals)
    moves = tuple({labels[event]: to for event, to in known.items()} for known in part.moves)
    return Table(frozenset(labels), rows, moves)


def _row(local: Local, labels: Sequence[str]) -> Row:
    voices = tuple(
        (
            str(voice.stand.place),
            tuple(labels[event] for event in voice.request),
            voice.rank,
            voice.priority,
            voice.hot,
        )
        for voice in local.voices
    )
    failure = local.failure and str(local.failure.place)
    crash = local.crash and type(local.crash).__name__
    masks = (*(voice.block for voice in local.voices), local.hears, local.interrupts)
    sets = tuple(frozenset(labels[event] for event in bits(mask)) for mask in masks)
    return Row((voices, failure, crash), sets)


def difference(ours: Table, theirs: Table) -> tuple[str, ...] | None:
    """The events after which two automata do not do the same; None where they always do.

    Local states may be told apart in one and not in the other: what counts is what they do. Raises
    `KeyError` where one of them was not followed as far as the other.
    """
    both = ours.events & theirs.events
    seen = {(0, 0)}
    todo: deque[tuple[int, int, tuple[str, ...]]] = deque([(0, 0, ())])
    while todo:
        mine, other, way = todo.popleft()
        if ours.rows[mine].within(both) != theirs.rows[other].within(both):
            return way
        for event, to in ours.moves[mine].items():
            pair = (to, theirs.moves[other][event])
            if pair not in seen:
                seen.add(pair)
                todo.append((*pair, (*way, event)))
    return None


def have_own_texts(labels: Iterable[str]) -> bool:
    """Whether events have different texts, the same in each process."""
    texts = list(labels)
    return len(set(texts)) == len(texts) and not any(" at 0x" in text for text in texts)
