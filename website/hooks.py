"""What MkDocs calls: pages are added that are made, and links are turned to the site's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # MkDocs reads this file alone, not the package

from website.bars import unescaped  # noqa: E402
from website.gallery import pictured  # noqa: E402
from website.links import turned  # noqa: E402
from website.moved import MOVED  # noqa: E402
from website.pages import made_files, made_pages  # noqa: E402
from website.titles import titled  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add what is made from the code, and what lies in other folders of the repository."""
    from mkdocs.structure.files import File

    for path, text in {**made_pages(), **made_files()}.items():
        files.append(File.generated(config, path, content=text))
    for path, source in MOVED.items():
        files.append(File.generated(config, path, content=(ROOT / source).read_text("utf-8")))
    for name in ("style.css", "landmarks.js", "iframe-worker.js"):
        text = (ROOT / "website" / name).read_text("utf-8")
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turn links between files of the repository to links between pages; and see the others."""
    path = page.file.src_uri
    return titled(unescaped(turned(markdown, MOVED.get(path, f"docs/{path}"), path)))


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Draw the pictures of the gallery."""
    return pictured(html) if page.file.src_uri == "gallery.md" else html
