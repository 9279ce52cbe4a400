"""Parser of scripts: a printed example or a table session, line by line.

A script becomes an :class:`~bombsight.dsl.ast.Example`, so its ``expect`` lines are checked like any other
expression. Its head sets the game and options::

    game lighthouse
    mission 3
    option new_moon yes

    given oil = 9
    roll Sky 7
    answer trim
    expect lamp is 3
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import field, frozen

from bombsight.compiler.findings import suggest_name
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.origin import NO_ORIGIN
from bombsight.dsl.parser import read_fragment
from bombsight.dsl.source import Source

HEAD_WORDS = ("game", "mission", "campaign", "option", "house", "variant", "without")
BODY_WORDS = ("given", "leave", "roll", "answer", "drawn", "offered", "expect", "leads", "never")
SCENE_LINES = ast.Given | ast.GivenDo | ast.GivenAdd | ast.GivenOption | ast.LeaveOut
"""Classes of body lines that belong before the call, wherever they are written."""

CODE_BEFORE_COMMENT = re.compile(r'(?:[^"#\n]|"[^"\n]*")*')
"""The part of a line before its comment."""

LINE_WRAPPER = 'example "script"\n  '
"""The head of an example into which each body line is wrapped for parsing."""


@frozen(kw_only=True)
class Script:
    """A parsed script: an example or a game session, written line by line.

    Attributes:
        game: The game's id; empty if the head does not name it.
        campaign: Whether it plays the whole career.
        mission: The mission's number as written, or None.
        options: Options by name, as words.
        house: House-rule files, as written.
        variants: Variants in force.
        without: Errata left out.
        lines: Its body.
        source: The file.
    """

    game: str
    campaign: bool
    mission: str | None
    options: Mapping[str, str] = field(factory=dict)
    house: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    lines: tuple[ast.ExampleLine, ...] = ()
    source: Source

    def to_example(self, procedure: str, param_count: int) -> ast.Example:
        """Convert the script to an example that calls a procedure, with the mission if it has parameters."""
        span = self.source.span(0, 0)
        args = (ast.Number(int(self.mission or 1), span=span),) if param_count else ()
        call = ast.ExampleCall(ast.Do(procedure, args, span=span), span=span)
        given = tuple(line for line in self.lines if isinstance(line, SCENE_LINES))
        rest = tuple(line for line in self.lines if not isinstance(line, SCENE_LINES))
        return ast.Example(self.source.path, NO_ORIGIN, (*given, call, *rest), span=span)


def read_script(source: Source) -> tuple[Script, tuple[Diagnostic, ...]]:
    """Parse a script (a session written line by line); unreadable lines become findings, never exceptions."""
    findings: list[Diagnostic] = []
    head: dict[str, list[str]] = {}
    numbered = source.span(0, 0)
    lines: list[ast.ExampleLine] = []
    offset = 0
    for text in source.text.splitlines(keepends=True):
        code = CODE_BEFORE_COMMENT.match(text)
        line = code[0].rstrip() if code else ""
        start = offset + len(line) - len(line.lstrip())
        offset += len(text)
        line = line.strip()
        if not line:
            continue
        word, _, rest = line.partition(" ")
        span = source.span(start, start + len(line))
        if word in HEAD_WORDS:
            head.setdefault(word, []).append(rest.strip())
            numbered = span if word == "mission" else numbered
        elif word in BODY_WORDS:
            example_line = parse_body_line(line, source, start)
            if example_line is None:
                help = {
                    "roll": "Write `roll TABLE 7`, or `roll in PLACE 4` for dice that no table owns.",
                    "answer": "Write `answer` and words of one option.",
                    "drawn": "Write `drawn` and words of one that may be drawn.",
                    "offered": "Write `offered hold, drop`: words of every option.",
                    "leads": "Write `leads to` and a table or a procedure.",
                    "never": "Write `never leads to` and a table or a procedure.",
                    "leave": "Write `leave out do p` or `leave out roll on T = 3`.",
                    "expect": "Write `expect` and a condition, such as `expect oil is 9`.",
                    "given": "Write `given oil = 9` or `given do p`.",
                }[word]
                findings.append(Diagnostic("E061", f"this {word} line cannot be read", span, help=help))
            else:
                lines.append(example_line)
        else:
            hint = suggest_name(word, (*HEAD_WORDS, *BODY_WORDS))
            findings.append(
                Diagnostic(
                    "E062",
                    f"{word} begins no line of a script",
                    span,
                    help=hint or f"Lines begin with {', '.join((*HEAD_WORDS, *BODY_WORDS))}.",
                )
            )
    options: dict[str, str] = {}
    for text in head.get("option", []):
        name, _, value = text.replace("=", " ").partition(" ")
        options[name] = value.strip() or "yes"
    number = head.get("mission", [None])[-1] or None
    if number is not None and not re.fullmatch(r"\d{1,6}", number):
        findings.append(
            Diagnostic("E063", f"{number} is no mission's number", numbered, help="Write a number: `mission 3`.")
        )
        number = None
    script = Script(
        game=head.get("game", [""])[-1],
        campaign="campaign" in head,
        mission=number,
        options=options,
        house=tuple(head.get("house", ())),
        variants=tuple(head.get("variant", ())),
        without=tuple(head.get("without", ())),
        lines=tuple(lines),
        source=source,
    )
    return script, tuple(findings)


def parse_body_line(line: str, source: Source, offset: int) -> ast.ExampleLine | None:
    """Parse a line below a script's head, which stands at an offset of the source; None if it is unreadable."""
    item = read_fragment(LINE_WRAPPER, line, source, offset)
    return item.lines[0] if isinstance(item, ast.Example) and len(item.lines) == 1 else None
