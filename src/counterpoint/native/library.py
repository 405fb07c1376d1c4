"""The results of `build` and `twin`: functions that take arrays, records and ints."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..data import dataclass
from ..errors import NativeError, NoSuchFunction
from .guard import NOTE_LENGTH, Fault
from .signature import Lent, Signature
from .types import is_pointer


@dataclass(frozen=True, slots=True)
class Kernel:
    """A function ready to run; call it with arrays for pointers, records, and ints for u64."""

    signature: Signature
    run: Callable[[list[Any]], int]

    def __call__(self, *args: Any) -> int:
        return self.run(self.signature.check(args))


@dataclass(frozen=True, slots=True)
class Library:
    """Kernels, each an attribute by its name; `engine` is "native" or "python"."""

    engine: str
    kernels: Mapping[str, Kernel]

    def __getattr__(self, name: str) -> Kernel:
        try:
            return self.kernels[name]
        except KeyError:
            accepted = ", ".join(sorted(self.kernels))
            raise NoSuchFunction(f"no function {name}; accepted: {accepted}") from None


def native_run(
    signature: Signature, address: int, keep: Any, faults: Sequence[Fault], *, debug: bool
) -> Callable[[list[Any]], int]:
    """A function that calls the code at `address`, without holding Python's lock.

    It takes checked arguments. `keep` owns the code, so the function keeps it alive.
    """
    types: list[Any] = []
    for _, kind in signature.parameters:
        types.append(ctypes.c_void_p if kind else ctypes.c_uint64)
        types += [ctypes.c_uint64] * (debug and is_pointer(kind))
    types += [ctypes.c_void_p] * debug
    code = ctypes.CFUNCTYPE(ctypes.c_uint64, *types)(address)
    code.keep = keep  # type: ignore[attr-defined]

    def run(args: list[Any]) -> int:
        answer: int = code(*map(_address, args))
        return answer

    def run_checked(args: list[Any]) -> int:
        note = (ctypes.c_uint64 * NOTE_LENGTH)()
        flat = [x for arg in args for x in _with_length(arg)]
        answer: int = code(*flat, ctypes.addressof(note))
        if note[0]:
            raise faults[note[0] - 1].error(note[1], note[2])
        return answer

    return run_checked if debug else run


_NO_BYTES = ctypes.c_char * 0


def _address(arg: Any) -> int:
    """An int itself; for a view the address of its first byte, for a record that of its words."""
    if isinstance(arg, int):
        return arg
    if isinstance(arg, Lent):
        return _filled(arg)
    address = ctypes.addressof(_NO_BYTES.from_buffer(arg))
    if address % arg.itemsize:
        found = f"an array of u{8 * arg.itemsize} at address {address:#x}"
        raise NativeError(f"{found}; accepted: aligned arrays, such as a copy of this one")
    return address


def _filled(lent: Lent) -> int:
    """Write the addresses of a record's arrays to its words; returns the address of these."""
    words, values = lent.record.record_words, lent.values
    for place, name, _ in lent.layout.parts:
        value = values[name]
        words[place] = _address(value)
        if isinstance(value, memoryview):
            words[place + 1] = value.nbytes // value.itemsize
    return words.buffer_info()[0]


def _with_length(arg: Any) -> tuple[int, ...]:
    if not isinstance(arg, memoryview):
        return (_address(arg),)
    return _address(arg), arg.nbytes // arg.itemsize
