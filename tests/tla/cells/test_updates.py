r"""Updates of a part that is not known before, and operands that are computed apart.

`[f EXCEPT ![x + y] = 1]` first finds which part is meant, once for all values of the part; of
`S \cup {[a |-> x]}`, the set that is added is made once for all S.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from counterpoint.tuning import Tuning

from .cutting import Model, agree, searched

HEAD = r"""
VARIABLES f, g, s, x, y
vars == <<f, g, s, x, y>>
Init == /\ f = [i \in 1..3 |-> 0]
        /\ g = [i \in {"a", "b"} |-> [j \in 0..1 |-> 0]]
        /\ s = {}
        /\ x = 0
        /\ y = 1
Name(n) == IF n % 2 = 0 THEN "a" ELSE "b"
Free == IF \E i \in 1..3 : f[i] = 0 THEN CHOOSE i \in 1..3 : f[i] = 0 ELSE x
Count == x' = (x + 1) % 3 /\ y' = (y + x') % 4
"""

UPDATES = {
    "a part that a sum selects": "f' = [f EXCEPT ![1 + ((x + y) % 3)] = (@ + x) % 3] /\\ SAME_g_s",
    "none, where there is no such part": "f' = [f EXCEPT ![x + y] = (@ + 1) % 3] /\\ SAME_g_s",
    "a part that the function itself selects": "f' = [f EXCEPT ![Free] = 1 + (x % 2)] /\\ SAME_g_s",
    "a part of a part, by two arguments that are not known":
        "g' = [g EXCEPT ![Name(x + y)][(x + y) % 2] = (@ + y) % 3] /\\ SAME_f_s",
    "a part of a part that is known": 'g\' = [g EXCEPT !["a"][(x + y) % 2] = x] /\\ SAME_f_s',
    "a known part of a part": 'g\' = [g EXCEPT ![Name(x + y)][1] = (@ + 1) % 2] /\\ SAME_f_s',
    "an update within the new value":
        "g' = [g EXCEPT ![Name(x + y)] = [@ EXCEPT ![(y + x) % 2] = x]] /\\ SAME_f_s",
    "by what is next": "f' = [f EXCEPT ![1 + ((x' + y') % 3)] = x'] /\\ SAME_g_s",
    "by another kind of value":
        'f\' = [f EXCEPT ![IF x = y THEN "none" ELSE 1 + ((x + y) % 3)] = 1] /\\ SAME_g_s',
    "several parts, which may be the same":
        "f' = [f EXCEPT ![1 + ((x + y) % 3)] = 1, ![1 + ((x * y) % 3)] = (@ + 1) % 3] /\\ SAME_g_s",
    "two functions, by the same cell":
        "f' = [f EXCEPT ![1 + ((x + y) % 3)] = y] /\\ g' = [g EXCEPT ![Name(x + y)][0] = x]"
        " /\\ SAME_s",
    "a set with one more": "s' = s \\cup {<<x + y, Name(x)>>} /\\ SAME_f_g",
    "one more with a set": "s' = {<<x, y>>, 7} \\cup s /\\ SAME_f_g",
    "a set with one less": "s' = IF x = 0 THEN {x, y + 1, 2} ELSE s \\ {x + y} /\\ SAME_f_g",
    "what both have": "s' = IF x = 0 THEN {x, y, 2} ELSE s \\cap {x + y, 2, f[1]} /\\ SAME_f_g",
    "an element that is defined":
        "LET made == [who |-> Name(x), n |-> y] IN s' = s \\cup {made} /\\ SAME_f_g",
    "a part, with a set in it":
        "f' = [f EXCEPT ![1 + ((x + y) % 3)] = IF @ = 0 THEN {} ELSE @ \\cup {x + y}] /\\ SAME_g_s",
}  # fmt: skip


def body(action: str) -> str:
    for names in ("f_g", "f_s", "g_s", "s"):
        action = action.replace(f"SAME_{names}", f"UNCHANGED <<{', '.join(names.split('_'))}>>")
    return f"{HEAD}\nNext == Count /\\ {action}"


@pytest.mark.parametrize("updates", UPDATES)
@pytest.mark.parametrize("most", [0, 16])
def test_what_is_updated_is_what_the_evaluator_updates(updates: str, most: int) -> None:
    agree(Model(body(UPDATES[updates]), tuning=Tuning(parts_updated=most)))


LONG = r"""
VARIABLES f, x, y, z
Init == f = [i \in 0..3 |-> 0] /\ x = 0 /\ y = 0 /\ z = 0
Next == /\ x' = (x + 1) % 4
        /\ y' \in 0..3
        /\ z' \in 0..3
        /\ f' = [f EXCEPT ![(x + y) % 4] = z]
"""


@pytest.mark.parametrize(("most", "learned"), [(3, 64), (4, 16 + (4 + 3 + 2 + 1) + 4 * 4)])
def test_which_part_is_meant_is_asked_once_for_all_its_values(most: int, learned: int) -> None:
    plain = searched(Model(LONG.replace("f' = [f EXCEPT ![(x + y) % 4] = z]", "f' = f")))
    found = searched(Model(LONG, tuning=Tuning(parts_updated=most)))
    assert found.learned - plain.learned == learned


def test_an_operand_is_computed_once_for_all_sets() -> None:
    text = r"""
    VARIABLES s, x, y
    Init == s = {} /\ x = 0 /\ y = 0
    Next == x' = (x + 1) % 3 /\ y' \in {0, 1} /\ s' = s \cup {[a |-> x, b |-> y]}
    """
    found, sets = searched(Model(text)), 2**6
    plain = searched(Model(text.replace(r"\cup {[a |-> x, b |-> y]}", "")))
    assert found.learned - plain.learned <= 6 + 6 * sets
    assert found.found > sets


@pytest.mark.parametrize(
    "action",
    [
        "f' = [f EXCEPT ![Len(x + y)] = 1] /\\ SAME_g_s",
        "f' = [f EXCEPT ![1 + ((x + y) % 3)] = Len(x)] /\\ SAME_g_s",
        "s' = s \\cup {<<x + y, Len(x)>>} /\\ SAME_f_g",
    ],
)
def test_an_update_without_a_value_is_the_error_of_the_evaluator(action: str) -> None:
    model = Model(body(action))
    found = agree(model)
    assert found is not None
    assert found.trouble is not None
    assert found.trouble[1].message == model.evaluated().trouble != ""


def written(random: Random) -> str:
    """An action that updates parts which are not known, and sets."""

    def number(depth: int = 2) -> str:
        if depth == 0 or random.random() < 0.2:
            return random.choice(["x", "y", "x'", "y'", "f[1]", "g[Name(x)][1]", "1", "2"])
        a, b = number(depth - 1), number(depth - 1)
        least = f"(IF {a} < {b} THEN {a} ELSE {b})"
        return random.choice([f"({a} + {b})", f"({a} * {b})", least, f"Twice({a}, {b})"])

    def key(of: int) -> str:
        return f"({number()}) % {of}"

    def made() -> str:
        return random.choice([f"{number()}", f"<<{number()}, {number()}>>", f"[a |-> {number()}]"])

    def of_f() -> str:
        value = random.choice([f"({number()}) % 3", "(@ + 1) % 3", f"(@ + {number()}) % 3"])
        return f"f' = [f EXCEPT ![{key(4)}] = {value}]"

    def of_g() -> str:
        path = random.choice(
            [f"[Name({number()})][{key(2)}]", f'["b"][{key(3)}]', f"[Name({number()})][0]"]
        )
        return f"g' = [g EXCEPT !{path} = ({number()} + @) % 3]"

    def of_s() -> str:
        operator = random.choice(["\\cup", "\\cup", "\\cap", "\\"])
        items = ", ".join(made() for _ in range(random.randint(1, 2)))
        both = ["s", f"{{{items}}}"]
        if operator != "\\" and random.random() < 0.3:
            both.reverse()
        return f"s' = IF Small(s) THEN {both[0]} {operator} {both[1]} ELSE {{}}"

    parts = [of_f(), of_g(), of_s()]
    random.shuffle(parts)
    return " /\\ ".join(parts)


def modules(seeds: Sequence[int]) -> list[str]:
    more = "Twice(a, b) == a + b + a\nSmall(t) == Cardinality(t) < 3\n"
    return [f"{HEAD}{more}Next == Count /\\ {written(Random(n))}" for n in seeds]


@pytest.mark.parametrize("text", modules(range(40)))
def test_both_searches_find_the_same_in_written_modules(text: str) -> None:
    agree(Model(text), most=400)
