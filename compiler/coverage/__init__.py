"""Coverage: the places of the rules that can be reached, and a program that tells which of them are.

``probes`` sets probes in a rule graph, where something is done, and in flat code, where a value is found; ``spots``
says what each of them stands for.
"""

from bombsight.compiler.coverage.probes import ProbedProgram, add_probes
from bombsight.compiler.coverage.recorder import KINDS, CoverageRecorder, CoverageSpot

__all__ = ["KINDS", "CoverageRecorder", "CoverageSpot", "ProbedProgram", "add_probes"]
