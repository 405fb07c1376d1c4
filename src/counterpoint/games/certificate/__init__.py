"""Certificates of take-away games: who wins from which position, proved for piles of any size.

>>> bool(check_certificate(nim(3)))
True
"""

from .certificate import Certificate, Take
from .check import check_certificate
from .game import Move, TakeAway
from .nim import limited_nim, nim
from .piles import Condition, Number, Piles, all_of, any_of, xor
from .super_nim import SuperNim, super_nim
from .verdicts import CertificateVerdicts, Counterexample, ObligationVerdict

__all__ = [
    "Certificate",
    "CertificateVerdicts",
    "Condition",
    "Counterexample",
    "Move",
    "Number",
    "ObligationVerdict",
    "Piles",
    "SuperNim",
    "Take",
    "TakeAway",
    "all_of",
    "any_of",
    "check_certificate",
    "limited_nim",
    "nim",
    "super_nim",
    "xor",
]
