"""Sets that are too large are refused at once, with their size and their place."""

import pytest

from counterpoint import check
from counterpoint.errors import NoValue
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_config
from counterpoint.tla.values import Filtered, Interval, plenty
from counterpoint.verdict import Answer, Verdicts

EXTENDS = "EXTENDS Integers, FiniteSets, Sequences, SequencesExt, TLC, Combinatorics"


def module(init: str, following: str = "x' = x", beside: str = "TRUE") -> TlaModule:
    text = (
        f"---- MODULE M ----\n{EXTENDS}\nVARIABLE x\nInit == {init}\nNext == {following}\n"
        f"Inv == {beside}\n====\n"
    )
    config = read_config("INIT Init\nNEXT Next\nINVARIANT Inv\n", "M.cfg")
    return TlaModule(load("M.tla", text=text), config)


def said(of: TlaModule) -> str:
    """Why a check ended."""
    found: Verdicts = check(of)
    assert {each.answer for each in found} == {Answer.UNKNOWN}
    return found.stopped


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("SUBSET (1..40)", "1,099,511,627,776 elements"),
        ("0..10^9", "1,000,000,001 elements"),
        ("1..2^70", "at least 2^70 elements"),
        ("[i \\in 0..10^9 |-> 0]", "1,000,000,001 elements"),
        ("[1..20 -> 0..9]", "at least 2^66 elements"),
        ("(1..10^4) \\X (1..10^4)", "100,000,000 elements"),
        ("Permutations(1..30)", "at least 2^107 elements"),
        ("{1} \\cup 2..10^9", "999,999,999 elements"),
    ],
)
def test_a_value_of_too_many_elements_is_refused_before_any_is_listed(
    value: str, size: str
) -> None:
    assert f"has {size}, too many to be listed" in said(module(f"x = {value}"))


@pytest.mark.parametrize(
    "value",
    [
        "{2 * i : i \\in 0..10^9}",
        "{i + j : i \\in 0..10^6, j \\in 0..10^6}",
        "{i \\in 0..10^9 : i % 2 = 0}",
        "{p \\in (0..900) \\X (0..9) : p[1] # 7}",
        "UNION {{i} : i \\in 0..10^9}",
        "AllSubSeqs([i \\in 1..100 |-> i])",
        "(0..10^9 \\ {3}) \\cap Nat",
    ],
)
def test_a_set_that_is_made_element_by_element_ends_at_the_limit(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in ("values.plenty", "evaluate.sets", "evaluate.operators"):
        monkeypatch.setattr(f"counterpoint.tla.{room}.LISTED", 1000)
    assert "more than 1,000" in said(module(f"x = {value}"))


def test_in_a_union_that_is_too_large_to_be_listed_each_set_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for room in ("values.plenty", "values.combined"):
        monkeypatch.setattr(f"counterpoint.tla.{room}.LISTED", 1000)
    union = "UNION {[S -> 1..3] : S \\in SUBSET (1..6)}"
    beside = f"x \\in {union} /\\ (x \\notin UNION {{[S -> 1..3] : S \\in SUBSET (4..9)}})"
    assert check(module("x = [i \\in {2, 3} |-> i]", beside=beside))
    assert "more than 1,000 elements" in said(module(f"x = {union}"))


def test_elements_that_are_the_same_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("values.plenty", "evaluate.sets"):
        monkeypatch.setattr(f"counterpoint.tla.{room}.LISTED", 1000)
    assert check(module("x = {i % 2 : i \\in 0..5000}", beside="x = {0, 1}"))


@pytest.mark.parametrize(
    "asked",
    [
        "\\A y \\in 0..10^10 : y >= 0",
        "\\E y \\in SUBSET (1..40) : Cardinality(y) = 30",
        "(CHOOSE y \\in [1..20 -> 0..9] : y[1] = 9)[1] = 9",
    ],
)
def test_of_a_set_out_of_reach_the_first_elements_are_tried(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plenty, "TRIED", 1000)
    assert "the first 1,000 were not enough" in said(module("x = 0", beside=asked))


def test_one_of_the_first_elements_of_a_set_out_of_reach_may_be_enough() -> None:
    asked = "\\E y \\in SUBSET (1..40) : Cardinality(y) = 1"
    assert check(module("x = 0", beside=f"({asked}) /\\ (CHOOSE y \\in 0..10^10 : y > 2) = 3"))


@pytest.mark.parametrize(
    "beside",
    [
        "\\E y \\in 0..10^10 : y = x",
        "~\\A y \\in SUBSET (0..40) : y # {x}",
        "\\A y \\in {x, x + 1} : \\E z \\in 0..10^10 : z = y",
        "(CHOOSE y \\in 0..10^10 : y >= x) = x",
    ],
)
def test_a_set_out_of_reach_is_gone_through_from_its_start_each_time(beside: str) -> None:
    following = "x' = IF x > 3 THEN x - 3 ELSE x"
    assert check(module("x = 9", following=following, beside=beside))


def test_values_of_a_set_out_of_reach_are_tried_as_often_as_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plenty, "TRIED", 1000)
    values = plenty.in_turn(Interval(1, 10**10))
    for _ in range(2):
        with pytest.raises(NoValue, match="the first 1,000 were not enough"):
            list(values)
    assert [next(iter(values)), next(iter(values))] == [1, 1]


