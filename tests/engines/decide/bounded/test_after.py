"""What other engines leave unknown is asked of bounded search; what a person ended is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from counterpoint import Model, check, step
from counterpoint.certificate import Audited
from counterpoint.engines.decide.bounded.after import ThenBounded
from counterpoint.errors import Refused
from counterpoint.stopped import INTERRUPTED, NOT_STOPPED, Cause, Stopped
from counterpoint.verdict import Answer, Verdict, Verdicts

TOO_LARGE = Stopped("the limit of 1 MB of memory was reached", Cause.MEMORY)


class Said:
    """A check with given answers."""

    def __init__(self, stopped: Stopped = NOT_STOPPED, **answers: tuple[Answer, str]) -> None:
        self.asked: list[str] = []
        self._stopped, self._answers = stopped, answers
        self.given: tuple[Verdict, ...] = ()

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        self.asked += wanted
        found = self.given or tuple(Verdict(prop, *self._answers[prop]) for prop in wanted)
        return Verdicts(name, 7, None, False, "said", 0.0, found, stopped=self._stopped)


class Refusing:
    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        raise Refused("no")


HOLDS, FAILS, UNKNOWN = Answer.HOLDS, Answer.FAILS, Answer.UNKNOWN


def test_only_what_is_unknown_is_asked_again() -> None:
    first = Said(TOO_LARGE, a=(HOLDS, ""), b=(UNKNOWN, "too large"), c=(UNKNOWN, "too large"))
    then = Said(b=(FAILS, "a run"), c=(UNKNOWN, "no run of up to 9 steps decides it"))
    verdicts = ThenBounded(lambda: first, lambda: then).verdicts("it", dict.fromkeys("abc"), 0.0)
    assert then.asked == ["b", "c"]
    assert [(each.answer, each.reason) for each in verdicts] == [
        (HOLDS, ""),
        (FAILS, "a run; by bounded search"),
        (UNKNOWN, "too large; by bounded search: no run of up to 9 steps decides it"),
    ]
    assert verdicts.stopped is TOO_LARGE


@pytest.mark.parametrize("stopped", [INTERRUPTED, Stopped("9 states", Cause.STATES)])
def test_what_a_person_or_a_limit_ended_stays_unknown(stopped: Stopped) -> None:
    first, then = Said(stopped, a=(UNKNOWN, str(stopped))), Said()
    verdicts = ThenBounded(lambda: first, lambda: then).verdicts("it", {"a": None}, 0.0)
    assert (then.asked, verdicts["a"].reason) == ([], str(stopped))


def test_the_first_answer_stays_if_there_is_no_other() -> None:
    first = Said(a=(UNKNOWN, "refused"))
    verdicts = ThenBounded(lambda: first, Refusing).verdicts("it", {"a": None}, 0.0)
    assert verdicts["a"].reason == "refused"


def test_an_answer_that_its_audit_refuted_is_not_asked_again() -> None:
    wrong = Verdict("a", UNKNOWN, "the audit did not pass", audited=Audited(1, 2, fault="wrong"))
    first, then = Said(a=(UNKNOWN, "")), Said(a=(HOLDS, ""))
    first.given = (wrong,)
    verdicts = ThenBounded(lambda: first, lambda: then).verdicts("it", {"a": None}, 0.0)
    assert (then.asked, verdicts["a"]) == ([], wrong)


@pytest.mark.slow
def test_a_model_that_is_too_large_for_the_others_is_searched() -> None:
    model = Model("large")
    one, other = model.var("one", range(2, 1 << 20)), model.var("other", range(2, 1 << 20))
    product = model.var("product", range(1 << 40), init=0)

    @model.action
    def multiply() -> object:
        return step(when=product == 0, set={product: one * other})

    (verdict,) = check(model, "AG product != 35", limit_memory="80M")
    assert (verdict.answer, verdict.reason) == (FAILS, "by bounded search")
    assert verdict.trace is not None
    assert verdict.trace.states[-1][2] == 35  # type: ignore[index]
