"""What lines of logs say: JSON, CSV, spans of OpenTelemetry, and mappings of them."""

from __future__ import annotations

import json
from copy import deepcopy
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any

import pytest

from counterpoint import BadLog, Event
from counterpoint.implementation.entry import LONGEST, entry_of
from counterpoint.implementation.lines import Lines
from counterpoint.implementation.mapping import Fields, MapRecord, by_function, read_mapping
from counterpoint.implementation.reading import QUOTED, record_in
from counterpoint.implementation.values import is_same


def said(text: str, format: str = "jsonl", mapping: MapRecord | None = None) -> list[Any]:
    """The lines of a log with their numbers."""
    lines = Lines(text.encode().splitlines(keepends=True), "log", format, mapping)
    return [(number, str(entry)) for number, entry in lines]


def test_a_line_of_json_is_a_step_and_blank_lines_are_counted_but_say_nothing() -> None:
    text = '{"event": "X", "args": [0, 1]}\n\n{"action": "put(3)", "state": {"t": 2}}\n'
    assert said(text) == [(1, "X(0,1)"), (3, "put(3) with t = 2")]


def test_a_line_that_came_before_says_the_same_again() -> None:
    assert said('{"event": "X"}\n{"event": "Y"}\n{"event": "X"}\n') == [
        (1, "X"),
        (2, "Y"),
        (3, "X"),
    ]


