"""The results of `build` and `twin`: functions that take arrays, records and ints."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..data import dataclass
from ..errors import NoSuchFunction
from .guard import NOTE_LENGTH, Fault
from .lending import words_and_lengths_of, words_of
from .signature import Signature
from .types import is_pointer


@dataclass(frozen=True, slots=True)
class Kernel:
    """A function ready to run; call it with arrays for pointers, records, and ints for u64."""

    signature: Signature
    run: Callable[[Sequence[Any]], int]

    def __call__(self, *args: Any) -> int:
        return self.run(args)


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
) -> Callable[[Sequence[Any]], int]:
    """A function that calls the code at `address`, without holding Python's lock.

    `keep` owns the code, so the function keeps it alive.
    """
    types: list[Any] = []
    for _, kind in signature.parameters:
        types.append(ctypes.c_void_p if kind else ctypes.c_uint64)
        types += [ctypes.c_uint64] * (debug and is_pointer(kind))
    types += [ctypes.c_void_p] * debug
    code = ctypes.CFUNCTYPE(ctypes.c_uint64, *types)(address)
    code.keep = keep  # type: ignore[attr-defined]

    def run(args: Sequence[Any]) -> int:
        answer: int = code(*words_of(signature, args))
        return answer

    def run_checked(args: Sequence[Any]) -> int:
        note = (ctypes.c_uint64 * NOTE_LENGTH)()
        answer: int = code(*words_and_lengths_of(signature, args), ctypes.addressof(note))
        if note[0]:
            raise faults[note[0] - 1].error(note[1], note[2])
        return answer

    return run_checked if debug else run
