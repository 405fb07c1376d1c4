"""Explanations: what an expression was made of, as far as that decided."""

from __future__ import annotations

from .texts import module

TEXT = module("""
    initialState := {(`x,1), (`x,2), (`x,3)}
    occupies(p,c) iff (p,c) in currentState
    wins(p) iff some r in {{4,5,6}, {1,2,3}}. all c in r. occupies(p,c)
    sign(n) := `plus if n > 0; `minus if n < 0; `zero otherwise
""")


def lines(said: str, depth: int = 9) -> list[str]:
    return list(TEXT.explain(said, depth=depth).lines())


def test_a_claim_is_explained_by_what_makes_it_true() -> None:
    told = lines("wins(`x)", depth=3)
    assert told[0] == "wins(`x) = true  (p = `x)"
    assert told[2].strip() == "all c in r. occupies(p,c) = true  (r = {1, 2, 3})"
    assert not any("{4, 5, 6}" in line.partition("(r =")[2] for line in told)


def test_a_claim_that_fails_is_explained_by_each_member() -> None:
    told = TEXT.explain("wins(`o)", depth=3).parts[0].parts
    assert [part.how for part in told] == ["r = {1, 2, 3}", "r = {4, 5, 6}"]


def test_only_the_parts_up_to_the_deciding_one_are_told() -> None:
    told = TEXT.explain("1 > 2 & wins(`x) & 1/0 = 1")
    assert [part.text for part in told.parts] == ["1 > 2"]
    told = TEXT.explain("1 > 2 V wins(`x) V 1/0 = 1")
    assert [part.shown for part in told.parts] == ["false", "true"]


def test_the_case_that_applies_is_named() -> None:
    (body,) = TEXT.explain("sign(-2)").parts
    assert body.how == "case 2 of 3"
    assert [part.shown for part in body.parts] == ["false", "true", "`minus"]
    assert TEXT.explain("sign(0)").parts[0].how == "otherwise"


def test_an_explanation_is_no_deeper_than_asked() -> None:
    assert lines("wins(`x)", depth=0) == ["wins(`x) = true"]
    assert TEXT.explain("wins(`x)", depth=1).parts[0].parts == ()


def test_each_part_knows_its_place() -> None:
    (body,) = TEXT.explain("sign(1)").parts
    assert body.place is not None
    assert (body.place.file, body.place.line) == ("test.led", 5)
