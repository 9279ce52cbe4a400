"""Overlays: errata, variants and house rules, as patches on a program whose printed text stays as it is."""

from bombsight.compiler.overlays.amend import AmendedProgram, EditSummary, amend
from bombsight.compiler.overlays.codes import CODES

__all__ = ["CODES", "AmendedProgram", "EditSummary", "amend"]
