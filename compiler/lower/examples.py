"""The functions of examples: one for each line of a scene, each call and each fact, shared by all that say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.expected import deciding, terms_of
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.effect_lifting import invoke
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.metadata import example_line, stands_before
from bombsight.compiler.lower.query_functions import Piece
from bombsight.compiler.lower.returns import give
from bombsight.compiler.lower.statements import statements
from bombsight.compiler.lower.unit import Unit
from bombsight.compiler.options import option_with
from bombsight.dsl.node_classes import field, frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.program import Entry, ExampleInfo, ExampleStep, ExpectedTerm, ExpectedValue
from bombsight.flat.types import PartsType, Type

RESULT = "result"
"""What an example's lines call what its call gave."""


@frozen
class Pieces:
    """The pieces of all examples of a graph.

    Attributes:
        numbers: Their numbers, in the order in which they are met.
        infos: The examples, who name them.
    """

    numbers: dict[Piece, int] = field(factory=dict)
    infos: list[ExampleInfo] = field(factory=list)

    def name(self, piece: Piece) -> str:
        """The name of the entry of a piece."""
        return str(self.numbers.setdefault(piece, len(self.numbers)))


def pieces(unit: Unit) -> Pieces:
    """The pieces of a unit's examples, and the examples made of them."""
    found = Pieces()
    for example in unit.graph.examples:
        found.infos.append(example_info(example, unit, found))
    return found


def example_info(example: e.Example, unit: Unit, found: Pieces) -> ExampleInfo:
    """An example for those who run it."""
    told = (example.id, f'example "{example.title}"  {example.span}', example.origin.cite)
    names: tuple[Param, ...] = ()
    setup = []
    for given in example.setup:
        piece = Piece("setup", given.body, names, given.names, None, *told)
        setup.append(ExampleStep(entry=found.name(piece), place=str(given.span)))
        names += given.names
    result = result_of(example, unit)
    call = found.name(Piece("call", example.call, names, (), result, *told))

    def entry_of(fact: x.Expr | e.ExampleEnded) -> str:
        given_to = result if asks_for_result(fact) else None
        return found.name(Piece("expect", fact, names, (), given_to, *told))

    lines = []
    for line in example.lines:
        fact = fact_of(line)
        entry = "" if fact is None else entry_of(fact)
        terms = tuple(expected_terms(line, entry_of)) if isinstance(line, e.ExampleExpect) else ()
        lines.append(example_line(line, example, unit.layout, entry, terms))
    return ExampleInfo(
        title=example.title,
        origin=example.origin.at(example.span),
        setup=tuple(setup),
        call=ExampleStep(entry=call, place=str(example.call.span)),
        lines=tuple(lines),
        before=sum(stands_before(line, example) for line in example.lines),
        options=tuple(options_in(example, unit)),
    )


def options_in(example: e.Example, unit: Unit) -> Iterator[tuple[int, int]]:
    """The slots of the open options that an example is played with, each with its value."""
    for told in example.options:
        if told.name in unit.layout.options:
            yield unit.layout.options[told.name], option_with(unit.options[told.name], told.value).value


def expected_terms(line: e.ExampleExpect, entry_of: Callable[[x.Expr], str]) -> Iterator[ExpectedTerm]:
    """The terms of what a line expects, each with the values that decide it; none where nobody is told of them."""
    if line.parts:
        for term, (text, values) in zip(terms_of(line.condition), line.parts, strict=True):
            shown = (
                ExpectedValue(text=said, entry=entry_of(value), type=value.type)
                for value, said in zip(deciding(term), values, strict=True)
            )
            yield ExpectedTerm(text=text, entry=entry_of(term), values=tuple(shown))


def fact_of(line: e.ExampleLine) -> x.Expr | e.ExampleEnded | None:
    """What a line expects, if it is a fact."""
    match line:
        case e.ExampleExpect(condition=condition):
            return condition
        case e.ExampleEnded():
            return line
        case e.ExampleRoll() | e.ExampleAnswer() | e.ExampleOffer() | e.ExampleLead() | e.ExampleUnchanged():
            return None
        case _:
            assert_never(line)


