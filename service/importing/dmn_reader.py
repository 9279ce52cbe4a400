"""The reader of DMN: every decision table of a model, by all hit policies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from attrs import frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.xml import parse_xml
from bombsight.service.importing.dmn_columns import ColumnKind, make_columns, split_words
from bombsight.service.importing.feel import Literal, NotTaken, UnaryTests, parse_literal, parse_unary_tests
from bombsight.service.importing.model import Aggregation, HitPolicy, ImportedDecision, ImportNote, SourceParts

LOGIC = (
    "literalExpression",
    "invocation",
    "context",
    "functionDefinition",
    "list",
    "relation",
    "conditional",
    "filter",
)
"""The kinds of logic that a decision may have besides a table."""

MAX_RULES = 10_000
"""The most rules of a decision table."""


@frozen
class Clause:
    """An input or output of a decision table, as it stands.

    Attributes:
        name: Its label, or its expression.
        kind: Its type, as far as it is declared.
        allowed: The texts that it may hold; empty where the model does not say.
    """

    name: str
    kind: ColumnKind | None
    allowed: tuple[str, ...]


@frozen
class ReadRule:
    """A rule, parsed; its figures are not scaled yet.

    Attributes:
        tests: The test of each input.
        values: The value of each output; None for none.
        place: Where it stands.
    """

    tests: tuple[UnaryTests, ...]
    values: tuple[Literal | None, ...]
    place: str


def read_dmn(content: bytes, path: str, title: str) -> SourceParts:
    """Read the decision tables of a model in DMN.

    Args:
        content: The file.
        path: Its path, for messages.
        title: The title where the model has none.

    Raises:
        InputError: It is no XML, or declares a document type or entities.
    """
    try:
        root = parse_xml(content)
    except ValueError as error:
        raise InputError(f"this is no model in DMN that can be taken: {clip(str(error))}", path) from error
    if local_name(root) != "definitions":
        raise InputError("this is no model in DMN: its first element is not `definitions`", path)
    types = dict(read_types(root))
    tables: list[ImportedDecision] = []
    notes: list[ImportNote] = []
    for owner, name, table in find_decision_tables(root):
        decision = read_decision(table, owner, name, types)
        if isinstance(decision, ImportNote):
            notes.append(decision)
        else:
            tables.append(decision)
    for decision_element in children(root, "decision"):
        if not any(local_name(each) == "decisionTable" for each in decision_element.iter()):
            kind = next((local_name(each) for each in decision_element if local_name(each) in LOGIC), "")
            inner = "its logic is no decision table" + (f", but `{kind}`" if kind else "")
            notes.append(ImportNote(f"decision `{decision_element.get('name')}`", inner))
    return SourceParts(path, root.get("name") or title, tuple(tables), tuple(notes))


def local_name(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def children(element: Element, name: str) -> list[Element]:
    """The children of an element with a name, whatever their namespace."""
    return [child for child in element if local_name(child) == name]


def text_below(element: Element, *names: str) -> str:
    """The text of the first element at the end of a path of names; empty if there is none."""
    for name in names:
        found = children(element, name)
        if not found:
            return ""
        element = found[0]
    return " ".join((element.text or "").split())


def find_decision_tables(root: Element) -> Iterator[tuple[Element, str, Element]]:
    """Yield each decision table of a model with the element around it that has a name, and that name."""
    open_: list[tuple[Element, Element, str]] = [(root, root, "")]
    while open_:
        element, owner, name = open_.pop()
        if local_name(element) == "decisionTable":
            yield owner, name or "Decision", element
            continue
        variable = next(iter(children(element, "variable")), None)
        if local_name(element) in ("decision", "businessKnowledgeModel"):
            owner, name = element, element.get("name") or name
        elif local_name(element) == "contextEntry" and variable is not None:
            owner, name = element, variable.get("name") or name
        open_ += [(child, owner, name) for child in reversed(element)]


def read_types(root: Element) -> Iterator[tuple[str, tuple[ColumnKind | None, tuple[str, ...]]]]:
    """Yield the declared types of a model, by name: their kind, and the texts that they allow."""
    for item in children(root, "itemDefinition"):
        name = item.get("name") or ""
        kind = kind_of_type(text_below(item, "typeRef"), {})
        yield name, (kind, split_words(text_below(item, "allowedValues", "text")))
        for component in children(item, "itemComponent"):
            inner = kind_of_type(text_below(component, "typeRef"), {})
            yield (
                f"{name}.{component.get('name')}",
                (inner, split_words(text_below(component, "allowedValues", "text"))),
            )


def kind_of_type(name: str, types: Mapping[str, tuple[ColumnKind | None, tuple[str, ...]]]) -> ColumnKind | None:
    """The kind of a type by its name; None where it is unknown, or is none that is taken."""
    match name.rpartition(":")[2].lower():
        case "string":
            return "words"
        case "number" | "integer" | "long" | "double" | "int" | "decimal":
            return "numbers"
        case "boolean":
            return "flags"
        case _:
            return types[name][0] if name in types else None


def read_decision(
    table: Element, owner: Element, name: str, types: Mapping[str, tuple[ColumnKind | None, tuple[str, ...]]]
) -> ImportedDecision | ImportNote:
    """Read a decision table; a note where nothing of it can be taken.

    Args:
        table: Its element.
        owner: The decision or the function that it belongs to.
        name: Its name.
        types: The declared types of the model.
    """
    place = f"decision `{name}`"
    inputs = [read_input(each, number, types) for number, each in enumerate(children(table, "input"), 1)]
    outputs = [
        read_output(each, owner, name, number, types) for number, each in enumerate(children(table, "output"), 1)
    ]
    if not inputs or not outputs:
        return ImportNote(place, "it has no inputs or no outputs")
    rules, notes = read_rules(table, inputs, outputs, place)
    if not rules:
        return ImportNote(place, f"no rule of it can be taken: {notes[0].text}" if notes else "it has no rules")
    read = make_columns(inputs, outputs, rules)
    if isinstance(read, str):
        return ImportNote(place, read)
    policy_name = table.get("hitPolicy") or "UNIQUE"
    policies = {policy.value: policy for policy in HitPolicy}
    policy = policies.get(policy_name.upper())
    aggregation_name = (table.get("aggregation") or "").upper()
    aggregation = next((each for each in Aggregation if each.value == aggregation_name), None)
    if policy is None:
        return ImportNote(place, f"its hit policy `{clip(policy_name)}` is unknown")
    if policy in (HitPolicy.PRIORITY, HitPolicy.OUTPUT_ORDER):
        order = sort_by_priority(rules, outputs)
        read = read.with_order(order)
    for each in children(table, "input"):
        expression = text_below(each, "inputExpression", "text")
        if any(sign in expression for sign in "+*/(<>=") and expression:
            notes.append(ImportNote(place, f"its input `{clip(expression)}` is computed there; here it is asked for"))
    keys = tuple(filter(None, (owner.get("id"), name)))
    return ImportedDecision(
        keys, name, read.inputs, read.outputs, read.rules, policy, aggregation, place, (*notes, *read.notes)
    )


def read_input(element: Element, number: int, types: Mapping[str, tuple[ColumnKind | None, tuple[str, ...]]]) -> Clause:
    """Read an input of a decision table; ``number`` counts from 1."""
    expression = text_below(element, "inputExpression", "text")
    type_name = next(
        (each.get("typeRef") or text_below(each, "typeRef") for each in children(element, "inputExpression")), ""
    )
    allowed = split_words(text_below(element, "inputValues", "text"))
    declared = types[type_name][1] if type_name in types else ()
    return Clause(
        element.get("label") or expression or f"input {number}", kind_of_type(type_name, types), allowed or declared
    )


def read_output(
    element: Element,
    owner: Element,
    name: str,
    number: int,
    types: Mapping[str, tuple[ColumnKind | None, tuple[str, ...]]],
) -> Clause:
    """Read an output of a decision table.

    Args:
        element: Its element.
        owner: The decision that the table belongs to.
        name: The decision's name: a single output needs none of its own.
        number: Counted from 1.
        types: The declared types of the model.
    """
    variable = next(iter(children(owner, "variable")), None)
    type_name = element.get("typeRef") or (variable.get("typeRef") or "" if variable is not None else "")
    allowed = split_words(text_below(element, "outputValues", "text"))
    declared = types[type_name][1] if type_name in types else ()
    label = element.get("name") or element.get("label") or (name if number == 1 else f"output {number}")
    return Clause(label, kind_of_type(type_name, types), allowed or declared)


def read_rules(
    table: Element, inputs: Sequence[Clause], outputs: Sequence[Clause], place: str
) -> tuple[list[ReadRule], list[ImportNote]]:
    """Read the rules of a decision table; one with an expression that is not taken is left out, with a note.

    Args:
        table: Its element.
        inputs: Its inputs.
        outputs: Its outputs.
        place: Where it stands.
    """
    rules: list[ReadRule] = []
    notes: list[ImportNote] = []
    for number, rule in enumerate(children(table, "rule")[:MAX_RULES], 1):
        rule_place = f"{place}, rule {number}"
        tests = [text_below(each, "text") for each in children(rule, "inputEntry")]
        values = [text_below(each, "text") for each in children(rule, "outputEntry")]
        tests += ["-"] * (len(inputs) - len(tests))
        values += [""] * (len(outputs) - len(values))
        try:
            parsed_tests = tuple(parse_unary_tests(text) for text in tests[: len(inputs)])
            parsed_values = tuple(parse_literal(text) for text in values[: len(outputs)])
        except NotTaken as problem:
            notes.append(ImportNote(rule_place, f"`{clip(problem.text)}` is not taken; the rule is left out"))
            continue
        rules.append(ReadRule(parsed_tests, parsed_values, rule_place))
    return rules, notes


def sort_by_priority(rules: Sequence[ReadRule], outputs: Sequence[Clause]) -> list[int]:
    """Sort the numbers of rules by the order of the outputs' allowed values, as those hit policies do."""

    def rank(number: int) -> tuple[int, ...]:
        """The places of a rule's values among the allowed ones."""
        values = rules[number].values
        allowed = [[*output.allowed] for output in outputs]
        return tuple(
            words.index(str(value)) if str(value) in words else len(words)
            for value, words in zip(values, allowed, strict=True)
        )

    return sorted(range(len(rules)), key=rank)
