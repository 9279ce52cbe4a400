"""An odds question: a table and the user's conditions, parsed and compiled as rules.

A given is a line of an example's scene (``oil = 3``, ``do storm``, ``add Ship(kind: sloop) to ships as s``, ``option
haze = fog``), or any condition of the language, in which the table's parameters are in scope. Both notations for a
value mean the same: ``oil = 3`` is the condition ``oil is 3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen

from bombsight.boundary.budget import Allowance, Budget
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.wording import either
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.nodes import Procedure, RuleGraph, Table
from bombsight.compiler.graph.relations import Derived
from bombsight.compiler.odds_harness import Scene
from bombsight.compiler.request import Request
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.origin import NO_ORIGIN
from bombsight.dsl.parser import parse, read_fragment
from bombsight.dsl.pieces import mask_texts_and_comments
from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.lookup.name_matching import find_table
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.pins import PinRequest

GIVEN_LABEL = "given"
"""The file name of a given in findings."""

SCENE_PREFIX = 'example "what is given"\n  given '
"""The text before a scene line that makes it a complete item."""

CONNECTIVE_PATTERN = re.compile(r"\b(?:and|or|not)\b")
"""The connectives that combine conditions."""

EQUALS_PATTERN = re.compile(r"\s*(?<![<>=!])=(?!=)\s*")
"""The equals sign in a line of a scene."""

CONDITION_PREFIX = "asked_for_odds_"
"""The prefix of the names of compiled conditions; no name in rules begins with it."""


@frozen(kw_only=True)
class OddsQuestion:
    """A table of a game, and the state and conditions under which it is rolled.

    Attributes:
        graph: The rules.
        table: The table.
        given: The given conditions, as written.
        expression: The expression that is asked for, as written; the table then stands for it. Empty for a table.
        answers_choices: Whether the autopilot answers choices on the way; else they are refused.
        pins: The tables whose dice always show the same.
        scene: The given conditions, compiled.
        sources: The files by path.
        allowance: The work that the rules may cost.
        total: The shared budget of several tables; None for one by itself.
    """

    graph: RuleGraph
    table: Table
    given: tuple[str, ...]
    scene: Scene
    sources: dict[str, Source]
    expression: str = ""
    answers_choices: bool = True
    pins: tuple[PinRequest, ...] = ()
    allowance: Allowance = field(factory=Allowance)
    total: Budget | None = None


def parse_question(request: Request, word: str, given: Sequence[str]) -> OddsQuestion:
    """Parse an odds question: a table, and the conditions given for it.

    Args:
        request: The rules.
        word: The table's id, a similar word, or a part of its title.
        given: The given conditions.

    Raises:
        InputError: There is no such table, or an option is unknown.
        WrongRules: The rules or a given have errors.
    """
    graph, result = compile_game(request)
    table = find_table(graph, word)
    compiled = compile_given(request, given, table.params)
    return OddsQuestion(
        graph=graph,
        table=table,
        given=tuple(given),
        scene=compiled.scene,
        sources={**result.sources, **compiled.sources},
        allowance=request.allowance,
    )


@frozen(kw_only=True)
class CompiledGiven:
    """The conditions given in a question, compiled with the rules.

    Attributes:
        scene: The scene lines and conditions.
        items: The question's other items, as they were compiled.
        sources: The files by path, the givens among them.
        derived: The weaker standings of what is computed.
    """

    scene: Scene
    items: tuple[Procedure, ...] = ()
    sources: dict[str, Source] = field(factory=dict)
    derived: tuple[Derived, ...] = ()


def compile_given(
    request: Request,
    given: Sequence[str],
    params: Sequence[Param],
    items: Sequence[ast.Procedure] = (),
    texts: Sequence[Source] = (),
) -> CompiledGiven:
    """Compile the conditions given in a question, and the question's own items if it has any.

    Args:
        request: The rules.
        given: The given conditions.
        params: The parameters that they may name.
        items: Further items, which the question evaluates.
        texts: Their texts.

    Raises:
        WrongRules: A given or an item has errors.
    """
    if not given and not items:
        return CompiledGiven(scene=Scene())
    from bombsight.compiler.pipeline import compile_rules

    given_texts = make_given_sources(given)
    given_parts = [part for source in given_texts for part in parse_given(source, params)]
    lines = tuple(part for part in given_parts if isinstance(part, ast.BaseExampleLine))
    conditions = tuple(
        make_define(part, params, number)
        for number, part in enumerate(part for part in given_parts if isinstance(part, ast.BaseExpr))
    )
    sources = (*texts, *given_texts)
    span = sources[0].span(0, 0)
    scene = ast.Example(
        GIVEN_LABEL, NO_ORIGIN, (*lines, ast.Expect(ast.YesNo(True, span=span), "", span=span)), span=span
    )
    compiled = compile_rules(evolve(request, examples=(*items, *conditions, scene), scripts=sources), proofs=False)
    if compiled.errors:
        raise WrongRules(compiled.errors, compiled.sources)
    assert compiled.graph is not None
    defines = {define.name: define for define in compiled.graph.defines}
    names = {item.name for item in items}
    example = compiled.graph.examples[-1]
    return CompiledGiven(
        scene=Scene(
            setup=example.setup,
            options=example.options,
            conditions=tuple(defines[condition.name] for condition in conditions),
        ),
        items=tuple(each for each in compiled.graph.procedures if each.name in names),
        sources=dict(compiled.sources),
        derived=compiled.graph.derived,
    )


def make_given_sources(given: Sequence[str]) -> tuple[Source, ...]:
    """Make the source of each given, for its findings."""
    return tuple(
        Source(f"{GIVEN_LABEL} {number}" if len(given) > 1 else GIVEN_LABEL, normalize_equals(text))
        for number, text in enumerate(given, 1)
    )


# --- reading


def normalize_equals(text: str) -> str:
    """Replace ``=`` by ``is`` in a condition with ``and`` or ``or``; return other texts unchanged."""
    masked_text = mask_texts_and_comments(text)
    if not CONNECTIVE_PATTERN.search(masked_text):
        return text
    boundaries = [0, *(place for sign in EQUALS_PATTERN.finditer(masked_text) for place in sign.span()), len(text)]
    return " is ".join(text[start:end] for start, end in zip(boundaries[::2], boundaries[1::2], strict=True))


def parse_given(source: Source, params: Sequence[Param]) -> Iterator[ast.ExampleLine | ast.Expr]:
    """Parse one given condition of an odds question into scene lines and conditions, which must all hold.

    Raises:
        WrongRules: It is neither.
    """
    text = source.text
    if not text.strip() or "\n" in text:
        given = either(f"--given {clip(text)!r}", f"given={[clip(text)]}")
        example = either('--given "oil is 3"', 'given=["oil is 3"]')
        raise InputError(f"{given} says nothing", "", f"Write a condition: {example}.")
    match parse_scene_lines(source):
        case (ast.Given(target=target, value=value) as line,):
            yield from split_condition(ast.Is(target, value, False, span=line.span), source)
            return
        case (ast.GivenDo() | ast.GivenAdd() | ast.GivenOption() as line,):
            yield line
            return
        case _:  # the rest: no line of a scene, but a condition
            pass
    prefix = define_head(params, 0)
    item = read_fragment(prefix, text, source, 0)
    if not isinstance(item, ast.Define) or item.exceptions:
        findings = tuple(
            relocate_finding(found, prefix, source)
            for found in parse(Source(GIVEN_LABEL, f"{prefix}{text}\n")).diagnostics
        )
        help = "Write a condition, such as `oil is 3`, or a line of a scene, such as `do storm`."
        diagnostic = Diagnostic("E061", "this given cannot be read", source.span(0, len(text)), help=help)
        raise WrongRules(findings or (diagnostic,), {source.path: source})
    yield from split_condition(item.base, source)


def parse_scene_lines(source: Source) -> tuple[ast.ExampleLine, ...]:
    """Parse a given as lines of a scene; return nothing if it is none."""
    parsed = read_fragment(SCENE_PREFIX, source.text, source, 0)
    return parsed.lines if isinstance(parsed, ast.Example) else ()


def split_condition(condition: ast.Expr, source: Source) -> Iterator[ast.ExampleLine | ast.Expr]:
    """Split a condition at ``and``; a term about an option becomes a scene line that sets the option."""
    match condition:
        case ast.And(terms=terms):
            for term in terms:
                yield from split_condition(term, source)
        case ast.OptionValue(name=name):
            yield ast.GivenOption(name, "yes", span=condition.span)
        case ast.Not(value=ast.OptionValue(name=name)):
            yield ast.GivenOption(name, "no", span=condition.span)
        case ast.Is(left=ast.OptionValue(name=name), right=right, negated=False):
            yield ast.GivenOption(name, source.text[right.span.start : right.span.end], span=condition.span)
        case _:  # the rest: conditions about more than an option
            yield condition


def make_define(condition: ast.Expr, params: Sequence[Param], number: int) -> ast.Define:
    """Create a define (pure function) from a condition, with the parameters of the question."""
    source = Source(GIVEN_LABEL, f"{define_head(params, number)}yes\n")
    parsed_define = parse(source).file.items[0]
    assert isinstance(parsed_define, ast.Define)
    return evolve(parsed_define, base=condition, span=condition.span)


def define_head(params: Sequence[Param], number: int) -> str:
    """Write the source text of a define's head, with the parameters of a question."""
    return f"define {CONDITION_PREFIX}{number}{params_text(params)}: yes/no = "


def params_text(params: Sequence[Param]) -> str:
    """Write the source text of parameters in parentheses; empty for none."""
    texts = ", ".join(f"{param.name}: {param.type}" for param in params)
    return f"({texts})" if texts else ""


def relocate_finding(finding: Diagnostic, prefix: str, source: Source) -> Diagnostic:
    """Move a diagnostic's span from a text with an added prefix to the user's text without it."""
    size = len(source.text)
    start = min(size, max(0, finding.span.start - len(prefix)))
    end = min(size, max(start, finding.span.end - len(prefix)))
    return evolve(finding, span=source.span(start, end), labels=())
