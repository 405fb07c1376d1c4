"""Modules cut into cells: what is found is what the evaluator finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from counterpoint.engines.base.limits import NO_LIMITS
from counterpoint.engines.base.task import Task as SearchTask
from counterpoint.engines.search.tabled.search import search
from counterpoint.errors import NoValue
from counterpoint.tla.cells import Task, cut
from counterpoint.tla.steps import next_states
from counterpoint.tuning import Tuning

from .cutting import Model, agree, edges_of, searched

COMMIT = r"""
CONSTANTS_ == {"r1", "r2", "r3"}
VARIABLES state, manager, msgs
RM == CONSTANTS_
Init == /\ state = [r \in RM |-> "working"]
        /\ manager = [phase |-> "init", prepared |-> {}]
        /\ msgs = {}
Prepare(r) == /\ state[r] = "working"
              /\ state' = [state EXCEPT ![r] = "prepared"]
              /\ msgs' = msgs \cup {[type |-> "Prepared", rm |-> r]}
              /\ UNCHANGED manager
Receive(m) == /\ m.type = "Prepared" /\ manager.phase = "init"
              /\ manager' = [manager EXCEPT !.prepared = @ \cup {m.rm}]
              /\ UNCHANGED <<state, msgs>>
Commit == /\ manager.phase = "init" /\ manager.prepared = RM
          /\ manager' = [manager EXCEPT !.phase = "done"]
          /\ msgs' = msgs \cup {[type |-> "Commit"]}
          /\ UNCHANGED state
Obey(r) == /\ [type |-> "Commit"] \in msgs
           /\ state' = [state EXCEPT ![r] = "committed"]
           /\ UNCHANGED <<manager, msgs>>
Next == \/ Commit
        \/ \E r \in RM : Prepare(r) \/ Obey(r)
        \/ \E m \in msgs : Receive(m)
"""

RING = r"""
N == 3
VARIABLES token, seen, clock
vars == <<token, seen, clock>>
Node == 0..(N - 1)
Init == /\ token \in Node
        /\ seen = [n \in Node |-> [m \in Node |-> FALSE]]
        /\ clock = [n \in Node |-> 0]
Tell(n) == seen' = [m \in Node |-> IF m = n THEN seen[m] ELSE [seen[m] EXCEPT ![n] = TRUE]]
Pass(n) == /\ token = n
           /\ token' = (n + 1) % N
           /\ clock' = [clock EXCEPT ![n] = (@ + 1) % 3, ![token'] = 0]
           /\ Tell(n)
Reset == /\ \A n, m \in Node : n # m => seen[n][m]
         /\ seen' = [n \in Node |-> [m \in Node |-> FALSE]]
         /\ UNCHANGED <<token, clock>>
