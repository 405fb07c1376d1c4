"""Questions about TLA+ modules on the command line: runs, sets of states, games, rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_line import Run

MATCHES = r"""
---- MODULE Matches ----
\* Players take one or two matches in turn; who takes the last one wins.
EXTENDS Naturals
VARIABLES left, turn
vars == <<left, turn>>
Other == IF turn = "me" THEN "you" ELSE "me"
Init == left = 4 /\ turn = "me"
Take(k) == left >= k /\ left' = left - k /\ turn' = Other
One == Take(1)
Two == Take(2)
Next == One \/ Two
Spec == Init /\ [][Next]_vars
Lost == left = 0
Some == \E k \in {1, 2} : Take(k)
Vague == Init /\ [][left > 0 /\ Some]_vars
====
"""

LAMP = r"""
---- MODULE Lamp ----
VARIABLES button, light, broken
TypeOK == button \in {"up", "down"} /\ light \in BOOLEAN
Press == button = "up" /\ [][button' = IF button = "up" THEN "down" ELSE "up"]_button
Glow == light = FALSE /\ [][light' = (button' = "down")]_<<button, light>>
Breaks == broken = 0 /\ [][broken = 0 /\ broken' = 1 /\ light']_broken
Lamp == Press /\ Glow /\ Breaks
THEOREM Safe == Lamp => [](light => button = "down")
THEOREM Dark == Lamp => []~light
THEOREM Press => [](button # "off")
====
"""

TWO = r"""
---- MODULE Two ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Up == x < 3 /\ x' = x + 1
Down == x > 0 /\ x' = x - 1
Slow == Init /\ [][Up]_x
Both == Init /\ [][Up \/ Down]_x
Fast == Init /\ [][Up]_x /\ WF_x(Up)
Fair == Init /\ [][Up \/ Down]_x /\ WF_x(Up) /\ WF_x(Down)
====
---- MODULE Other ----
VARIABLE y
====
"""

NONE = r"""
---- MODULE None ----
EXTENDS Naturals
VARIABLE x
Small == x < 3
====
"""

FREE = r"""
---- MODULE Free ----
EXTENDS Naturals
VARIABLES board, turn
vars == <<board, turn>>
Init == board = [i \in 1..3 |-> [j \in 1..3 |-> "_"]] /\ turn = "X"
Lines == {{<<i, j>> : j \in 1..3} : i \in 1..3} \cup {{<<i, j>> : i \in 1..3} : j \in 1..3}
         \cup {{<<i, i>> : i \in 1..3}, {<<i, 4 - i>> : i \in 1..3}}
Won(p) == \E line \in Lines : \A s \in line : board[s[1]][s[2]] = p
Put(i, j) == /\ board[i][j] = "_" /\ ~Won("X") /\ ~Won("O")
             /\ board' = [board EXCEPT ![i][j] = turn]
             /\ turn' = IF turn = "X" THEN "O" ELSE "X"
Next == \E i, j \in 1..3 : Put(i, j)
Spec == Init /\ [][Next]_vars
====
"""

FILES = {
    "Matches.tla": MATCHES,
    "Lamp.tla": LAMP,
    "Two.tla": TWO,
    "None.tla": NONE,
    "Free.tla": FREE,
}


def answers(text: str) -> list[list[str]]:
    """The lines of a table of rules, as cells."""
    lines = text.split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.split("  ") if cell] for line in lines if line]


# Runs.


def test_a_run_says_which_action_was_taken_and_what_it_led_to(run: Run) -> None:
    said = run("run", "Matches.tla", "--seed", "3")
    lines = said.out.splitlines()
    assert lines[:2] == ["      left = 4", '      turn = "me"']
    assert {line.split()[1] for line in lines if line[3:4].isdigit()} <= {"Take(1)", "Take(2)"}
    assert lines[-1] == "nothing more can happen (seed 3)"
    assert run("run", "Matches.tla", "--seed", "3").out == said.out


def test_a_run_follows_the_specification_that_is_named(run: Run) -> None:
    slow = run("run", "Two.tla:Slow", "--seed", "1")
    assert slow.out.count("Up") == 3
    assert run("run", "Two.tla", "--spec", "Slow", "--seed", "1").out == slow.out
    assert "x = 3" not in run("run", "Two.tla:Both", "--seed", "1", "--steps", "2").out


def test_a_run_without_a_rule_leaves_its_variable_as_it_is(run: Run) -> None:
    out = run("run", "Lamp.tla", "--without", "Press").out
    assert out.splitlines()[-1].startswith("nothing more can happen")


# Sets of states.


@pytest.mark.parametrize(
    ("formula", "count"),
    [
        ("Lost", 2),
        ("{left = 0}", 2),
        ('left = 2 & {turn # "me"}', 1),
        ("EF {left = 0 /\\ turn = Other}", 0),
        ("mu Z. Lost | <>Z", 8),
        ("AF Lost", 8),
        ("<Take(2)> Lost", 2),
        ("enabled(Take(1)) & !enabled(Take(2))", 2),
        ("once(Take(2)) & Lost", 2),
    ],
)
def test_where_counts_the_states_that_satisfy_a_formula(run: Run, formula: str, count: int) -> None:
    said = run("where", "Matches.tla", formula, "--sample", "0")
    assert said.out.partition(" of ")[0] == str(count)


def test_boards_are_shown_side_by_side(run: Run) -> None:
    said = run("where", "StrategicTicTacToe", "!NotStalemate", "--sample", "2").out
    head, blank, names, *rows = said.splitlines()
    assert (head, blank) == ("16 of 871 states", "")
    assert names.split() == ["board", "=", "board", "="]
    assert all(len(row.split()) == 6 for row in rows[:3])
    assert run("where", "StrategicTicTacToe", "!XHasNotWon").out.startswith("194 of 871 states")
    past = run("where", "StrategicTicTacToe", "once(MoveO)", "--sample", "1").out
    assert "so far: once(MoveO)" in past


def test_the_states_of_two_specifications_are_compared(run: Run) -> None:
    said = run("differ", "Two.tla:Slow", "Two.tla:Both")
    assert (said.code, said.out.splitlines()) == (
        0,
        ["4 states in both", "0 in Two.tla:Slow only", "0 in Two.tla:Both only"],
    )
    said = run("differ", "Two.tla:Slow", "Two.tla:Both", "AF {x = 3}")
    assert (said.code, said.out.splitlines()[0]) == (1, "1 state in both")
    said = run("differ", "Two.tla:Slow", "Two.tla:Both", "once(Up)")
    assert "so far = once(Up)" in said.out
    assert "different variables" in run("differ", "Two.tla:Slow", "Matches.tla").err


@pytest.mark.slow
def test_the_states_that_a_missing_rule_would_forbid_are_shown(run: Run) -> None:
    both = "BehavioralTicTacToe:TicTacToe0", "BehavioralTicTacToe:TicTacToe"
    lines = run("differ", *both).out.splitlines()
    assert lines[:3] == ["62 states in both", f"0 in {both[0]} only", f"158 in {both[1]} only"]
    assert lines[4].split() == ["board", "="] * 3


# Formulas, and the paths that they speak of.


STOPS = "the paths of Slow go on while they can; it would let them stop anywhere"
UNFAIR = "the paths of Fair go on while they can; its fairness is not asked of them"


@pytest.mark.parametrize(
    ("spec", "formula", "code", "warning"),
    [
        ("Slow", "AF {x = 3}", 0, STOPS),
        ("Slow", "F {x = 3}", 0, STOPS),
        ("Slow", "AG EF {x = 3}", 0, ""),
        ("Fast", "F {x = 3}", 0, ""),
        ("Fair", "F {x = 3}", 1, UNFAIR),
        ("Fair", "EF {x = 3}", 0, ""),
    ],
)
def test_it_is_said_where_the_paths_of_formulas_are_not_the_runs_of_the_specification(
    run: Run, spec: str, formula: str, code: int, warning: str
) -> None:
    said = run("check", f"Two.tla:{spec}", "--formula", formula)
    assert (said.code, f"warning: {warning}" in said.out) == (code, bool(warning))
    told = run("where", f"Two.tla:{spec}", formula).out
    assert (f"({warning})" in told) == bool(warning)
    assert json.loads(run("where", f"Two.tla:{spec}", formula, "--json").out)["note"] == warning


# Games.


LAST = '{left = 0 /\\ turn = "you"}'
"""That the first player takes the last match."""


def test_whose_turn_it_is_a_variable_says(run: Run) -> None:
    said = run(
        "solve", "Matches.tla", "--owner", "turn", "--player", "me", "--goal", LAST, "--strategy"
    )
    lines = said.out.splitlines()
    assert lines[0] == f"me can enforce {LAST} from the start"
    assert lines[2].strip() == "5 of 8 states are winning"
    assert [line.strip() for line in lines[6:]] == [
        "when left != 2: Take(1)   (2 positions)",
        "otherwise: Take(2)   (1 position)",
    ]
    other = run("solve", "Matches.tla", "--owner", "Other", "--player", "you", "--goal", LAST)
    assert other.out.splitlines()[0] == f"you can enforce {LAST} from the start"


def test_steps_of_one_name_are_told_apart_in_a_game(run: Run) -> None:
    goals = "--goal", f"me={LAST}", "--goal", 'you={left = 0 /\\ turn = "me"}'
    said = run("advise", "Matches.tla:Vague", "--owner", "turn", *goals)
    assert [line.split("  ")[:3] for line in said.out.splitlines()[2:]] == [
        ["", " 1", "step: left = 3"],
        ["", " 2", "step: left = 2"],
    ]
    there = run("advise", "Matches.tla:Vague", "--owner", "turn", *goals, "--from", "step:left=3")
    assert there.out.startswith("you to move; the position is a loss")


@pytest.mark.parametrize(
    ("position", "begins"),
    [
        ('left = 3, turn = "you"', "you to move; the position is a loss"),
        ('left = 2 /\\ turn = "you"', "you to move; the position is a win"),
        ("Init", "me to move; the position is a win"),
        ("Take(1) Take(2)", "me to move; the position is a win"),
        ("left = 3", "counterpoint: [CP206] left = 3 is true of no state that can be found"),
        ('turn = "me" /\\ left \\in {1, 2}', "counterpoint: [CP206] turn = "),
        ("Take(3)", "counterpoint: [CP206] step 1: Take(3) is not possible"),
    ],
)
def test_a_position_is_told_by_its_values_or_by_the_steps_that_lead_there(
    run: Run, position: str, begins: str
) -> None:
    goals = "--goal", f"me={LAST}", "--goal", 'you={left = 0 /\\ turn = "me"}'
    said = run("advise", "Matches.tla", "--owner", "turn", *goals, "--from", position)
    assert (said.out + said.err).startswith(begins)


def test_what_a_team_can_enforce_is_decided(run: Run) -> None:
    held, failed = f"<<me>> F {LAST}", f"<<you>> G !{LAST}"
    said = run(
        "check", "Matches.tla", "--owner", "turn", "--formula", held, "--formula", failed, "--json"
    )
    assert [each["answer"] for each in json.loads(said.out)["properties"]] == ["holds", "fails"]


@pytest.mark.slow
def test_the_winning_states_of_tic_tac_toe_are_as_many_as_in_its_model(run: Run) -> None:
    game = "--owner", "turn", "--goal"
    for player, count in (("X", "2,936"), ("O", "1,474")):
        goal = f'{{Won("{player}")}}'
        said = run("solve", "Free.tla", "--player", player, *game, goal)
        assert f"  {count} of 5,478 states are winning" in said.out.splitlines()


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ([], "[CP206] Matches.tla does not say whose turn it is: name the variable that does by"),
        (["--owner", "nope"], "[CP104] nope means nothing here; the variables of Matches are left"),
        (["--owner", "vars"], "[CP600] vars is to say whose turn it is, by a string, a number or"),
        (["--owner", "left"], "[CP600] there is no player 'me'; there are 4, 3, 2, 1, 0"),
    ],
)
def test_what_says_whose_turn_it_is_has_players_for_values(
    run: Run, options: list[str], error: str
) -> None:
    said = run("solve", "Matches.tla", "--player", "me", "--goal", LAST, *options)
    assert said.code == 2
    assert said.err.startswith(f"counterpoint: {error}")


# Rules.


def test_the_rules_of_a_specification_are_left_out_in_turn(run: Run) -> None:
    said = run("rules", "Lamp.tla").out
    assert answers(said)[1:] == [
        ["(nothing: the whole specification)", "4", "holds", "FAILS after 1"],
        ["Press", "1", "holds vacuously", "holds"],
        ["Glow", "2", "holds vacuously", "holds"],
        ["Breaks", "2", "holds", "FAILS after 1"],
    ]
    assert "  without Press: the rules that are left leave button free: kept as" in said


def test_a_variable_that_is_left_free_ranges_over_its_sort_if_that_is_wanted(run: Run) -> None:
    said = run("rules", "Lamp.tla", "--free").out
    assert answers(said)[2:] == [
        ["Press", "5", "holds", "FAILS after 1"],
        ["Glow", "8", "FAILS after 0", "FAILS after 0"],
        ["Breaks", "4", "holds", "FAILS after 1"],
    ]
    assert 'button is left free: it ranges over {"up", "down"}, as TypeOK says' in said
    assert "broken is left free: it ranges over the 2 values that it has in Lamp" in said


def test_a_specification_is_looked_at_as_it_is_built(run: Run) -> None:
    rows = answers(run("stages", "Lamp.tla", "--theorem", "Dark").out)
    assert [row[:2] for row in rows[1:]] == [["Press", "2"], ["Glow", "2"], ["Breaks", "4"]]
    assert answers(run("stages", "Two.tla:Fast").out)[1] == ["Fast", "4", "FAILS after 3"]


def test_a_rule_is_left_out_of_every_specification_that_has_it(run: Run) -> None:
    said = run("check", "Lamp.tla", "--without", "Glow", "--free")
    found = [line.split()[0] for line in said.out.splitlines()[2:5]]
    assert found == ["FAILS", "FAILS", "holds"]
    assert run("check", "Lamp.tla", "--without", "Press").out.splitlines()[4].startswith("  holds")


@pytest.mark.slow
def test_fairness_can_be_conjoined_rule_by_rule(run: Run) -> None:
    said = run("check", "MendedTicTacToe", "--theorem", "FairTicTacToe => <>Terminates")
    assert said.out.splitlines()[2].startswith("  holds    FairTicTacToe => <>Terminates")
    fails = run("check", "MendedTicTacToe:FairTicTacToe", "--property", '<>(win = "X")')
    assert fails.out.splitlines()[2].startswith('  unknown  <>(win = "X") (it fails for a weaker')


@pytest.mark.parametrize(("size", "steps"), [("1", 1), ("2", 3)])
def test_definitions_are_set_to_try_other_sizes(run: Run, size: str, steps: int) -> None:
    asked = "--theorem", "TicTacToe7 => []AlwaysDraw", "--stop-first"
    said = run("check", "MendedTicTacToe", "--set", f"N={size}", *asked)
    assert f"TicTacToe7 => []AlwaysDraw: fails after {steps} step" in said.out


# What is no target, or says nothing.


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["run", "."],
            "[CP206] . is a folder, and a target is a file: it has Free.tla, Lamp.tla, M",
        ),
        (
            ["run", "Two.cfg"],
            "[CP206] Two.cfg is a configuration, and a target is the module: Two.",
        ),
        (["run", "Two"], "[CP206] a TLA+ module is named with its ending: Two.tla"),
        (["run", "None.tla"], "[CP205] None has no specification to follow: no definition has an"),
        (["run", "Two.tla"], "[CP205] Two has no specification to follow: several definitions can"),
        (["run", "Two.tla:Up"], "[CP104] Up is no specification: it has no box [][Next]_v; module"),
        (["run", "Two.tla:Slow", "--spec", "Fast"], "[CP206] Two.tla:Slow names the specification"),
        (["run", "Two.tla", "--only", "Slow"], "[CP205] Two has no specification to follow"),
        (
            ["run", "Lamp.tla", "--without", "Nope"],
            "[CP104] Lamp has no rule 'Nope'; there are Pres",
        ),
        (
            ["check", "Lamp.tla", "--theorem", "Nope"],
            "[CP104] there is no theorem 'Nope'; the the",
        ),
        (
            ["check", "Lamp.tla", "--set", "Nope=3"],
            "[CP703] Nope is no constant or definition of t",
        ),
        (
            ["where", "Matches.tla", "Nope"],
            "[CP401] Nope means nothing here; the variables of Match",
        ),
        (["where", "Matches.tla", "{left' = 1}"], "[CP401] left' = 1 is an action, and a state"),
        (
            ["where", "Matches.tla", "{left = }"],
            "[CP401] left = cannot be read: something is needed",
        ),
        (
            ["where", "Matches.tla", "<Nope> true"],
            "[CP401] there is no event 'Nope'; there are Take",
        ),
        (
            ["check", "Lamp.tla", "--theorem", "99"],
            "[CP104] there is no theorem '99'; the the",
        ),
        (
            ["where", "Lamp.tla", "light", "--all"],
            "[CP402] only a Model has encoded states that ar",
        ),
        (
            ["where", "nim", "p1_wins", "--free"],
            "[CP206] nim is no TLA+ module and no SMV text, ",
        ),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(run: Run, words: list[str], error: str) -> None:
    if words[-1].endswith(".cfg"):
        Path(words[-1]).write_text("SPECIFICATION Slow\n")
    said = run(*words)
    assert said.err.startswith(f"counterpoint: {error}")
    assert said.code in (2, 3)


def test_the_first_of_several_modules_in_a_file_is_the_one(run: Run) -> None:
    assert run("where", "Two.tla:Slow", "true", "--sample", "0").out == "4 of 4 states\n"


def test_rules_that_act_without_a_named_action_are_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "Lamp.tla"
    path.write_text(LAMP, encoding="utf-8")
    assert "1 Press, Glow, Breaks" in run("check", str(path), "--theorem", "Dark").out
    out = run("check", str(path), "--theorem", "Dark", "--json").out
    (claim,) = json.loads(out)["properties"]
    assert claim["trace"]["states"][1]["actions"] == [
        {"rule": rule, "action": None, "arguments": {}} for rule in ("Press", "Glow", "Breaks")
    ]


def test_rules_without_which_nothing_happens_are_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "Lamp.tla"
    path.write_text(LAMP.replace("broken' = 1 /\\ light'", "broken' = 1"), encoding="utf-8")
    out = run("rules", str(path), "--theorem", "Dark", "--spec", "Lamp").out
    assert "without Press: nothing ever changes" not in out
    still = LAMP.replace("light' = (button' = \"down\")", "light' = light /\\ button # button'")
    path.write_text(still, encoding="utf-8")
    said = run("rules", str(path), "--theorem", "Dark").out
    assert "without Press: nothing ever changes: what is claimed is claimed of the start" in said
