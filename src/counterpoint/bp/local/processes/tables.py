"""Automata as tables of plain texts, to compare the automata of different processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ....data import dataclass
from ....model.bits import bits
from ....model.network import Local
from ..exploring import Growing, explore_locally

if TYPE_CHECKING:
    from ...ruleset import RuleSet

Names: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Row:
    """What can be observed of a local state: its statements, how it ended, and sets of events.

    The sets are what each statement blocks, then what is heard, then what interrupts.
    """

    said: tuple[object, ...]
    sets: tuple[Names, ...]

    def within(self, events: Names) -> Row:
        """The same row, with its sets restricted to `events`."""
        return Row(self.said, tuple(names & events for names in self.sets))


@dataclass(frozen=True, slots=True)
class Table:
    """An automaton: what can be observed of each local state, and where each event leads from it.

    `events` are those that were known when the table was made.
    """

    events: Names
    rows: tuple[Row, ...]
    moves: tuple[dict[str, int], ...]


def tables_of(program: RuleSet, limits: Sequence[int]) -> list[Table]:
    """The automata of a program's b-threads, explored up to `limits` local states each."""
    network = program.network()
    parts: Sequence[Growing] = network.automata  # type: ignore[assignment]
    for part, limit in zip(parts, limits, strict=True):
        explore_locally(part, limit, 100 * limit)
    labels = [str(label) for label in network.alphabet]
    for part in parts:
        part.refresh()
    return [table_of(part, labels) for part in parts]


def table_of(part: Growing, labels: Sequence[str]) -> Table:
    """Convert an automaton to a table. `labels` are the texts of the events, by number."""
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
    """A shortest sequence of events after which two automata behave differently, None without one.

    One automaton may distinguish local states that the other does not: only the behavior counts.
    Raises `KeyError` if `theirs` was not explored as far as `ours`.
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
    """Whether the texts of events are all different, and are the same in each process."""
    texts = list(labels)
    return len(set(texts)) == len(texts) and not any(" at 0x" in text for text in texts)
