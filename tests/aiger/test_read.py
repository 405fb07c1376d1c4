"""Reading AIGER files: what is written is read, and what is wrong is named with its place."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from counterpoint.aiger.circuit import Circuit, Latch
from counterpoint.aiger.read import read_circuit
from counterpoint.errors import BadCircuit
from tests.aiger.circuits import coded, random_circuit, written
from tests.share import share


def same(circuit: Circuit) -> Circuit:
    return replace(circuit, inputs=tuple(circuit.inputs))


@pytest.mark.parametrize("seed", range(share(60)))
@pytest.mark.parametrize("binary", [False, True], ids=["ascii", "binary"])
def test_a_circuit_that_is_written_is_read_back(seed: int, binary: bool) -> None:
    rng = random.Random(seed)
    circuit = random_circuit(
        rng,
        inputs=rng.randrange(5),
        latches=rng.randrange(5),
        gates=rng.randrange(200),
        constrained=rng.random() < 0.5,
        live=rng.random() < 0.5,
    )
    assert same(read_circuit(written(circuit, binary=binary))) == circuit


def test_a_file_has_names_and_a_comment() -> None:
    toggle = b"aag 3 1 1 0 1 1\n2\n4 6 1\n5\n6 4 2\ni0 enable\nl0 Q of A\nb0 off\nc\nby hand\n"
    assert read_circuit(toggle) == Circuit(
        (2,),
        (Latch(4, 6, 1),),
        bad=(5,),
        gates={6: (4, 2)},
        symbols={"i0": "enable", "l0": "Q of A", "b0": "off"},
        comment="by hand",
    )


def test_gates_of_a_text_are_read_in_any_order() -> None:
    circuit = read_circuit(b"aag 3 1 0 1 2\n2\n6\n6 4 3\n4 2 2\n")
    assert list(circuit.gates) == [4, 6]


def test_lines_may_end_as_in_windows() -> None:
    assert read_circuit(b"aag 1 0 1 1 0\r\n2 3\r\n2\r\n").latches == (Latch(2, 3),)


def test_a_binary_file_may_have_very_many_inputs() -> None:
    circuit = read_circuit(b"aig 1000000000000 1000000000000 0 1 0\n2000000000000\n")
    assert len(circuit.inputs) == 10**12
    assert circuit.cone(circuit.outputs) == {2 * 10**12}


def quoted(data: bytes, place: str) -> str:
    """The line at a place with carets below all of it; nothing for a place without a column."""
    _, number, *column = place.split(":")
    if not column:
        return ""
    line = data.split(b"\n")[int(number) - 1].decode().rstrip()
    return f"\n    {line}\n    {'^' * len(line)}"


LARGE = b"aig 200 199 0 1 1\n400\n"

"""Files, what is said of them, and the place; the line is quoted if there is a column."""

WRONG: dict[str, tuple[bytes, str, str]] = {
    "nothing": (b"", "the file ends here, and a header such as `aag 1 0 1 1 0` is missing", "f:1"),
    "no header": (
        b"hello\n",
        "an AIGER file begins with a header such as `aag 1 0 1 1 0`",
        "f:1:1",
    ),
    "a short header": (
        b"aag 1 0 1\n",
        "from five to nine numbers follow: M I L O A, and B C J F; here are 3",
        "f:1:1",
    ),
    "a number beyond all": (
        b"aag 9999999999999999999 0 0 0 0\n",
        "this header has a number that is too large for any circuit",
        "f:1:1",
    ),
    "a wrong maximum": (
        b"aag 1 1 1 0 0\n2\n4 2\n",
        "M >= I + L + A is needed, and 1 and 2 differ",
        "f:1:1",
    ),
    "a wrong maximum of a binary file": (
        b"aig 3 1 1 0 0\n2\n",
        "M = I + L + A is needed, and 3 and 2 differ",
        "f:1:1",
    ),
    "a promise that is not kept": (
        b"aag 900000000000 0 900000000000 0 0\n2 3\n",
        "this header promises at least 1,799,999,999,999 bytes, and 4 follow",
        "f:1:1",
    ),
    "too large a literal": (
        b"aag 1 0 1 1 0\n2 3\n4\n",
        "4 is no literal here: they end with 3",
        "f:3:1",
    ),
    "an undefined literal": (
        b"aag 3 0 1 1 0\n2 3\n6\n",
        "6 is neither an input, nor a latch, nor a gate",
        "f:3:1",
    ),
    "a literal that is defined twice": (
        b"aag 2 1 1 0 0\n2\n2 3\n",
        "2 is an input already, defined in line 2",
        "f:3:1",
    ),
    "a negated input": (
        b"aag 1 1 0 0 0\n3\n",
        "an input is a positive literal: an even number from 2 on",
        "f:2:1",
    ),
    "a strange reset": (
        b"aag 2 0 2 0 0\n2 3 4\n4 4\n",
        "a latch begins with 0, 1, or any value: 2, the latch",
        "f:2:1",
    ),
    "a cycle of gates": (
        b"aag 3 1 0 1 2\n2\n4\n4 6 2\n6 4 2\n",
        "the gate 4 depends on itself",
        "f:4:1",
    ),
    "a gate without inputs": (
        b"aag 1 0 0 1 1\n2\n2 4\n",
        "a gate with its two inputs is needed here: 3 numbers, not 2",
        "f:3:1",
    ),
    "a word": (
        b"aag 1 0 1 0 0\n2 x\n",
        "a latch with its next value is needed here: numbers with one blank between them",
        "f:2:1",
    ),
    "a missing line": (
        b"aag 1 0 1 1 0\n2 3 0 \n",
        "a latch with its next value is needed here: numbers with one blank between them",
        "f:2:1",
    ),
    "a file that ends": (
        b"aag 2 0 2 1 0\n2 1000\n",
        "1000 is no literal here: they end with 5",
        "f:2:1",
    ),
    "a section that ends": (
        b"aag 2 0 1 2 0\n2 3 2\n2\n",
        "the file ends here, and an output is missing",
        "f:4",
    ),
    "much justice": (
        b"aag 1 0 1 0 0 0 0 1\n2 3\n5000000000\n",
        "5,000,000,000 literals do not fit into the rest of the file",
        "f:3:1",
    ),
    "no symbol": (
        b"aag 1 0 1 0 0\n2 3\nhello\n",
        "a symbol such as `i0 name` is needed here, or `c` alone",
        "f:3:1",
    ),
    "a symbol of nothing": (
        b"aag 1 0 1 0 0\n2 3\nl1 two\n",
        "there is no l1 to be named: of that section there is 1",
        "f:3:1",
    ),
    "a symbol given twice": (
        b"aag 1 0 1 0 0\n2 3\nl0 one\nl0 two\n",
        "l0 is named already: one",
        "f:4:1",
    ),
    "a truncated gate": (
        LARGE + coded(300)[:1],
        "the file ends at byte 23, within the gate 400",
        "f:2",
    ),
    "a gate that reads itself": (
        LARGE + coded(0) + coded(2),
        "at byte 22: the gate 400 has the input 400, not a smaller one",
        "f:2",
    ),
    "a gate with a negative input": (
        LARGE + coded(2) + coded(399),
        "at byte 23: the gate 400 has the input -1, which is none",
        "f:2",
    ),
    "a number without end": (
        LARGE + b"\xff" * 12,
        "at byte 22: the gate 400 has a number that does not end",
        "f:2",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named_with_its_place(what: str) -> None:
    data, said, place = WRONG[what]
    with pytest.raises(BadCircuit) as wrong:
        read_circuit(data, "f")
    assert str(wrong.value) == f"[CP870] {said}\n  at {place}{quoted(data, place)}"


@pytest.mark.parametrize("seed", range(share(200)))
def test_damaged_files_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    circuit = random_circuit(rng, inputs=2, latches=2, gates=6, constrained=True, live=True)
    data = bytearray(written(circuit, binary=rng.random() < 0.5))
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data))
        if rng.random() < 0.5:
            data[at] = rng.randrange(256)
        else:
            del data[at : at + rng.randrange(1, 9)]
    try:
        found = read_circuit(bytes(data))
    except BadCircuit as error:
        assert error.place is not None  # noqa: PT017
    else:
        assert all(max(gates) < 2 * 10**18 for gates in found.gates.values())
