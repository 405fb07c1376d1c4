"""Every error code, with its cause, what helps, and an example."""

from __future__ import annotations

import re

from counterpoint.explained import Explanation, explanations

from .links import turned

PAGE = "reference/errors.md"

HEAD = """# Error codes

Each error that Counterpoint raises on purpose has a code that stays as it is. This page explains all of them, with an example of each and of what helps. `counterpoint explain CODE` prints the same in a terminal.
"""  # noqa: E501

_OTHER_CODE = re.compile(r"\]\((CP\d+)\.md\)")


def codes_page() -> str:
    """The page of all error codes."""
    return "\n".join([HEAD, *map(_section, explanations())])


def _section(of: Explanation) -> str:
    text = _OTHER_CODE.sub(lambda found: f"](#{found[1].lower()})", of.text)
    text = turned(text, f"src/counterpoint/explained/{of.code}.md", PAGE)
    names = ", ".join(f"[`{each.__name__}`](api/errors.md#counterpoint.{each.__name__})"
                      for each in of.classes)  # fmt: skip
    raised = [f"*Class:* {names}"] if names else []
    helps = [of.remedy] if of.remedy else []
    head = f"## {of.code}: {of.title} {{#{of.code.lower()}}}"
    return "\n\n".join([head, *raised, *helps, text]) + "\n"
