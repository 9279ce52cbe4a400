"""Derived values: exceptions that clash, that never or always hold, that never count."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.symbolic_state import parameters
from bombsight.compiler.checks.reasoning.values import COMPARED
from bombsight.compiler.checks.reasoning.why import Ground, why
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Diagnostic, Severity
from bombsight.dsl.listing import listed
from bombsight.flat.types import ElementType

SCOPE = Scope.ITEM

CODES = (
    Code(
        "V012",
        "overlapping-exceptions",
        "Two exceptions can hold together with different values",
        """\
Sister exceptions are never settled by the order they stand in. The message shows a state in
which both hold, and their values there.

    define due(ship: Ship): 1..12                                     cite "rule 4"
      base: ship.due
      except fog: 12 when sky is fog                                  cite "rule 5"
      except packet: 6 when ship is packet                            cite "rule 6"

What of a packet in fog? Say which counts: `except packet: 6 when ship is packet over fog`; or
indent one under the other if it is an exception to it; or narrow a condition.""",
    ),
    Code(
        "V013",
        "dead-exception",
        "An exception never holds",
        """\
There is no state in which its condition holds, or none in which what it is an exception to does.

    except drift: 5 when lamp > 3     # the lamp is 0..3""",
        Severity.WARNING,
    ),
    Code(
        "V014",
        "constant-exception",
        "An exception always holds",
        """\
Wherever what it is an exception to counts, the exception holds. So what it is an exception to
never counts.

    define dark: 0..20
      base: 8
      except oil: 12 when oil < 21        # oil is 0..20

Write its value there, or narrow its condition.""",
        Severity.WARNING,
    ),
    Code(
        "V015",
        "dead-base",
        "The base never applies",
        """\
In every state one of the exceptions holds. Each may hold only sometimes, but together they
leave nothing. Make one of them the base.

    base: 3
    except lit: 4 when lamp > 0
    except out: 5 when lamp is 0""",
        Severity.ADVICE,
    ),
    Code(
        "V016",
        "overridden-exception",
        "An exception is always overridden",
        """\
Wherever it holds, an exception that is over it, or exceptions to it, hold too. Its value never
counts.

    except fog: 12 when sky is fog
    except foul: 15 when sky in fog..gale over fog

Take it out, mend a condition, or say the other way round which of them counts.""",
        Severity.WARNING,
    ),
    Code(
        "V018",
        "circular-over",
        "Two exceptions are over each other",
        """\
`over` says which of two exceptions counts where both hold. It cannot be both, nor go round in a
circle.

    except fog: 12 when sky is fog over moonless
    except moonless: 15 when option new_moon over fog

Keep the `over` of the one that counts.""",
    ),
)


def check(context: Context) -> None:
    """Look at every define.

    Conditions that count elements are soon gone through element by element, and mostly nothing is found. Where there
    is, it is told as it is found in the order of the text; and so is what only that order can judge.
    """
    for define in context.program.sound(context.program.graph.defines):
        if define.exceptions:
            found = findings(context, define, by_element=True)
            if found:
                in_order = findings(context, define, by_element=False)
                context.findings.extend(found if judged(found) and not judged(in_order) else in_order)


def findings(context: Context, define: n.Define, *, by_element: bool) -> list[Diagnostic]:
    """What is found in a define.

    Args:
        context: The context of the checks.
        define: The define.
        by_element: Whether diagrams ask for all of one element before they ask for the next.
    """
    apart = Context(context.program, context.findings.severities)
    with apart.patience(f"define {define.name}", define.span):
        Sisters(apart, define, by_element=by_element).look(define.exceptions, (), define)
    return apart.findings.diagnostics


def judged(found: Sequence[Diagnostic]) -> bool:
    """Whether nothing was too much to be judged."""
    return all(finding.code != "T026" for finding in found)


