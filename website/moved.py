"""Pages whose text lies elsewhere in the repository."""

from __future__ import annotations

MOVED = {
    "index.md": "README.md",
    "development/benchmarks.md": "bench/README.md",
    "development/contributing.md": "CONTRIBUTING.md",
}
"""The file of the repository for a page of the site."""
