"""The page of JSON forms has every form and every key, with outputs that commands do print."""

from __future__ import annotations

import doctest
import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from website import forms, outputs
from website.forms import GROUPS, forms_page
from website.outputs import ASKED, LOG, OUTPUTS, kept, shown
from website.pages import made_files

from counterpoint import schemas
from counterpoint.schemas import read

from .command_line import Run
from .test_schemas import faults, inside

FILES = {"log.jsonl": LOG}


def test_every_form_stands_in_one_group() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == [*schemas.forms()]


def described(schema: Any) -> Iterator[tuple[str, str]]:
    """Each key of a schema and of what is in it, with its description."""
    for step, below, _ in inside(schema):
        if step in schema.get("properties", {}) and "description" in below:
            yield step, below["description"]
        yield from described(below)
    for each in (*schema.get("anyOf", ()), *schema.get("$defs", {}).values()):
        yield from described(each)


@pytest.mark.parametrize("form", [*schemas.forms(), "parts"])
def test_every_key_is_on_the_page_with_its_meaning(form: str) -> None:
    page = forms_page()
    for key, meaning in described(read(form)):
        said = meaning.replace("|", "\\|")
        rows = [row for row in page.splitlines() if row.endswith(f"{said} |")]
        assert any(f"`{key}`" in row or f".{key}`" in row for row in rows), (key, meaning)


def test_every_schema_is_a_file_of_the_site() -> None:
    files = made_files()
    for form in schemas.forms():
        assert json.loads(files[f"reference/schemas/{form}.json"]) == schemas.schema_of(form)


def test_only_what_cannot_be_shown_shortly_has_no_output() -> None:
    written = {*schemas.forms()} - {*GROUPS["Read from files"]}
    assert written - ASKED.keys() == {"sweep", "strategy"}
    assert {path.stem for path in OUTPUTS.iterdir()} == ASKED.keys()


@pytest.mark.slow
@pytest.mark.parametrize("form", ASKED)
def test_an_output_on_the_page_is_what_the_command_gives(run: Run, form: str) -> None:
    words = shlex.split(ASKED[form])
    said = run(*words)
    found = said.out if words[-1] == "--json" else Path(words[-1]).read_text(encoding="utf-8")
    assert shown(found) == kept(form), "python -m website.outputs writes it anew"
    assert faults(form, json.loads(found)) == []


@pytest.mark.parametrize("module", [forms, outputs])
def test_what_is_said_of_the_functions_is_so(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
