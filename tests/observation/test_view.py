"""Values and labels have common names, or are hidden."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadMap
from counterpoint.model.system import REST
from counterpoint.observation.columns import views_of
from counterpoint.observation.map_file import parse_map
from counterpoint.observation.view import CellValue, Hidden, Labels, Spelt, plain_value


def labels(*texts: str, name: str = "$1") -> Labels:
    listed = ", ".join(f'"{text}"' for text in texts)
    text = f'[[label]]\nname = "{name}"\nfirst = [{listed}]\nsecond = []\n'
    return views_of(parse_map(text, "m.toml"), "first", "second")[0].labels


def test_a_star_stands_for_one_argument_and_its_text_is_captured() -> None:
    named = labels("put(*,*)", name="mark($2)")
    assert named.name("put( 1, 2 )") == "mark(2)"
    assert named.name("put(1)") is None
    assert named.name("put(1,2,3)") is None


def test_what_no_pattern_matches_is_hidden_and_rest_always_is() -> None:
    named = labels("*")
    assert (named.name("go"), named.name("go(1)"), named.name(REST)) == ("go", None, None)


def test_a_name_alone_means_all_its_labels() -> None:
    named = labels("put", "take(1)", name="any")
    assert (named.name("put(3)"), named.name("take(1)")) == ("any", "any")
    assert (named.name("take"), named.name("take(2)"), named.name("input")) == (None, None, None)


def test_two_names_for_one_label_are_an_error() -> None:
    text = (
        '[[label]]\nname = "a"\nfirst = "go"\nsecond = "go"\n'
        '[[label]]\nname = "b"\nfirst = "g*"\nsecond = "go"\n'
    )
    named = views_of(parse_map(text, "m.toml"), "first", "second")[0].labels
    with pytest.raises(BadMap) as refused:
        named.name("go")
    assert str(refused.value).splitlines()[0] == "[CP605] the label go is called a and b"


def test_a_map_without_labels_hides_them() -> None:
    assert not Hidden()
    assert Hidden().name("go") is None


def test_labels_are_spelt_alike_up_to_case_and_order() -> None:
    assert Spelt(True).name("X( 1, 0 )") == Spelt(True).name("x(0,1)") == "x(0,1)"
    assert Spelt(False).name("X(1,0)") == "x(1,0)"
    assert Spelt(True).name("put((2, 1))") == "put((2,1))"


@pytest.mark.parametrize(
    ("text", "plain"),
    [('"X"', "X"), ("X", "X"), ("TRUE", "true"), ("< 1, 2 >", "<1,2>"), ('"', '"'), ("", "")],
)
def test_values_are_compared_without_quotes_and_blanks(text: str, plain: str) -> None:
    assert plain_value(text) == plain


def test_a_value_may_get_another_word_and_a_missing_cell_is_absent() -> None:
    value = CellValue("mark", "x[0]", {"0": "-"})
    assert [value.of({"x[0]": text}) for text in ("0", "1")] == ["-", "1"]
    assert value.of({}) == "absent"
