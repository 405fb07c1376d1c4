"""A TLA+ module to display: what it declares, its rules, and what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..errors import CounterpointError, NothingToCheck
from ..tla.module import TlaModule
from ..tla.spec.theorems import Claim
from .pieces import beside, code, count, heading, said, short, table

MOST_ROWS = 100


def module_html(module: TlaModule) -> str:
    """The module as it was written; no state of it is computed."""
    rules, off = _rules(module)
    variables = count(len(module.variables), "variable")
    figures = f"TLA+ module: {variables}, {count(len(rules), 'rule')}"
    figures += f", {count(len(off), 'rule')} switched off" if off else ""
    claims, missing = _claims(module)
    return "".join(
        [
            heading(module.name, figures),
            beside(
                table(["", "declared"], [*_declared(module)], MOST_ROWS),
                table(["rule", "where"], [*_rows(module, rules, off)], MOST_ROWS),
                table(["to decide"], claims, MOST_ROWS),
            ),
            f'<p class="dim">{said(missing)}</p>' if missing else "",
        ]
    )


def _rules(module: TlaModule) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules that are on, and those that are off; none if there is no specification."""
    with suppress(NothingToCheck):
        return module.rules, module.off
    return (), ()


def _claims(module: TlaModule) -> tuple[list[list[str]], str]:
    """What is to be decided, or why that is not known; nothing of it is evaluated."""
    try:
        claims = module.claims
    except CounterpointError as error:
        return [], error.message
    return [[_claim(each)] for each in claims], ""


def _claim(claim: Claim) -> str:
    name = f"{short(claim.name, 60)}<br>" if claim.name not in ("", claim.text) else ""
    return f"{name}{code(claim.text, 300)}"


def _declared(module: TlaModule) -> Iterator[list[str]]:
    if module.variables:
        yield ["variables", code(", ".join(module.variables), 400)]
    if path := module.loaded.paths.get(module.name):
        yield ["file", code(Path(path).name, 200)]


def _rows(module: TlaModule, rules: tuple[str, ...], off: tuple[str, ...]) -> Iterator[list[str]]:
    where = {c.rule: c.at for c in module.specification.conjuncts} if rules else {}
    for rule in rules:
        at = where.get(rule)
        line = f'<span class="line">line {at.line}</span>' if at is not None and at.line else ""
        yield [f'<span class="rule">{short(rule, 60)}</span>', line]
    for rule in off:
        yield [f'<span class="rule off">{short(rule, 60)}</span> <span class="dim">off</span>', ""]
