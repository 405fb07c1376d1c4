"""Models that also record what formulas ask, against steps that are looked at by hand."""

from __future__ import annotations

from dataclasses import replace

from counterpoint.logic.parser import parse
from counterpoint.model.action import Action
from counterpoint.model.model import Model
from counterpoint.model.parts import Parts
from counterpoint.model.record import Record
from counterpoint.model.recorder import Recorder
from counterpoint.terms.apply import FALSE, TRUE, all_true, apply, constant
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.term import Op, Term, Variable

N = Variable("n", Interval(0, 3))
LATER = Variable("next(n)", N.sort)
SHOWN = Variable("shown", Bool())
HIDDEN = Variable("hidden", Bool())


def record(name: str, step: Term, *, first: Term = FALSE) -> Record:
    return Record(Variable(name, Bool()), first, step, ((LATER, N),))


def counting(**records: Record) -> Model:
    """A number that goes up by a step that shows an input, or stays."""
    up = apply(Op.MOD, apply(Op.ADD, N, constant(1)), constant(4))
    shown = (("shown", True),)
    actions = (Action("up", "up", shown, TRUE, ((N, up),)), Action("stay", "stay", (), TRUE, ()))
    start = apply(Op.EQ, N, constant(0))
    return Model.of("counting", Parts((N,), start, actions, records=records))


def asked(model: Model, *formulas: str) -> Model:
    return Recorder(model).of(map(parse, formulas))


def test_a_model_without_such_atoms_is_itself() -> None:
    model = counting(grows=record("grows", apply(Op.LT, N, LATER)))
    assert asked(model, "G n = 0") is model
    assert asked(Model("plain"), "G n = 0").parts.recorded == ()


def test_a_model_that_records_is_made_once() -> None:
    recorder = Recorder(counting(grows=record("grows", apply(Op.LT, N, LATER))))
    assert recorder.of([parse("G grows")]) is recorder.of([None, parse("F grows")])


def test_a_step_is_recorded_by_the_values_before_and_after_it() -> None:
    model = asked(counting(grows=record("grows", apply(Op.LT, N, LATER), first=TRUE)), "G grows")
    assert list(model.initial()) == [(0, True)]
    assert model.successors((0, True)) == [("up", (1, True)), ("stay", (0, False))]
    assert model.successors((3, True)) == [("up", (0, False)), ("stay", (3, False))]
    assert model.parts.recorded == ("grows",)


def test_an_input_is_read_from_the_label_or_chosen() -> None:
    both = all_true((SHOWN, HIDDEN))
    model = asked(counting(both=record("both", both)), "G both")
    assert model.successors((0, False)) == [("up", (1, False)), ("up", (1, True)), *_staying()]


def _staying() -> list[tuple[str, tuple[int, bool]]]:
    """Staying shows no input: both are chosen."""
    return [("stay", (0, False)), ("stay", (0, True))]


def test_a_record_brings_those_that_it_reads() -> None:
    grows = record("just:grows", apply(Op.LT, N, LATER))
    after = Variable("next(just:grows)", Bool())
    twice = Record(
        Variable("twice", Bool()),
        FALSE,
        all_true((grows.variable, after)),
        ((after, grows.variable),),
    )
    model = counting(other=record("other", TRUE), grows=grows, twice=twice)
    found = asked(model, "F twice")
    assert found.parts.recorded == ("grows", "twice")
    assert found.successors((0, False, False))[0] == ("up", (1, True, False))
    assert found.successors((1, True, False))[0] == ("up", (2, True, True))
    assert found.successors((1, True, True))[1] == ("stay", (1, False, False))


def test_records_leave_the_steps_of_a_model_as_they_are() -> None:
    model = counting(
        hidden=record("just:hidden", HIDDEN), grows=record("just:grows", apply(Op.EQ, N, LATER))
    )
    model = Model.of("counting", replace(model.parts, progress=N))
    found = asked(model, "G hidden & grows")
    assert found.parts.progress is None
    for n in range(4):
        steps = {(label, there[:1]) for label, there in found.successors((n, True, False))}
        assert steps == set(model.successors((n,)))
