"""The whole lowering: a rule graph becomes a program."""

from __future__ import annotations

from bombsight.backends.python.source import source
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower import calls as _calls  # noqa: F401 - registers its expressions
from bombsight.compiler.lower import choices as _choices  # noqa: F401 - registers its statements
from bombsight.compiler.lower.defaults import fill_defaults
from bombsight.compiler.lower.defines import make_define
from bombsight.compiler.lower.procedures import (
    example_result,
    make_call,
    make_do,
    make_enter,
    make_expect,
    make_offer,
    make_setup,
)
from bombsight.compiler.lower.tables import make_act, make_every, make_look, make_modifiers, make_roll
from bombsight.compiler.lower.unit import Maker, Unit, new_unit
from bombsight.flat.program import (
    Entry,
    EnumInfo,
    ExampleInfo,
    ExampleLine,
    FaultSite,
    OptionInForce,
    Program,
    SlotField,
    SlotList,
)
from bombsight.flat.types import BoolType, EnumType

MAKERS: dict[str, Maker] = {
    "act": make_act,
    "call": make_call,
    "define": make_define,
    "do": make_do,
    "enter": make_enter,
    "every": make_every,
    "expect": make_expect,
    "look": make_look,
    "modifiers": make_modifiers,
    "offer": make_offer,
    "roll": make_roll,
    "setup": make_setup,
}
"""What makes the functions of each kind."""


def lower(graph: n.RuleGraph) -> Program:
    """Lower a whole program.

    Args:
        graph: A graph without errors.

    Raises:
        ValueError: The graph has what the checks before would have refused, such as a default that reads state.
    """
    unit = new_unit(graph, MAKERS)
    fill_defaults(unit)
    entries = [*node_entries(unit), *example_entries(unit)]
    unit.finish()
    too_deep = unit.sites.add(FaultSite(owner=f"game:{graph.game.id}", text="calls go too deep"))
    return Program(
        game=graph.game.id,
        title=graph.game.title,
        rules_hash=graph.rules_hash,
        options=tuple(option_in_force(option) for option in graph.options),
        overlays=tuple(f"{overlay.kind} {overlay.name}" for overlay in graph.overlays),
        names=graph.game.names,
        about=graph.game.about,
        mission=entry(unit.procedures[graph.game.mission]),
        career=entry(unit.procedures[graph.game.career]) if graph.game.career else None,
        enums={enum.name: EnumInfo(values=enum.values, titles=enum.titles) for enum in graph.enums},
        fields=tuple(slot_fields(unit)),
        lists=tuple(slot_lists(unit)),
        slots=unit.layout.slots,
        sites=tuple(unit.sites.found),
        source=source(unit, entries, too_deep, traced=False),
        traced=source(unit, entries, too_deep, traced=True),
        examples=tuple(example_info(example) for example in graph.examples),
    )


# --- the functions that can be called from outside


def node_entries(unit: Unit) -> list[tuple[str, str]]:
    """Procedures, tables and defines."""
    found: list[tuple[str, str]] = []
    for define in unit.graph.defines:
        found.append((f"define:{define.name}", unit.function("define", define.name)))
    for table in unit.graph.tables:
        if table.rolled is None:
            found.append((f"look:{table.id}", unit.function("act", table.id)))
        else:
            function = unit.function("roll", table.id)
            kept = table.id in unit.kept
            found.append(
                (f"roll:{table.id}", f"result_of({function}, {unit.results(table.result)})" if kept else function)
            )
    for procedure in unit.graph.procedures:
        found.append((f"do:{procedure.name}", unit.entered(procedure.name)))
    return found


def example_entries(unit: Unit) -> list[tuple[str, str]]:
    """The functions of examples."""
    found: list[tuple[str, str]] = []
    for number, example in enumerate(unit.graph.examples):
        name, count = str(number), unit.results(example_result(example, unit))
        found.append((f"setup:{name}", unit.function("setup", name)))
        found.append((f"call:{name}", unit.function("call", name)))
        for at, line in enumerate(example.lines):
            if isinstance(line, n.ExampleExpect):
                function = unit.function("expect", name, str(at))
                found.append((f"expect:{name}:{at}", f"expecting({function}, {count})"))
    return found


# --- what people are told of


def option_in_force(option: n.Option) -> OptionInForce:
    """An option with its value as a word."""

    def word(value: int) -> str:
        if isinstance(option.type, BoolType):
            return "yes" if value else "no"
        return option.words[value] if isinstance(option.type, EnumType) else str(value)

    return OptionInForce(name=option.name, title=option.title, value=word(option.value), default=word(option.default))


def entry(procedure: n.Procedure) -> Entry:
    """A procedure as a beginning."""
    return Entry(
        procedure=procedure.name,
        params=tuple((param.name, param.type) for param in procedure.params),
        result=procedure.result,
    )


def slot_fields(unit: Unit) -> list[SlotField]:
    """Where fields live."""
    return [
        SlotField(
            id=placed.field.id,
            owner=placed.list or placed.field.owner,
            title=placed.field.title,
            type=placed.field.type,
            base=placed.base,
            shape=(placed.capacity, *placed.shape) if placed.list else placed.shape,
            indices=placed.field.indices,
            defaults=tuple(unit.defaults[placed.base : placed.base + placed.size]),
        )
        for placed in unit.layout.fields.values()
    ]


def slot_lists(unit: Unit) -> list[SlotList]:
    """Where lists live."""
    return [
        SlotList(
            id=pool.list.id,
            owner=pool.list.owner,
            title=pool.list.title,
            record=pool.list.record,
            base=pool.base,
            capacity=pool.capacity,
            fields=pool.list.fields,
        )
        for pool in unit.layout.pools.values()
    ]


def example_info(example: n.Example) -> ExampleInfo:
    """An example for those who run it."""
    return ExampleInfo(
        title=example.title,
        origin=example.origin.at(example.span),
        lines=tuple(example_line(line) for line in example.lines),
        before=sum(line.span.start < example.call.span.start for line in example.lines),
    )


def example_line(line: n.ExampleRoll | n.ExampleAnswer | n.ExampleExpect) -> ExampleLine:
    """A line of an example."""
    match line:
        case n.ExampleRoll(table=table, dice=dice):
            words = tuple(map(str, dice))
            text = " ".join(("roll", table or "-", *words))
            return ExampleLine(kind="roll", table=table, words=words, text=text, place=str(line.span))
        case n.ExampleAnswer(words=words):
            text = " ".join(("answer", *words))
            return ExampleLine(kind="answer", table=None, words=words, text=text, place=str(line.span))
        case n.ExampleExpect(text=text):
            return ExampleLine(kind="expect", table=None, words=(), text=f"expect {text}", place=str(line.span))
