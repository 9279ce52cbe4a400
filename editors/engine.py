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

GRAMMAR = Path(__file__).parent / "vscode" / "syntaxes" / "bombsight.tmLanguage.json"

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
class Open:
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
def grammar() -> Rule:
    """The grammar, as editors have it."""
    found: Rule = json.loads(GRAMMAR.read_text(encoding="utf-8"))
    return found


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, in their order; what stands between them is none."""
    found = grammar()
    parts: Mapping[str, Rule] = found["repository"]
    stack = [Open(found["patterns"], "", {}, (found["scopeName"],))]
    for number, line in enumerate(text.splitlines()):
        for start, end, scopes in of_line(f"{line}\n", 0, len(line) + 1, stack, parts):
            if start < min(end, len(line)):
                yield Token(number, start, min(end, len(line)), scopes)


Stretch = tuple[int, int, tuple[str, ...]]


def of_line(line: str, start: int, end: int, stack: list[Open], parts: Mapping[str, Rule]) -> Iterator[Stretch]:
    """The stretches of a part of a line.

    Args:
        line: The line, with its end.
        start: Where the part begins.
        end: Where it ends.
        stack: The rules that are open, the innermost last; what is opened and closed here is kept in it.
        parts: The parts of the grammar by their names.
    """
    at = start
    while at <= end:
        top = stack[-1]
        met, rule = nearest(line, at, end, top, parts)
        if met is None:
            break
        yield at, met.start(), top.scopes
        at, before = met.end(), at
        if rule is None:
            yield from captured(met, top.captures, top.scopes, parts)
            stack.pop()
        elif "begin" in rule:
            inside = top.scopes + named(rule)
            yield from captured(met, rule.get("beginCaptures", {}), inside, parts)
            stack.append(Open(rule["patterns"], rule["end"], rule.get("endCaptures", {}), inside))
        else:
            yield from captured(met, rule.get("captures", {}), top.scopes + named(rule), parts)
            if at == before:
                at += 1  # nothing was taken: go on all the same
    yield at, end, stack[-1].scopes


def nearest(
    line: str, at: int, end: int, top: Open, parts: Mapping[str, Rule]
) -> tuple[re.Match[str] | None, Rule | None]:
    """What fits first behind a place, and its rule; no rule for the end of the one that is open."""
    met = compiled(top.end).search(line, at, end) if top.end else None
    found: Rule | None = None
    for rule in flat(top.patterns, parts):
        other = compiled(rule.get("begin") or rule["match"]).search(line, at, end)
        if other is not None and (met is None or other.start() < met.start()):
            met, found = other, rule
    return met, found


def flat(patterns: Iterable[Rule], parts: Mapping[str, Rule]) -> Iterator[Rule]:
    """Rules with those in place of which a name stands."""
    for rule in patterns:
        part = parts[rule["include"][1:]] if "include" in rule else rule
        if "match" in part or "begin" in part:
            yield part
        else:
            yield from flat(part["patterns"], parts)


def captured(
    met: re.Match[str], captures: Mapping[str, Rule], scopes: tuple[str, ...], parts: Mapping[str, Rule]
) -> Iterator[Stretch]:
    """The stretches of what fitted: its groups by their names, and what stands around them."""
    at = met.start()
    for group, rule in sorted(captures.items()):
        start, end = met.span(int(group))
        if start < 0:
            continue
        yield at, start, scopes
        inside = scopes + named(rule)
        patterns: Any = rule.get("patterns")
        if patterns is None:
            yield start, end, inside
        else:
            yield from of_line(met.string, start, end, [Open(patterns, "", {}, inside)], parts)
        at = end
    yield at, met.end(), scopes


def named(rule: Rule) -> tuple[str, ...]:
    """What a rule calls what it fits, as a tuple of none or one."""
    return (rule["name"],) if "name" in rule else ()


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, made ready."""
    return re.compile(pattern)
