"""The two errors of this room: a function that cannot be translated, and a run that went astray."""

from __future__ import annotations

from ..errors import CounterpointError


class NativeError(CounterpointError):
    """A function, a binding or an argument that restricted Python does not accept."""

    code = "CP300"


class NoSuchFunction(NativeError, AttributeError):
    """A function that a library does not have; an AttributeError, so that `hasattr` works."""


class OutOfBounds(CounterpointError):
    """A run that left an array, divided by zero or stored what does not fit its element.

    The twin and a build with `debug=True` raise it; a release build does not look.
    """

    code = "CP301"
