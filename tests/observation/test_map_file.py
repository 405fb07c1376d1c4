"""Maps are read from TOML, and mistakes are shown in their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import BadMap, Misuse
from counterpoint.observation.columns import views_of
from counterpoint.observation.map_file import map_of, parse_map, read_map

GOOD = """\
relation = "refinement"

[targets]
lamp = ["lamp*"]
torch = ["torch.tla", "torch"]

[[condition]]
name = "lit"
lamp = "on"
torch = "!dark"
"""


def wrong(text: str, first: str = "first", second: str = "second") -> str:
    with pytest.raises(BadMap) as refused:
        views_of(parse_map(text, "m.toml"), first, second)
    return str(refused.value)


def test_a_map_has_a_relation_columns_and_entries() -> None:
    found = parse_map(GOOD)
    assert found.relation == "refinement"
    assert found.columns("lamp_2", "folder/torch.tla") == ("lamp", "torch")
    assert [entry.name for entry in found.entries] == ["lit"]


def test_a_target_may_use_the_same_column_twice() -> None:
    assert parse_map(GOOD).columns("lamp_1", "lamp_2") == ("lamp", "lamp")


def test_a_target_without_a_column_is_an_error() -> None:
    assert wrong(GOOD, "lamp", "candle") == (
        "[CP605] m.toml has no column for candle; it has lamp: lamp*; torch: torch.tla, torch"
    )


def test_a_map_may_be_given_as_a_mapping() -> None:
    found = map_of({"condition": [{"name": "lit", "first": "on", "second": "!dark"}]})
    first, second = views_of(found, "lamp", "torch")
    assert [str(view.conditions[0].formula) for view in (first, second)] == ["on", "!dark"]


def test_a_mapping_that_is_no_map_is_an_error_without_a_place() -> None:
    with pytest.raises(BadMap) as refused:
        map_of({"conditions": []})
    assert str(refused.value) == (
        "[CP605] a map has no conditions; it may have relation, targets, condition, value, label"
    )


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadMap, match="cannot be read: No such file"):
        read_map(tmp_path / "none.toml")


def test_a_map_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lamps.toml"
    path.write_text(GOOD)
    assert read_map(path).name == str(path)


CASES = {
    "no TOML": (
        'relation = "traces\n',
        (
            "this is no TOML: illegal character '\\n'\n  at m.toml:1:19\n    relation = \"traces\n"
            "                      ^"
        ),
    ),
    "an unknown key": (
        'name = "x"\n',
        (
            "a map has no name; it may have relation, targets, condition, value, label\n"
            '  at m.toml:1:1\n    name = "x"\n    ^^^^'
        ),
    ),
    "no entries": (
        'relation = "traces"\n',
        (
            "this map has no entries: it needs [[condition]], [[value]] or [[label]]\n"
            '  at m.toml:1:1\n    relation = "traces"\n    ^^^^^^^^^^^^^^^^^^^'
        ),
    ),
    "an unknown relation": (
        'relation = "bisimilation"\n[[label]]\nname = "a"\nfirst = "a"\nsecond = "a"\n',
        (
            "there is no relation 'bisimilation': write bisimulation; there are traces, "
            "simulation, bisimulation, refinement, weak-simulation, weak-bisimulation\n"
            '  at m.toml:1:1\n    relation = "bisimilation"\n    ^^^^^^^^'
        ),
    ),
    "a single table": (
        '[condition]\nname = "a"\n',
        (
            "each condition is written as [[condition]]\n  at m.toml:1:2\n    [condition]\n"
            "     ^^^^^^^^^"
        ),
    ),
    "no name": (
        '[[condition]]\nfirst = "a"\n',
        "this condition needs a name\n  at m.toml:1:3\n    [[condition]]\n      ^^^^^^^^^",
    ),
    "an unknown column": (
        '[[condition]]\nname = "a"\n\n[[condition]]\nname = "b"\nthird = "b"\n',
        (
            "there is no third here, but name, for, first, second\n"
            '  at m.toml:6:1\n    third = "b"\n    ^^^^^'
        ),
    ),
    "a column is missing": (
        '[[condition]]\nname = "a"\nfirst = "a"\n',
        "a has no text for second\n  at m.toml:1:3\n    [[condition]]\n      ^^^^^^^^^",
    ),
    "a list for a condition": (
        '[[condition]]\nname = "a"\nfirst = ["a", "b"]\nsecond = "a"\n',
        'first is the text of a there\n  at m.toml:3:1\n    first = ["a", "b"]\n    ^^^^^',
    ),
    "no formula": (
        '[[condition]]\nname = "a"\nfirst = "a &"\nsecond = "a"\n',
        (
            "a & is no condition: a formula is missing after '&': the text ends\n"
            '  at m.toml:3:1\n    first = "a &"\n    ^^^^^'
        ),
    ),
    "a temporal formula": (
        '[[condition]]\nname = "a"\nfirst = "a"\nsecond = "EF a"\n',
        (
            "EF a is about more than one state: a condition joins atoms by ! & | -> <->\n"
            '  at m.toml:4:1\n    second = "EF a"\n    ^^^^^^'
        ),
    ),
    "a family without values": (
        '[[condition]]\nname = "a$r"\nfirst = "a"\nsecond = "a"\n',
        (
            "there is no r here: `for` gives values to nothing\n"
            '  at m.toml:2:1\n    name = "a$r"\n    ^^^^'
        ),
    ),
    "ranges that are no lists": (
        '[[condition]]\nname = "a$r"\nfor = {r = 3}\nfirst = "a"\nsecond = "a"\n',
        "r needs a list of whole numbers or texts\n  at m.toml:3:1\n    for = {r = 3}\n    ^^^",
    ),
    "two of a name": (
        (
            '[[condition]]\nname = "a"\nfirst = "a"\nsecond = "a"\n'
            '[[value]]\nname = "a"\nfirst = "a"\nsecond = "a"\n'
        ),
        'two things are called a\n  at m.toml:7:1\n    first = "a"\n    ^^^^^',
    ),
    "a name of formulas": (
        '[[condition]]\nname = "true"\nfirst = "a"\nsecond = "a"\n',
        'true has another meaning in formulas\n  at m.toml:3:1\n    first = "a"\n    ^^^^^',
    ),
    "a star that is not there": (
        '[[label]]\nname = "a($2)"\nfirst = "a(*)"\nsecond = "a(*,*)"\n',
        'a($2) mentions star 2, and a(*) has 1\n  at m.toml:3:1\n    first = "a(*)"\n    ^^^^^',
    ),
    "words that are no words": (
        '[[value]]\nname = "a"\nas = {first = "b"}\nfirst = "a"\nsecond = "a"\n',
        (
            'as gives words to the values of a column: {first = {0 = "-"}}\n'
            '  at m.toml:3:1\n    as = {first = "b"}\n    ^^'
        ),
    ),
    "targets that are no lists": (
        '[targets]\nlamp = 3\n[[label]]\nname = "a"\nlamp = "a"\n',
        "lamp is a list of targets\n  at m.toml:2:1\n    lamp = 3\n    ^^^^",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_shown_in_its_line(name: str) -> None:
    text, expected = CASES[name]
    assert wrong(text) == f"[CP605] {expected}"


def test_a_relation_in_python_is_refused_by_its_name() -> None:
    from counterpoint.observation.relation import relation_of

    with pytest.raises(Misuse, match="there is no relation 'similar'"):
        relation_of("similar")
