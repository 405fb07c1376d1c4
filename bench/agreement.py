"""Agreement with TLC: `python bench/agreement.py --examples FOLDER`.

FOLDER is `specifications/` of the public collection of TLA+ examples, whose manifests record what
TLC finds. Each model that TLC searches whole is checked by a process of its own; verdicts and
counts of distinct states are compared. Prints what differs, and how many agree.

    --limit SECONDS  a check that takes longer is ended; 300 if not said
    --models FILE    only these: a tab-separated file whose first column is a .cfg
    --only WORD      the models whose path has WORD in it
    --audit          every answer is audited in every state, and what was not audited is printed
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from peers.examples import Model, models

OURS = Path(sys.executable).with_name("counterpoint")


def difference(model: Model, limit: int, *, audit: bool = False) -> str:
    """What we say otherwise than is recorded, or do not show; empty if nothing."""
    files: list[str | Path] = [model.module, "--config", model.config]
    command = [OURS, "check", *files, "--json", *["--audit", "all"] * audit]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return f"not done in {limit} s"
    if not ended.stdout:
        return str(ended.stderr).strip().replace("\n", " ")
    found = json.loads(ended.stdout)
    said = _result(found)
    if said != model.result:
        return f"{said} for {model.result}"
    if model.result == "success" and model.states not in (None, found["states"]):
        return f"{found['states']:,} states for {model.states:,}"
    return "; ".join(_unaudited(found)) if audit else ""


def _unaudited(found: dict[str, Any]) -> Iterator[str]:
    """What an audit of all of a check found wrong or left out."""
    for one in found["properties"]:
        audited = one["audited"]
        if one["answer"] == "unknown":
            continue
        if audited is None:
            yield f"{one['name']} was not audited"
        elif audited["fault"]:
            yield f"{one['name']}: {audited['fault']}"
        elif audited["unchecked"]:
            yield f"{one['name']}: not audited: {', '.join(audited['unchecked'])}"
        elif one["answer"] == "holds" and audited["states"] < audited["of"]:
            yield f"{one['name']}: audited in {audited['states']:,} of {audited['of']:,} states"


def _result(found: dict[str, Any]) -> str:
    """A check in the words of the manifests."""
    failed = [one for one in found["properties"] if one["answer"] == "fails"]
    if any(one["trace"] and one["trace"]["loop"] is not None for one in failed):
        return "liveness failure"
    if any("it goes on as it did" in one["reason"] for one in failed):
        return "liveness failure"
    if failed or found.get("breakdowns"):
        return "safety failure"
    return "success" if found["answer"] == "holds" else "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", required=True, type=Path)
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--audit", action="store_true")
    given = parser.parse_args()
    asked = agreed = 0
    for model in models(given.examples, given.models):
        if given.only not in model.name:
            continue
        asked += 1
        differs = difference(model, given.limit, audit=given.audit)
        agreed += not differs
        if differs:
            print(f"{model.name}: {differs}", flush=True)
    print(f"{agreed} of {asked} agree")


if __name__ == "__main__":
    main()
