"""Decide formulas on one exploration of a network."""

from __future__ import annotations

from functools import cached_property

from ....errors import LimitReached, Refused
from ....logic.formula import Formula
from ....model.contested import ContestedState, naming_rules
from ....model.network import Network
from ....verdict import Answer, Verdict
from ...base.task import Task
from ...search.network.exploration import Exploration
from ...space.graphs import Graphs, graphs_of
from ..auditing import Auditing
from ..decide import decide
from ..finding import Finding
from ..verdicts import verdict_of
from .doubts import Doubts


class Formulas:
    """Decides formulas on the states that were found for a network."""

    def __init__(
        self, network: Network, found: Exploration, task: Task, auditing: Auditing, doubts: Doubts
    ) -> None:
        self._network = network
        self._found = found
        self._auditing = auditing
        self._doubts = doubts
        self._limits = task.limits

    @cached_property
    def _graphs(self) -> Graphs:
        return graphs_of(self._found, self._limits)

    def verdict(self, name: str, formula: Formula) -> Verdict:
        """The audited verdict on a formula; unknown if the program may behave differently.

        Raises `LimitReached` if there is not enough memory to decide it.
        """
        try:
            space = self._graphs.space(formula)
            with naming_rules(self._network):
                finding = decide(formula, space)
        except LimitReached:
            raise
        except (Refused, ContestedState) as error:
            return Verdict(name, Answer.UNKNOWN, error.message)
        if not self._is_certain(finding) and (doubt := self._doubts.of_all(self._found)):
            return Verdict(name, Answer.UNKNOWN, doubt)
        verdict = verdict_of(name, finding, self._network)
        verdict = self._auditing.of_formula(verdict, finding, space)
        for trace in (verdict.trace, *(branch.trace for branch in verdict.branches)):
            if trace is not None and (doubt := self._doubts.of_run(trace)):
                return Verdict(name, Answer.UNKNOWN, doubt)
        return verdict

    def _is_certain(self, finding: Finding) -> bool:
        """Whether no event from outside could change the answer."""
        if finding.answer is Answer.UNKNOWN:
            return True
        return finding.certain and not self._network.weak and not self._network.strong
