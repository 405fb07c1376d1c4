"""What the atoms of formulas mean for packed states of a model."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....errors import UnknownAtom
from ....logic.fragments import AT_REST
from ....model.system import REST, Label
from ...base.arrays import NOTHING, U8
from ...formula.names import step_named
from ..compiled.code import Code
from ..compiled.form import Form, build_for
from .model_kernel import judged


def atom_of(code: Code, text: str) -> Any:
    """A library with `judged` for an atom of states, or which kinds of steps it asks for.

    Raises `UnknownAtom`.
    """
    if text == AT_REST:
        return kinds_named(code, str(REST))
    try:
        condition = code.condition(code.model.predicate(text))
    except UnknownAtom:
        if text.startswith("enabled(") and text.endswith(")"):
            return kinds_named(code, text[8:-1])
        raise
    return build_for(code, Form.PACKED, NOTHING, judged, calls={"holds": condition})


def kinds_named(code: Code, text: str) -> U8:
    """For each kind of step whether a text names it; and last whether it names a rest."""
    labels: list[Label] = [*(kind.label for kind in code.kinds), REST]
    return step_named(text, labels).astype(np.uint8)
