"""How much of a search on disk is in memory at once."""

from __future__ import annotations

from ....data import dataclass
from ....tuning import Tuning
from .stepper import Stepper


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers of rows, but for `bits`: there are 2 ** `bits` shards."""

    bits: int = 6

    piece: int = 1 << 18
    """Targets that a thread finds at a time, and twice the states that it reads for that."""

    kept: int = 1 << 22
    """Targets in memory before they are written."""

    slice: int = 1 << 20
    """Targets of a shard that are sorted at a time."""

    small: int = 1 << 14
    """Runs with up to so many keys are kept in memory."""

    block: int = 1 << 12
    """Keys of a run that are read together."""


BESIDE = 32 << 20
"""Bytes for what does not depend on the sizes, such as code that is compiled meanwhile."""

PIECE_COPIES, SLICE_COPIES = 6, 5
"""How many times the rows of a piece, or of a slice, are in memory at once."""


def sizes_within(bytes_: int, stepper: Stepper, threads: int, tuning: Tuning) -> Sizes:
    """The sizes for so many bytes, of which much stays free for what cannot be foreseen."""
    row = 8 * stepper.width
    of_a_step = PIECE_COPIES * row + stepper.beside
    a_share = max(bytes_ - BESIDE, bytes_ // 4) // 6
    return Sizes(
        bits=min(tuning.disk_bits, stepper.bits),
        piece=max(1, min(a_share // (of_a_step * threads), tuning.disk_piece)),
        kept=max(1, a_share // row),
        slice=max(1, a_share // (SLICE_COPIES * row * threads)),
        small=tuning.disk_small // stepper.width,
        block=tuning.disk_block,
    )
