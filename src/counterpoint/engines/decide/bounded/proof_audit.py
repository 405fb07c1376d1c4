"""Proofs of a bounded search, audited by the reference semantics."""

from __future__ import annotations

from dataclasses import replace

from ....audit.inductive import Steps, audit_inductive, truth_of
from ....audit.reference import Reference
from ....audit.returning import audit_returning
from ....certificate import Effort, Test
from ....verdict import Verdict
from ..auditing import audited
from .found import Found
from .proofs import ProvenEndless
from .showing import with_rest


def audited_proof(
    verdict: Verdict,
    found: Found,
    reference: Reference,
    effort: Effort,
    *,
    goal: Test | None = None,
    steps: Steps | None = None,
) -> Verdict:
    """The verdict after an audit of its proof; unknown if that does not pass.

    `goal` tests for states that are not to be reached, if the proof does not say which. `steps`
    gives a sample of the steps out of a state, where there are too many to list.
    """
    proof = found.proof
    assert proof is not None
    if isinstance(proof, ProvenEndless):
        result = audit_returning(reference, proof, effort, steps)
    else:
        goal = goal or truth_of(proof.goal, reference)
        result = audit_inductive(reference, proof, goal, effort, steps)
    return audited(replace(verdict, audited=None), with_rest(result, found))
