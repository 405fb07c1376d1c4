"""Displays: HTML that is whole, bounded, meets nothing around it, and asks for nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, NoReturn

import pytest

from counterpoint import Event, Model, Program, Trace, check, never, state_graph, where
from counterpoint.bp.ruleset import RuleSet
from counterpoint.bp.thread import Thread
from counterpoint.notebook.output import drawn, html_of
from counterpoint.notebook.sheet import Sheet, styled
from counterpoint.tla.system import ModuleSystem
from counterpoint.verdict import Verdicts, subject_of

from ..page.hostile import OUTSIDE, TEXTS
from .programs import asks_for, forbids, scalding, tap
from .read import Read, faults_of, selectors
from .shown import SHOWN, counter, module


@cache
def shown(kind: str) -> Any:
    return SHOWN[kind]()


@pytest.mark.parametrize("kind", SHOWN)
def test_every_display_is_whole_and_meets_nothing_around_it(kind: str) -> None:
    assert faults_of(shown(kind)._repr_html_()) == []


@pytest.mark.parametrize("kind", SHOWN)
def test_no_kind_falls_back_to_text(kind: str) -> None:
    text = Read(shown(kind)._repr_html_()).text
    assert "not drawn" not in text
    assert "cannot be drawn" not in text


@pytest.mark.parametrize("kind", SHOWN)
def test_every_display_is_bounded(kind: str) -> None:
    assert len(shown(kind)._repr_html_()) < 300_000


@pytest.mark.parametrize("kind", SHOWN)
def test_the_same_is_displayed_alike_but_for_its_ids(kind: str) -> None:
    one, other = (drawn(shown(kind), Sheet(name)) for name in ("cp-1", "cp-2"))
    assert one.replace("cp-1", "cp-2") == other


def test_no_two_outputs_share_an_id() -> None:
    one, other = (set(Read(html_of(scalding)).ids) for _ in range(2))
    assert one
    assert not one & other


@pytest.mark.parametrize("kind", SHOWN)
def test_terminals_see_what_they_saw(kind: str) -> None:
    text = repr(shown(kind))
    assert "subject" not in text
    assert "<div" not in text


def test_the_colours_are_those_of_the_page_in_both_themes() -> None:
    text = styled()
    assert text.count("--paper: #f7f6f2") == text.count("--paper: #111318") == 2
    for theme in ("prefers-color-scheme: dark", 'jp-theme-light="false"', "vscode-dark"):
        assert theme in text


def test_a_rule_within_a_condition_is_read() -> None:
    assert selectors("a{b:c} @media x { d, e{f:g} h{i:j} }") == ["a", "d", "e", "h"]


# What displays do not do --------------------------------------------------------------------------


def fails(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a display searches")


def test_the_display_of_a_program_or_of_its_answers_runs_no_b_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verdicts, graph, states = check(scalding), state_graph(scalding), where(tap, "EF once(HOT)")
    monkeypatch.setattr(Thread, "start", fails)
    monkeypatch.setattr(RuleSet, "begins_search", fails)
    for each in (tap, tap.without("pour"), verdicts, verdicts.trace, graph, states):
        assert "not drawn" not in html_of(each)


def test_targets_are_displayed_without_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Model, ModuleSystem):
        monkeypatch.setattr(kind, "successors", fails)
        monkeypatch.setattr(kind, "initial", fails)
    for each in (counter(9), module(), module("BehavioralRules")):
        assert "not drawn" not in html_of(each)


class Counts:
    """A system of a user that notes the states of which it was asked for steps."""

    def __init__(self) -> None:
        self.asked: set[int] = set()
        self.atoms = {"far": lambda state: state == 2000}

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        self.asked.add(state)
        return [("add", state + 1)] if state < 2000 else []

    def owner(self, state: int) -> str | None:
        return None

    def show(self, state: int) -> object:
        return {"n": state}


def test_of_a_long_run_only_the_states_that_are_shown_are_asked_for_steps() -> None:
    system: Any = Counts()
    trace = check(system, "AG !far").trace
    system.asked.clear()
    text = Read(html_of(trace)).text
    assert "The run has 2,000 steps; 1,961 of them are left out of this display" in text
    assert 0 < len(system.asked) <= 42


def test_a_package_that_is_imported_loads_no_display() -> None:
    code = """\
