"""The state of NumPy arrays, scalars and dtypes. This module does not import NumPy."""

from __future__ import annotations

import sys
from typing import Any

_CONSTANT = {"ufunc", "_ArrayFunctionDispatcher", "_NoValueType"}
"""Names of types of NumPy objects without mutable state."""


def can_be_watched(value: Any) -> bool:
    """Whether the whole state of a NumPy value can be watched."""
    numpy: Any = sys.modules["numpy"]
    kind = type(value)
    if kind is numpy.ndarray or kind is numpy.void:
        return not value.dtype.hasobject or value.dtype == object
    if isinstance(value, numpy.generic | numpy.dtype) or kind.__name__ in _CONSTANT:
        return True
    return not isinstance(value, numpy.ndarray) and kind.__dictoffset__ != 0


def is_number(value: Any) -> bool:
    """Whether a value is a NumPy number, date or duration that its type and bytes identify.

    >>> is_number(1)
    False
    """
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.number | numpy.bool_ | numpy.datetime64):
        return False
    if isinstance(value, numpy.longdouble | numpy.clongdouble):  # they contain padding bytes
        return False
    return any(type(value) is kind for kind in numpy.sctypeDict.values())


def shown(value: Any) -> tuple[object, ...]:
    """The state of an array, a scalar or a dtype, except for the objects that it refers to."""
    numpy: Any = sys.modules["numpy"]
    if isinstance(value, numpy.dtype):
        return (repr(value),)
    if not isinstance(value, numpy.ndarray | numpy.generic):
        return ()
    flags = (value.flags.writeable, value.flags.aligned)
    elements = b"" if value.dtype.hasobject else value.tobytes()
    return repr(value.dtype), value.shape, value.strides, flags, elements


def held(value: Any) -> tuple[object, ...]:
    """The objects that an array, a scalar or a dtype refers to.

    These are the base of an array, the metadata of the dtype, and elements that are objects.
    """
    numpy: Any = sys.modules["numpy"]
    if isinstance(value, numpy.dtype):
        return tuple(value.metadata.values()) if value.metadata else ()
    if not isinstance(value, numpy.ndarray | numpy.generic):
        return ()
    elements = tuple(value.flat) if value.dtype.hasobject else ()
    base = () if value.base is None else (value.base,)
    return (*base, *held(value.dtype), *elements)
