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
from bombsight.compiler.graph.nodes import RuleGraph, Table
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
    if not given:
        return OddsQuestion(
            graph=graph, table=table, given=(), scene=Scene(), sources=dict(result.sources), allowance=request.allowance
        )
    from bombsight.compiler.pipeline import compile_rules

    texts = tuple(
        Source(f"{GIVEN_LABEL} {number}" if len(given) > 1 else GIVEN_LABEL, normalize_equals(text))
        for number, text in enumerate(given, 1)
    )
    given_parts = [part for source in texts for part in parse_given(source, table)]
    lines = tuple(part for part in given_parts if isinstance(part, ast.BaseExampleLine))
    conditions = tuple(
        make_define(part, table, number)
        for number, part in enumerate(part for part in given_parts if isinstance(part, ast.BaseExpr))
    )
    span = texts[0].span(0, 0)
    scene = ast.Example(
        GIVEN_LABEL, NO_ORIGIN, (*lines, ast.Expect(ast.YesNo(True, span=span), "", span=span)), span=span
    )
    compiled_given = compile_rules(evolve(request, examples=(*conditions, scene), scripts=texts), proofs=False)
    if compiled_given.errors:
        raise WrongRules(compiled_given.errors, compiled_given.sources)
    assert compiled_given.graph is not None
    defines = {define.name: define for define in compiled_given.graph.defines}
    example = compiled_given.graph.examples[-1]
    condition_defines = tuple(defines[condition.name] for condition in conditions)
    return OddsQuestion(
        graph=graph,
        table=table,
        given=tuple(given),
        scene=Scene(setup=example.setup, options=example.options, conditions=condition_defines),
        sources={**result.sources, **compiled_given.sources},
        allowance=request.allowance,
    )


# --- reading


def normalize_equals(text: str) -> str:
    """Replace ``=`` by ``is`` in a condition with ``and`` or ``or``; return other texts unchanged."""
    masked_text = mask_texts_and_comments(text)
    if not CONNECTIVE_PATTERN.search(masked_text):
        return text
    boundaries = [0, *(place for sign in EQUALS_PATTERN.finditer(masked_text) for place in sign.span()), len(text)]
    return " is ".join(text[start:end] for start, end in zip(boundaries[::2], boundaries[1::2], strict=True))


def parse_given(source: Source, table: Table) -> Iterator[ast.ExampleLine | ast.Expr]:
    """Parse one given condition of an odds question into scene lines and conditions, which must all hold.

    Raises:
        WrongRules: It is neither.
    """
    text = source.text
    if not text.strip() or "\n" in text:
        given = either(f"--given {clip(text)!r}", f"given={[clip(text)]}")
        example = either('--given "oil is 3"', 'given=["oil is 3"]')
        raise InputError(f"{given} says nothing", "", f"Write a condition: {example}.")
    parsed = read_fragment(SCENE_PREFIX, text, source, 0)
    match parsed.lines if isinstance(parsed, ast.Example) else ():
        case (ast.Given(target=target, value=value) as line,):
            yield from split_condition(ast.Is(target, value, False, span=line.span), source)
            return
        case (ast.GivenDo() | ast.GivenAdd() | ast.GivenOption() as line,):
            yield line
            return
        case _:  # the rest: no line of a scene, but a condition
            pass
    prefix = define_head(table, 0)
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


def make_define(condition: ast.Expr, table: Table, number: int) -> ast.Define:
    """Create a define (pure function) from a condition, with the parameters of the table."""
    source = Source(GIVEN_LABEL, f"{define_head(table, number)}yes\n")
    parsed_define = parse(source).file.items[0]
    assert isinstance(parsed_define, ast.Define)
    return evolve(parsed_define, base=condition, span=condition.span)


def define_head(table: Table, number: int) -> str:
    """Write the source text of a define's head, with the parameters of a table."""
    params = ", ".join(f"{param.name}: {param.type}" for param in table.params)
    return f"define {CONDITION_PREFIX}{number}{f'({params})' if params else ''}: yes/no = "


def relocate_finding(finding: Diagnostic, prefix: str, source: Source) -> Diagnostic:
    """Move a diagnostic's span from a text with an added prefix to the user's text without it."""
    size = len(source.text)
    start = min(size, max(0, finding.span.start - len(prefix)))
    end = min(size, max(start, finding.span.end - len(prefix)))
    return evolve(finding, span=source.span(start, end), labels=())