import sys, counterpoint
print(sorted(name for name in sys.modules if name.startswith("counterpoint")))
from counterpoint.examples.hot_cold import program
counterpoint.check(program)
print("counterpoint.notebook" in sys.modules, "IPython" in sys.modules)
"""
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said == "['counterpoint']\nFalse False\n"


# What others write --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_shown_as_texts(text: str) -> None:
    event = Event(text, text)
    program = Program(asks_for(event), forbids(Event("x", text)), requirements={text: never(event)})
    model = counter(2, show=lambda n: text)
    model.requires({text: "AG n < 2"})
    results = check(program), check(model), state_graph(program), where(model, "n = 1")
    named = Verdicts(text, 1, 1, True, "explicit", 0.0, (), warnings=(text,))
    for each in (program, model, *results, named, Trace(0, ((text, 1),))):
        html = html_of(each)
        assert faults_of(html) == []
        html.encode()


def test_svg_is_an_image_of_its_own() -> None:
    svg = (
        f'<svg viewBox="0 0 9 9" onload="hit=1"><script>hit=1</script><image href="{OUTSIDE}"/>'
        "<style>* { display: none }</style></svg>"
    )
    html = html_of(check(counter(2, view=lambda n: svg), "deadlock"))
    assert faults_of(html) == []
    assert OUTSIDE not in html
    assert "hit=1" not in html
    assert Read(html).images


def test_a_mark_for_the_last_event_is_shown_after_that_event_only() -> None:
    def view(n: int) -> str:
        return '<svg viewBox="0 0 9 9"><g data-last="add"/><g data-last="other"/></svg>'

    start, step_, *_ = Read(html_of(check(counter(2, view=view), "deadlock"))).images
    assert '[data-last]:not([data-last=""])' in start
    assert '[data-last]:not([data-last="add"])' in step_


def test_svg_that_no_browser_reads_alone_is_named() -> None:
    html = html_of(check(counter(2, view=lambda n: "<svg><g></svg>"), "deadlock"))
    assert "The picture is no well-formed SVG: mismatched tag" in Read(html).text
    assert faults_of(html) == []


# What fails ---------------------------------------------------------------------------------------


def test_a_picture_that_cannot_be_drawn_says_why_and_the_rest_is_shown() -> None:
    def draw(n: int) -> str:
        raise ValueError("no <picture> here")

    read = Read(html_of(check(counter(2, show=draw), "deadlock")))
    assert "This state cannot be drawn: ValueError: no <picture> here" in read.text
    assert "step 2 of 2" in read.text

    def show(way: Sequence[Event]) -> str:
        return str(1 // 0)

    program = Program(asks_for(Event("A")), show=show)
    for each in (check(program, "AG !once(A)"), state_graph(program)):
        assert "ZeroDivisionError" in Read(html_of(each)).text


class Breaks(Counts):
    """A system that cannot show its states."""

    def show(self, state: int) -> object:
        raise RuntimeError("not <today>")


def test_what_cannot_be_drawn_at_all_is_text_with_the_reason() -> None:
    trace = Trace(0, (("add", 1),), subject=subject_of(Breaks()))
    html = html_of(trace)
    assert faults_of(html) == []
    text = Read(html).text
    assert text.startswith(repr(trace)[:60])
    assert "It is not drawn: RuntimeError: not <today>" in text


def test_a_display_that_takes_too_long_is_text_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verdicts = check(module())
    monkeypatch.setattr("counterpoint.notebook.output.SECONDS", 0.0)
    text = Read(html_of(verdicts)).text
    assert "It is not drawn: the limit of 0 s was reached" in text
    assert repr(verdicts)[:40] in text


def test_what_was_found_in_another_process_is_shown_without_its_score() -> None:
    import pickle

    trace = pickle.loads(pickle.dumps(check(scalding).trace))
    assert trace.subject is None
    assert "HOT HOT" in Read(html_of(trace)).text


def test_pictures_of_any_size_leave_an_output_bounded() -> None:
    circles = "<circle r='1'/>" * 40_000

    def view(n: int) -> str:
        return f"<svg viewBox='0 0 9 9'>{circles}</svg>"

    for model in (counter(9, view=view), counter(9, show=lambda n: "long " * 100_000)):
        html = html_of(check(model, "deadlock", "AG n < 9"))
        assert faults_of(html) == []
        assert len(html) < 2_000_000
    html = html_of(check(counter(9, view=view), "deadlock"))
    assert "The picture is left out: the output is large." in html
