"""Messages as text that a browser reads unchanged, whatever they contain."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def written(message: Mapping[str, Any]) -> str:
    """A message as JSON in ASCII, so that even a lone surrogate can be sent.

    It contains no `<`, so that it can be embedded in an HTML element and cannot end it.

    >>> written({"name": "</script>\\ud800"})
    '{"name": "\\\\u003c/script>\\\\ud800"}'
    """
    return json.dumps(message, default=str).replace("<", "\\u003c")
