"""The program of asides, on the state of the program that they belong to."""

from __future__ import annotations

from attrs import evolve

from bombsight.flat.program import AsideCode, Program


def aside_program(program: Program) -> Program:
    """Return a program that computes the asides (values for display) of a program, on the same state and sites.

    It has no mission to start; its :attr:`Program.mission` is only a name.
    """
    code = program.asides
    return evolve(
        program,
        career=None,
        stage=None,
        tallies=(),
        forecasts=(),
        examples=(),
        entries=code.entries,
        functions=code.functions,
        data=code.data,
        asides=AsideCode(),
        following=(),
        boards=(),
        lucks=(),
        judged_tables=(),
        digest=code.digest,
    )
