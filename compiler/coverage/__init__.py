"""Coverage: which places of the rules (rows, branches, steps) the runs of an instrumented program reach.

``probes`` inserts probes into a rule graph, where statements run, and into flat code, where only a value is computed;
``recorder`` maps each probe to its place and records the hits.
"""

from bombsight.compiler.coverage.probes import ProbedProgram, add_probes
from bombsight.compiler.coverage.recorder import KINDS, CoverageRecorder, CoverageSpot

__all__ = ["KINDS", "CoverageRecorder", "CoverageSpot", "ProbedProgram", "add_probes"]
