"""Commands that take long, each in a phase of its own: what `interrupts` and `memory` run."""

from __future__ import annotations

from pathlib import Path

COUNTERS = """
from counterpoint import Model, Program, event_set, events, step, sync, thread, Event


def model(cells=7, size=12):
    made = Model("counters")
    cell = made.array("cell", range(cells), range(size), init=0)
    @made.action(i=range(cells))
    def up(i):
        return step(when=cell[i] < size - 1, set={cell[i]: cell[i] + 1})
    @made.action(i=range(cells))
    def down(i):
        return step(when=cell[i] > 0, set={cell[i]: cell[i] - 1})
    made.atom("full", cell[0] + cell[1] == 2 * size - 2)
    made.atom("broken", (cell[0] == 0) & (cell[0] == cell[1] + 1))
    made.atom("empty", cell[0] == 0)
    return made


@thread
def ask(name, times):
    for n in range(times):
        yield sync(request=Event(name, n % 3))


@thread
def local(most):
    n = 0
    while n < most:
        event = yield sync(wait_for=lambda event: True)
        n += 1 if event.name == "a" else 0


def program(threads=5, times=40):
    return Program(*(ask(chr(97 + n), times) for n in range(threads)))


def hard():
    made = Model("hard")
    one, other = made.var("one", range(2, 1 << 20)), made.var("other", range(2, 1 << 20))
    product = made.var("product", range(1 << 40), init=0)
    made.start(one <= other)
    @made.action
    def multiply():
        return step(when=product == 0, set={product: one * other})
    made.atom("prime", product != 274876858367)
    return made


def sparse():
    made = Model("sparse")
    cell = made.array("cell", range(9), range(1000), init=0)
    @made.action(i=range(9))
    def up(i):
        return step(when=cell[i] < 40, set={cell[i]: cell[i] + 1})
    made.atom("full", cell[0] + cell[1] == 80)
    made.atom("broken", (cell[0] == 0) & (cell[0] == cell[1] + 1))
    made.atom("empty", cell[0] == 0)
    return made


def chosen():
    def first(said):
        return {event for each in said for event in each.sync.request}
    return Program(*(ask(chr(97 + n), 40) for n in range(5)), strategy=first)


@thread
def again():
    while True:
        yield sync(request=Event("again"))


def endless():
    return Program(again())


def reading(most=30_000):
    return Program(ask("a", most))


class System:
    def initial(self):
        return [(0,) * 6]

    def successors(self, state):
        return [
            (f"up{i}", (*state[:i], state[i] + 1, *state[i + 1 :]))
            for i in range(6)
            if state[i] < 9
        ]

    def show(self, state):
        return str(state)


system = System()
"""

MODULE = """
---- MODULE Counters ----
EXTENDS Naturals, FiniteSets
VARIABLES x, seen
Init == x = [i \\in 1..8 |-> 0] /\\ seen = {}
Next == \\E i \\in 1..8 : /\\ x[i] < 9
                        /\\ x' = [x EXCEPT ![i] = @ + 1]
                        /\\ seen' = IF x[i] = 3 THEN seen \\cup {i} ELSE seen
Spec == Init /\\ [][Next]_<<x, seen>> /\\ WF_<<x, seen>>(Next)
Small == \\A i \\in 1..8 : x[i] <= 9
Live == <>(x[1] = 9)
THEOREM Spec => []Small
THEOREM Spec => Live
====
"""


STRINGS = """
---- MODULE Strings ----
EXTENDS Naturals, Sequences
VARIABLE q
Init == q = <<>>
Next == \\E c \\in {"a", "b", "c"} : Len(q) < 30 /\\ q' = Append(q, c)
Spec == Init /\\ [][Next]_q
Short == Len(q) <= 30
THEOREM Spec => []Short
====
"""

FAN = """
---- MODULE Fan ----
EXTENDS Integers
VARIABLE x
Init == x = {}
Next == \\E S \\in SUBSET (1..40) : x' = S
Spec == Init /\\ [][Next]_x
THEOREM Spec => [](x \\subseteq 1..40)
====
"""
"""A state that more steps lead out of than fit into memory."""


