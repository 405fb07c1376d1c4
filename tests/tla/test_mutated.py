"""Whatever stands in a file, reading it ends in a module or in an error that was meant."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial

from counterpoint.errors import CounterpointError
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_config

SAMPLE = r"""
---- MODULE Sample ----
EXTENDS Naturals, Sequences \* a comment
CONSTANTS N, Op(_) (* another one (* with one inside *) *)
VARIABLES queue, last
vars == <<queue, last>>
RECURSIVE Sum(_)
Sum(s) == IF s = <<>> THEN 0 ELSE Head(s) + Sum(Tail(s))
f[i \in 0 .. N] == IF i = 0 THEN 1 ELSE i * f[i - 1]
Init == /\ queue = <<>>
        /\ \/ last = [a |-> 1, b |-> "text"]
           \/ last \in [a : {1}, b : STRING]
Send(m) == /\ Len(queue) < N
           /\ queue' = Append(queue, m)
           /\ last' = [last EXCEPT !.a = @ + 1]
Next == \E m \in 1 .. N : LET n == Op(m) IN Send(n) \/ UNCHANGED vars
---- MODULE Inner ----
VARIABLE x
P == CASE x = 1 -> TRUE [] OTHER -> x' # {y \in {1, 2} : y > 1}
====
I(x) == INSTANCE Inner
Spec == Init /\ [][Next]_vars /\ WF_vars(\E m \in 1 .. N : <<Send(m)>>_vars)
ASSUME Positive == N \in Nat /\ \A n \in 1 .. N : Op(n) = n
THEOREM Spec => [](Len(queue) <= N) /\ <>(last.a > CHOOSE k \in Nat : k > 0)
<1>1. Init => TRUE
  BY DEF Init
<1> QED BY <1>1
====
"""

CONFIG = r"""
SPECIFICATION Spec
CONSTANTS N = 3 Op <- [Sample] Twice S = {a, {1, "b"}}
INVARIANTS TypeOK CHECK_DEADLOCK FALSE \* comment
"""

JUNK = re.findall(
    r"\S+",
    r"""
    ( ) [ ] { } << >> /\ \/ == = ' " \* (* *) , : ! @ IF THEN ELSE LET IN \A \in [] <> ]_ ==== ----
    LAMBDA x 1 -> |-> <- INSTANCE EXTENDS VARIABLE ENABLED ~ - .. \cup WF_ :: BY <1> QED MODULE \X
    """,
) + ["\t", "\n", "\x00", "\u2228"]


def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice([1, 1, 2, 4])):
        words = [found.span() for found in re.finditer(r"\S+", text)]
        if len(words) < 2:
            return text
        start, end = rng.choice(words)
        match rng.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + rng.choice(JUNK) + text[end:]
            case 2:
                text = text[:start] + rng.choice(JUNK) + " " + text[start:]
            case 3:
                at = rng.randrange(len(text))
                text = text[:at] + text[at + rng.randrange(30) :]
            case _:
                text = text[: rng.randrange(len(text))] + rng.choice(["", "\n===="])
    return text


def error_of(read: Callable[[], object]) -> CounterpointError | None:
    try:
        read()
    except CounterpointError as error:
        return error
    return None


def test_modules_with_mistakes_are_refused_and_never_break_anything() -> None:
    rng = random.Random(7)
    texts = [mutated(SAMPLE, rng) for _ in range(250)]
    errors = [error_of(partial(load, "Sample.tla", text=text)) for text in texts]
    assert 150 < len(errors) - errors.count(None) < 250
    for text, error in zip(texts, errors, strict=True):
        if error is not None:
            assert error.place is not None, text
            assert error.place.line <= text.count("\n") + 1, text


def test_configurations_with_mistakes_are_refused_and_never_break_anything() -> None:
    rng = random.Random(7)
    texts = [mutated(CONFIG, rng) for _ in range(300)]
    errors = [error_of(partial(read_config, text, "Sample.cfg")) for text in texts]
    assert all(error is None or error.place is not None for error in errors)


def test_the_sample_itself_is_right() -> None:
    assert load("Sample.tla", text=SAMPLE).name == "Sample"
