"""Syntax errors in a person's words.

Where an item cannot be read, its slip is looked for in this order: what can be seen in the plain text (tabs,
quotes, brackets), how lines are indented, signs of other languages, a word of the language that is nearly right,
an example that fails in the same way, and a word or sign whose absence explains everything. What is left is told by
what could have stood there.
"""

from __future__ import annotations

import re

from attrs import evolve
from lark import Token, Tree

from bombsight.dsl.failure import AFTER_LINE, CHARACTER, Failure
from bombsight.dsl.limits import DEEPEST, is_too_large
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.recognise.bounds import by_bound
from bombsight.dsl.recognise.calls import by_call, by_drawing, by_name_alone, by_scene
from bombsight.dsl.recognise.certain import certain, without_tabs
from bombsight.dsl.recognise.characters import by_character
from bombsight.dsl.recognise.examples import by_example
from bombsight.dsl.recognise.finding import Finding, marked
from bombsight.dsl.recognise.idioms import by_explained_idiom, by_idiom
from bombsight.dsl.recognise.labels import by_label
from bombsight.dsl.recognise.layout import in_layout, in_plain_text
from bombsight.dsl.recognise.mends import by_leaving_out, by_mending
from bombsight.dsl.recognise.nearness import by_gap, by_hyphen, by_name_taken, by_near_word, no_item
from bombsight.dsl.recognise.readings import readings
from bombsight.dsl.recognise.signs import by_sign
from bombsight.dsl.recognise.texts import by_quote, by_rule
from bombsight.dsl.slips import CODES
from bombsight.dsl.words import allowed

__all__ = ["CODES", "find", "limits", "tab"]

TAB = re.compile(TEXT_OR_COMMENT.pattern + r"|\t(?![ \t\r]*(?:\n|$))")


def tab(text: str) -> Finding | None:
    """The first tab of an item outside texts and comments; the item may be whole otherwise.

    At the end of a line it moves nothing, and is passed over like a space.
    """
    at = next((found.start() for found in TAB.finditer(text) if found[0] == "\t"), None)
    return None if at is None else Finding("E004", at, at + 1, changes=without_tabs(text))


def limits(tree: Tree[Token]) -> Finding | None:
    """What can be read but is beyond all measure, a depth or a number; None where nothing is."""
    waiting: list[tuple[Tree[Token] | Token | None, int]] = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, Tree):
            if depth > DEEPEST:
                start = 0 if node.meta.empty else node.meta.start_pos
                return Finding("E020", start, start + 1)
            waiting.extend((child, depth + 1) for child in node.children)
        elif node is not None and node.type in ("INT", "SIGNED", "DICE"):
            if is_too_large(node):
                start = node.start_pos or 0
                return Finding("E021", start, start + len(node))
    return None


def find(failed: Failure) -> Finding:
    """The slip that best explains a failure, with what mends it for certain."""
    found = slip(failed)
    if not (found.changes or found.others):
        found = readings(failed, found)
    return found if found.changes or found.others else evolve(found, changes=certain(failed, found))


def slip(failed: Failure) -> Finding:
    """The slip that best explains a failure."""
    first = (by_quote, in_plain_text, by_rule, by_idiom, in_layout)
    finding = next(filter(None, (search(failed) for search in first)), None)
    if finding:
        return finding
    if failed.start == 0:
        return by_explained_idiom(failed) or no_item(failed)
    if failed.kind in AFTER_LINE:  # the line itself can be read
        return by_example(failed) or unexplained(failed)
    searches = (
        *(by_label, by_hyphen, by_bound, by_scene, by_drawing, by_explained_idiom, by_name_taken, by_sign, by_call),
        *(by_near_word, by_gap),
        *(by_leaving_out, by_example, by_name_alone, by_mending),
    )
    return next(filter(None, (search(failed) for search in searches)), None) or unexplained(failed)


def unexplained(failed: Failure) -> Finding:
    """What could have stood at the place."""
    possible = allowed(failed.accepts)
    help_ = f"What could stand here: {possible}." if possible else ""
    if failed.kind == CHARACTER or failed.word == ";":
        return by_character(failed)
    if failed.word.strip():
        finding = marked("E056", failed)
        return evolve(finding, message=f"`{failed.word}` cannot stand here.", note="not expected", help=help_)
    return evolve(marked("E054" if failed.kind == "_NL" else "E055", failed), help=help_)
