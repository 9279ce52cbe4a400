"""Overlays: errata, variants and house rules, each laid over a program that stays as printed."""

from bombsight.compiler.overlays.amend import AmendedProgram, EditSummary, amend
from bombsight.compiler.overlays.codes import CODES

__all__ = ["CODES", "AmendedProgram", "EditSummary", "amend"]
