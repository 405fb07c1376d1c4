"""Where a tab stands, when links and other versions lead to what cannot be."""

from __future__ import annotations

from pathlib import Path

from counterpoint.page.link import Link, read_link
from counterpoint.page.loaded import Loaded
from counterpoint.page.standing import Standing
from counterpoint.target import find_target
from tests.engines.programs import TURNS

STUMBLES = """
from counterpoint import Program, events, sync, thread

GO, ON = events("GO ON")

@thread
def stumble():
    yield sync(request=[GO, ON])
    yield sync(request=ON)
    raise ValueError("a stone")

program = Program(stumble())
"""


def standing(target: str) -> Standing:
    return Standing(Loaded(target, find_target(target)))


def test_a_link_that_leaves_no_rule_on_keeps_the_rules_as_they_are() -> None:
    here = standing("MendedTicTacToe")
    (said,) = here.follow(Link(off=here.loaded.rules))
    assert "nothing is left" in said
    assert here.off == frozenset()


def test_what_a_link_says_that_is_not_understood_is_told_before_what_cannot_be() -> None:
    here = standing("hot_cold")
    assert here.follow(read_link("p=COLD~ON&at=zz&off=nothing")) == [
        "at=zz is no number of steps",
        "there is no rule nothing",
        "step 2, ON, is not possible",
    ]


def test_a_link_ends_where_a_b_thread_raises_an_exception(tmp_path: Path) -> None:
    file = tmp_path / "stumbles.py"
    file.write_text(STUMBLES)
    here = standing(str(file))
    (said,) = here.follow(Link(("GO", "ON")))
    assert said.startswith("step 2, ON, cannot be taken: ValueError: a stone")
    assert here.game.at == 1


def test_another_version_in_which_the_steps_raise_keeps_those_before(tmp_path: Path) -> None:
    before, after = tmp_path / "goes_on.py", tmp_path / "stumbles.py"
    before.write_text(STUMBLES.replace('raise ValueError("a stone")', "yield sync(request=GO)"))
    after.write_text(STUMBLES)
    here = standing(str(before))
    for name in ("GO", "ON", "GO"):
        here.take(name)
    lost = here.reload(Loaded("stumbles", find_target(str(after))))
    assert lost.startswith("step 2, ON, cannot be taken: ValueError: a stone")
    assert here.game.at == 1


def test_a_choice_is_a_step_of_a_person() -> None:
    here = standing("tictactoe")
    for name in ("X(0,0)", "O(1,1)", "X(2,2)"):
        here.take(name)
    assert (here.choice_before(["X"]), here.choice_before(None)) == (2, 2)
    here.go(2)
    assert (here.choice_before(["X"]), here.choice_before(None)) == (0, 1)
    assert here.choice_after(["X"]) == 3


def test_another_version_that_is_nothing_without_the_rules_that_are_off_has_them_on(
    tmp_path: Path,
) -> None:
    before, after = tmp_path / "before" / "Rules.tla", tmp_path / "after" / "Rules.tla"
    for file, spec in ((before, "First /\\ Second /\\ Third"), (after, "First /\\ Second")):
        file.parent.mkdir()
        file.write_text(RULES.replace("SPEC", spec))
    here = standing(str(before))
    here.set_off(frozenset({"First", "Second"}))
    lost = here.reload(Loaded("Rules", find_target(str(after))))
    assert "nothing is left" in lost
    assert here.off == frozenset()
    assert "NextFirst,NextSecond" in [step.name for step in here.game.choices]


RULES = r"""---- MODULE Rules ----
EXTENDS Naturals
VARIABLES x, y
InitFirst == x = 0
NextFirst == x < 2 /\ x' = x + 1
First == InitFirst /\ [][NextFirst]_x
InitSecond == y = 0
NextSecond == y < 2 /\ y' = y + 1
Second == InitSecond /\ [][NextSecond]_y
InitThird == x < 3
NextThird == x' <= y + 1
Third == InitThird /\ [][NextThird]_x
Spec == SPEC
====
"""


def test_without_the_rule_of_turns_what_is_not_about_players_is_still_answered() -> None:
    loaded = Loaded("turns", TURNS)
    found = loaded.checking(frozenset({"alternate"}))(lambda _: None)
    answers = {verdict.name: verdict.answer.value for verdict in found}
    assert answers == {"one": "unknown", "A first": "fails"}
    assert "without alternate, two players can choose at the start" in found["one"].reason
