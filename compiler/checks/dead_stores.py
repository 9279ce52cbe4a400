"""Check of changes without effect: fields set to their own value, or read only to be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import children, walk
from bombsight.compiler.value_sources import FIELD_PREFIX
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Span
from bombsight.flat.types import TextType

CODES = (
    Code("N040", "idle-change", Severity.WARNING),
    Code("N041", "read-by-itself", Severity.WARNING),
    Code("N042", "only-default", Severity.WARNING),
)


@define
class FieldUsage:
    """The reads and writes of a declared field, over all fields that its declaration expands to.

    Attributes:
        reads: The number of reads.
        self_reads: The number of reads that only serve to change the field itself.
        is_written: Whether any rule writes it.
        gets_other_value: Whether a write may give it another value than its default.
        has_title: Whether the player sees it.
        is_text: Whether it holds a name.
    """

    name: str
    reads: int = 0
    self_reads: int = 0
    is_written: bool = False
    gets_other_value: bool = False
    has_title: bool = False
    is_text: bool = False


@define
class ItemUsage:
    """The reads and writes of one item, by field.

    Attributes:
        reads: The number of reads of each field.
        self_reads: The number of reads that only serve to change the field itself.
        written_fields: The fields that it writes.
        values_written: Pairs of field and constant written to it; None for a value that is not constant.
        no_op_changes: Its statements that change nothing.
    """

    reads: dict[str, int] = field(factory=dict)
    self_reads: dict[str, int] = field(factory=dict)
    written_fields: set[str] = field(factory=set)
    values_written: set[tuple[str, int | None]] = field(factory=set)
    no_op_changes: list[g.Assign | g.Increase] = field(factory=list)

    def record_node(self, part: object) -> None:
        """Count the reads and writes of one node of the graph, without those of its children."""
        match part:
            case x.Read(field=id_):
                self.reads[id_] = self.reads.get(id_, 0) + 1
            case g.Assign(target=x.Read(field=id_), value=value) | g.FieldInit(field=id_, value=value):
                self.written_fields.add(id_)
                self.values_written.add((id_, value.value if isinstance(value, x.Const) else None))
            case g.Increase(target=x.Read(field=id_), value=value):
                self.written_fields.add(id_)
                if not is_zero(value):
                    self.values_written.add((id_, None))
            case _:  # the rest: writes unknown values, if any
                put = {
                    id_.removeprefix(FIELD_PREFIX) for id_ in node_effect_of(part).puts if id_.startswith(FIELD_PREFIX)
                }
                self.written_fields |= put
                self.values_written |= {(id_, None) for id_ in put}
        if isinstance(part, g.Assign | g.Increase) and is_no_op(part):
            self.no_op_changes.append(part)
        field = only_changed_field(part) if isinstance(part, g.Assign | g.Increase | g.If) else ""
        if field:
            times = sum(isinstance(inner, x.Read) and inner.field == field for inner in deciding_parts(part))
            self.self_reads[field] = self.self_reads.get(field, 0) + times


def usage_of(item: Node) -> ItemUsage:
    """Count the reads and writes of each field in an item."""
    account = ItemUsage()
    for part in walk(item):
        account.record_node(part)
    return account


def check(context: CheckContext) -> None:
    """Report statements that change nothing, and fields that only get their default or are read only to be changed."""
    if not context.program.is_error_free:
        return
    graph = context.program.graph
    reads, self_reads = Counter[str](), Counter[str]()
    written_fields: set[str] = set()
    values: dict[str, set[int | None]] = {}
    items = (*context.program.rule_items, *graph.boards)
    for account in context.program.item_memo.map_items("accounts", items, usage_of):
        reads.update(account.reads)
        self_reads.update(account.self_reads)
        written_fields |= account.written_fields
        for id_, value in account.values_written:
            values.setdefault(id_, set()).add(value)
        for part in account.no_op_changes:
            context.findings.add(
                "N040",
                "this changes nothing",
                part.span,
                note="it is set to itself" if isinstance(part, g.Assign) else "nothing is added",
                help="Name another field or value, or take the line out.",
            )
    uses: dict[Span, FieldUsage] = {}
    for leaf in graph.fields:
        use = uses.setdefault(leaf.span, FieldUsage(leaf.id.split(".")[-1]))
        use.has_title |= bool(leaf.title)
        use.is_text |= isinstance(leaf.type, TextType)
        use.reads += reads[leaf.id]
        use.self_reads += self_reads[leaf.id]
        use.is_written |= leaf.id in written_fields
        default = leaf.default.value if isinstance(leaf.default, x.Const) else None
        use.gets_other_value |= any(value is None or value != default for value in values.get(leaf.id, ()))
    for span, use in uses.items():
        report_usage(context, use, span)


def report_usage(context: CheckContext, usage: FieldUsage, span: Span) -> None:
    """Report a field that is only ever set to its default (N042), or is read only to be changed (N041)."""
    seen = usage.reads or usage.has_title
    if usage.is_written and not usage.gets_other_value and seen and not usage.is_text:
        context.findings.add(
            "N042",
            f"{usage.name} is only ever set to its default",
            span.first_characters(len(usage.name)),
            note="it never has another value",
            help="Write the rule that gives it another value, or take it out.",
        )
    elif usage.reads and usage.self_reads == usage.reads and not usage.has_title:
        context.findings.add(
            "N041",
            f"{usage.name} is read only where it is changed itself",
            span.first_characters(len(usage.name)),
            note="what it comes to decides nothing",
            help="Ask for it where it matters, give it a title, or take it out.",
        )


# --- statements


def is_zero(value: x.Expr) -> bool:
    """Whether a value is the constant 0."""
    return isinstance(value, x.Const) and value.value == 0


def is_no_op(change: g.Assign | g.Increase) -> bool:
    """Whether an assignment or addition changes nothing: ``set x to x``, ``add 0 to x``."""
    if isinstance(change, g.Increase):
        return is_zero(change.value)
    match change.target, change.value:
        case x.Var(name=name), x.Var(name=other):
            return name == other
        case x.Read() as target, x.Read() as value:
            mine, other_ = (target.field, target.element, target.indices), (value.field, value.element, value.indices)
            return mine == other_
        case _:  # the rest: may change something
            return False


def only_changed_field(part: g.Assign | g.Increase | g.If) -> str:
    """The only field that a statement changes, if it has no other effect; else an empty string."""
    if isinstance(part, g.If):
        statements = part.body + part.otherwise
        fields = {
            only_changed_field(each) if isinstance(each, g.Assign | g.Increase | g.If) else "" for each in statements
        }
        return fields.pop() if len(fields) == 1 else ""
    if isinstance(part.target, x.Read) and not any(map(has_outside_effect, walk(part.value))):
        return part.target.field
    return ""


def has_outside_effect(part: object) -> bool:
    """Whether a node of the graph throws dice or calls an item."""
    does = node_effect_of(part)
    return does.rolls or bool(does.calls)


def deciding_parts(part: object) -> Iterator[object]:
    """Yield the nodes that determine what a statement changes: those of its value, or of the condition of an `if`."""
    if isinstance(part, g.If):
        yield from walk(part.condition)
    else:
        yield from walk(children(part))
