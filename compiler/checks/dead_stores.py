"""Changes of state that come to nothing: what is set to what it is, or is only ever looked at to be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bombsight.compiler.checks.context import Context
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.facts import facts
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import children, walk
from bombsight.compiler.value_sources import FIELD
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Span
from bombsight.flat.types import TextType

CODES = (
    Code(
        "N040",
        "idle-change",
        "A change that changes nothing",
        """\
A field or a variable is set to itself, or nothing is added to it: the line does nothing.

    set lamp to lamp          # set flame to lamp?
    add 0 to oil

One of the two names is probably meant to be another.""",
        Severity.WARNING,
    ),
    Code(
        "N041",
        "read-by-itself",
        "Read only to be changed",
        """\
Rules read the field only where they change that field itself, and it has no title, so what is
counted in it decides nothing and nobody ever sees it.

    set watches to watches + 1
    if calls < 9
      add 1 to calls          # who asks for calls besides?

Perhaps the rule that asks for it is missing. What an example expects does not count.""",
        Severity.WARNING,
    ),
    Code(
        "N042",
        "only-default",
        "Only ever set to its default",
        """\
Rules change the field, but each of them gives it the value that it begins with. So it always has
its default, and whoever asks for it gets the same answer.

    state mission
      flooded: yes/no = no

    procedure pump
      set flooded to no       # and who sets it to yes?

The rule that gives it another value is probably missing.""",
        Severity.WARNING,
    ),
)


@define
class Use:
    """How rules treat a declared field, all its leaves together.

    Attributes:
        name: What it is called.
        read: How often it is read.
        own: How often of these only where it is changed itself.
        put: Whether a rule puts something into it.
        other: Whether that may be something else than its default.
        titled: Whether the player sees it.
        text: Whether it holds a name.
    """

    name: str
    read: int = 0
    own: int = 0
    put: bool = False
    other: bool = False
    titled: bool = False
    text: bool = False


@define
class Account:
    """What one item reads and puts, field by field.

    Attributes:
        reads: How often it reads each field.
        own: How often only for the field's own sake.
        put: The fields that it puts something into.
        values: Of these, what it puts there, by field; None for what may be anything, and not what they hold already.
        idle: Its statements that leave everything as it is.
    """

    reads: dict[str, int] = field(factory=dict)
    own: dict[str, int] = field(factory=dict)
    put: set[str] = field(factory=set)
    values: set[tuple[str, int | None]] = field(factory=set)
    idle: list[g.Assign | g.Increase] = field(factory=list)

    def note(self, part: object) -> None:
        """Take down what a part does itself."""
        match part:
            case x.Read(field=id_):
                self.reads[id_] = self.reads.get(id_, 0) + 1
            case g.Assign(target=x.Read(field=id_), value=value) | g.FieldInit(field=id_, value=value):
                self.put.add(id_)
                self.values.add((id_, value.value if isinstance(value, x.Const) else None))
            case g.Increase(target=x.Read(field=id_), value=value):
                self.put.add(id_)
                if not is_zero(value):
                    self.values.add((id_, None))
            case _:  # the rest: what it puts there, if anything, is not known
                put = {id_.removeprefix(FIELD) for id_ in facts(part).puts if id_.startswith(FIELD)}
                self.put |= put
                self.values |= {(id_, None) for id_ in put}
        if isinstance(part, g.Assign | g.Increase) and is_idle(part):
            self.idle.append(part)
        served = serves(part) if isinstance(part, g.Assign | g.Increase | g.If) else ""
        if served:
            times = sum(isinstance(inner, x.Read) and inner.field == served for inner in decisive(part))
            self.own[served] = self.own.get(served, 0) + times


def account_of(item: Node) -> Account:
    """What an item reads and puts."""
    account = Account()
    for part in walk(item):
        account.note(part)
    return account


def check(context: Context) -> None:
    """Look at every statement and every field; of a program with errors nothing can be said."""
    if not context.program.whole:
        return
    graph = context.program.graph
    reads, own = Counter[str](), Counter[str]()
    put: set[str] = set()
    values: dict[str, set[int | None]] = {}
    items = (*context.program.rules, *graph.boards)
    for account in context.program.notes.of("accounts", items, account_of):
        reads.update(account.reads)
        own.update(account.own)
        put |= account.put
        for id_, value in account.values:
            values.setdefault(id_, set()).add(value)
        for part in account.idle:
            context.findings.add(
                "N040",
                "this changes nothing",
                part.span,
                note="it is set to itself" if isinstance(part, g.Assign) else "nothing is added",
                help="Name another field or value, or take the line out.",
            )
    uses: dict[Span, Use] = {}
    for leaf in graph.fields:
        use = uses.setdefault(leaf.span, Use(leaf.id.split(".")[-1]))
        use.titled |= bool(leaf.title)
        use.text |= isinstance(leaf.type, TextType)
        use.read += reads[leaf.id]
        use.own += own[leaf.id]
        use.put |= leaf.id in put
        default = leaf.default.value if isinstance(leaf.default, x.Const) else None
        use.other |= any(value is None or value != default for value in values.get(leaf.id, ()))
    for span, use in uses.items():
        tell(context, use, span)


def tell(context: Context, use: Use, span: Span) -> None:
    """What is wrong with the use of a field, if anything; what is not read at all has its finding elsewhere."""
    seen = use.read or use.titled
    if use.put and not use.other and seen and not use.text:
        context.findings.add(
            "N042",
            f"{use.name} is only ever set to its default",
            span.first(len(use.name)),
            note="it never has another value",
            help="Write the rule that gives it another value, or take it out.",
        )
    elif use.read and use.own == use.read and not use.titled:
        context.findings.add(
            "N041",
            f"{use.name} is read only where it is changed itself",
            span.first(len(use.name)),
            note="what it comes to decides nothing",
            help="Ask for it where it matters, give it a title, or take it out.",
        )


# --- statements


def is_zero(value: x.Expr) -> bool:
    """Whether a value is 0 and nothing else."""
    return isinstance(value, x.Const) and value.value == 0


def is_idle(change: g.Assign | g.Increase) -> bool:
    """Whether a change leaves everything as it is."""
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


def serves(part: g.Assign | g.Increase | g.If) -> str:
    """The one field that a statement changes, if it does nothing else; else nothing."""
    if isinstance(part, g.If):
        ways = part.body + part.otherwise
        found = {serves(each) if isinstance(each, g.Assign | g.Increase | g.If) else "" for each in ways}
        return found.pop() if len(found) == 1 else ""
    if isinstance(part.target, x.Read) and not any(map(is_outside, walk(part.value))):
        return part.target.field
    return ""


def is_outside(part: object) -> bool:
    """Whether more may come of a part than a value, or it reads elsewhere."""
    does = facts(part)
    return does.rolls or bool(does.calls)


def decisive(part: object) -> Iterator[object]:
    """What of a statement decides on its change: the value, or the condition; the statements in it have their own."""
    if isinstance(part, g.If):
        yield from walk(part.condition)
    else:
        yield from walk(children(part))
