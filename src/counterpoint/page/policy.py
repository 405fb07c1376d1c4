"""What the page may do: the content security policy that a browser enforces.

Whatever a user's text contains, the browser runs nothing of it, loads nothing from elsewhere, and
sends nothing there. This is the second line of defence, after escaped texts and copied pictures.
"""

from __future__ import annotations

import base64
import hashlib

_ALWAYS = {
    "default-src": "'none'",
    "style-src-attr": "'unsafe-inline'",  # harmless: what styles may load is restricted elsewhere
    "base-uri": "'none'",
    "form-action": "'none'",
}


def policy_of_server(styles: str) -> str:
    """The policy of a served page with these styles embedded."""
    return _written(
        {
            "script-src": "'self'",
            "style-src": hash_of(styles),
            "img-src": "'self' data:",
            "connect-src": "'self'",
            "frame-ancestors": "'none'",
        }
    )


def policy_of_report(styles: str, script: str) -> str:
    """The policy of a file with these styles and this one script embedded.

    >>> policy_of_report("", "").count("'sha256-")
    2
    """
    return _written(
        {"script-src": hash_of(script), "style-src": hash_of(styles), "img-src": "data:"}
    )


def hash_of(text: str) -> str:
    """How a policy refers to a text that is embedded in a page.

    >>> hash_of("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _written(more: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in (_ALWAYS | more).items())