@pytest.mark.parametrize("remembered", [0, 1, 2, 9])
def test_how_many_lines_are_remembered_changes_nothing(remembered: int) -> None:
    text = [b'{"event": "%d"}\n' % (number * number % 5) for number in range(40)]
    lines = Lines(text, remembered=remembered)
    assert [str(entry) for _, entry in lines] == [str(n * n % 5) for n in range(40)]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('{"event": "X"}\n{"event": X}\n', 2, "this is no JSON: Expecting value"),
        ('{"event": "X"}\n\n[1]\n', 3, "a line of a log is an object"),
        ('{"time": 1}\n', 1, "it says nothing of a step"),
        ('{"event": 3}\n', 1, "event is a name, not 3"),
        ('{"event": "X", "action": "Y"}\n', 1, "it names an event and an action"),
        ('{"state": {"t": 1}, "args": [1]}\n', 1, "the step that they belong to has no name"),
        ('{"event": "X", "args": 7}\n', 1, "args are a list, or values by name, not 7"),
        ('{"event": "X", "state": 7}\n', 1, "state are values by name, not 7"),
        ("{\n", 1, "--format otel"),
        ('{"event": "X(1)", "args": [1]}', 1, "X(1) has data in its name, and args has data too"),
        ("[" * 100_000 + "\n", 1, "this JSON cannot be read"),
        ('{"event": "X", "args": [' + "9" * 9999 + "]}\n", 1, "this JSON cannot be read"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_by_its_number(text: str, line: int, says: str) -> None:
    with pytest.raises(BadLog) as error:
        said(text)
    assert says in error.value.message
    assert error.value.place is not None
    assert (error.value.place.file, error.value.place.line) == ("log", line)


def test_a_line_that_is_no_text_is_named_by_its_number() -> None:
    with pytest.raises(BadLog, match="the byte ff cannot stand here") as error:
        list(Lines([b'{"event": "X"}\n', b"\xff\n"], "log"))
    assert error.value.place is not None
    assert error.value.place.line == 2


def test_a_row_of_csv_is_a_step_with_data_and_parts_of_the_state() -> None:
    text = 'event;args;state.t;note\nX;0 1;;"a\nb"\nput;;2;\nY;["a b"];;\n'
    assert said(text, "csv") == [(2, "X('0','1')"), (4, 'put with t = "2"'), (5, "Y('a b')")]


def test_an_empty_cell_with_data_is_any_data_and_an_empty_list_is_none() -> None:
    rows = [b"event,args\n", b"X,\n", b'X," "\n', b"X,[]\n"]
    assert [entry.args for _, entry in Lines(rows, "log", "csv")] == [None, None, ()]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "the first line of a CSV log has the names of its columns"),
        ("event\nX\nY,1\n", 3, "this row has 2 cells, and there are 1 columns"),
        ('event\n"X', 2, "this is no row of CSV"),
        ("event,note\n,hello\n", 2, "it says nothing of a step"),
        ("event,event\nX,Y\n", 1, "two columns of this log have one name"),
        ("event,args\nX,[1\n", 2, "args begin like JSON, and are none"),
        ("event," + "a" * 200_000, 1, "this is no row of CSV"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_by_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(BadLog) as error:
        said(text, "csv")
    assert says in error.value.message
    assert error.value.place is not None
    assert error.value.place.line == line


def span(name: str, start: int, end: int, **attributes: Any) -> dict[str, Any]:
    kinds = {int: "intValue", str: "stringValue", bool: "boolValue"}
    held = [
        {"key": key, "value": {kinds[type(of)]: str(of) if type(of) is int else of}}
        for key, of in attributes.items()
    ]
    return {
        "name": name,
        "startTimeUnixNano": str(start),
        "endTimeUnixNano": str(end),
        "attributes": held,
    }


def exported(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def test_spans_are_in_the_order_in_which_they_began_or_ended() -> None:
    outer, inner = span("outer", 1, 9), span("inner", 2, 3)
    text = json.dumps(exported(inner), indent=1) + "\n" + json.dumps(exported(outer))
    assert said(text, "otel") == [(1, "outer"), (2, "inner")]
    lines = Lines(text.encode().splitlines(keepends=True), "log", "otel", None, by_end=True)
    assert [str(entry) for _, entry in lines] == ["inner", "outer"]


def test_attributes_of_spans_are_data_where_a_mapping_says_so() -> None:
    text = json.dumps(exported(span("buy", 1, 2, who="Ann", n=3, **{"order.id": 7})))
    fields = Fields(args=("attributes.who", "attributes.n"))
    assert said(text, "otel", fields) == [(1, "buy('Ann',3)")]
    named = Fields(name="name", args={"id": "attributes.order.id"})
    assert said(text, "otel", named) == [(1, "buy(id=7)")]


def test_spans_of_the_console_exporter_are_read_too() -> None:
    text = """{"name": "b", "start_time": "2026-01-01T00:02", "end_time": "2026-01-01T00:03",
    "attributes": {"k": 1}}
    {"name": "a", "start_time": "2026-01-01T00:01", "end_time": "2026-01-01T00:02"}"""
    assert said(text, "otel") == [(1, "a"), (2, "b")]


def test_times_of_spans_are_compared_as_times() -> None:
    times = {
        "a": "2026-01-01T00:00:00Z", "c": "2026-01-01T00:00:00.5Z",
        "b": "2026-01-01T00:00:00.25Z", "d": "2026-01-01T02:00:00.500000001+02:00",
    }  # fmt: skip
    spans = [{"name": n, "start_time": at, "end_time": at} for n, at in times.items()]
    text = "\n".join(map(json.dumps, spans))
    assert [name for _, name in said(text, "otel")] == ["a", "b", "c", "d"]


@pytest.mark.parametrize("text", ['{"name": "a"}', "7", '{"resourceSpans": [3]}', '{"name": '])
def test_what_is_no_span_is_an_error(text: str) -> None:
    with pytest.raises(BadLog):
        said(text, "otel")


# Mappings.


def mapped(folder: Path, toml: str, text: str) -> list[Any]:
    file = folder / "mapping.toml"
    file.write_text(toml, encoding="utf-8")
    return said(text, mapping=read_mapping(file).fields)


def test_a_mapping_says_where_the_name_the_data_and_the_state_are(tmp_path: Path) -> None:
    toml = """
event = "body.msg"
args = ["body.order.id", "items.0"]
others = "skip"

[names]
"order placed" = "Placed"

[state]
"stock[1]" = "left"

[only]
level = "INFO"
"""
    body = {"msg": "order placed", "order": {"id": 7}}
    records = [
        {"body": body, "items": ["ink"], "left": 4, "level": "INFO"},
        {"body": body, "items": ["ink"], "level": "DEBUG"},
        {"body": {"msg": "hello"}, "level": "INFO"},
        {"level": "INFO"},
    ]
    text = "\n".join(map(json.dumps, records))
    assert mapped(tmp_path, toml, text) == [(1, "Placed(7,'ink') with stock[1] = 4")]


def test_a_field_that_is_missing_is_an_error_at_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadLog, match="it has no msg, which is where its mapping looks"):
        mapped(tmp_path, 'event = "msg"', '{"a": 1}')
    with pytest.raises(BadLog, match="X has no who, which its mapping needs"):
        mapped(tmp_path, 'event = "msg"\nargs = ["who"]', '{"msg": "X"}')


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("event = ", "this mapping is no TOML"),
        ("event = 3", "event is a path, not 3"),
        ("evnt = 'a'", "a mapping has no evnt"),
        ("event = 'a'\naction = 'b'", "not both"),
        ("args = 'a'", "args is paths, not 'a'"),
        ("others = 'drop'", 'others is "keep" or "skip"'),
        ("order = 'time'", 'order is "start" or "end"'),
        ("hidden = 'X'", "hidden is a list of names"),
        ("[names]\nX = 1", "names is a table of texts"),
        ("state = 1", "state is a table of texts"),
        ("only = 1", "only is a table"),
    ],
)
def test_a_mapping_that_cannot_be_read_is_an_error(tmp_path: Path, toml: str, says: str) -> None:
    with pytest.raises(BadLog) as error:
        mapped(tmp_path, toml, "")
    assert says in error.value.message
    assert error.value.place is not None
    assert error.value.place.file.endswith("mapping.toml")


