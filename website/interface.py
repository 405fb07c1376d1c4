"""The pages of the Python interface: each public name stands on one of them."""

from __future__ import annotations

from counterpoint import errors

PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "writing": (
        "Writing programs",
        (
            *("Program", "thread", "Thread", "sync", "Sync", "Body"),
            *("events", "Event", "named", "event_set", "EventSet", "ALL", "NONE", "after"),
        ),
    ),
    "running": (
        "Running programs",
        (
            *("Runner", "Outcome", "SavedRun", "AsyncRunner", "Stream", "Journal", "Coverage"),
            *("Strategy", "Uniform", "Ordered", "Priority", "ThreadPriority", "Session"),
        ),
    ),
    "checking": (
        "Checking",
        (
            *("check", "check_rules", "check_stages"),
            *("Verdicts", "Verdict", "Answer", "Trace", "Branch", "state_graph"),
            *("never", "no_deadlock", "no_failed_assertion"),
            *("no_hot_cycle", "no_hot_system_cycle", "no_hot_termination"),
            *("repair", "Repairs", "Repair", "compare", "Comparison"),
        ),
    ),
    "models": (
        "Models and modules",
        (
            *("Model", "step", "System", "all_of", "any_of", "count_of", "if_", "subsets_of"),
            *("load_module", "TlaModule"),
        ),
    ),
    "games": (
        "State sets and games",
        (
            *("where", "StateSet", "StateSpace", "solve", "Solution"),
            *("advice", "Advisor", "counsel", "criticize", "minmax"),
        ),
    ),
    "implementations": (
        "Logs, tests and implementations",
        (
            *("conform", "Conformed", "Standing", "Monitor", "MonitorHandler"),
            *("covering_runs", "CoveringRuns", "Conformance", "Difference", "Tried"),
        ),
    ),
    "errors": (
        "Errors and warnings",
        (
            *("CounterpointError", "CounterpointWarning"),
            *sorted(
                name
                for name, value in vars(errors).items()
                if isinstance(value, type)
                and issubclass(value, errors.CounterpointError)
                and value is not errors.CounterpointError
            ),
        ),
    ),
}
"""For each page its title and the names that stand on it, in their order."""


def interface_pages() -> dict[str, str]:
    """The pages by path."""
    return {f"reference/api/{page}.md": _page(*of) for page, of in PAGES.items()}


def _page(title: str, names: tuple[str, ...]) -> str:
    return "\n\n".join([f"# {title}", *(f"::: counterpoint.{name}" for name in names)]) + "\n"