Next == Reset \/ \E n \in Node : Pass(n)
"""

FILES = r"""
VARIABLES queue, sum, last
Init == queue = <<>> /\ sum = 0 /\ last = [from |-> 0, value |-> "none"]
RECURSIVE Total(_)
Total(q) == IF q = <<>> THEN 0 ELSE Head(q) + Total(Tail(q))
Put(v) == /\ Len(queue) < 3 /\ queue' = Append(queue, v) /\ sum' = Total(queue')
          /\ UNCHANGED last
Take == /\ queue # <<>>
        /\ LET first == Head(queue) rest == Tail(queue) IN
             /\ queue' = rest
             /\ sum' = sum - first
             /\ last' = CASE first = 1 -> [from |-> first, value |-> "one"]
                          [] first = 2 -> [last EXCEPT !.value = "two"]
                          [] OTHER -> last
Next == Take \/ \E v \in 1..3 : Put(v)
"""

CLOCKS = r"""
VARIABLES hour, minute
Init == hour = 1 /\ minute = 0
Tick == minute' = (minute + 1) % 4
Chime(h) == h = (hour % 3) + 1 /\ minute = 3 /\ hour' = h
Rules == /\ [Tick]_minute
         /\ [\E h \in 1..3 : Chime(h)]_hour
"""

COMPOSED = r"""
VARIABLES x, y
Init == x = 0 /\ y = <<0, 0>>
Up == x < 3 /\ x' = x + 1 /\ UNCHANGED y
Move(i) == y' = [y EXCEPT ![i] = x] /\ UNCHANGED x
Back == x = 3 /\ x' = 0 /\ UNCHANGED y
Next == Back \/ Up \/ \E i \in 1..2 : Up \cdot Move(i)
"""


@pytest.mark.parametrize("body", [COMMIT, RING, FILES, COMPOSED])
def test_both_searches_find_the_same(body: str) -> None:
    agree(Model(body))


START = r"""
VARIABLES f, s, n, r
Odd(S) == {k \in S : k % 2 = 1}
Init == /\ f \in [1..2 -> {0, 1}]
        /\ n \in {f[1], 5, f[1] + 1}
        /\ s = Odd({n, f[2], 7})
        /\ (n = 5 => f = <<0, 1>>)
        /\ \/ r = [a |-> n, b |-> s]
           \/ \E k \in s : r = [a |-> k, b |-> {k}]
Next == f[1] = 0 /\ f' = [f EXCEPT ![1] = 1] /\ UNCHANGED <<s, n, r>>
"""


def test_values_that_are_nothing_else_are_the_same_in_both_searches() -> None:
    body = r"""
    VARIABLES x, y
    Nobody == CHOOSE n : n \notin {1, 2}
    Nothing == CHOOSE n : n \notin {3}
    Init == x = Nothing /\ y = 0
    Next == \/ y = 0 /\ x' = Nobody /\ y' = 1
            \/ x = Nothing /\ y' = 2 /\ UNCHANGED x
    """
    agree(Model(body))


RANGES = r"""
    VARIABLES can, f
    Can == [black : 0..3, white : 0..3]
    Init == /\ can \in {c \in Can : c.black + c.white \in 1..4 /\ c.black # 2}
            /\ f \in [1..2 -> {0, can.black}]
    Less(c) == c.white > 0 /\ can' = [c EXCEPT !.white = @ - 1]
    Next == \/ Less(can) /\ UNCHANGED f
            \/ /\ can' \in {c \in [black : {can.white}, white : 0..can.black] : c.white # f[1]}
               /\ UNCHANGED f
            \/ \E d \in [black : 0..can.black, white : {1, 2}] :
                  d.black + d.white = can.black /\ can' = d /\ f' \in [1..2 -> {d.white, 0}]
"""


def test_sets_of_records_and_of_functions_are_gone_through_part_by_part() -> None:
    agree(Model(RANGES))
    agree(Model(RANGES), opens=True)


@pytest.mark.parametrize(
    "action",
    [
        "Less(can) /\\ UNCHANGED f",
        "can' = can /\\ can' = [can EXCEPT !.black = 1]",
        "f' = [f EXCEPT ![1] = can.black + can.white] /\\ can.black > can.white /\\ UNCHANGED can",
        "can.black = 1 \\/ Less(can)",
        "f' = f /\\ can.black < can.white /\\ (can.black = 0 \\/ can.white = 3)",
    ],
)
def test_actions_are_enabled_where_the_evaluator_finds_them_so(action: str) -> None:
    agree(Model(RANGES, states=[f"ENABLED ({action})"]))


def test_initial_states_are_found_by_the_program_as_often_as_by_the_evaluator() -> None:
    agree(Model(START))
    agree(Model(START), opens=True)


@pytest.mark.parametrize(("limit", "most"), [(100, 116), (3000, 3016), (6400, 6400), (9000, 6400)])
def test_few_more_initial_states_are_found_than_the_limit_allows(limit: int, most: int) -> None:
    model = Model(
        "VARIABLES x, y\nInit == x \\in 1..80 /\\ y \\in 1..80\nNext == UNCHANGED <<x, y>>"
    )
    system = model.cut(model.initial[:3], opens=True)
    assert system is not None
    limits = replace(NO_LIMITS, states=limit)
    found = search(system, SearchTask(limits=limits, tuning=Tuning(entered_room=16)))
    assert min(limit, 6400) <= found.found <= most
    assert len({found.state(number) for number in range(found.found)}) == found.found


def test_the_actions_of_several_rules_are_named_in_each_step() -> None:
    found = agree(Model(CLOCKS, next="Rules"))
    assert found is not None
    assert {"Tick", "Chime(2)", "Tick, Chime(3)", ""} <= set(map(str, found.labels))


def test_an_action_is_named_with_what_it_was_given_of_the_state() -> None:
    found = agree(Model(COMMIT))
    assert found is not None
    assert 'Receive([rm |-> "r1", type |-> "Prepared"])' in set(map(str, found.labels))


INVARIANTS = (
    r"\A r \in RM : state[r] = \"committed\" => manager.phase = \"done\"",
    r"state \in [RM -> {\"working\", \"prepared\"}]",
    r"manager \in [phase : {\"init\"}, prepared : SUBSET RM]",
    r"\E r \in RM : state[r] = \"working\"",
    r"state # [r \in RM |-> IF r = \"r1\" THEN \"prepared\" ELSE \"working\"]",
    r"IF msgs = {} THEN state[\"r1\"] = \"working\" ELSE Cardinality(msgs) < 4",
    r"\A m \in msgs : m.type = \"Prepared\"",
)

CHANGES = (
    r"state' = state \/ msgs' # msgs",
    r"[\E r \in RM : Prepare(r)]_state",
    r"\A r \in RM : state'[r] = \"working\" => state[r] = \"working\"",
    r"UNCHANGED <<state, manager.phase>>",
    r"<<Commit>>_manager",
    r"manager' = [manager EXCEPT !.phase = \"done\"]",
)


def test_invariants_and_step_properties_fail_where_they_do() -> None:
    plain = [text.replace('\\"', '"') for text in (*INVARIANTS, *CHANGES)]
    agree(Model(COMMIT, states=plain[: len(INVARIANTS)], steps=plain[len(INVARIANTS) :]))


def test_a_constraint_leaves_states_out_and_an_action_constraint_steps() -> None:
    agree(Model(COMMIT, constraints=["Cardinality(msgs) < 3"], states=["msgs = {}"]))
    agree(Model(COMMIT, allowed=[r"msgs' # {} /\ manager'.prepared # RM"]))


def test_a_state_all_steps_of_which_are_forbidden_is_no_deadlock() -> None:
    model = Model("VARIABLE x\nInit == x = 0\nNext == x' = x + 1", allowed=["x' < 3"])
    found = agree(model)
    assert found is not None
    assert (found.states, found.deadlocks) == (3, 0)


def test_steps_are_learned_piece_by_piece() -> None:
    body = r"""
    VARIABLES f
    Init == f = [i \in 1..4 |-> 0]
    Up(i) == f[i] < 9 /\ f' = [f EXCEPT ![i] = @ + 1]
    Shift == f' = [i \in 1..4 |-> f[(i % 4) + 1]]
    Clear == /\ \A i \in 1..4 : f[i] = 9
             /\ f' = [i \in 1..4 |-> 0]
    Next == Shift \/ Clear \/ \E i \in 1..4 : Up(i)
    """
    found = searched(Model(body, states=[r"f \in [1..4 -> 0..9]", "f[1] * f[2] < 82"]))
    assert (found.found, found.learned) == (10_000, 300)


def test_threads_compute_sums_each_for_its_own_state() -> None:
    body = r"""
    VARIABLES x, y, s
    N == 120
    Init == x = 0 /\ y = 0 /\ s = 0
    Next == x' \in {x, (x + 1) % N} /\ y' \in {y, (y + 1) % N} /\ s' = x + y
    """
    few = Tuning(held_from=1, held_few=0, held_chunk=4)
    alone, together = (
        searched(Model(body, tuning=replace(few, threads=threads))) for threads in (1, 4)
    )
    assert alone.found == together.found
    assert edges_of(alone) == edges_of(together)


def test_equal_questions_of_several_actions_are_one_question() -> None:
    body = r"""
    VARIABLES x, y
    Init == x = 0 /\ y = 0
    Room == x * y < 99 /\ x + y < 9
    A == Room /\ x' = x + 1 /\ y' = y
    B == Room /\ y' = y + 1 /\ x' = x
    Next == A \/ B
    """
    found = searched(Model(body))
    assert (found.found, found.learned) == (55, 55 + 9 + 9)


def test_a_view_of_variables_tells_states_apart_by_their_cells() -> None:
    body = "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x' = 1 - x /\\ y' = (y + 1) % 3"
    assert searched(Model(body, view="<<x>>")).found == 2
    assert searched(Model(body, view="<<<<x>>, y>>")).found == 6


@pytest.mark.parametrize("view", ["x + y", "<<x, y + 1>>"])
def test_states_that_are_told_apart_by_anything_else_are_not_cut(view: str) -> None:
    body = "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x' = y /\\ y' = x"
    assert Model(body, view=view).cut() is None


@pytest.mark.parametrize("value", ["RandomElement({1, 2})", 'TLCGet("level")'])
def test_what_may_differ_each_time_is_not_cut(value: str) -> None:
    body = f"VARIABLE x\nInit == x = 0\nNext == x' = {value}"
    assert Model(body).cut([(0,), (1,)]) is None


def test_a_step_that_takes_no_action_and_changes_nothing_may_be_none() -> None:
    model = Model(CLOCKS, next="Rules")
    task = Task(model.compiler, model.plan, model.initial, idle=False)
    system = cut(task, model.initial)
    assert system is not None
    found = search(system)
    steps = model.evaluated().edges
    idle = sum(
        count for (here, label, there), count in steps.items() if (here, "") == (there, label)
    )
    assert 0 < idle == steps.total() - found.steps


def test_cells_are_cut_anew_when_a_value_does_not_fit() -> None:
    body = r"""
    VARIABLES q, n
    Init == q = <<0, 0>> /\ n = 0
    Next == IF n < 4 THEN n' = n + 1 /\ q' = [q EXCEPT ![1] = n]
            ELSE n' = 0 /\ q' = SubSeq(q, 1, n % 2)
    """
    model = Model(body + "            /\\ Len(q) = 2")
    agree(model, seen=model.initial)


PARTIAL = """
VARIABLES x, f
Init == x = 0 /\\ f = <<1, 2>>
Get(i) == f[i]
Next == x' = Get(x + 1) /\\ UNCHANGED f
"""


def test_an_error_is_that_of_the_evaluator_with_its_place() -> None:
    model = Model(PARTIAL)
    found = searched(model, model.initial)
    assert found.trouble is not None
    number, error = found.trouble
    with pytest.raises(NoValue) as raised:
        next_states(model.compiler, model.plan)(found.state(number))  # type: ignore[arg-type]
    assert str(error) == str(raised.value)
    assert "Get" in str(error)


@pytest.mark.parametrize(
    "function",
    [
        "[f EXCEPT ![2] = <<1, 2>>[f[1] + 3], ![2] = 0]",
        "[<<0, 1 \\div f[1]>> EXCEPT ![2] = 0]",
        "[[i \\in 1..2 |-> <<1, 2>>[f[1] + i + 1]] EXCEPT ![2] = 0]",
    ],
)
def test_what_an_update_replaces_must_have_a_value_too(function: str) -> None:
    told = r"""
    VARIABLE f
    Init == f = <<0, 0>>
    Next == f' = [f EXCEPT ![1] = 1 - @]
    """
    found = agree(Model(told, states=[rf"{function} \in [1..2 -> {{0, 1}}]"]))
    assert found is not None
    assert found.trouble is not None


def test_an_action_that_says_too_little_is_an_error_where_it_is_taken() -> None:
    body = "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x < 2 /\\ x' = x + 1"
    found = searched(Model(body), [(0, 0)])
    assert found.trouble is not None
    assert found.trouble[1].message == "nothing says what y is in the next state"


def test_there_may_be_no_state_at_all() -> None:
    model = Model("VARIABLE x\nInit == x = 0 /\\ x = 1\nNext == x' = x")
    assert model.initial == []
    assert searched(model, []).found == 0


def test_many_choices_are_not_unrolled_but_made_on_the_way() -> None:
    body = r"""
    VARIABLE x
    Init == x = 0
    Go(a, b, c) == x' = (a + b + c) % 7
    Next == \E a, b, c \in 0..19 : a = x /\ b < 3 /\ Go(a, b, c)
    """
    model = Model(body)
    system = model.cut()
    assert system is not None
    assert len(system.program) < 2000
    agree(model)
