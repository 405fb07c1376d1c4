"""Opens the space of a program or a module with its states on disk."""

from __future__ import annotations

from ...errors import Refused
from ...model.network import Network
from ...model.specified import following
from ...model.system import System
from ..base.task import Task
from ..formula.question import Question, is_of_labels
from ..search.backward.choices import NO_STEPS
from ..search.network.past import asks_for_the_past
from .levelspace import LevelSpace
from .sources import ProgramSource
from .stored import opened_in
from .stored_module import module_opened_in

OF_THE_PAST = "of a program on disk, a formula is about the state, not about what led to it"
OF_LABELS = "of a module on disk, a formula is about the state, not about what its steps are called"


def require_about_states(system: System, question: Question) -> None:
    """Raise `Refused` for a question that is not about the state itself.

    Raises `UnknownAtom` for what has no meaning in the system.
    """
    if question.follows_steps or question.steps:
        raise Refused(NO_STEPS)
    if isinstance(system, Network):
        if asks_for_the_past(system, question):
            raise Refused(OF_THE_PAST)
        return
    module = following(system)
    assert module is not None, "other systems are refused"
    for text in question.atoms:
        if is_of_labels(text):
            raise Refused(OF_LABELS)
        module.probe(text)


def system_opened_in(system: System, task: Task) -> LevelSpace | None:
    """The space of a program or a module; None for one with so few states that none is on disk."""
    if isinstance(system, Network):
        return opened_in(ProgramSource(system), task, False)
    module = following(system)
    assert module is not None, "other systems are refused"
    return module_opened_in(module, task)
