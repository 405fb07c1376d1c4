"""A behavioral program to display: its rules with their b-threads, and its requirements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..bp.program import Program
from ..bp.ruleset import different_names
from ..bp.strategy import Uniform
from ..bp.thread import Rule
from ..errors import Place
from .pieces import beside, code, count, heading, listed, said, short, table

MOST_RULES = 100
MOST_THREADS = 6
"""B-threads of one rule, and events of one list, that are named."""


def program_html(program: Program) -> str:
    """The program as it was written: nothing of it is run."""
    threads = len(program.threads)
    figures = f"{count(len(program.rules), 'rule')}, {count(threads, 'b-thread')}"
    off = {thread.rule.name for thread in program.switched_off}
    figures += f", {count(len(off), 'rule')} switched off" if off else ""
    return "".join(
        [
            heading("Behavioral program", figures),
            table(["rule", "b-threads", "where"], [*_rules(program)], MOST_RULES, "rules"),
            beside(
                requirements(program.requirements),
                table(["", "declared"], [*_declared(program)], MOST_RULES),
            ),
        ]
    )


def _rules(program: Program) -> Iterator[list[str]]:
    on = _by_rule(program.names, [thread.rule for thread in program.threads])
    off = [thread.rule for thread in program.switched_off]
    yield from (_row(rule, names, "") for rule, names in on.values())
    for rule, names in _by_rule(different_names(program.switched_off), off).values():
        yield _row(rule, names, " off")


def _by_rule(
    names: Sequence[str], rules: Sequence[Rule[...]]
) -> dict[str, tuple[Rule[...], list[str]]]:
    """Each rule with the names of its b-threads, by the rule's name."""
    found: dict[str, tuple[Rule[...], list[str]]] = {}
    for name, rule in zip(names, rules, strict=True):
        found.setdefault(rule.name, (rule, []))[1].append(name)
    return found


def _row(rule: Rule[...], names: list[str], off: str) -> list[str]:
    doc = (rule.function.__doc__ or "").strip().partition("\n")[0]
    about = f'<br><span class="dim">{said(doc, 200)}</span>' if doc else ""
    state = ' <span class="dim">off</span>' if off else ""
    return [
        f'<span class="rule{off}">{short(rule.name)}</span>{state}{about}',
        listed(names, MOST_THREADS, 40),
        f'<span class="line">{short(_where(rule.place), 40)}</span>',
    ]


def _where(place: Place) -> str:
    """The file and the line of a rule; of a cell of a notebook, which has no name, the line."""
    file = Path(place.file)
    in_cell = file.parent.name.startswith("ipykernel_") or file.name.startswith("<ipython-input")
    return f"line {place.line} of a cell" if in_cell else f"{file.name}:{place.line}"


def requirements(wanted: Mapping[str, object]) -> str:
    """A table of the properties that a target must have; empty if it requires none."""
    rows = [[short(name, 60), code(of, 400)] for name, of in wanted.items()]
    return table(["requirement", "property"], rows, MOST_RULES)


def _declared(program: Program) -> Iterator[list[str]]:
    if program.strategy != Uniform():
        yield ["strategy", code(program.strategy, 200)]
    if program.external is not None:
        yield ["from outside", listed(program.external, MOST_THREADS) or "nothing"]
    if program.final.members != ():
        yield ["final", code(program.final, 200)]
    for player, events in program.owners.items():
        yield [f"owned by {short(player)}", code(events, 200)]
    for kind, sets in (("weak fairness", program.weak), ("strong fairness", program.strong)):
        yield from ([kind, code(events, 200)] for events in sets)
