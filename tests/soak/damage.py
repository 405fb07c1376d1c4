"""Texts that are right, and what is done to them: tokens, lines and bytes go astray."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

MODULES = (
    r"""---- MODULE M ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANTS N, Nodes
VARIABLES x, queue, board
vars == <<x, queue, board>>
RECURSIVE Sum(_)
Sum(s) == IF s = <<>> THEN 0 ELSE Head(s) + Sum(Tail(s))
Max(S) == CHOOSE m \in S : \A n \in S : m >= n
TypeOK == /\ x \in 0..N
          /\ queue \in Seq(0..N)
          /\ board \in [Nodes -> {"idle", "busy"}]
Init == /\ x = 0 /\ queue = <<>>
        /\ board = [n \in Nodes |-> "idle"]
Send(n) == /\ board[n] = "idle" /\ Len(queue) < 2
           /\ board' = [board EXCEPT ![n] = "busy"]
           /\ queue' = Append(queue, x) /\ UNCHANGED x
Done == \E n \in Nodes :
           /\ queue # <<>> /\ x' = (x + Head(queue) + 1) % (N + 1)
           /\ queue' = Tail(queue)
           /\ board' = [board EXCEPT ![n] = IF @ = "busy" THEN "idle" ELSE @]
Next == (\E n \in Nodes : Send(n)) \/ Done
Spec == Init /\ [][Next]_vars /\ WF_vars(Done)
Small == Sum(queue) <= 2 * N /\ Cardinality({n \in Nodes : board[n] = "busy"}) <= 3
Live == <>[](x = 0) \/ []<>(queue = <<>>)
Perms == Permutations(Nodes)
Two == {1, 2}
Seen == [a |-> x, b |-> Len(queue)]
THEOREM Spec => []TypeOK
====
""",
    r"""---- MODULE M ----
EXTENDS Naturals
VARIABLES a, b
Pairs == (1..2) \X {TRUE, FALSE}
Rec == [k : 0..1, t : BOOLEAN]
Init == a \in Rec /\ b \in Pairs
Flip == LET new == ~a.t IN a' = [a EXCEPT !.t = new, !.k = 1 - @] /\ b' = b
Swap == CASE b[1] = 1 -> b' = <<2, b[2]>> [] b[1] = 2 -> b' = <<1, ~b[2]>>
        [] OTHER -> FALSE
