"""Restricted Python, translated to machine code; CPython runs the same source as the oracle."""

from .compile import build
from .errors import NativeError, OutOfBounds
from .library import Kernel, Library
from .ops import at, cas, ctz, load, popcount, prefetch
from .source import define
from .twin import twin
from .types import M64, Ptr, u8, u16, u32, u64

__all__ = [
    "M64",
    "Kernel",
    "Library",
    "NativeError",
    "OutOfBounds",
    "Ptr",
    "at",
    "build",
    "cas",
    "ctz",
    "define",
    "load",
    "popcount",
    "prefetch",
    "twin",
    "u8",
    "u16",
    "u32",
    "u64",
]
