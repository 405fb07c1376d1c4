"""Names of files above the code of documents: the repository has them in comments."""

from __future__ import annotations

import re

_NAMED = re.compile(r"^( *)<!-- file: (\S+) -->\n *(```\w+)$", re.M)


def titled(markdown: str) -> str:
    r"""The text with the name of the file as the title of its code.

    >>> print(titled("<!-- file: a.py -->\n```python\nx = 1\n```"))
    ```python title="a.py"
    x = 1
    ```
    """
    return _NAMED.sub(r'\1\3 title="\2"', markdown)
