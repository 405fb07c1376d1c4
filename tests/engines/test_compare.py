"""Two targets of any notation are compared, and a difference is shown in both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint import Model, Program, compare, events, step, sync, thread
from counterpoint.bp.body import Body
from counterpoint.engines.relation.comparison import Comparison
from counterpoint.errors import BadMap, Misuse, NothingToCheck, Undecided
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.engines.relation.toys import MAP, Toy

HOT, COLD, DONE = events("HOT COLD DONE")


@thread
def pour(*wanted: Any) -> Body:
    for event in wanted:
        yield sync(request=event)


def counter(top: int, *, skip: int | None = None, fair: bool = False) -> Model:
    model = Model("counter")
    n = model.var("n", range(top + 1), init=0)

    @model.action
    def up() -> object:
        return step(when=(n < top, n != top if skip is None else n != skip), set={n: n + 1})

    @model.action
    def reset() -> object:
        return step(when=n == top, set={n: 0})

    if fair:
        model.weak("up")
    return model


def test_a_target_is_bisimilar_to_itself() -> None:
    found = compare(counter(3), counter(3))
    assert found
    assert (found.classes, found.observed.values, found.observed.labels) == (
        4,
        ("n",),
        ("up", "reset"),
    )


def test_a_difference_is_the_shortest_run_that_only_one_has() -> None:
    found = compare(counter(3), counter(3, skip=2), relation="traces")
    assert found.answer is Answer.FAILS
    shown = found.difference
    assert shown is not None
    assert shown.first.events == ("up", "up", "up")
    assert shown.second.events == ("up", "up")
    assert shown.matched == ((0, 0), (1, 1), (2, 2))
    assert (shown.by_first, shown.step, shown.changes) == (True, "up", (("n", "2", "3"),))
    assert shown.formula == "EF (n = 3)"
    assert compare(counter(3, skip=2), counter(3), relation="traces").difference is not None


def test_where_the_shorter_one_ends_is_a_difference_as_well() -> None:
    found = compare(counter(3, skip=2), counter(3), relation="traces")
    assert found.difference is not None
    assert found.difference.step == ""  # it rests, and the other never does
    assert found.difference.first.events == ("up", "up")


def test_programs_are_compared_by_labels() -> None:
    program, other = Program(pour(HOT, COLD)), Program(pour(HOT), pour(COLD))
    assert compare(program, other, relation="simulation")
    back = compare(other, program, relation="simulation")
    assert back.difference is not None
    assert [str(event) for event in back.difference.first.events] == ["COLD"]
    assert back.difference.formula == "<cold>true"


def test_events_that_have_happened_are_observed_and_others_hidden() -> None:
    mapping = {
        "condition": [{"name": "hot", "first": "once(HOT)", "second": "n = 2"}],
    }
    program = Program(pour(DONE, HOT, DONE))
    found = compare(program, counter(2, skip=2), map=mapping, relation="weak-bisimulation")
    assert found.answer is Answer.FAILS  # the counter begins anew
    assert found.difference is not None
    assert not found.difference.by_first
    assert found.difference.step == ""
    assert found.difference.formula == "mu Z. <change><change>true | <tau>Z"


def test_a_formula_is_given_in_the_words_of_both() -> None:
    mapping = {"condition": [{"name": "top", "first": "n = 2", "second": "n = 3"}]}
    found = compare(counter(2), counter(3), map=mapping)
    assert found.difference is not None
    assert found.difference.true_in_first
    assert found.difference.formula == "<><>top"
    assert found.difference.in_first == "<><>(n = 2)"
    assert found.difference.in_second == "<><>(n = 3)"


def test_weak_relations_ignore_hidden_steps() -> None:
    slow = Toy((0,), ((("hide", 1),), (("see(a)", 2),), ()), (frozenset(),) * 3)
    quick = Toy((0,), ((("see(a)", 1),), ()), (frozenset(),) * 2)
    assert compare(slow, quick, map=MAP, relation="weak-bisimulation")
    assert not compare(slow, quick, map=MAP, relation="bisimulation")


def test_what_never_ends_silently_is_not_distinguished_from_what_rests() -> None:
    endless = Toy((0,), ((("hide", 1),), (("hide", 0),)), (frozenset(),) * 2)
    rests = Toy((0,), ((),), (frozenset(),))
    assert compare(endless, rests, map=MAP, relation="bisimulation")


def test_fairness_is_not_considered_and_that_is_said() -> None:
    found = compare(counter(2, fair=True), counter(2), names=("fair", "plain"))
    assert found
    assert found.notes == ("all runs of fair are compared, fair or not",)


def test_a_map_may_say_the_relation() -> None:
    mapping = {"relation": "traces", "label": [{"name": "$1", "first": "*", "second": "*"}]}
    assert compare(counter(2), counter(2), map=mapping).relation.value == "traces"
    assert compare(counter(2), counter(2), map=mapping, relation="simulation").relation.value == (
        "simulation"
    )


def test_with_nothing_in_common_nothing_is_compared() -> None:
    with pytest.raises(NothingToCheck) as refused:
        compare(counter(2), Program(pour(HOT)), names=("counter", "tap"))
    assert refused.value.message == (
        "there is nothing to compare by: no variable, atom or label of counter is called like one "
        "of tap: give a map (--map)"
    )


@pytest.mark.parametrize(
    ("column", "text", "message"),
    [
        ("first", "m = 1", "[CP605] one of first: "),
        ("second", "m = 1", "[CP605] one of second: "),
    ],
)
def test_a_condition_without_a_meaning_is_an_error(column: str, text: str, message: str) -> None:
    entry = {"name": "one", "first": "n = 1", "second": "n = 1"} | {column: text}
    with pytest.raises(BadMap) as refused:
        compare(counter(2), counter(2), map={"condition": [entry]})
    assert str(refused.value).startswith(message)


def test_an_event_that_there_is_not_is_an_error_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text('[[condition]]\nname = "a"\nfirst = "once(TEA)"\nsecond = "once(HOT)"\n')
    with pytest.raises(BadMap) as refused:
        compare(Program(pour(HOT)), Program(pour(HOT)), map=path)
    assert str(refused.value) == (
        "[CP605] a of first: there is no event 'TEA'; there are HOT\n"
        f'  at {path}:3:1\n    first = "once(TEA)"\n    ^^^^^'
    )


def test_a_cell_that_there_is_not_is_an_error() -> None:
    entry = {"name": "a", "first": "n", "second": "m"}
    with pytest.raises(BadMap) as refused:
        compare(counter(2), counter(2), map={"value": [entry]})
    assert str(refused.value) == "[CP605] second has no cell m: n"


def test_values_may_get_the_same_words() -> None:
    words = {"second": {"0": "2", "1": "1", "2": "0"}}
    entry = {"name": "a", "first": "n", "second": "n", "as": words}
    found = compare(counter(2), counter(2), map={"value": [entry]})
    assert found.difference is not None
    assert found.difference.changes == (("a", "0", "2"),)
    assert found.difference.first.steps == ()


def test_a_limit_leaves_the_answer_unknown_with_its_reason() -> None:
    found = compare(counter(50), counter(50), limit_states=3, names=("large", "other"))
    assert found.answer is Answer.UNKNOWN
    assert found.reason.startswith("not all states of large are known: the limit of 3 states")
    with pytest.raises(Undecided, match="bisimulation: not all states of large"):
        bool(found)


def test_a_program_that_waits_for_undeclared_events_is_not_decided() -> None:
    @thread
    def heat() -> Body:
        yield sync(wait_for=DONE)
        yield sync(request=HOT)

    plain = Program(pour(COLD))
    found = compare(plain, Program(heat(), pour(COLD)), names=("plain", "heated"))
    assert found.answer is Answer.UNKNOWN
    assert found.reason.startswith("heated: heat waits for DONE, which no b-thread requests")
    assert compare(plain, Program(heat(), pour(COLD), external=()))


def test_a_formula_that_would_be_too_long_is_not_shown() -> None:
    found = compare(counter(3), counter(3, skip=2), tuning=Tuning(distinguishing_parts=2))
    assert found.difference is not None
    assert found.difference.formula == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"relation": "similar"}, "there is no relation 'similar'"),
        ({"map": 3}, "map= takes the path of a map"),
        ({"names": "ab"}, "names= takes two texts"),
        ({"mapping": {}}, "there is no mapping=: write map="),
    ],
)
def test_arguments_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        compare(counter(1), counter(1), **options)


def test_two_initial_states_have_to_be_matched_both() -> None:
    looks = (frozenset("p"), frozenset[str]())
    both = Toy((0, 1), ((), ()), looks)
    one = Toy((0,), ((), ()), looks)
    assert compare(one, both, map=MAP, relation="simulation")
    found = compare(both, one, map=MAP, relation="simulation")
    assert found.difference is not None
    assert found.difference.changes == (("p", "false", "true"),)
    assert found.difference.formula == "!p"
    mutual: Comparison = compare(one, both, map=MAP)
    assert mutual.difference is not None
    assert (mutual.difference.by_first, mutual.difference.true_in_first) == (False, False)
