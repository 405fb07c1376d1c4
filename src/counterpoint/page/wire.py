"""Messages as text that a browser reads as it was meant, whatever is in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def written(message: Mapping[str, Any]) -> str:
    """A message as JSON in ASCII: half of a surrogate pair is no character that could be sent.

    No `<` is in it, so it can stand inside of an HTML element, which nothing in it ends.

    >>> written({"name": "</script>\\ud800"})
    '{"name": "\\\\u003c/script>\\\\ud800"}'
    """
    return json.dumps(message, default=str).replace("<", "\\u003c")
