"""Diagnosis of syntax errors: finds the slip that explains a parse failure.

The slip is sought in this order: in the plain text (tabs, quotes, brackets), in indentation, among signs of other
languages, among misspelt words of the language, among examples that fail in the same way, and among words or signs
whose insertion makes the line parse. Otherwise the message lists the expected terminals.
"""

from __future__ import annotations

import re

from attrs import evolve
from lark import Token, Tree

from bombsight.dsl.failure import AFTER_LINE, CHARACTER, Failure
from bombsight.dsl.limits import MAX_TREE_DEPTH, is_number_too_large
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.recognise.ambiguities import find_readings
from bombsight.dsl.recognise.bounds import recognise_bound
from bombsight.dsl.recognise.calls import recognise_bare_name, recognise_call, recognise_draw, recognise_scene
from bombsight.dsl.recognise.certain_mends import find_certain_mend, replace_tabs
from bombsight.dsl.recognise.characters import recognise_character
from bombsight.dsl.recognise.examples import recognise_by_example
from bombsight.dsl.recognise.finding import Finding, finding_at_failure
from bombsight.dsl.recognise.idioms import recognise_closing_bracket, recognise_explained_idiom, recognise_idiom
from bombsight.dsl.recognise.labels import recognise_missing_label
from bombsight.dsl.recognise.layout import recognise_misplaced_line, recognise_unclosed
from bombsight.dsl.recognise.mends import recognise_by_mending, recognise_misplaced_word
from bombsight.dsl.recognise.nearness import (
    not_an_item_finding,
    recognise_adjacent_names,
    recognise_hyphen,
    recognise_missing_name,
    recognise_near_word,
    recognise_reserved_name,
)
from bombsight.dsl.recognise.signs import recognise_sign
from bombsight.dsl.recognise.texts import recognise_inner_quote, recognise_markdown
from bombsight.dsl.slips import CODES
from bombsight.dsl.words import describe_expected

__all__ = ["CODES", "find_exceeded_limit", "find_slip", "find_tab"]

TAB = re.compile(TEXT_OR_COMMENT.pattern + r"|\t(?![ \t\r]*(?:\n|$))")


def find_tab(text: str) -> Finding | None:
    """Make the finding for the first tab of an item outside texts and comments; None without tabs.

    A tab at the end of a line is ignored like a space.
    """
    at = next((found.start() for found in TAB.finditer(text) if found[0] == "\t"), None)
    return None if at is None else Finding("E004", at, at + 1, changes=replace_tabs(text))


def find_exceeded_limit(tree: Tree[Token]) -> Finding | None:
    """Make the finding for a parsed item with too deep nesting or too many parts; None for an item within limits."""
    waiting: list[tuple[Tree[Token] | Token | None, int]] = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, Tree):
            if depth > MAX_TREE_DEPTH:
                start = 0 if node.meta.empty else node.meta.start_pos
                return Finding("E020", start, start + 1)
            waiting.extend((child, depth + 1) for child in node.children)
        elif node is not None and node.type in ("INT", "SIGNED", "DICE"):
            if is_number_too_large(node):
                start = node.start_pos or 0
                return Finding("E021", start, start + len(node))
    return None


def find_slip(failure: Failure) -> Finding:
    """Find the common mistake (slip) that best explains a parse failure, with its certain fix."""
    found = recognise_slip(failure)
    if not (found.changes or found.others):
        found = find_readings(failure, found)
    return found if found.changes or found.others else evolve(found, changes=find_certain_mend(failure, found))


def recognise_slip(failure: Failure) -> Finding:
    """Find the common mistake (slip) that best explains a parse failure, without a fix."""
    first = (
        *(recognise_inner_quote, recognise_closing_bracket, recognise_unclosed),
        *(recognise_markdown, recognise_idiom, recognise_misplaced_line),
    )
    finding = next(filter(None, (search(failure) for search in first)), None)
    if finding:
        return finding
    if failure.start == 0:
        return recognise_explained_idiom(failure) or not_an_item_finding(failure)
    if failure.kind in AFTER_LINE:  # the line itself can be read
        return recognise_by_example(failure) or unexpected_finding(failure)
    searches = (
        *(
            recognise_missing_label,
            recognise_hyphen,
            recognise_bound,
            recognise_scene,
            recognise_draw,
            recognise_explained_idiom,
            recognise_reserved_name,
            recognise_sign,
            recognise_call,
        ),
        *(recognise_near_word, recognise_missing_name),
        *(recognise_misplaced_word, recognise_by_example, recognise_bare_name, recognise_by_mending),
        recognise_adjacent_names,
    )
    return next(filter(None, (search(failure) for search in searches)), None) or unexpected_finding(failure)


def unexpected_finding(failure: Failure) -> Finding:
    """Make the finding that lists the terminals the parser expected."""
    possible = describe_expected(failure.accepts)
    help_ = f"What could stand here: {possible}." if possible else ""
    if failure.kind == CHARACTER or failure.word == ";":
        return recognise_character(failure)
    if failure.word.strip():
        finding = finding_at_failure("E056", failure)
        return evolve(finding, message=f"`{failure.word}` cannot stand here.", note="not expected", help=help_)
    return evolve(finding_at_failure("E054" if failure.kind == "_NL" else "E055", failure), help=help_)
