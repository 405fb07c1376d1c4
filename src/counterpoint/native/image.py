"""Object code with all that is needed to call it, and its serialization."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

from ..data import dataclass
from .guard import Fault
from .signature import Signature, interned
from .types import Kind, Layout

Kinds = tuple[tuple[str, Kind], ...]


@dataclass(frozen=True, slots=True)
class Image:
    """Object code, the symbol and signature of each exported function, and the debug checks."""

    code: bytes
    symbols: dict[str, str]
    signatures: tuple[Signature, ...]
    faults: tuple[Fault, ...]

    def to_bytes(self) -> bytes:
        """The image as one line of JSON, followed by the object code."""
        head = {
            "symbols": self.symbols,
            "signatures": [[s.name, _written(s.parameters)] for s in self.signatures],
            "faults": [astuple(fault) for fault in self.faults],
        }
        return json.dumps(head).encode() + b"\n" + self.code


def from_bytes(data: bytes) -> Image:
    """The image that `to_bytes` serialized; raises ValueError if the bytes are none.

    >>> image = Image(b"code", {"f": "f.0"}, (Signature("f", (("x", 0),)),), ())
    >>> from_bytes(image.to_bytes()) == image
    True
    """
    head, _, code = data.partition(b"\n")
    try:
        fields = json.loads(head)
        signatures = (Signature(name, _read(kinds)) for name, kinds in fields["signatures"])
        faults = (Fault(*fault) for fault in fields["faults"])
        return Image(code, dict(fields["symbols"]), tuple(signatures), tuple(faults))
    except (KeyError, TypeError) as error:
        raise ValueError("not an image") from error


def _written(kinds: Kinds) -> list[Any]:
    """Names with kinds as JSON values: a layout is a list of its name and its fields."""
    return [
        [name, [kind.name, _written(kind.fields)] if isinstance(kind, Layout) else kind]
        for name, kind in kinds
    ]


def _read(kinds: list[Any]) -> Kinds:
    """The names and kinds from the result of `_written`."""
    return tuple(
        (name, interned(Layout(kind[0], _read(kind[1]))) if isinstance(kind, list) else kind)
        for name, kind in kinds
    )
