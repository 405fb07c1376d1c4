"""Configurations, as TLC reads them."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadConfig
from counterpoint.tla.syntax import Config, read_config
from counterpoint.tla.tree import Apply, Expression, Number, SetOf, String, Truth

EVERYTHING = r"""
\* All statements. (* and a comment (* in a *) comment *)
SPECIFICATION Spec
INVARIANT TypeOK INVARIANTS Safe
          Sound
PROPERTIES Live PROPERTY Fair
CONSTRAINT Small CONSTRAINTS Tiny ACTION_CONSTRAINT Slow ACTION_CONSTRAINTS Slower
SYMMETRY Perms VIEW view ALIAS Alias
POSTCONDITION Post _PERIODIC Now _RL_REWARD Gain
CHECK_DEADLOCK FALSE
CONSTANTS N = 3 M = -4 name = "a \"b\"" Flag = TRUE
  p1 = p1
  Sets = {{1, {}}, {p1, p2}}
  Op(1, a) = 2
  Local = [Other] 5
CONSTANT Nat <- SmallNat
  Seq <- [Other] SmallSeq
  A!B <- C
"""


def names(config: Config) -> dict[str, object]:
    single = ["specification", "symmetry", "view", "alias", "init", "next"]
    several = [
        "invariants",
        "properties",
        "constraints",
        "action_constraints",
        "postconditions",
        "unused",
    ]
    found: dict[str, object] = {one: str(getattr(config, one)) for one in single}
    return found | {one: tuple(map(str, getattr(config, one))) for one in several}


def test_every_statement_is_read() -> None:
    config = read_config(EVERYTHING, "M.cfg")
    assert config.deadlock is False
    assert names(config) == {
        "specification": "Spec",
        "init": "None",
        "next": "None",
        "invariants": ("TypeOK", "Safe", "Sound"),
        "properties": ("Live", "Fair"),
        "constraints": ("Small", "Tiny"),
        "action_constraints": ("Slow", "Slower"),
        "postconditions": ("Post",),
        "unused": ("Now", "Gain"),
        "symmetry": "Perms",
        "view": "view",
        "alias": "Alias",
    }


def test_constants_have_values_and_replacements() -> None:
    config = read_config(EVERYTHING, "M.cfg")
    p1, p2 = Apply("p1"), Apply("p2")
    values: list[tuple[str, str | None, tuple[Expression, ...], Expression]] = [
        (one.name, one.module, one.args, one.value) for one in config.assigned
    ]
    assert values == [
        ("N", None, (), Number(3)),
        ("M", None, (), Apply("-.", (Number(4),))),
        ("name", None, (), String('a "b"')),
        ("Flag", None, (), Truth(True)),
        ("p1", None, (), p1),
        ("Sets", None, (), SetOf((SetOf((Number(1), SetOf(()))), SetOf((p1, p2))))),
        ("Op", None, (Number(1), Apply("a")), Number(2)),
        ("Local", "Other", (), Number(5)),
    ]
    assert [(one.name, one.module, one.other) for one in config.replaced] == [
        ("Nat", None, "SmallNat"),
        ("Seq", "Other", "SmallSeq"),
        ("A!B", None, "C"),
    ]


def test_init_and_next_stand_for_a_specification() -> None:
    config = read_config("INIT Start NEXT Step")
    assert config.init is not None
    assert config.next is not None
    assert (config.init.name, config.next.at.column) == ("Start", 17)


def test_an_empty_configuration_says_nothing() -> None:
    assert read_config("\\* nothing\n") == Config("<configuration>")


def complaint(text: str) -> str:
    with pytest.raises(BadConfig) as caught:
        read_config(text, "M.cfg")
    return str(caught.value)


def test_a_mistake_is_shown_where_it_is() -> None:
    assert complaint("SPECIFICATION Spec\nCONSTANT N == 3") == (
        "[CP703] a value is needed here: a number, a string, a set or a name; = stands there\n"
        "  at M.cfg:2:13\n"
        "    CONSTANT N == 3\n"
        "                ^"
    )


SAYS = {
    "SPECIFICATION": "the name of a definition is needed here, for SPECIFICATION; "
    "the configuration ends",
    "INIT Init INIT Init": "INIT stands here for the second time; INIT stands there",
    "INVARIANCE Inv": "a statement is needed here: INVARIANT perhaps; INVARIANCE stands there",
    "CHECK_DEADLOCK no": "TRUE or FALSE is needed here, after CHECK_DEADLOCK; no stands there",
    "CONSTANT N 3": "= or <- is needed here, after N; 3 stands there",
    "CONSTANT N = {1, 2": ", or } is needed here, after 2; the configuration ends",
    "CONSTANT N =": "a value is needed here: a number, a string, a set or a name; "
    "the configuration ends",
    "CONSTANT Op(1 <- F": ", or ) is needed here, after 1; <- stands there",
    "INVARIANT 3": "the name of a definition is needed here, for INVARIANT; 3 stands there",
    "(* open": "this comment has no end: its *) is missing",
}


@pytest.mark.parametrize("text", SAYS)
def test_a_mistake_says_what_is_needed(text: str) -> None:
    assert complaint(text).partition("\n")[0] == f"[CP703] {SAYS[text]}"


def test_sets_nested_without_end_have_a_place() -> None:
    with pytest.raises(BadConfig, match="this is nested more than 100 levels deep") as raised:
        read_config("CONSTANT N = " + "{" * 100_000)
    assert raised.value.place is not None
    assert raised.value.place.column == 114
    assert read_config("CONSTANT N = " + "{" * 100 + "}" * 100)
