"""The code beside a run: a program of its own, on the state of the program that it belongs to."""

from __future__ import annotations

from attrs import evolve

from bombsight.flat.program import AsideCode, Program


def aside_program(program: Program) -> Program:
    """The program whose entries are a program's asides: its state and sites, and no code of its runs.

    It has no mission that could be begun; :attr:`Program.mission` is only named in it.
    """
    code = program.asides
    return evolve(
        program,
        career=None,
        tallies=(),
        examples=(),
        entries=code.entries,
        functions=code.functions,
        data=code.data,
        asides=AsideCode(),
        following=(),
        boards=(),
        digest=code.digest,
    )