def test_what_a_mapping_does_not_name_is_read_as_without_one(tmp_path: Path) -> None:
    text = '{"msg": "X", "args": [2], "state": {"t": 1}}'
    assert mapped(tmp_path, 'event = "msg"', text) == [(1, "X(2) with t = 1")]


def test_paths_that_are_not_there_are_errors_and_values_are_compared_by_type(
    tmp_path: Path,
) -> None:
    with pytest.raises(BadLog, match="X has no nope, which its mapping needs"):
        mapped(tmp_path, '[args]\nx = "nope"', '{"event": "X"}')
    assert mapped(tmp_path, "[only]\norder = true", '{"event": "X", "order": 1}') == []


@pytest.mark.parametrize("answer", [5, object(), iter("A")])
def test_a_function_that_returns_something_else_is_an_error(answer: Any) -> None:
    with pytest.raises(BadLog, match="an event, a name, a mapping or None is needed"):
        said("{}\n", mapping=by_function(lambda record: answer))


def test_a_mapping_may_be_a_function_which_is_called_for_each_line() -> None:
    calls: list[Any] = []

    def entry(record: Any) -> Any:
        calls.append(record)
        return None if record["n"] == 2 else Event("X", len(calls))

    text = '{"n": 1}\n{"n": 2}\n{"n": 1}\n'
    assert said(text, mapping=by_function(entry)) == [(1, "X(1)"), (3, "X(3)")]


def test_an_error_of_the_function_is_one_of_its_line() -> None:
    def entry(record: Any) -> Any:
        return record["missing"]

    with pytest.raises(BadLog, match=r"entry\(\) raised KeyError: 'missing'") as error:
        said('{"n": 1}\n', mapping=by_function(entry))
    assert error.value.place is not None
    assert error.value.place.line == 1


# Values.


def test_entries_are_equal_if_they_say_the_same() -> None:
    one, same = (
        entry_of({"event": "X", "args": [1]}),
        entry_of({"args": [1], "event": "X", "at": 3}),
    )
    others = [entry_of({"event": "X", "args": [of]}) for of in (True, 1.0, "1", 2)]
    assert one == same
    assert len({one, same, *others}) == 5


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


def cyclic() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


ODD = ({1}, frozenset({1}), frozenset({1}), 1j, b"a", Event("X"), Event("X"), {(1,): {2}}, cyclic())
APART = [
    {1: 0}, {"1": 0}, {True: 0}, {1.0: 0}, {None: 0}, {"null": 0}, {1: 0, "1": 0}, {(1,): 0},
    [1], (1,), [[1]], [(1,)], [True], [1.0], ["1"], [None], [], (), {},
    None, True, False, 1, 1.0, 0, 0.0, -0.0, "1", "", "None", "null",
    float("nan"), float("inf"), "NaN", "Infinity", 10**5000, 10**5000 + 1,
    str(10**20), 10**20, 1e20,
    "\ud83d\ude00", "\N{GRINNING FACE}", "\ud83d", "a", "\x00",
    *ODD,
]  # fmt: skip
"""Data of which no two say the same, not even two equal events: those may be of user classes."""


