"""A plugin for pytest: properties of targets as tests, and assertions explained by what was found.

pytest loads it in each run, so that it imports nothing else before there is something to do.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from .monitors import counterpoint_monitor as counterpoint_monitor
from .options import MARK, OPTIONS, add_options, configured, marked, skips_unknown

if TYPE_CHECKING:
    from .asked import Plan
    from .notebook import Notebook

NOTEBOOK: pytest.StashKey[Notebook] = pytest.StashKey()
PLAN: pytest.StashKey[Plan | None] = pytest.StashKey()
WORKER = "counterpoint"
"""The name under which a worker of pytest-xdist gets the plan of its controller."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Read the options, and observe the checks of the run from here on."""
    takes = ", ".join(f"{name}=" for name in OPTIONS)
    config.addinivalue_line("markers", f"{MARK}({takes}): options of the checks in a test")
    skips_unknown(config)
    _observe(config)
    asks = config.getoption("counterpoint") or config.getini("counterpoint_targets")
    config.stash[PLAN] = _plan(config) if asks else None


def _observe(config: pytest.Config) -> None:
    from ..engines.base.observer import OBSERVER
    from .notebook import Notebook

    def end() -> None:
        OBSERVER.set(before)

    config.stash[NOTEBOOK] = notebook = Notebook(configured(config))
    before = OBSERVER.get()
    OBSERVER.set(notebook)
    config.add_cleanup(end)


def _plan(config: pytest.Config) -> Plan:
    """What to check; pytest itself gets the arguments that are left."""
    from .asked import plan_in, plan_of

    given = vars(config).get("workerinput", {}).get(WORKER)
    plan = plan_of(config) if given is None else plan_in(given, config)
    if plan.arguments is not None:
        config.args = list(plan.arguments)
    return plan


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give the plan to a worker of pytest-xdist."""
    plan = node.config.stash[PLAN]
    if plan is not None:
        node.workerinput[WORKER] = plan.data()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let the session collect the targets too, after everything else."""
    report = yield
    plan = collector.config.stash[PLAN]
    if plan is not None and isinstance(collector, pytest.Session) and report.passed:
        from .target import Target

        usual = collector.config.stash[NOTEBOOK].configured
        report.result += [Target.of(each, collector, usual) for each in plan.targets]
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Keep what the checks of a test find until the test is over, with options of its own."""
    notebook = item.config.stash[NOTEBOOK]
    try:
        with notebook.of(item):
            return (yield)
    finally:
        notebook.forget(item)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give the checks of a test the options of its marks."""
    notebook = item.config.stash[NOTEBOOK]
    notebook.usual = marked(item, notebook.configured)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Keep what a fixture finds for as long as it lives; that of one test belongs to the test.

    One of several tests has the options of none of them.
    """
    if fixturedef.scope == "function":
        return (yield)
    with request.config.stash[NOTEBOOK].of(fixturedef):
        return (yield)


def pytest_fixture_post_finalizer(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> None:
    """Forget what a fixture found."""
    request.config.stash[NOTEBOOK].forget(fixturedef)


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Explain an exception by the verdicts that it is about, before pytest makes the report.

    It comes after what pytest does for `unittest`, which then has the exception.
    """
    if call.excinfo is not None and "counterpoint.verdict" in sys.modules:
        _explain(call.excinfo.value, item)


def _explain(error: BaseException, item: pytest.Item) -> None:
    from ..errors import Undecided

    if not isinstance(error, AssertionError | Undecided):
        return
    try:
        from .explain import explain

        explain(error, item.config.stash[NOTEBOOK], item.session)
    except Exception as trouble:  # the test has failed, and that must be reported in any case
        error.add_note(f"what was found cannot be shown: {trouble!r}")


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Explain a comparison of two sets of states."""
    if "counterpoint.engines.space.stateset" not in sys.modules:
        return None
    from .explain import differences

    return differences(left, right, op)
