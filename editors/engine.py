"""What a TextMate engine makes of a text, as far as our grammar needs one: for the site, and to know what editors show.

An engine goes line by line. Of all patterns that the innermost open rule has, its end among them, the one that fits
first counts, of several at one place the first of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

GRAMMAR_PATH = Path(__file__).parent / "vscode" / "syntaxes" / "bombsight.tmLanguage.json"

Rule = Mapping[str, Any]


@frozen
class Token:
    """A stretch of a text that is coloured alike.

    Attributes:
        line: Its line, from 0.
        start: Where it begins in the line.
        end: Where it ends.
        scopes: What it is called, from the outermost to the innermost.
    """

    line: int
    start: int
    end: int
    scopes: tuple[str, ...]


@frozen
class OpenRule:
    """A rule whose end is not come to yet.

    Attributes:
        patterns: What is looked for in it.
        end: What ends it; empty for the grammar as a whole.
        captures: What the groups of its end are called.
        scopes: What all in it is called.
    """

    patterns: Sequence[Rule]
    end: str
    captures: Mapping[str, Rule]
    scopes: tuple[str, ...]


@cache
def load_grammar() -> Rule:
    """The grammar, as editors have it."""
    loaded: Rule = json.loads(GRAMMAR_PATH.read_text(encoding="utf-8"))
    return loaded


def tokenize(text: str) -> Iterator[Token]:
    """The tokens of a text, in their order; what stands between them is none."""
    top_rule = load_grammar()
    repository: Mapping[str, Rule] = top_rule["repository"]
    stack = [OpenRule(top_rule["patterns"], "", {}, (top_rule["scopeName"],))]
    for number, line in enumerate(text.splitlines()):
        for start, end, scopes in tokenize_line(f"{line}\n", 0, len(line) + 1, stack, repository):
            if start < min(end, len(line)):
                yield Token(number, start, min(end, len(line)), scopes)


ScopedRange = tuple[int, int, tuple[str, ...]]


def tokenize_line(
    line: str, start: int, end: int, stack: list[OpenRule], repository: Mapping[str, Rule]
) -> Iterator[ScopedRange]:
    """The stretches of a part of a line.

    Args:
        line: The line, with its end.
        start: Where the part begins.
        end: Where it ends.
        stack: The rules that are open, the innermost last; what is opened and closed here is kept in it.
        repository: The parts of the grammar by their names.
    """
    position = start
    while position <= end:
        top = stack[-1]
        match, rule = find_first_match(line, position, end, top, repository)
        if match is None:
            break
        yield position, match.start(), top.scopes
        position, start_position = match.end(), position
        if rule is None:
            yield from split_captures(match, top.captures, top.scopes, repository)
            stack.pop()
        elif "begin" in rule:
            inside = top.scopes + scope_of(rule)
            yield from split_captures(match, rule.get("beginCaptures", {}), inside, repository)
            stack.append(OpenRule(rule["patterns"], rule["end"], rule.get("endCaptures", {}), inside))
        else:
            yield from split_captures(match, rule.get("captures", {}), top.scopes + scope_of(rule), repository)
            if position == start_position:
                position += 1  # nothing was taken: go on all the same
    yield position, end, stack[-1].scopes


def find_first_match(
    line: str, position: int, end: int, top: OpenRule, repository: Mapping[str, Rule]
) -> tuple[re.Match[str] | None, Rule | None]:
    """What fits first behind a place, and its rule; no rule for the end of the one that is open."""
    match = compile_pattern(top.end).search(line, position, end) if top.end else None
    matched_rule: Rule | None = None
    for rule in expand_includes(top.patterns, repository):
        candidate = compile_pattern(rule.get("begin") or rule["match"]).search(line, position, end)
        if candidate is not None and (match is None or candidate.start() < match.start()):
            match, matched_rule = candidate, rule
    return match, matched_rule


def expand_includes(patterns: Iterable[Rule], repository: Mapping[str, Rule]) -> Iterator[Rule]:
    """Rules with those in place of which a name stands."""
    for rule in patterns:
        part = repository[rule["include"][1:]] if "include" in rule else rule
        if "match" in part or "begin" in part:
            yield part
        else:
            yield from expand_includes(part["patterns"], repository)


def split_captures(
    match: re.Match[str], captures: Mapping[str, Rule], scopes: tuple[str, ...], repository: Mapping[str, Rule]
) -> Iterator[ScopedRange]:
    """The stretches of what fitted: its groups by their names, and what stands around them."""
    position = match.start()
    for group, rule in sorted(captures.items()):
        start, end = match.span(int(group))
        if start < 0:
            continue
        yield position, start, scopes
        inside = scopes + scope_of(rule)
        patterns: Any = rule.get("patterns")
        if patterns is None:
            yield start, end, inside
        else:
            yield from tokenize_line(match.string, start, end, [OpenRule(patterns, "", {}, inside)], repository)
        position = end
    yield position, match.end(), scopes


def scope_of(rule: Rule) -> tuple[str, ...]:
    """What a rule calls what it fits, as a tuple of none or one."""
    return (rule["name"],) if "name" in rule else ()


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A pattern, made ready."""
    return re.compile(pattern)
