"""Refused: Python operations that expressions do not have, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from ..errors import BadTerm
from .blame import blames_caller

C = TypeVar("C", bound=type)

_WHOLE = "every number of a model is a whole one: leave it out"
_SHIFT = "write {it} * 4 for {it} << 2, {it} // 4 for {it} >> 2"
_NO_VALUE = (
    "its value is known in a state only. Write if_({it} == 1, a, b) to choose by it, or declare "
    "an array with model.array and write a[{it}]"
)
_NO_ELEMENTS = (
    "model.array declares what can be indexed. To go over values, go over those of the sort, as "
    "any_of({it} == v for v in range(4)). For a set write any_of({it}.contains(e) for e in "
    "members), and {it}.size() for how many elements it has"
)
_NOTHING = (
    "an expression has == != < <= + - * // %, & | ~ for conditions and sets, .contains(e) and "
    ".size() for sets"
)

OF_VALUES = {
    **dict.fromkeys(("__truediv__", "__rtruediv__"), ("/", "write //, which rounds down")),
    "__pow__": ("**", "multiply: {it} * {it} for {it} ** 2"),
    "__rpow__": ("**", "write if_({it} == 0, 1, if_({it} == 1, 2, 4)) for 2 ** {it}"),
    **dict.fromkeys(("__matmul__", "__rmatmul__"), ("@", _NOTHING)),
    **dict.fromkeys(("__lshift__", "__rlshift__"), ("<<", _SHIFT)),
    **dict.fromkeys(("__rshift__", "__rrshift__"), (">>", _SHIFT)),
    **dict.fromkeys(
        ("__xor__", "__rxor__"),
        ("^", "write a != b for conditions, (s - t) | (t - s) for sets"),
    ),
    **dict.fromkeys(
        ("__divmod__", "__rdivmod__"), ("divmod", "write // and %, such as {it} // 2 and {it} % 2")
    ),
    **{
        f"__{name}__": (name, _WHOLE)
        for name in ("round", "floor", "ceil", "trunc", "int", "float", "complex")
    },
    "__index__": ("number that Python could use at once", _NO_VALUE),
    "__len__": ("len and no elements to take one by one", _NO_ELEMENTS),
    "__getitem__": ("elements to take one by one", _NO_ELEMENTS),
    "__setitem__": ("elements to assign to", "write step(set={{{it}: value}})"),
}
"""For each name of a method: how the operation is written, and what to write instead."""

_EACH = "it is an array: write it of an element, {it}[0], or of each, [... for e in {it}]"

OF_ARRAYS = {
    **{
        name: (written, _EACH)
        for name, (written, _) in OF_VALUES.items()
        if name not in ("__len__", "__getitem__")
    },
    **{
        f"__{side}{name}__": (sign, _EACH)
        for name, sign in {
            "add": "+",
            "sub": "-",
            "mul": "*",
            "floordiv": "//",
            "mod": "%",
            "and": "&",
            "or": "|",
        }.items()
        for side in ("", "r")
    },
    **{
        f"__{name}__": (sign, _EACH)
        for name, sign in {
            "lt": "<",
            "le": "<=",
            "gt": ">",
            "ge": ">=",
            "neg": "-",
            "pos": "+",
            "abs": "abs",
            "invert": "~",
            "bool": "truth value",
        }.items()
    },
    "__contains__": ("in", "write any_of(e == 1 for e in {it}) for 1 in {it}"),
    "__setitem__": ("elements to assign to", "write step(set={{{it}[0]: value}})"),
}
"""The same for an array, which has elements but no value."""


def refuses(operations: dict[str, tuple[str, str]]) -> Callable[[C], C]:
    """A decorator that adds these operations to a class; each of them raises `BadTerm`."""

    def refusing(kind: C) -> C:
        for name, (written, instead) in operations.items():
            setattr(kind, name, _refusal(written, instead))
        return kind

    return refusing


class NoSuchAttribute(BadTerm, AttributeError):
    """An attribute that an expression lacks; also an `AttributeError`, so that `hasattr` works."""


@blames_caller
def refuse_attribute(shown: str, name: str, has: str = _NOTHING) -> NoReturn:
    """Raise `NoSuchAttribute`: the object `shown` has no attribute `name`, but it has `has`.

    For a name that begins with an underscore, raise a plain `AttributeError`.
    """
    if name.startswith("_"):  # Python and libraries look these up by themselves
        raise AttributeError(name)
    raise NoSuchAttribute(f"{shown} has no .{name}: {has}")


def _refusal(written: str, instead: str) -> Callable[..., NoReturn]:
    @blames_caller
    def refuse(self: object, *_: object) -> NoReturn:
        shown = repr(self)[1:-1].removeprefix("array ")
        it = shown if shown.replace("[", "").replace("]", "").isidentifier() else f"({shown})"
        raise BadTerm(f"{shown} has no {written}: {instead.format(it=it)}")

    return refuse
