"""A network as data: its tables, and what questions about its states mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np

from ....data import dataclass
from ....errors import Refused
from ....logic.core import Core, Prop
from ....logic.core_text import core_text
from ....logic.fragments import AT_REST, everything_in, is_of_steps
from ....model.network import Local, Network, Voice, is_whole
from ....model.system import REST
from ....native.record import fields_of
from ...base.arrays import U8, U64, AnyInts, Bools
from ...formula.names import step_named
from ..network.records import TableRecord
from ..network.steps import FAILED, HOT, QUIET
from ..network.tables import Tables
from .leading import leads
from .local_rows import LocalRows, rows_of_atom, rows_of_locals, rows_of_voices
from .propositional import truth_of


@dataclass(frozen=True, slots=True)
class Marked:
    """The question in which states all marks of a set are, such as `STUCK`."""

    marks: int


@dataclass(frozen=True, slots=True)
class Selects:
    """The question in which states an event, given by its number, can be selected."""

    event: int


@dataclass(frozen=True, slots=True)
class HotAndQuiet:
    """The question in which states a run may stop for ever although some b-thread is hot."""


Question: TypeAlias = Marked | Selects | HotAndQuiet | Core


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Some states that were expanded: local states, marks, and the labels of their steps.

    Those of a state begin where `starts` says.
    """

    cells: AnyInts
    marks: U8
    starts: U64
    labels: AnyInts


@dataclass(frozen=True, slots=True)
class Product:
    """A network of automata of which every move is known; it can be sent to other processes.

    `tables` are the fields of a `TableRecord`, with cells of the type `cell`; `sizes` has how many
    local states each automaton has, and there are `events` events. `atoms` has for each atom of a
    question what it means: local states; or the events that it names, and last whether it names a
    rest. `resting` has for each event that a rest must not neglect the states where it cannot come,
    which are those of any of some rows.
    """

    tables: Mapping[str, Any]
    cell: str
    sizes: tuple[int, ...]
    events: int
    questions: tuple[Question, ...]
    atoms: Mapping[str, LocalRows | U8]
    resting: tuple[tuple[LocalRows, ...], ...]

    @property
    def record(self) -> TableRecord:
        """The tables for kernels, which take only arrays that can be written."""
        fields = self.tables.items()
        own = {name: of.copy() if isinstance(of, np.ndarray) else of for name, of in fields}
        return TableRecord(**own)

    @property
    def identity(self) -> str:
        """See `Stepper.identity`: a hash of all that states, steps and questions depend on."""
        found = sha256(repr((self.cell, self.sizes, self.events)).encode())
        for name, value in sorted(self.tables.items()):
            found.update(name.encode())
            is_array = isinstance(value, np.ndarray)
            found.update(value.tobytes() if is_array else repr(value).encode())
        asked = (core_text(q) if isinstance(q, _CORES) else repr(q) for q in self.questions)
        atoms = (f"{text}: {_text(of)}" for text, of in sorted(self.atoms.items()))
        found.update(
            "\0".join(
                (*asked, "", *atoms, "", *(_text(rows) for each in self.resting for rows in each))
            ).encode()
        )
        return found.hexdigest()

    def true(self, question: Question, some: LookedAt) -> Bools:
        """In which of some states a question is true."""
        match question:
            case Marked(marks):
                found: Bools = (some.marks & marks) == marks
            case Selects(event):
                named = np.zeros(self.events + 1, np.uint8)
                named[event] = 1
                found = leads(named, some.labels, some.starts)
            case HotAndQuiet():
                found = (some.marks & (HOT | QUIET)) == HOT | QUIET
                for each in self.resting:
                    found &= np.any([rows.on(some.cells) for rows in each], axis=0)
            case _:
                found = truth_of(question, partial(self._atom, some), len(some.marks))
        return found

    def _atom(self, some: LookedAt, text: str) -> Bools:
        """In which states an atom is true; a rest is a step where a run may stop."""
        atom = self.atoms[text]
        if isinstance(atom, LocalRows):
            return atom.on(some.cells)
        found = leads(atom, some.labels, some.starts)
        if atom[-1]:
            found |= (some.marks & (QUIET | FAILED)) != 0
        return found


_CORES = Core.__args__


def _text(atom: LocalRows | U8) -> str:
    return atom.text if isinstance(atom, LocalRows) else repr(atom.tolist())


def product_of(network: Network, questions: Sequence[Question]) -> Product:
    """A network as data; raises `Refused` if not every move is known, and `UnknownAtom`."""
    if network.select is not None:
        raise Refused("a selection strategy in Python is not for a search on disk")
    for automaton in network.automata:
        if not is_whole(automaton):
            raise Refused(
                f"not all states of b-thread {automaton.name} are known before the search, which a "
                "search on disk needs"
            )
    tables = Tables(network)
    goals = (goal for goal in questions if isinstance(goal, _CORES))
    texts = {part.text for goal in goals for part in everything_in(goal) if isinstance(part, Prop)}
    return Product(
        fields_of(tables, TableRecord.record_names),
        np.dtype(tables.cell).name,
        tuple(len(automaton.locals) for automaton in network.automata),
        len(network.alphabet),
        tuple(questions),
        {text: _meaning(network, text) for text in sorted(texts)},
        tuple(_resting(network)),
    )


def _resting(network: Network) -> Iterator[tuple[LocalRows, ...]]:
    """For each external event that is declared fair, and those of time, where it cannot come."""
    for event in network.fair_external:
        yield (rows_of_voices(network, partial(_blocks, event)),)
    for event in network.of_time:
        comes = rows_of_locals(network, partial(_comes, event))
        yield ~comes, rows_of_voices(network, partial(_blocks, event))


def _blocks(event: int, voice: Voice) -> bool:
    return bool(voice.block >> event & 1)


def _comes(event: int, local: Local) -> bool:
    return bool(local.comes >> event & 1)


def _meaning(network: Network, text: str) -> LocalRows | U8:
    if not is_of_steps(Prop(text)):
        return rows_of_atom(network, text)
    known = [*network.alphabet, REST]
    wanted = str(REST) if text == AT_REST else text[8:-1]
    every = step_named(wanted, [*known, *network.origin.labels()])  # some may never occur
    found: U8 = every[: len(known)].astype(np.uint8)
    return found
