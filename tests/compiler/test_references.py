"""What calls something is known wherever calls are counted."""

from typing import get_args

import attrs

from bombsight.compiler.references import CALL_NODES
from bombsight.dsl import ast


def test_whatever_takes_arguments_calls_something():
    taking = {
        cls for cls in (*get_args(ast.Expr), *get_args(ast.Stmt)) if "args" in [each.name for each in attrs.fields(cls)]
    }
    assert taking - {ast.ResultsOf, ast.LookUpColumn} == CALL_NODES  # of those one is gone through, one names no table
