"""Which engine explores what: the engines by name, and the choice where none is named.

| engine | models | TLA+ specifications | programs, LED, other systems |
| --- | --- | --- | --- |
| `explicit` | compiled: states in a graph, or swept | evaluated one by one | listed one by one |
| `tabled` | | with memoized answers of its parts | |
| `symbolic`, `cudd` | binary decision diagrams | | |
| `bounded` | runs and proofs by SAT | | programs: the same |
| `portfolio` | `explicit`, `symbolic` and `bounded` at once | | programs: the first and the last |
| `auto` | `form_of_states`, then `bounded` | `turns_of` | `explicit`; programs: then `bounded` |
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ...errors import Misuse, Refused
from ...stopped import Cause, Stopped
from ...tuning import Tuning


class Reads(Enum):
    """What an engine explores; the values say so in errors."""

    MODEL = "models"
    SPECIFICATION = "the theorems of TLA+ modules"
    SYSTEM = "systems that list their steps"
    NETWORK = "behavioral programs"


AUTO, EXPLICIT, TABLED, SYMBOLIC, CUDD = "auto", "explicit", "tabled", "symbolic", "cudd"
BOUNDED, PORTFOLIO = "bounded", "portfolio"

ENGINES: dict[str, tuple[Reads, ...]] = {
    AUTO: tuple(Reads),
    EXPLICIT: tuple(Reads),
    TABLED: (Reads.SPECIFICATION,),
    SYMBOLIC: (Reads.MODEL,),
    CUDD: (Reads.MODEL,),
    BOUNDED: (Reads.MODEL, Reads.NETWORK),
    PORTFOLIO: (Reads.MODEL, Reads.NETWORK),
}
"""What each engine explores."""

DIAGRAMS = {SYMBOLIC: "oxidd", CUDD: "dd"}
"""The package behind each engine that uses BDDs; CUDD, by `dd`, reorders variables."""


def require_engine(engine: str) -> None:
    """Raise `Misuse` unless there is an engine with this name."""
    if not isinstance(engine, str) or engine not in ENGINES:
        raise Misuse(f"engine= is one of {', '.join(ENGINES)}, not {engine!r}")


def require_reads(engine: str, target: Reads) -> None:
    """Raise `Refused` unless an engine explores targets of this kind."""
    if target not in ENGINES[engine]:
        reads = " and ".join(each.value for each in ENGINES[engine])
        raise Refused(
            f"the {engine} engine explores {reads} only, and is asked for {target.value} here"
        )


class Form(Enum):
    """The form in which the states of a model are kept."""

    GRAPH = "states and steps"
    SWEPT = "states, without their steps"
    DIAGRAMS = "binary decision diagrams"


class Swept(NamedTuple):
    """The size of a model: how many states and steps a sweep found, and what ended it early."""

    states: int
    steps: int
    stopped: Stopped


class Needs(NamedTuple):
    """Whether a question cannot be answered without steps, or is answered better with them."""

    needed: bool
    wanted: bool


def is_small(states: int, tuning: Tuning) -> bool:
    """Whether a model with that many encoded states is made a graph at once, without a sweep."""
    return states <= tuning.graph_at_once


def form_of_states(
    found: Swept, steps: Needs, engine: str, bytes_free: int, tuning: Tuning
) -> Form:
    """The form for the states of a model that was swept, with BDDs where nothing else has room."""
    ended, whole = found.stopped.cause, not found.stopped
    room = bytes_free // BYTES_OF_STEP
    most = room if steps.needed else min(room, tuning.graph_at_most)
    if ended is Cause.STATES and is_small(found.states, tuning):
        return Form.GRAPH  # of the part that was seen: it shows more than states alone
    if whole and any(steps) and found.states + found.steps <= most:
        return Form.GRAPH
    if engine == EXPLICIT:
        return Form.GRAPH if whole and steps.needed else Form.SWEPT
    no_room = ended is Cause.MEMORY or (whole and steps.needed)
    return Form.DIAGRAMS if no_room else Form.SWEPT


BYTES_OF_STEP = 32
"""The bytes that a step, or a state, of a graph takes, with what is computed about it."""


class Turns(NamedTuple):
    """How far the evaluator explores a specification before the tabled search takes over.

    The limits are on states, and on states and steps together; None is no limit. If the tabled
    search `must` take over, the check is refused where it cannot, else the evaluator goes on.
    """

    states: int | None
    work: int | None
    must: bool


def turns_of(engine: str, tuning: Tuning) -> Turns | None:
    """The turns of the two searches of a specification; None if the evaluator does it all."""
    if engine == TABLED:
        return Turns(tuning.learn_from, None, must=True)
    return None if engine == EXPLICIT else Turns(None, tuning.walk_work, must=False)
