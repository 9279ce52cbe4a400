"""Mutation testing of rules: small changes that still compile show whether the examples would notice a slip.

``places`` finds where a syntax tree may be changed and how, by ``figures``, ``rows`` and ``conditions``; ``planting``
draws a sample of the places, sees that what comes of each compiles and plays otherwise, and lowers what has changed.
"""

from bombsight.compiler.mutants.mutation_points import KINDS
from bombsight.compiler.mutants.sampling import Mutant, MutationBase, TextChange, prepare_base, sample_mutants

__all__ = ["KINDS", "Mutant", "MutationBase", "TextChange", "prepare_base", "sample_mutants"]
