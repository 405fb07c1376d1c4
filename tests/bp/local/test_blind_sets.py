"""Sets of which no code sees the order are told apart by their elements alone."""

import random

import pytest

from counterpoint import Event, sync, thread
from counterpoint.bp.local.automaton import Alphabet, LocalAutomaton, explore_locally
from counterpoint.bp.local.blind_sets import blind_variables
from counterpoint.bp.local.surroundings import Surroundings
from counterpoint.bp.strategy import Uniform

EVENTS = [Event("Toggle", place) for place in (0, 8, 16)]  # in a small table all want one place


def automaton(rule):
    made = rule()
    around = Surroundings(made.rule.function)
    return LocalAutomaton(made, made.name, Alphabet(), Uniform(), around)


def blind(*lines, arguments=""):
    body = "\n".join(f"    {line}" for line in lines)
    known = {}
    exec(f"def code({arguments}):\n{body}\n    yield", known)
    return blind_variables(known["code"].__code__, known)


def test_toggling_numbers_in_a_set_makes_as_many_states_as_there_are_sets():
    @thread
    def toggle():
        on = set()
        while True:
            number = (yield sync(request=EVENTS)).args[0]
            if number in on:
                on.remove(number)
            else:
                on.add(number)
            del number

    one = automaton(toggle)
    assert explore_locally(one, 100, 1000)
    assert len(one.locals) == 2**3


@pytest.mark.parametrize(
    "lines",
    [
        ["s = set()", "x in s", "s.add(1)", "s.discard(1)", "s.clear()"],
        ["s = {1}", "while s: s.remove(1)"],
        ["s = {1, 2, 3}", "not s", "len(s)", "s.add((yield))"],
        ["s = set(range(3))", "y = 2 not in s", "del s"],
    ],
)
def test_asking_for_elements_shows_no_order(lines):
    assert "s" in blind(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["s = set()", "for x in s: pass"],
        ["s = set()", "list(s)"],
        ["s = set()", "s.pop()"],
        ["s = set()", "t = s"],
        ["s = t = set()"],
        ["s = set()", "s.add(1), [s]"],
        ["s = set()", "add = s.add"],
        ["s = set()", "f = lambda: s"],
        ["s = set()", "(yield s)"],
        ["s = set()", "s |= t"],
        ["s = set()", "t.update(s)"],
        ["s = set()", "t = {*s}"],
        ["s = set()", "s == t"],
        ["s = set()", "s in t"],
        ["s = set()", "x = s or t"],
        ["s = set()", "f'{s}'"],
        ["s = set()", "locals()"],
        ["s = u if t else set()"],
        ["s = u"],
        ["s = set()", "[x for x in s]"],
        ["for s in u: s.add(1)"],
        ["with u as s: s.add(1)"],
        ["set = u", "s = set()"],
        ["len = u", "s = set()", "len(s)"],
    ],
)
def test_what_may_show_the_order_or_hand_the_set_on_is_no_blind_use(lines):
    assert "s" not in blind(*lines)


def test_arguments_are_no_blind_variables():
    assert not blind("s.add(1)", "t.add(1)", "u.add(1)", arguments="s, *t, u=1")


USES = [
    "s.add(heard)", "s.discard(heard)", "s.clear()", "t.add(heard)", "t.discard(heard)",
    "s = set()", "t = {0, heard}", "said = heard in s", "said = len(t) > 1", "said = not s",
    "for said in s: break", "said = list(t)[:1] == [heard]", "said = t.pop() if t else 3",
    "s = t", "t |= s", "t.update(s)", "s.add(True)", "s.add(float(heard))", "t.add(-1)",
    "said = str(s)", "t = {*s}",
]  # fmt: skip


def made_by_chance(seed):
    """The source of a b-thread that does for each event two things with two sets."""
    chance = random.Random(seed)
    lines = ["def live():", "    said = 0", "    s = set()", "    t = set()"]
    lines += ["    while True:", "        heard = (yield sync(request=EVENTS, hot=bool(said)))"]
    lines += ["        heard = heard.args[0]"]
    for number in (0, 8, 16):
        lines += [f"        if heard == {number}:"]
        lines += [f"            {chance.choice(USES)}" for _ in range(2)]
    lines += ["        said = said[:2] == '{8' if isinstance(said, str) else bool(said)"]
    lines += ["        heard = 0"]
    return "\n".join(lines)


def test_b_threads_with_sets_go_on_as_their_automata_say():
    found_blind = 0
    for seed in range(60):
        known = {"sync": sync, "EVENTS": EVENTS}
        exec(made_by_chance(seed), known)
        function = known["live"]
        found_blind += bool(blind_variables(function.__code__, known) & {"s", "t"})
        one = automaton(thread(function))
        explore_locally(one, 40, 500)
        chance = random.Random(seed)
        for _ in range(6):
            body, local = function(), 0
            said = next(body)
            for _ in range(12):
                assert one.locals[local].voices[0].hot == said.hot, made_by_chance(seed)
                event = chance.choice(EVENTS)
                said = body.send(event)
                local = one.step(local, one.alphabet.index[event])
    assert 10 < found_blind < 60