@pytest.mark.parametrize("size", [1, 1023, 1024, 1025, 5000])
def test_all_elements_of_a_large_set_are_gone_through(size: int) -> None:
    for values in (Interval(1, size), Filtered(Interval(1, size), lambda _: True)):
        assert list(plenty.in_turn(values)) == [*range(1, size + 1)]


@pytest.mark.parametrize("init", ["x \\in 0..10^9", "x \\in SUBSET (1..40)"])
def test_a_limit_holds_while_initial_states_are_listed(init: str) -> None:
    found = check(module(init), limit_states=100)
    assert found.stopped == "the limit of 100 states was reached"
    assert found.states < 2000


@pytest.mark.parametrize(
    "beside",
    [
        "\\A f \\in [1..9 -> 1..9] : f[1] + x > 0",
        "\\A n \\in 1..10^9 : n + x > 0",
        "\\A n \\in x..10^9 : n + x >= 0",
        "(CHOOSE n \\in 1..10^9 : n + x < 0) > 0",
        "{n \\in 1..10^9 : n + x < 0} = {}",
        "Cardinality({n * x : n \\in 1..10^9}) = 1",
        "\\A n \\in {n \\in 1..10^9 : n + x < 0} \\cup {1} : n > 0",
    ],
)
def test_a_limit_of_time_is_heard_among_many_elements(beside: str) -> None:
    found = check(module("x = 0", beside=beside), limit_time=0.1)
    assert found.stopped == "the limit of 0.1 s was reached"


@pytest.mark.parametrize(
    ("beside", "reason"),
    [("x # 500", "is false"), ("x # 70000", "is false"), ("x[1] = 0", "no function")],
)
def test_a_failure_among_many_initial_states_ends_their_listing(beside: str, reason: str) -> None:
    found = check(module("x \\in 0..10^9", beside=beside), stop_first=True)
    assert reason in found["Inv"].reason
    assert found.states < 300_000


def test_membership_in_a_set_that_is_never_listed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plenty, "LISTED", 1000)
    asked = (
        "/\\ x \\subseteq 0..10^9 /\\ x \\in SUBSET (SUBSET (1..40) \\cup Nat)"
        "/\\ 1 \\in (0..10^9 \\ {3}) /\\ (0..10^9) \\cap x = x"
        "/\\ Cardinality(SUBSET (1..70)) = 2^70"
    )
    assert check(module("x = {1}", beside=asked))


@pytest.mark.parametrize(
    ("number", "what"),
    [
        ("10^(10^6)", "10 ^ 1000000 is too large"),
        ("2^(2^64)", "2 ^ 18446744073709551616 is too large"),
        ("factorial[10^6]", "factorial[1000000] is too large"),
        ("choose(10^6, 5 * 10^5)", "choose(1000000, 500000) is too large"),
        ("2^(10^6) * 2^(10^6)", "is too large"),
        ("Cardinality(BoundedSeq(1..10, 10^6))", "too many elements to be counted"),
    ],
)
def test_an_absurd_number_is_refused(number: str, what: str) -> None:
    assert what in said(module(f"x = {number}"))


def test_a_number_of_many_digits_is_shown() -> None:
    found = check(module("x = 16^5000", beside="x = 0"))
    assert found.trace is not None
    assert isinstance(found.trace.start, tuple)
    assert found.trace.start[0] == 16**5000
    assert plenty.counted(7) == "7"
    assert module("x = 0").show((16**5000,))["x"] == f"\\h1{'0' * 5000}"
