"""Lowering of examples: one function per setup line, call and expectation, shared by examples that agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.expectations import terms_of, values_deciding
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.effect_lifting import emit_call
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.metadata import describe_example_line, is_before_call
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.query_functions import ExamplePiece
from bombsight.compiler.lower.returns import emit_return
from bombsight.compiler.lower.statements import lower_statements
from bombsight.compiler.options import set_option
from bombsight.dsl.node_classes import field, frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.program import Entry, ExampleInfo, ExampleStep, ExpectedTerm, ExpectedValue
from bombsight.flat.types import PartsType, Type

RESULT_NAME = "result"
"""The name by which an example's lines refer to the result of its call."""


@frozen
class ExamplePieces:
    """The pieces (setup lines, calls, expectations) of all examples of a graph, each compiled to one shared function.

    Attributes:
        numbers: Their numbers, in order of first use.
        infos: The examples, which refer to the pieces.
    """

    numbers: dict[ExamplePiece, int] = field(factory=dict)
    infos: list[ExampleInfo] = field(factory=list)

    def entry_name(self, piece: ExamplePiece) -> str:
        """The name of the entry (exported function) of a piece, which is numbered on first use."""
        return str(self.numbers.setdefault(piece, len(self.numbers)))


def collect_pieces(unit: ProgramBuilder) -> ExamplePieces:
    """Collect the pieces (setup lines, calls, expectations) of all examples, with records of the examples."""
    found = ExamplePieces()
    for example in unit.graph.examples:
        found.infos.append(lower_example(example, unit, found))
    return found


def lower_example(example: e.Example, unit: ProgramBuilder, pieces_so_far: ExamplePieces) -> ExampleInfo:
    """Lower an example to the record that the example runner reads."""
    shared_fields = (example.id, f'example "{example.title}"  {example.span}', example.origin.cite)
    names: tuple[Param, ...] = ()
    setup = []
    for given in example.setup:
        piece = ExamplePiece("setup", given.body, names, given.names, None, *shared_fields)
        setup.append(ExampleStep(entry=pieces_so_far.entry_name(piece), place=str(given.span)))
        names += given.names
    result = call_result_type(example, unit)
    call = pieces_so_far.entry_name(ExamplePiece("call", example.call, names, (), result, *shared_fields))

    def entry_of_fact(fact: x.Expr | e.ExampleEnded) -> str:
        """The name of the entry (exported function) that evaluates an expected fact."""
        given_to = result if reads_result(fact) else None
        return pieces_so_far.entry_name(ExamplePiece("expect", fact, names, (), given_to, *shared_fields))

    lines = []
    for line in example.lines:
        fact = expected_fact(line)
        entry = "" if fact is None else entry_of_fact(fact)
        terms = tuple(lower_expected_terms(line, entry_of_fact)) if isinstance(line, e.ExampleExpect) else ()
        lines.append(describe_example_line(line, example, unit.layout, entry, terms))
    return ExampleInfo(
        title=example.title,
        origin=example.origin.with_place(example.span),
        setup=tuple(setup),
        call=ExampleStep(entry=call, place=str(example.call.span)),
        lines=tuple(lines),
        before=sum(is_before_call(line, example) for line in example.lines),
        options=tuple(option_slots(example, unit)),
    )


def option_slots(example: e.Example, unit: ProgramBuilder) -> Iterator[tuple[int, int]]:
    """Yield the slot (word of state) and the value of each run-time option that an example sets."""
    for setting in example.options:
        if setting.name in unit.layout.options:
            yield unit.layout.options[setting.name], set_option(unit.options[setting.name], setting.value).value


def lower_expected_terms(line: e.ExampleExpect, entry_of: Callable[[x.Expr], str]) -> Iterator[ExpectedTerm]:
    """Yield each term of an expected condition with the values that decide it; nothing if they are not shown."""
    if line.parts:
        for term, (text, values) in zip(terms_of(line.condition), line.parts, strict=True):
            deciding_values = (
                ExpectedValue(text=value_text, entry=entry_of(value), type=value.type)
                for value, value_text in zip(values_deciding(term), values, strict=True)
            )
            yield ExpectedTerm(text=text, entry=entry_of(term), values=tuple(deciding_values))


def expected_fact(line: e.ExampleLine) -> x.Expr | e.ExampleEnded | None:
    """The condition or ended procedure that a line of an example expects; None for a line with another purpose."""
    match line:
        case e.ExampleExpect(condition=condition):
            return condition
        case e.ExampleEnded():
            return line
        case e.ExampleRoll() | e.ExampleAnswer() | e.ExampleOffer() | e.ExampleLead() | e.ExampleUnchanged():
            return None
        case _:
            assert_never(line)


