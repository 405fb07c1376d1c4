"""SMV texts: what every engine says of their specifications, against their states and steps."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from counterpoint import check
from counterpoint.errors import Refused
from counterpoint.smv.model import model_of
from counterpoint.smv.modules.flatten import flatten
from counterpoint.smv.source import Source
from counterpoint.smv.syntax import read_text
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer
from tests.smv.brute import Answers, System, holds_always
from tests.smv.texts import StepText, Text

from .. import ways
from ..compare import Tally
from ..ways import Ways, audited

ENGINES = ("explicit", "symbolic", "bounded", "auto")
HIDDEN = Tuning(relation_actions=0, inputs_grounded=0)
"""Relations stay whole, and labels do not show inputs."""


@dataclass(frozen=True)
class Case:
    text: str
    engines: tuple[str, ...]
    hides: bool
    ways: Ways


def draw(random: Random) -> Case:
    text = StepText(random).text if random.randrange(2) else Text(random).text
    engines = tuple(random.sample(ENGINES, 2))
    return Case(text, engines, random.randrange(2) == 1, ways.draw(random))


def compare(case: Case, tally: Tally) -> None:
    wanted = _wanted(case.text)
    for engine in case.engines:
        name = f"{engine} check"
        with tally.answering(name, "all", Refused):
            model = model_of(Source("case.smv", case.text), tuning=HIDDEN if case.hides else USUAL)
            verdicts = check(model, engine=engine, **case.ways.options)
            for verdict in verdicts:
                if verdict.answer is Answer.UNKNOWN:
                    tally.unanswered(name, verdict.reason)
                    continue
                holds = verdict.answer is Answer.HOLDS
                tally.same(name, verdict.name, holds, wanted.setdefault(verdict.name, holds))
                if verdict.trace is not None:
                    with tally.answering(f"{engine} trace", verdict.name):
                        verdict.trace.replay(model)
                        tally.true(f"{engine} trace", verdict.name, True)
            audited(verdicts, tally)


def _wanted(text: str) -> dict[str, bool]:
    """The answers by their definitions; those of linear formulas are not known beforehand."""
    system = System(flatten(read_text(Source("case.smv", text))))
    answers, found = Answers(system), dict[str, bool]()
    for prop, _ in system.flat.properties:
        if prop.kind == "SPEC":
            found[prop.name] = answers.holds(prop.formulas[0])
        elif prop.kind == "INVARSPEC" and (holds := holds_always(system, prop)) is not None:
            found[prop.name] = holds
    return found


def show(case: Case) -> str:
    hides = ", labels hide inputs" if case.hides else ""
    return f"{case.text}\n-- engines: {', '.join(case.engines)}{hides}\n-- {case.ways}"