class Sisters:
    """Looks at the exceptions to one thing, and at those to them."""

    def __init__(self, context: Context, define: n.Define, *, by_element: bool) -> None:
        self.context = context
        self.define = define
        self.findings = context.findings
        self.meaning = Meaning(context.program, by_element=by_element)
        self.space = self.meaning.space
        self.known = parameters(define)

    def look(
        self, sisters: Sequence[n.DefineException], grounds: tuple[Ground, ...], base: n.Define | n.DefineException
    ) -> None:
        """Exceptions to a base, which counts where all the grounds hold, the last of them with all before it."""
        if circular(sisters):
            self.round(sisters)
            return
        space = self.space
        within = grounds[-1].node if grounds else YES
        held = [space.both(within, self.meaning.number(one.condition, self.known)) for one in sisters]
        for one, condition in zip(sisters, held, strict=True):
            self.holding(one, condition, grounds, base)
        some = space.either(held)
        if space.implies(within, some) and not any(space.implies(within, condition) for condition in held):
            self.findings.add(
                "V015",
                "one of these exceptions always holds, so what they are exceptions to never counts",
                base.base.span if isinstance(base, n.Define) else base.value.span,
                labels=[(one.condition.span, one.label) for one in sisters[:4]],
                help="Make one of them the base.",
            )
        counting = []
        for one, condition in zip(sisters, held, strict=True):
            over = space.either([held[at] for at, other in enumerate(sisters) if one.label in other.over])
            counting.append(space.both(condition, space.negated(over)))
        for one, condition, counts in zip(sisters, held, counting, strict=True):
            if condition != NO and counts == NO:
                self.beaten(one, [other for other in sisters if one.label in other.over])
        for later, second in enumerate(sisters):
            for earlier, first in enumerate(sisters[:later]):
                self.pair(first, second, space.both(counting[earlier], counting[later]))
        for one, counts in zip(sisters, counting, strict=True):
            if one.exceptions and counts != NO:
                self.look(one.exceptions, (*grounds, Ground(counts, one.condition.span, f"{one.label} holds")), one)

    def holding(
        self, one: n.DefineException, condition: int, grounds: tuple[Ground, ...], base: n.Define | n.DefineException
    ) -> None:
        """V013: an exception that never holds, or always where it is asked.

        Args:
            one: The exception.
            condition: The diagram of where it holds.
            grounds: What holds where it is asked.
            base: What it is an exception to.
        """
        if condition == NO:
            node = self.meaning.number(one.condition, self.known)
            reason = why(self.meaning, one.condition, self.known, False, grounds, node)
            self.findings.add(
                "V013",
                f"the exception {one.label} never holds",
                one.condition.span,
                note=reason.note,
                labels=reason.labels,
                help="Take it out, or mend its condition.",
            )
        elif self.space.implies(grounds[-1].node if grounds else YES, condition):
            what = "the base" if isinstance(base, n.Define) else f"the exception {base.label}"
            self.findings.add(
                "V014",
                f"the exception {one.label} always holds, so {what} never counts",
                one.condition.span,
                labels=[(base.base.span if isinstance(base, n.Define) else base.value.span, "this never counts")],
                help="Write its value there, or mend its condition.",
            )

    def beaten(self, one: n.DefineException, over: Sequence[n.DefineException]) -> None:
        """An exception that another is always over."""
        self.findings.add(
            "V016",
            f"the exception {one.label} is always overridden",
            one.span,
            labels=[(other.condition.span, f"{other.label} holds wherever it does") for other in over],
            help="Take it out, or mend a condition.",
        )

    def pair(self, first: n.DefineException, second: n.DefineException, together: int) -> None:
        """Two sisters that hold together."""
        if together == NO:
            return
        space, program = self.space, self.context.program
        one, two = self.worth(first), self.worth(second)
        clash = space.both(together, space.apply(COMPARED["!="], one, two))
        state = space.witness(space.sure(clash))
        if state is None and clash != NO:
            self.context.admit(self.meaning, f"define {self.define.name}", self.define.span)
        if state is None or isinstance(first.value.type, ElementType):
            return
        where = program.state_text(state) or "in every state"
        values = [
            program.value_text(e.value.type, space.values(at, self.alone(state))[0])
            for e, at in ((first, one), (second, two))
        ]
        self.findings.add(
            "V012",
            f"{first.label} and {second.label} can hold together with different values",
            second.condition.span,
            note=f"when {where}: {second.label} gives {values[1]}, {first.label} {values[0]}",
            labels=[(first.condition.span, first.label)],
            help=f"Say which counts: `over {first.label}` behind {second.label}, or the other way round.",
        )

    def alone(self, state: Sequence[tuple[Atom, int]]) -> int:
        """The condition that a state is this one."""
        held = YES
        for atom, value in state:
            held = self.space.both(held, self.space.among(self.space.atom(atom), [value]))
        return held

    def worth(self, one: n.DefineException) -> int:
        """The value of an exception, with those to it."""
        value = self.meaning.number(one.value, self.known)
        return self.meaning.excepted(value, one.exceptions, self.known)

    def round(self, sisters: Sequence[n.DefineException]) -> None:
        """Exceptions that are over each other."""
        first, *rest = [one for one in sisters if one.over]
        self.findings.add(
            "V018",
            "these exceptions are over each other",
            first.span,
            labels=[(one.span, f"over {listed(one.over)}") for one in rest],
            help="Say which one counts.",
        )


def circular(sisters: Sequence[n.DefineException]) -> bool:
    """Whether `over` goes round in a circle."""
    waiting = {one.label: set(one.over) for one in sisters}
    while waiting:
        free = {label for label, over in waiting.items() if not over & waiting.keys()}
        if not free:
            return True
        waiting = {label: over for label, over in waiting.items() if label not in free}
    return False
