"""Mutation testing of rules: small changes that still compile show whether the examples would notice a slip.

``mutation_points`` finds where a syntax tree can be changed and how, with ``numbers``, ``rows`` and ``conditions``;
``sampling`` draws a sample of these points, checks that each mutant compiles and behaves differently, and lowers it.
"""

from bombsight.compiler.mutants.mutation_points import KINDS
from bombsight.compiler.mutants.sampling import Mutant, MutationBase, TextChange, prepare_base, sample_mutants

__all__ = ["KINDS", "Mutant", "MutationBase", "TextChange", "prepare_base", "sample_mutants"]
