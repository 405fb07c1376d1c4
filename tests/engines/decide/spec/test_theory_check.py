"""Questions that need no search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.model.specified import Specified
from counterpoint.model.system import Label
from counterpoint.model.theory import Covered, Question, Settled
from counterpoint.verdict import Answer


class Constants:
    """A theory of questions that take no search."""

    name = "Constants"
    deadlock = deadlock_apart = main = None
    deadlock_condition = ""
    afterwards = warnings = ()
    labels_disjuncts = False

    def __init__(self, *questions: Question) -> None:
        self.questions = questions

    def said_of(self, system: Specified) -> str:
        return self.name

    def covered(
        self, system: Specified, counts: Iterable[tuple[Label, int, int]]
    ) -> tuple[str, Sequence[Covered]]:
        return self.name, ()


def test_nothing_is_evaluated_after_an_interruption() -> None:
    asked = []

    def interrupted() -> Settled:
        raise KeyboardInterrupt

    def after() -> Settled:
        asked.append("after")
        return Settled(True)

    theory = Constants(
        Question("before", "", lambda: Settled(True)),
        Question("while", "", interrupted),
        Question("after", "", after),
    )
    verdicts = check_theory(theory).verdicts
    assert [verdict.answer for verdict in verdicts] == [
        Answer.HOLDS,
        Answer.UNKNOWN,
        Answer.UNKNOWN,
    ]
    assert {verdict.reason for verdict in verdicts} == {"", "interrupted"}
    assert asked == []