Next == \/ Flip \/ (Swap /\ UNCHANGED a)
F[n \in Nat] == IF n = 0 THEN 1 ELSE n * F[n - 1]
Inv == F[4] = 24 /\ (\E s \in SUBSET (1..3) : b[1] \in s) /\ ENABLED Next
Step == [][a'.k # a.k \/ b' # b]_<<a, b>>
Spec == Init /\ [][Next]_<<a, b>> /\ SF_<<a, b>>(Flip)
THEOREM Safe == Spec => []Inv
THEOREM Spec => (a.k = 0 ~> a.k = 1)
====
""",
)

CONFIGS = (
    r"""\* what is checked
CONSTANTS N = 2  Nodes = {n1, n2}
SPECIFICATION Spec
INVARIANTS TypeOK Small
PROPERTY Live
SYMMETRY Perms
CHECK_DEADLOCK FALSE
""",
    """CONSTANT N = 3
CONSTANT Nodes <- Two
INIT Init
NEXT Next
CONSTRAINT Small
VIEW Seen
ALIAS Seen
""",
    "(* none *)\n",
)

LEDS = (
    """Two players draw boxes.
/$
Cell := {1..2} * {1..2}
initialState := ({}, 1)
turn(S) := S[2]
moved(c,S) := (S[1] U {c}, 3 - turn(S))
transition(S) := moved((1,1),S) if clicked & ~((1,1) in S[1]); S otherwise
images(S) := [segment(point(0,0), point(1,turn(S)), color(0,0,0)) | c in S[1]]
size(S) := |S[1]| + 2 ^ 3 mod 5
even(n) iff n mod 2 = 0
some iff (some x in {1..4}) even(x) & x > 2
$/
""",
    """/$
step(S,G) := {y | (x,y) in G & x in S}
reach(S,G) := S if step(S,G) sub S; reach(S U step(S,G),G) otherwise
first: Nat -> Nat
first(n) := n * first(n - 1) if n > 0; 1 otherwise
cellDisplay(x,y,S) := "X" if (x,y) in S; "" otherwise
$/
""",
)

FORMULAS = (
    "AG (HOT -> AX !HOT)", "G F COLD & F G !once(HOT)", "EF (COLD & E[HOT U COLD])",
    "<<hot>> F COLD", "nu X. (COLD | AX X)", "mu Y. HOT | <COLD> Y", "A F {at = 2}", "deadlock",
    "A[!HOT W COLD] & EX EX true", "X X X HOT <-> COLD",
)  # fmt: skip

ODD = (
    "é",
    "\u202e",
    "\u0000",
    "\ufeff",
    "😀",
    "∀",
    "\x1b[31m",
    "\t",
    "\r",
    "ﬁ",
    "²",
    "٣",
    "\u2028",
)
HUGE = ("10^9", "2^70", "999999999999999999999", "0..10^10", "SUBSET (1..40)", "10^(10^6)", "1.5",
        "-1", "0")  # fmt: skip
NESTS = (
    ("(", ")"), ("{", "}"), ("<<", ">>"), ("~", ""), ("[", "]"), ("IF x THEN ", " ELSE 0"),
    ("LET q == ", " IN q"), ("\\A q \\in {1} : ", ""), ("/\\ ", ""), ("G ", ""), ("(*", "*)"),
)  # fmt: skip

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")

Mutation = Callable[[Random, list[str]], None]


def _deleted(random: Random, parts: list[str]) -> None:
    at = random.randrange(len(parts))
    del parts[at : at + random.choice((1, 1, 2, 5))]


def _doubled(random: Random, parts: list[str]) -> None:
    at = random.randrange(len(parts))
    parts[at:at] = parts[at : at + random.choice((1, 1, 3))]


def _swapped(random: Random, parts: list[str]) -> None:
    a, b = random.randrange(len(parts)), random.randrange(len(parts))
    parts[a], parts[b] = parts[b], parts[a]


def _copied(random: Random, parts: list[str]) -> None:
    parts[random.randrange(len(parts))] = random.choice(parts)


def _odd(random: Random, parts: list[str]) -> None:
    parts.insert(random.randrange(len(parts) + 1), random.choice(ODD))


def _huge(random: Random, parts: list[str]) -> None:
    numbers = [at for at, part in enumerate(parts) if part.strip().isdecimal()]
    parts[random.choice(numbers or [0])] = random.choice(HUGE)


def _nested(random: Random, parts: list[str]) -> None:
    at, (before, after) = random.randrange(len(parts)), random.choice(NESTS)
    depth = random.choice((2, 20, 300, 3000))
    parts[at] = before * depth + parts[at] + after * depth


def _long(random: Random, parts: list[str]) -> None:
    at = random.randrange(len(parts))
    parts[at] = (parts[at] + random.choice((" ", "", " + "))) * random.choice((10, 200, 2000))


MUTATIONS: tuple[Mutation, ...] = (
    _deleted, _deleted, _doubled, _swapped, _swapped, _copied, _copied, _odd, _huge, _nested, _long,
)  # fmt: skip


LARGEST = 100_000
"""Of a text that is larger nothing is repeated any more."""


def damaged(random: Random, text: str, others: tuple[str, ...]) -> str:
    """The text after some mutations of its tokens, lines or signs, or spliced with another."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        match random.randrange(10):
            case 0:
                other = random.choice(others)
                text = text[: random.randrange(len(text) + 1)] + other[
                    random.randrange(len(other)) :
                ]  # fmt: skip
                continue
            case 1:
                parts = list(text)
            case 2 | 3:
                parts = text.splitlines(keepends=True)
            case _:
                parts = _TOKEN.findall(text)
        if not parts:
            return text
        random.choice(MUTATIONS)(random, parts)
        text = "".join(parts)
        if len(text) > LARGEST:
            break
    return text


def damaged_bytes(random: Random, data: bytes) -> bytes:
    """The bytes after some were changed, dropped or repeated."""
    found = bytearray(data)
    for _ in range(random.choice((1, 2, 8))):
        at = random.randrange(len(found) or 1)
        match random.randrange(4):
            case 0:
                found[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del found[at : at + random.choice((1, 10, 1000))]
            case 2:
                found[at:at] = found[at : at + 20]
            case 3:
                del found[at:]
    return bytes(found)