def asks_for_result(fact: x.Expr | e.ExampleEnded) -> bool:
    """Whether a fact asks what the call gave."""
    return any(
        (isinstance(part, x.Var) and part.name == RESULT) or (isinstance(part, x.PartOf) and part.variable == RESULT)
        for part in walk(fact)
    )


def result_of(example: e.Example, unit: Unit) -> Type | None:
    """What an example's call gives."""
    match example.call:
        case x.RollOn(table=table) | x.LookUp(table=table):
            return unit.tables[table].result
        case x.DoCall(procedure=procedure):
            return unit.procedures[procedure].result
        case _:  # the rest: calls nothing, and is refused before
            return None


def piece_entries(unit: Unit, found: Pieces) -> Iterator[Entry]:
    """The entries of pieces, each named by its number."""
    for piece, number in found.numbers.items():
        name, result = str(number), piece.result
        params = tuple((param.name, param.type) for param in piece.names)
        if piece.kind == "expect":
            parts = result.parts if isinstance(result, PartsType) else ()
            params += tuple((part.name, part.type) for part in parts) or (((RESULT, result),) if result else ())
        yield Entry(
            kind=piece.kind,
            name=name,
            function=unit.function(piece.kind, name),
            params=params,
            result=result if piece.kind == "call" else None,
            results={"setup": len(piece.gives), "call": unit.results(result)}.get(piece.kind, 1),
        )


# --- their functions


def piece_named(unit: Unit, name: str) -> tuple[Piece, Frame]:
    """A piece, and a frame for its function with the elements that have a name."""
    piece = unit.pieces[int(name)]
    frame = Frame(unit=unit, owner=piece.owner, cite=piece.cite)
    return piece, frame


def declared(piece: Piece, frame: Frame) -> list[str]:
    """The parameters for the elements that have a name."""
    return [frame.declare(param.name, param.type) for param in piece.names]


def make_setup(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """A line of a scene; it gives the elements that it gives a name."""
    piece, frame = piece_named(unit, name)
    assert isinstance(piece.does, tuple)
    params = declared(piece, frame)
    statements(piece.does, frame)
    if not frame.done:
        frame.emit(fs.Return(values=tuple(fx.Local(frame.locals.of(param.name)) for param in piece.gives)))
    return frame.function(function_name, piece.about, params, len(piece.gives))


def make_call(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """An example's one call. A procedure called leaves its state, to be looked at; what ended so far does not count."""
    piece, frame = piece_named(unit, name)
    params = declared(piece, frame)
    for slot in unit.layout.endings.values():
        frame.emit(fs.SetCounter(slot=fx.Slot(slot), value=fx.Num(0)))
    results = 0
    if isinstance(piece.does, x.RollOn | x.DoCall | x.LookUp):
        results = unit.results(piece.result)
        names = [frame.locals.temporary(RESULT) for _ in range(results)]
        invoke(piece.does, frame, names, kept=True)
        frame.emit(fs.Return(values=tuple(fx.Local(local) for local in names)))
    else:
        give((), frame)
    return frame.function(function_name, piece.about, params, results)


def make_expect(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """Whether what an example expects is so; it takes what the call gave behind the elements, if it asks for it."""
    piece, frame = piece_named(unit, name)
    params = declared(piece, frame)
    if isinstance(piece.result, PartsType):
        params += [frame.locals.of(RESULT, part.name) for part in piece.result.parts]
    elif piece.result is not None:
        params.append(frame.declare(RESULT, piece.result))
    if isinstance(piece.does, e.ExampleEnded):
        ended = fx.Slot(unit.layout.endings[piece.does.procedure])
        frame.emit(fs.Return(values=(fold.equal(ended, 1),)))
    else:
        assert not isinstance(piece.does, tuple)
        frame.emit(fs.Return(values=(value(piece.does, frame),)))
    return frame.function(function_name, piece.about, params, 1)
