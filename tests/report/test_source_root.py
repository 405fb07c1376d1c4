"""Names of files from the root of the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from counterpoint.report.source_root import SourceRoot


def test_the_root_is_the_nearest_folder_with_a_repository(tmp_path: Path) -> None:
    (tmp_path / "shop" / "src").mkdir(parents=True)
    inside = tmp_path / "shop" / "src"
    assert SourceRoot.around(inside).folder == inside.resolve()
    (tmp_path / ".git").mkdir()
    (tmp_path / "shop" / ".git").write_text("gitdir: elsewhere")  # as in a worktree
    assert SourceRoot.around(inside).folder == (tmp_path / "shop").resolve()


def test_a_relative_name_is_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    root = SourceRoot(tmp_path.resolve())
    assert (root.path("tap.py"), root.uri("./tap.py"), root.path("../b.py")) == (
        "src/tap.py",
        "src/tap.py",
        "b.py",
    )


@pytest.mark.skipif(os.name != "posix", reason="links are those of POSIX")
def test_links_do_not_lead_outside(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "shop")
    (tmp_path / "shop" / "rules.py").symlink_to("/usr/rules.py")
    root = SourceRoot((tmp_path / "shop").resolve())
    assert root.path(str(tmp_path / "link" / "tap.py")) == "tap.py"
    assert root.path(str(tmp_path / "shop" / "rules.py")) == "rules.py"


def test_names_that_are_no_text_are_escaped() -> None:
    root = SourceRoot(Path("/home/me/shop"))
    assert root.uri("/home/me/shop/\udcff.py") == "%FF.py"
    assert root.uri("/usr/\udcff.py") == "file:///usr/%FF.py"


def test_elsewhere_the_short_name_is_that_of_the_file() -> None:
    root = SourceRoot(Path("/home/me/shop"))
    assert root.short("/home/me/shop/src/tap.py") == "src/tap.py"
    assert root.short("/usr/lib/tap.py") == "tap.py"
