"""Overlays: errata, variants and house rules, each laid over a program that stays as printed."""

from bombsight.compiler.overlays.amend import Amended, Change, amend
from bombsight.compiler.overlays.codes import CODES

__all__ = ["CODES", "Amended", "Change", "amend"]
