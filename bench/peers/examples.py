"""The public collection of TLA+ examples: its models, and what its manifests record of TLC."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Model:
    """A configuration of a module, and what is recorded of it."""

    name: str
    module: Path
    config: Path
    result: str
    states: int | None


def models(examples: Path, listed: Path | None = None) -> Iterator[Model]:
    """The models that are searched whole, of `specifications/` of the collection.

    With a tab-separated file whose first column is a .cfg: only those.
    """
    wanted = None
    if listed is not None:
        lines = listed.read_text(encoding="utf-8").splitlines()
        wanted = {line.partition("\t")[0] for line in lines}
    for manifest in sorted(examples.rglob("manifest.json")):
        for module in json.loads(manifest.read_text(encoding="utf-8")).get("modules", ()):
            for model in module["models"]:
                config = examples.parent / model["path"]
                name = str(config.relative_to(examples)).replace(".toolbox", "")
                if model["mode"] == "exhaustive search" and (wanted is None or name in wanted):
                    recorded = model.get("distinctStates")
                    path = examples.parent / module["path"]
                    yield Model(name, path, config, model["result"], recorded)
