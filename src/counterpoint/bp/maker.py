"""Where a program was made: the code of the user's that did so, and those that called that."""

from __future__ import annotations

import sys
import types
from typing import NamedTuple

_OURS = __name__.partition(".")[0]
_PACKAGES = ("site-packages", "dist-packages", "<frozen")


class Maker(NamedTuple):
    """A piece of code by its module, its name there (`<module>` for that itself), and its line."""

    module: str
    name: str
    line: int


def made_by() -> tuple[Maker, ...]:
    """Those who call the code of Counterpoint that asks, the innermost first, but for packages."""
    found: list[Maker] = []
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if not any(each in code.co_filename for each in _PACKAGES):
            module = str(frame.f_globals.get("__name__"))
            is_example = module.startswith(f"{_OURS}.examples")
            if is_example or module.partition(".")[0] != _OURS:
                found.append(Maker(module, code.co_qualname, frame.f_lineno))
        frame = None if found and found[-1].name == "<module>" else frame.f_back
    return tuple(found)
