"""Configurations of modules, with TLC's meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import BadConfig
from counterpoint.tla.modules import Loaded, given, load
from counterpoint.tla.spec import Configured, Kind, configured, text
from counterpoint.tla.syntax import read_config

from ..modules.files import module, write
from .models import shown

BODY = r"""
EXTENDS Naturals, TLC
CONSTANTS N, Node
VARIABLES x, y
Init == x = 0 /\ y = 0
Next == x < N /\ x' = x + 1 /\ UNCHANGED y
Spec == Init /\ [][Next]_<<x, y>> /\ WF_x(Next)
TypeOK == x \in Nat
Ends == <>(x = N)
Grows == [][x' > x]_x
Small == x < 5
Step == x' # 3
Seen == x
Story == [x |-> x, next |-> x']
Sym == Permutations(Node)
Post == TRUE
Op(n) == n > 0
M == INSTANCE Naturals
"""


def asked(config: str) -> Configured:
    read = read_config(config, "M.cfg")
    values = given(read)
    loaded: Loaded = load(
        "M.tla",
        text=module("M", BODY),
        constants=values.constants,
        replaced=values.replaced,
    )
    return configured(read, loaded)


def test_everything_that_a_configuration_can_say() -> None:
    found = asked(
        "SPECIFICATION Spec CONSTANTS N = 3 Node = {a, b} INVARIANTS TypeOK Small "
        "PROPERTIES Ends Grows CONSTRAINT Small ACTION_CONSTRAINT Step SYMMETRY Sym VIEW Seen "
        "ALIAS Story POSTCONDITION Post CHECK_DEADLOCK FALSE"
    )
    assert found.specification is not None
    assert shown(found.specification.conjuncts) == [
        "Spec: Init", "Spec: [][Next]_<<x, y>>", "Spec: WF_x(Next)",
    ]  # fmt: skip
    assert [(claim.number, claim.title) for claim in found.claims] == [
        (1, "TypeOK"), (2, "Small"), (3, "Ends"), (4, "Grows"),
    ]  # fmt: skip
    assert [claim.kinds for claim in found.claims] == [
        {Kind.ALWAYS}, {Kind.ALWAYS}, {Kind.TEMPORAL}, {Kind.STEPS},
    ]  # fmt: skip
    given_ = [
        *found.constraints,
        *found.action_constraints,
        found.symmetry,
        found.view,
        found.alias,
    ]
    assert [text(one.expression) for one in given_ if one] == [
        "Small", "Step", "Sym", "Seen", "Story",
    ]  # fmt: skip
    assert (found.deadlock, len(found.postconditions)) == (False, 1)
    assert found.warnings == (
        "constraints cut runs short: Ends is decided of the runs that obey them only",
    )


def test_operators_of_instances_can_be_asked_for(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="VARIABLE a\nM == INSTANCE Part WITH h <- a\nSpec == M!Spec\n",
        Part="EXTENDS Naturals\nVARIABLE h\nSafe == h = 0\nSpec == Safe /\\ [][h' = 0]_h\n",
    )
    found = configured(read_config("SPECIFICATION Spec INVARIANT M!Safe"), load(path))
    assert found.specification is not None
    assert found.specification.rules == ("M!Spec",)
    assert [str(part) for claim in found.claims for part in claim.parts] == ["[]M!Safe"]


def test_init_and_next_and_deadlock_by_default() -> None:
    found = asked("INIT Init NEXT Next CONSTANTS N = 3 Node = {a}")
    assert found.specification is not None
    assert shown(found.specification.conjuncts) == ["Init: Init", "Next: [][Next]_<<x, y>>"]
    assert found.deadlock
    assert found.warnings == ()


def test_what_only_guides_tlc_is_said_to_be_left_out() -> None:
    found = asked("INIT Init NEXT Next CONSTANTS N = 3 Node = {a} _PERIODIC TypeOK")
    assert found.warnings == (
        "TypeOK is not evaluated: it only informs or guides TLC while it runs",
    )


def test_without_a_specification_there_are_assumptions_only() -> None:
    assert asked("CONSTANTS N = 3 Node = {a}").specification is None


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("INIT Init", "NEXT is missing beside Init"),
        ("NEXT Next", "INIT is missing beside Next"),
        ("SPECIFICATION Spec INIT Init NEXT Next",
         "there is a SPECIFICATION and INIT or NEXT beside it: one of both is needed"),
        ("INVARIANT TypeOK",
         ("M.cfg has properties but no SPECIFICATION, and no INIT and NEXT "
          "that they are asked of; --theorem asks for a theorem of the module")),
        ("SPECIFICATION Spec INVARIANT TypoOK",
         "TypoOK is no definition of module M: TypeOK perhaps"),
        ("SPECIFICATION Spec INVARIANT Op", "Op takes 1 arguments: it cannot stand here"),
        ("SPECIFICATION Spec INVARIANT Step",
         "INVARIANT needs a state function, and Step is an action"),
        ("SPECIFICATION Spec CONSTRAINT Ends",
         "CONSTRAINT needs a state function, and Ends is a temporal formula"),
        ("INIT Init NEXT Spec", "NEXT needs an action, and Spec is a temporal formula"),
        ("SPECIFICATION Spec SYMMETRY Seen",
         "SYMMETRY needs a constant, and Seen is a state function"),
        ("SPECIFICATION Spec INVARIANT M!Nothing", "M!Nothing is no definition of module M"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_with_the_reason(config: str, message: str) -> None:
    with pytest.raises(BadConfig) as raised:
        asked(f"CONSTANTS N = 3 Node = {{a}}\n{config}")
    assert raised.value.message == message
