"""A small interpreter of TextMate grammars, which tokenizes rules by the grammar that editors use.

It goes line by line. Of all patterns of the innermost open rule, its end pattern included, the earliest match
wins, and at the same position the first pattern.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

GRAMMAR_PATH = Path(__file__).with_name("rules.tmLanguage.json")
"""The grammar, which ``python -m editors`` writes, here and for VS Code."""

Rule = Mapping[str, Any]


@frozen
class Token:
    """A token: a span of text with one colour.

    Attributes:
        line: Its line, from 0.
        start: Its first column.
        end: The column after its last.
        scopes: Its scopes, from the outermost to the innermost.
    """

    line: int
    start: int
    end: int
    scopes: tuple[str, ...]


@frozen
class OpenRule:
    """A begin/end rule of the grammar that has begun and not ended yet.

    Attributes:
        patterns: The patterns inside it.
        end: Its end pattern; empty for the whole grammar.
        captures: The scopes of its end pattern's groups.
        scopes: The scopes of all text inside it.
    """

    patterns: Sequence[Rule]
    end: str
    captures: Mapping[str, Rule]
    scopes: tuple[str, ...]


@cache
def load_grammar() -> Rule:
    """Load the grammar that editors use."""
    loaded: Rule = json.loads(GRAMMAR_PATH.read_text(encoding="utf-8"))
    return loaded


def tokenize(text: str) -> Iterator[Token]:
    """Tokenize a text in order; text without a scope is left out."""
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
    """Tokenize a span of a line by the grammar's rules.

    Args:
        line: The line, with its end.
        start: The first column of the part.
        end: The column after the part.
        stack: The open rules, innermost last; rules opened and closed here change it.
        repository: The named parts of the grammar.
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
                position += 1  # an empty match: move on
    yield position, end, stack[-1].scopes


def find_first_match(
    line: str, position: int, end: int, top: OpenRule, repository: Mapping[str, Rule]
) -> tuple[re.Match[str] | None, Rule | None]:
    """Find the first match from a position on, and its rule; no rule for the end pattern of the open one.

    Args:
        line: The line.
        position: The first column to search.
        end: The column after the last.
        top: The innermost open rule.
        repository: The named parts of the grammar.
    """
    match = compile_pattern(top.end).search(line, position, end) if top.end else None
    matched_rule: Rule | None = None
    for rule in expand_includes(top.patterns, repository):
        candidate = compile_pattern(rule.get("begin") or rule["match"]).search(line, position, end)
        if candidate is not None and (match is None or candidate.start() < match.start()):
            match, matched_rule = candidate, rule
    return match, matched_rule


def expand_includes(patterns: Iterable[Rule], repository: Mapping[str, Rule]) -> Iterator[Rule]:
    """Replace the includes in rules by the rules that they name."""
    for rule in patterns:
        part = repository[rule["include"][1:]] if "include" in rule else rule
        if "match" in part or "begin" in part:
            yield part
        else:
            yield from expand_includes(part["patterns"], repository)


def split_captures(
    match: re.Match[str], captures: Mapping[str, Rule], scopes: tuple[str, ...], repository: Mapping[str, Rule]
) -> Iterator[ScopedRange]:
    """Split a match into spans: its groups with their scopes, and the text around them.

    Args:
        match: The match of a rule's pattern.
        captures: The rule of each group, by the group's number as text.
        scopes: The scopes around the match.
        repository: The grammar's rules, by name.
    """
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
    """The scope name of a rule as a tuple of one; an empty tuple for a rule without a scope."""
    return (rule["name"],) if "name" in rule else ()


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a regular expression of the grammar; cached."""
    return re.compile(pattern)
