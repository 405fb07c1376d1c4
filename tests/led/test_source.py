"""Literate sources: where code is, and what is said where a delimiter is missing."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadLed
from counterpoint.led.source import STOP, Source, code_of
from counterpoint.led.syntax import read_text


def heads(text: str) -> list[str]:
    return [definition.head for definition in read_text(Source("f.led", text)).definitions]


def test_code_stands_between_the_delimiters_and_places_stay() -> None:
    text = "Prose a := 1\n/$ b := 2 $/ more /$ c := 3\nd := 4 $/"
    code = code_of(Source("f.led", text))
    assert len(code) == len(text)
    assert code.count(STOP) == 2
    assert code.index("b :=") == text.index("b :=")
    assert heads(text) == ["b", "c", "d"]


def test_the_older_delimiters_may_have_any_number_of_dashes() -> None:
    text = "One:\n/-----\n a := 1\n------/\nTwo: /- t(x) := {x,x+1}  -/ and /---b:=2\n--/"
    assert heads(text) == ["a", "t(x)", "b"]


def test_where_there_are_new_delimiters_the_older_ones_are_prose() -> None:
    assert heads("/----\nnot this := 1\n----/ /$ a := 1 $/") == ["a"]


def test_no_definition_goes_on_in_the_next_piece() -> None:
    with pytest.raises(BadLed, match=r"a term is missing after \+: the code ends"):
        heads("/$ a := 1 + $/ then /$ 2 $/")


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("/$ a := 1", r"\$/ is missing", "f.led:1:1"),
        ("a\nb := 1 $/", "none has begun", "f.led:2:8"),
        ("/$ a := 1 /$ b := 2 $/", "the code that began in line 1 has no end", "f.led:1:11"),
        ("/----\na := 1", "----/ is missing", "f.led:1:1"),
        ("only prose", "has no code", None),
    ],
)
def test_a_delimiter_without_a_partner_is_shown(text: str, said: str, place: str | None) -> None:
    with pytest.raises(BadLed, match=said) as raised:
        heads(text)
    assert (raised.value.place and str(raised.value.place)) == place


def test_a_comment_ends_with_its_line() -> None:
    assert heads("/$ a := 1 % b := 2\n c := 3 $/") == ["a", "c"]
