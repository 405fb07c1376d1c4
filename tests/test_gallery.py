"""The gallery has every example, with its number of states and a picture that can be drawn."""

from __future__ import annotations

import doctest
import re
from functools import cache
from types import ModuleType

import pytest
from website import gallery, pictures
from website.gallery import GROUPS, STAGED, STATES, gallery_page
from website.pictures import PICTURES

from counterpoint import Program, check
from counterpoint.bundled import bundled_examples
from counterpoint.target import find_target

EXAMPLES = {example.name: example for example in bundled_examples()}

QUICKLY = {"krk": ("deadlock",)}
"""What is asked instead of what takes longer and has the same states."""


@cache
def page() -> str:
    return gallery_page()


def entry(name: str) -> str:
    """What the page says of an example."""
    (found,) = re.findall(
        rf"^### {re.escape(name)} .*?(?=^##|\Z)", page(), flags=re.MULTILINE | re.DOTALL
    )
    return str(found)


def test_every_example_stands_in_one_group() -> None:
    listed = [name for _, names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(EXAMPLES)
    assert STATES.keys() == PICTURES.keys() == EXAMPLES.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_entry_has_what_the_example_says_its_commands_and_a_page_that_uses_it(name: str) -> None:
    example, text = EXAMPLES[name], entry(name)
    assert example.shows in text
    for typed, remark in example.commands:
        assert typed in text
        assert remark in text
    assert f"<!-- picture: {name} -->" in text
    assert "used in [" in text, "no other page uses it"


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_stands_among_those_of_its_notation(name: str) -> None:
    group = next(title for title, (_, names) in GROUPS.items() if name in names)
    match EXAMPLES[name].file.suffix:
        case ".py":
            target = find_target(name)
            assert group == ("Programs" if isinstance(target, Program) else "Models and games")
        case suffix:
            assert group == {".tla": "TLA+ modules", ".led": "LED", ".smv": "SMV"}[suffix]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name, states in STATES.items() if states and name not in STAGED[1:]]
)
def test_the_number_of_states_is_that_of_a_check(name: str) -> None:
    verdicts = check(find_target(name), *QUICKLY.get(name, ()), audit="none")
    assert verdicts.complete
    assert verdicts.states == STATES[name]


def test_stages_share_the_largest_of_them() -> None:
    assert len({STATES[name] for name in STAGED}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_the_same_each_time(name: str) -> None:
    html = PICTURES[name].html(name)
    assert "<td" in html or "<svg" in html or "<img" in html or "<pre>" in html
    for trouble in ("cannot be drawn", "is not drawn", "<script"):
        assert trouble not in html
    assert PICTURES[name].html(name) == html


@pytest.mark.parametrize("module", [gallery, pictures])
def test_what_is_said_of_the_functions_is_so(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
