"""Object code with what is needed to call it, as a value and as bytes."""

from __future__ import annotations

import json
from dataclasses import astuple

from ..data import dataclass
from .guard import Fault
from .signature import Signature


@dataclass(frozen=True, slots=True)
class Image:
    """Object code, the symbol and signature of each exported function, and its checks."""

    code: bytes
    symbols: dict[str, str]
    signatures: tuple[Signature, ...]
    faults: tuple[Fault, ...]

    def to_bytes(self) -> bytes:
        """The image as one line of JSON, followed by the object code."""
        head = {
            "symbols": self.symbols,
            "signatures": [[s.name, s.parameters] for s in self.signatures],
            "faults": [astuple(fault) for fault in self.faults],
        }
        return json.dumps(head).encode() + b"\n" + self.code


def from_bytes(data: bytes) -> Image:
    """The image that `to_bytes` wrote; raises ValueError if it cannot be one.

    >>> image = Image(b"code", {"f": "f.0"}, (Signature("f", (("x", 0),)),), ())
    >>> from_bytes(image.to_bytes()) == image
    True
    """
    head, _, code = data.partition(b"\n")
    try:
        fields = json.loads(head)
        signatures = (Signature(n, tuple((p, k) for p, k in ps)) for n, ps in fields["signatures"])
        faults = (Fault(*fault) for fault in fields["faults"])
        return Image(code, dict(fields["symbols"]), tuple(signatures), tuple(faults))
    except (KeyError, TypeError) as error:
        raise ValueError("not an image") from error
