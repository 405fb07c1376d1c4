"""Writing one function of LLVM IR: registers, blocks, and the slots of its variables."""

from __future__ import annotations

from collections.abc import Sequence

from ..data import dataclass
from .types import SCALAR, Kind


@dataclass(frozen=True, slots=True)
class Value:
    """A computed value: its kind, its register or number, and a debug pointer's length."""

    kind: Kind
    text: str
    length: str = ""

    @property
    def constant(self) -> int | None:
        """The number, if it is known already."""
        return None if self.text.startswith("%") else int(self.text)


def number(value: int) -> Value:
    """The scalar `value`."""
    return Value(SCALAR, str(value))


class Emitter:
    """The body of one function while it is written; `open` says that the block goes on."""

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
        """The new register that holds what `instruction` computes."""
        register = "%" + self._fresh("v")
        self.do(f"{register} = {instruction}")
        return register

    def scalar(self, instruction: str) -> Value:
        """The scalar that `instruction` computes."""
        return Value(SCALAR, self.let(instruction))

    def do(self, instruction: str) -> None:
        """Append an instruction to the open block."""
        assert self.open
        self._lines.append(f"  {instruction}")

    def slot(self, type_: str) -> str:
        """The address of new memory for a variable, made once when the function is entered."""
        register = "%" + self._fresh("s")
        self._slots.append(f"  {register} = alloca {type_}")
        return register

    def label(self) -> str:
        """The name for a block that will be started later."""
        return self._fresh("b")

    def start(self, label: str) -> None:
        """Begin the block `label`; an open block runs on into it."""
        if self.open:
            self.jump(label)
        self._lines.append(f"{label}:")
        self.block, self.open = label, True

    def _end(self, instruction: str) -> None:
        self.do(instruction)
        self.open = False

    def jump(self, label: str) -> None:
        """End the block: go on at `label`."""
        self._end(f"br label %{label}")

    def fork(self, bit: str, yes: str, no: str) -> None:
        """End the block: go on at `yes` if the one-bit register is set, else at `no`."""
        self._end(f"br i1 {bit}, label %{yes}, label %{no}")

    def leave(self, value: Value) -> None:
        """End the block: the function's answer is `value`."""
        self._end(f"ret i64 {value.text}")

    def merge(self, ways: Sequence[tuple[Value, str]]) -> Value:
        """The value of whichever block led here; all are of one kind."""
        kind = ways[0][0].kind
        text = self._phi("ptr" if kind else "i64", [(v.text, block) for v, block in ways])
        if not ways[0][0].length:
            return Value(kind, text)
        return Value(kind, text, self._phi("i64", [(v.length, block) for v, block in ways]))

    def _phi(self, type_: str, ways: Sequence[tuple[str, str]]) -> str:
        return self.let(f"phi {type_} " + ", ".join(f"[{text}, %{block}]" for text, block in ways))

    def body(self) -> str:
        """The whole text between the braces."""
        return "\n".join(["entry:", *self._slots, "  br label %start", *self._lines])
