"""Writes one function of LLVM IR: registers, blocks, and stack slots of variables."""

from __future__ import annotations

from collections.abc import Sequence

from ..data import dataclass
from .types import SCALAR, Kind


@dataclass(frozen=True, slots=True)
class Value:
    """A computed value: its kind, its register or number, and for a debug pointer its length."""

    kind: Kind
    text: str
    length: str = ""

    @property
    def constant(self) -> int | None:
        """The number if it is a constant, else None."""
        return None if self.text.startswith("%") else int(self.text)


def number(value: int) -> Value:
    """A constant scalar."""
    return Value(SCALAR, str(value))


class Emitter:
    """The body of one function while it is written; `open` if the current block has no end yet."""

    def __init__(self) -> None:
        self._slots: list[str] = []
        self._lines: list[str] = ["start:"]
        self._count = 0
        self.block = "start"
        self.open = True

    def _fresh(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"

    def let(self, instruction: str) -> str:
        """Append an instruction; returns the new register with its result."""
        register = "%" + self._fresh("v")
        self.do(f"{register} = {instruction}")
        return register

    def scalar(self, instruction: str) -> Value:
        """Append an instruction; returns its result as a scalar."""
        return Value(SCALAR, self.let(instruction))

    def do(self, instruction: str) -> None:
        """Append an instruction to the open block."""
        assert self.open
        self._lines.append(f"  {instruction}")

    def slot(self, type_: str) -> str:
        """The address of a stack slot for a variable, allocated on entry to the function."""
        register = "%" + self._fresh("s")
        self._slots.append(f"  {register} = alloca {type_}")
        return register

    def label(self) -> str:
        """A new name for a block that is started later."""
        return self._fresh("b")

    def start(self, label: str) -> None:
        """Begin the block `label`; an open block continues into it."""
        if self.open:
            self.jump(label)
        self._lines.append(f"{label}:")
        self.block, self.open = label, True

    def _end(self, instruction: str) -> None:
        self.do(instruction)
        self.open = False

    def jump(self, label: str) -> None:
        """End the block with a jump to `label`."""
        self._end(f"br label %{label}")

    def fork(self, bit: str, yes: str, no: str) -> None:
        """End the block with a branch: to `yes` if the one-bit register is set, else to `no`."""
        self._end(f"br i1 {bit}, label %{yes}, label %{no}")

    def leave(self, value: Value) -> None:
        """End the block: the function returns `value`."""
        self._end(f"ret i64 {value.text}")

    def merge(self, ways: Sequence[tuple[Value, str]]) -> Value:
        """The value from the block that led here (a phi node); all values have one kind."""
        kind = ways[0][0].kind
        text = self._phi("ptr" if kind else "i64", [(v.text, block) for v, block in ways])
        if not ways[0][0].length:
            return Value(kind, text)
        return Value(kind, text, self._phi("i64", [(v.length, block) for v, block in ways]))

    def _phi(self, type_: str, ways: Sequence[tuple[str, str]]) -> str:
        return self.let(f"phi {type_} " + ", ".join(f"[{text}, %{block}]" for text, block in ways))

    def body(self) -> str:
        """The text of the function between the braces."""
        return "\n".join(["entry:", *self._slots, "  br label %start", *self._lines])
