"""The standard modules and community modules of TLA+, their operators implemented in Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from .language import LANGUAGE as LANGUAGE
from .module import LibraryModule as LibraryModule
from .surroundings import Registers as Registers
from .surroundings import Surroundings as Surroundings

_FILES: Final = {
    "numbers": "Naturals Integers Reals",
    "sequences": "Sequences",
    "finitesets": "FiniteSets Folds FiniteSetsExt",
    "functions": "Functions",
    "bags": "Bags BagsExt",
    "tlc": "TLC TLCExt",
    "randomization": "Randomization",
    "sequencesext": "SequencesExt",
    "bitwise": "Bitwise",
    "relation": "Relation",
    "graphs": "Graphs",
    "undirected": "UndirectedGraphs",
    "json": "Json",
    "ioutils": "IOUtils CSV",
    "pictures": "SVG GraphViz",
    "clocks": "VectorClocks",
    "arithmetic": "Combinatorics DyadicRationals Quorum Statistics DifferentialEquations",
    "proofs": """TLAPS NaturalsInduction WellFoundedInduction Toolbox ShiViz FunctionsFork
        SequencesExtFork FiniteSetTheorems FunctionTheorems FunctionForkTheorems SequenceTheorems
        SequenceOps SequenceOpTheorems BagsTheorems FoldsTheorems FiniteSetsExtTheorems
        SequencesExtTheorems SequencesExtForkTheorems GraphTheorems QuorumTheorems
        NaturalsInduction_proofs WellFoundedInduction_proofs FunctionsFork_proofs
        SequencesExtFork_proofs FiniteSetTheorems_proofs FunctionTheorems_proofs
        FunctionForkTheorems_proofs SequenceTheorems_proofs SequenceOps_proofs
        SequenceOpTheorems_proofs BagsTheorems_proofs FoldsTheorems_proofs
        FiniteSetsExtTheorems_proofs SequencesExtTheorems_proofs SequencesExtForkTheorems_proofs
        GraphTheorems_proofs QuorumTheorems_proofs""",
}
"""The Python files of this folder, each with the names of the TLA+ modules that it defines."""

_PLACES: Final = {name: file for file, names in _FILES.items() for name in names.split()}


class Library(Mapping[str, LibraryModule]):
    """The library modules by name, for one run; each is loaded on first access.

    >>> MODULES["Sequences"].operators["Len"].function((7, 8))
    2
    """

    def __init__(self, around: Surroundings | None = None) -> None:
        self.around = around or Surroundings()
        self._made: dict[str, LibraryModule] = {}

    def __getitem__(self, name: str) -> LibraryModule:
        if name not in self._made:
            file = import_module(f".{_PLACES[name]}", __name__)
            made = file.modules(self.around) if hasattr(file, "modules") else file.MODULES
            self._made.update((one.name, one) for one in made)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in _PLACES

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


MODULES: Final = Library()
"""The modules with default surroundings: printed lines are kept, file names are relative to `.`."""
