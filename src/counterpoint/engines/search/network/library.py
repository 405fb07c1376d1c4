"""Compiles kernels of the product search for states of one width."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def library_for(cell: Any, *functions: Callable[..., Any]) -> Any:
    """The functions, for states that are rows of the type `cell`."""
    from ....native import build, u8, u16, u32  # imported late: commands must start fast

    types = {np.uint8: u8, np.uint16: u16, np.uint32: u32}
    return build(*functions, types={"Cell": types[cell]})