def reads_result(fact: x.Expr | e.ExampleEnded) -> bool:
    """Whether an expected fact reads the result of the example's call."""
    return any(
        (isinstance(part, x.Var) and part.name == RESULT_NAME)
        or (isinstance(part, x.PartOf) and part.variable == RESULT_NAME)
        for part in walk(fact)
    )


def call_result_type(example: e.Example, unit: ProgramBuilder) -> Type | None:
    """The result type of an example's call."""
    match example.call:
        case x.RollOn(table=table) | x.LookUp(table=table):
            return unit.tables[table].result
        case x.DoCall(procedure=procedure):
            return unit.procedures[procedure].result
        case _:  # the rest: no call, which the checks reject
            return None


def entries_of_pieces(unit: ProgramBuilder, collected: ExamplePieces) -> Iterator[Entry]:
    """Yield the entries (exported functions) of example pieces, each named by the number of its piece."""
    for piece, number in collected.numbers.items():
        name, result = str(number), piece.result
        params = tuple((param.name, param.type) for param in piece.scope)
        if piece.kind == "expect":
            parts = result.parts if isinstance(result, PartsType) else ()
            params += tuple((part.name, part.type) for part in parts) or (((RESULT_NAME, result),) if result else ())
        yield Entry(
            kind=piece.kind,
            name=name,
            function=unit.function_name(piece.kind, name),
            params=params,
            result=result if piece.kind == "call" else None,
            results={"setup": len(piece.bindings), "call": unit.result_width(result)}.get(piece.kind, 1),
        )


# --- functions of pieces


def open_piece(unit: ProgramBuilder, name: str) -> tuple[ExamplePiece, FunctionBuilder]:
    """Find an example piece by the name of its entry, and create the function builder for its code."""
    piece = unit.example_pieces[int(name)]
    builder = FunctionBuilder(unit=unit, owner=piece.owner, cite=piece.cite)
    return piece, builder


def declare_params(piece: ExamplePiece, builder: FunctionBuilder) -> list[str]:
    """Declare the scene's named elements as parameters of a piece's function, and return their names."""
    return [builder.declare_variable(param.name, param.type) for param in piece.scope]


def make_example_setup(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that runs a setup line of an example and returns the elements that the line names."""
    piece, builder = open_piece(unit, name)
    assert isinstance(piece.body, tuple)
    params = declare_params(piece, builder)
    lower_statements(piece.body, builder)
    if not builder.is_terminated:
        builder.emit(fs.Return(values=tuple(fx.Local(builder.locals.name_of(param.name)) for param in piece.bindings)))
    return builder.build_function(function_name, piece.about, params, len(piece.bindings))


def make_example_call(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function of an example's call.

    A called procedure keeps its state for the expectations; earlier ends do not count.
    """
    piece, builder = open_piece(unit, name)
    params = declare_params(piece, builder)
    for slot in unit.layout.endings.values():
        builder.emit(fs.SetCounter(slot=fx.Slot(slot), value=fx.Num(0)))
    results = 0
    if isinstance(piece.body, x.RollOn | x.DoCall | x.LookUp):
        results = unit.result_width(piece.result)
        names = [builder.locals.new_temporary(RESULT_NAME) for _ in range(results)]
        emit_call(piece.body, builder, names, keeps_state=True)
        builder.emit(fs.Return(values=tuple(fx.Local(local) for local in names)))
    else:
        emit_return((), builder)
    return builder.build_function(function_name, piece.about, params, results)


def make_example_expectation(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that tests an example's expectation, given the named elements and the call's result."""
    piece, builder = open_piece(unit, name)
    params = declare_params(piece, builder)
    if isinstance(piece.result, PartsType):
        params += [builder.locals.name_of(RESULT_NAME, part.name) for part in piece.result.parts]
    elif piece.result is not None:
        params.append(builder.declare_variable(RESULT_NAME, piece.result))
    if isinstance(piece.body, e.ExampleEnded):
        ended = fx.Slot(unit.layout.endings[piece.body.procedure])
        builder.emit(fs.Return(values=(fold.equal(ended, 1),)))
    else:
        assert not isinstance(piece.body, tuple)
        builder.emit(fs.Return(values=(lower_expr(piece.body, builder),)))
    return builder.build_function(function_name, piece.about, params, 1)