def written(folder: Path) -> Path:
    """The folder, with the programs that the commands are about."""
    (folder / "counters.py").write_text(COUNTERS, encoding="utf-8")
    (folder / "Counters.tla").write_text(MODULE, encoding="utf-8")
    (folder / "Strings.tla").write_text(STRINGS, encoding="utf-8")
    (folder / "Fan.tla").write_text(FAN, encoding="utf-8")
    return folder


LONG: dict[str, str] = {
    "search of a model": "check counters.py:model AG(!broken)",
    "search of a model, explicit": "check counters.py:model AG(!broken) --engine explicit",
    "components of a model": "check counters.py:model --formula AF(full) --engine explicit",
    "sweeps of a model": "where counters.py:model EF(full) --engine explicit",
    "diagrams of a model": "check counters.py:model --formula AG(EF(empty)) --engine symbolic",
    "diagrams of another package": "where counters.py:model EG(!full) --engine cudd",
    "bounded search": "check counters.py:hard AG(prime) --engine bounded",
    "product of b-threads": "check counters.py:program deadlock --engine explicit",
    "formula about b-threads": "check counters.py:program --formula AG(EF({a(0)}))",
    "hot cycles": "check counters.py:program hot-cycle",
    "reading b-threads": "check counters.py:reading deadlock",
    "any system": "check counters.py:system deadlock",
    "any system by formula": "where counters.py:system EF(enabled(up0))",
    "module": "check Counters.tla",
    "module, workers": "check Counters.tla --workers 2",
    "module, where": "where Counters.tla Small",
    "rules": "rules counters.py:program deadlock",
    "stages": "stages counters.py:program deadlock",
    "game": "solve mnk --player player1 --goal p1_wins --set columns=4 --set rows=4",
    "advice": "advise connect_four --nodes 100000000",
    "critic": "criticize tictactoe counters.py:program --player O --outcome true",
    "differ": "differ counters.py:model counters.py:model EF(full)",
    "graph": "graph counters.py:program -o graph.json --limit-states 1000000",
    "report": "report connect_four -o report.html --set columns=6",
    "run": "run counters.py:endless --steps 100000000",
    "certificate": "certificate nim --set k=40 --width 512",
}
"""A command by what it is in the middle of, most of the time."""

GAME = "solve mnk --player player1 --goal p1_wins --set columns=5 --set rows=4"

LARGE: dict[str, str] = {
    "graph of a model": "check counters.py:model --formula G(F(full)->F(broken)) --engine explicit",
    "hash table": "check counters.py:sparse AG(!broken) --engine explicit",
    "bitmap": "check counters.py:model AG(!broken) --engine explicit",
    "auto": "check counters.py:sparse AG(!broken)",
    "sweeps": "where counters.py:model EF(full) --engine explicit",
    "sweeps of a hash table": "where counters.py:sparse EF(full) --engine explicit",
    "encoded states": "where counters.py:model EF(full) --all --engine explicit",
    "diagrams": "check counters.py:sparse --formula AG(EF(empty)) --engine symbolic",
    "diagrams of another package": "check counters.py:sparse --formula AG(EF(empty)) --engine cudd",
    "game": f"{GAME} --engine explicit",
    "game, auto": GAME,
    "b-threads": "check counters.py:program deadlock --engine explicit",
    "b-threads by formulas": "check counters.py:program --formula AG(EF({a(0)}))",
    "hot cycles": "check counters.py:program hot-cycle",
    "b-threads, where": "where counters.py:program EF({a(0)})",
    "b-threads, enumerated": "check counters.py:chosen deadlock",
    "reading a b-thread": "check counters.py:reading deadlock",
    "any system": "check counters.py:system deadlock",
    "any system, where": "where counters.py:system EF(enabled(up0))",
    "module, tabled": "check Counters.tla --theorem 1",
    "module, runs": "check Counters.tla",
    "module, evaluated": "check Strings.tla",
    "module, where": "where Counters.tla Small",
    "module, one step": "check Fan.tla",
}
"""A command by the engine that fills the memory."""
