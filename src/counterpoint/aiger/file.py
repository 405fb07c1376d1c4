"""Open an AIGER file as a model."""

from __future__ import annotations

from pathlib import Path

from ..errors import BadCircuit
from .model import CircuitModel, model_of
from .read import read_circuit


def load_circuit(path: str | Path) -> CircuitModel:
    """The model of the circuit in a file; raises `BadCircuit` if it cannot be read."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadCircuit(f"{path} cannot be read: {error.strerror}") from None
    model = model_of(read_circuit(data, str(path)), Path(path).stem)
    model.source_files = (str(path),)
    return model
