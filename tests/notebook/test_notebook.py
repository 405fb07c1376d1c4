"""The notebook among the documents runs, and its results are displayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ..patience import PATIENCE
from .read import Read, faults_of

NOTEBOOK = Path(__file__).parents[2] / "docs" / "how_to" / "notebook.ipynb"

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The cells with code after they were run."""
    book = nbformat.read(NOTEBOOK, as_version=4)
    folder = str(tmp_path_factory.mktemp("notebook"))
    resources = {"metadata": {"path": folder}}
    nbclient.NotebookClient(book, timeout=PATIENCE, resources=resources).execute()
    return [cell for cell in book.cells if cell.cell_type == "code"]


def test_the_notebook_is_kept_without_results() -> None:
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(book)
    assert not any(cell.get("outputs") for cell in book.cells)


def test_every_cell_ends_with_a_display(cells: list[Any]) -> None:
    assert len(cells) > 8
    for cell in cells:
        (result,) = cell.outputs
        html, plain = result.data["text/html"], result.data["text/plain"]
        assert faults_of(html) == []
        assert "not drawn" not in html
        assert "<div" not in plain


def test_the_notebook_has_what_its_words_say(cells: list[Any]) -> None:
    texts = [Read(cell.outputs[0].data["text/html"]).text for cell in cells]
    assert any("? unknown" in text and "limit of 3 states" in text for text in texts)
    assert any("✗ fails" in text and "step 2 of 2" in text for text in texts)
    assert any(Read(cell.outputs[0].data["text/html"]).images for cell in cells)
    assert any("State graph" in text for text in texts)
    assert any("of 28 states" in text for text in texts)
