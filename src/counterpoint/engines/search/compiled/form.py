"""The forms in which states are stored, and kernels compiled for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

import numpy as np

from . import kernel
from .code import Code


class Form(Enum):
    """How states are stored: as words with a hash table (PACKED), as ranks with a bitmap (RANKED),
    or not at all, because every rank is a state (WHOLE)."""

    PACKED = "hash table"
    RANKED = "bitmap"
    WHOLE = "every encoded state"


def build_for(
    code: Code,
    form: Form,
    queue: Any,
    *functions: Callable[..., int],
    calls: Mapping[str, Callable[..., int]] | None = None,
    constants: Mapping[str, int] | None = None,
) -> Any:
    """The functions, compiled for the states of a model in a form.

    `queue` determines the type of its elements; `calls` and `constants` are further bindings.
    """
    from ....native import build, u32, u64  # imported late: commands must start fast

    packed = form is Form.PACKED
    fetch = {
        Form.PACKED: kernel.fetch_packed,
        Form.RANKED: kernel.fetch_ranked,
        Form.WHOLE: kernel.fetch_whole,
    }
    every: dict[str, Callable[..., int]] = {
        "fetch": fetch[form],
        "successors": code.to_words if packed else code.to_ranks,
        "label_of": code.label_of,
        "unrank": code.unrank,
        "rank_of": code.rank_of,
        **(calls or {}),
    }
    return build(
        *functions,
        types={"Cell": u32 if queue.dtype == np.uint32 else u64},
        constants={**code.constants, **(constants or {})},
        calls=every,
    )