def test_entries_with_different_data_are_different() -> None:
    for where in ("args", "state"):
        said = [{"event": "X", where: [of] if where == "args" else {"s": of}} for of in APART]
        assert len(set(map(entry_of, said))) == len(APART)
    once = [entry_of("X").after({"s": of}) for of in APART]
    assert len(set(once)) == len(APART)


def test_entries_with_the_same_plain_data_are_the_same_again() -> None:
    for of in APART[: -len(ODD)]:
        one, again = (entry_of({"event": "X", "args": [deepcopy(of)]}) for _ in range(2))
        assert one == again
        assert entry_of("X").after({"s": of}) == entry_of("X").after({"s": deepcopy(of)})


def test_members_of_enumerations_and_the_like_say_what_json_would_write() -> None:
    class Special(dict[str, Any]):
        pass

    given = entry_of({"event": Colour.RED, "args": [Colour.RED, Level.LOW, Special(a=Level.LOW)]})
    assert given == entry_of({"event": "red", "args": ["red", 1, {"a": 1}]})
    assert given.args is not None
    assert [type(one) for one in (given.name, *given.args)] == [str, str, int, dict]


def test_an_entry_keeps_what_was_said_although_the_data_change_later() -> None:
    board, parts = [[0, 0]], {"at": {"x": [0]}}
    entry = entry_of({"event": "X", "args": [board], "state": parts})
    board[0][0] = parts["at"]["x"][0] = 1
    assert entry.args == ([[0, 0]],)
    assert entry.state == (("at", {"x": [0]}),)


def test_data_that_json_cannot_write_are_never_taken_for_others() -> None:
    class Odd:
        def __repr__(self) -> str:
            return "odd"

    assert entry_of({"event": "X", "args": [Odd()]}) != entry_of({"event": "X", "args": [Odd()]})


@pytest.mark.parametrize(
    ("value", "given", "is_so"),
    [
        (1, 1, True), (1, True, False), (True, 1, False), (True, True, True), (1, 1.0, True),
        (1, 1.5, False),
        (1.0, 1, True), (1, "1", True), ("1", 1, False), (True, "true", True), (True, "1", False),
        ((1, (2,)), [1, [2]], True), ((1, 2), [2, 1], False), ((), [], True),
        (frozenset({1, 2}), [2, 1], True), (frozenset({1, 2}), [1, 1], False),
        (frozenset({1, 2}), {"#set": [1, 2]}, True), (frozenset({1}), [1, 2], False),
        (None, None, True), (0, None, False), ({"a": 1}, {"a": 1}, True), ({"a": 1}, {}, False),
        (Event("X", 1), "X(1)", True), ((1, "a"), "(1, 'a')", True), (1, [1], False),
    ],
)  # fmt: skip
def test_what_a_log_has_denotes_values_by_type_and_texts_by_how_they_are_shown(
    value: Any, given: Any, is_so: bool
) -> None:
    assert is_same(value, given) is is_so


@pytest.mark.parametrize(("longer", "is_cut"), [(0, False), (1, True)])
def test_a_value_is_shown_up_to_a_length_and_then_cut(longer: int, is_cut: bool) -> None:
    quotes = 2
    said = str(entry_of({"event": "X", "args": ["a" * (LONGEST - quotes + longer)]}))
    assert said.endswith(" ...)") is is_cut
    assert said.count("a") == LONGEST - quotes + longer


@pytest.mark.parametrize(("longer", "is_cut"), [(0, False), (1, True)])
def test_a_line_is_quoted_up_to_a_length_and_then_cut(longer: int, is_cut: bool) -> None:
    line = "[" + "1" * (QUOTED - 2 + longer) + "]"
    with pytest.raises(BadLog) as raised:
        record_in(line.encode(), "log.jsonl", 1)
    place = raised.value.place
    assert place is not None
    assert place.text == (f"{line[:QUOTED]} ..." if is_cut else line)
