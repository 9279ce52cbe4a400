"""Idioms of choices and their answers."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import CALL, REF, TEXT, VERB, Idiom, negate_condition

PROCEDURE = "procedure|table|reroll|errata|variant|preferences|house"
NO_NAME = "An answer has a name before its title, by which examples, scripts and saves call it."


def name_from_text(text: str) -> str:
    """Make a name from a text, its words joined by underscores: ``Sail west!`` to ``sail_west``."""
    return "_".join(re.findall(r"[a-z0-9]+", text.lower()))


def write_named_answer(match: re.Match[str]) -> str:
    """Translate a match of an answer that has only a title to one with a name, made from the title."""
    title = match["title"].strip('"')
    return f'answer {name_from_text(title)} "{title}"{match["rest"]}'


CHOICES = (
    Idiom(rf"(?:prompt|question|say|text|title):? ({TEXT})", (r"ask \1",), code="E053", needs="ASK"),
    Idiom(rf"ask(?::| the player| the player:| player| \() ?({TEXT})\)?", (r"ask \1",)),
    Idiom(rf"beside ({REF}(?:\([^()\n]*\))?)( when .*|)", (r'beside "{\1}"\2',)),
    Idiom(rf"answer (\w+): ({TEXT}.*)", (r"answer \1 \2",)),
    Idiom(
        rf"answer (?P<title>{TEXT})(?P<rest>.*)", (write_named_answer,), NO_NAME, "An answer has a name.", doubtful=True
    ),
    Idiom(
        r"(?:\* ?|\+ ?|- ?)?\[(?P<title>[A-Za-z][\w ,.'!?-]*)\](?P<rest>)(?:\(.*\))?",
        (write_named_answer,),
        NO_NAME + ' `answer rest "Rest"`.',
        "An answer begins with `answer`.",
        doubtful=True,
        needs="ANSWER",
    ),
    Idiom(
        rf"(?:button|choice|case|branch|reply|select|pick|- ?|\d[.)] ?)?:? ?(?!(?:say|ask|note|step|beside"
        rf"|mark|show|hint|info|tell|remark|prompt|question|title|text)\b)(\w+):? ({TEXT})(.*)",
        (r"answer \1 \2\3",),
        "Each answer begins with `answer`: `answer \\1 \\2`.",
        "An answer begins with `answer`.",
        needs="ANSWER",
        code="E064",
    ),
    Idiom(
        r"answer (?!.*\b(?:answer|are|bad|be|do|good|grave|is|prefer|then|when)\b)"
        rf"((?:[a-z]\w* )+[a-z]\w*|\w+(?:-\w+)+) ({TEXT}.*)",
        (lambda found: f"answer {re.sub('[ -]', '_', found[1])} {found[2]}",),
        message="A name has no spaces and no hyphens.",
    ),
    Idiom(
        r"answer (\w+)",
        (lambda found: f'answer {found[1]} "{found[1].replace("_", " ").capitalize()}"',),
        'An answer has a title behind its name, which the player reads: `answer rest "Rest"`.',
        "A title is missing.",
        doubtful=True,
        code="E026",
        item=PROCEDURE,
    ),
    Idiom(rf"(answer \w+ {TEXT}(?: grave)?) (prefer \S.*?) (when \S.*)", (r"\1 \3 \2",)),
    Idiom(
        rf"(answer \w+ {TEXT}(?: grave)?),? (?:only )?(?:if|when|whenever|provided|needs|requires) (\S.*)",
        (r"\1 when \2",),
        code="E079",
    ),
    Idiom(
        rf"(?P<answer>answer \w+ {TEXT}(?: grave)?) unless (?P<condition>\S.*?)(?P<rest> prefer .*|)",
        (lambda found: f"{found['answer']} when {negate_condition(found['condition'])}{found['rest']}",),
    ),
    Idiom(
        rf"(answer \w+ {TEXT}.*?) (?:prefers|preferred|weight|priority|worth|score|value)(?: ?[:=] ?| )(\S.*)",
        (r"\1 prefer \2",),
    ),
    Idiom(rf"(answer \w+ {TEXT}) \((\d+)\)", (r"\1 prefer \2",), doubtful=True),
    Idiom(
        rf"(answer \w+ {TEXT}[^:\n]*?)(?: ?:| ?->| ?=>|,| then) (?:do )?({CALL})",
        (r"\1" + "\n" + r"  do \2",),
        "What an answer does stands below it, two spaces deeper: `do keep`.",
        "What an answer does stands below it.",
        item=PROCEDURE,
        code="E018",
    ),
    Idiom(
        rf"(answer \w+ {TEXT}[^:\n]*?)(?: ?:| ?->| ?=>|,| then)? ({VERB}\b.*)",
        (r"\1" + "\n" + r"  \2",),
        item=PROCEDURE,
        code="E018",
    ),
    Idiom(
        r"(?:if|when|unless) (\S.*?):?",
        (),
        r"An answer says itself when it is offered: `answer rest \"Rest\" when \1`.",
        "No `if` stands among the answers of a choice.",
        needs="ANSWER",
    ),
    Idiom(
        r"(?:default|otherwise|else|none of these|other)\b.*",
        (),
        'Each branch of a choice is an answer: `answer rest "Rest"`. Where no other is '
        'open, say so: `answer rest "Rest" when oil is 0`.',
        "A choice has no branch of its own for the rest.",
        needs="ANSWER",
    ),
    Idiom(
        r"choose (?:an? |one |the )?(\w+)(?: ?: ?)?",
        (lambda found: f"choose {found[1]} from {found[1].capitalize()}",),
        r"Say from what: `choose \1 from Ship`, with an enum, a list or a range. Below `choose \1` alone "
        r"stand answers.",
        doubtful=True,
        item=PROCEDURE,
    ),
    Idiom(
        rf"ask (?:the player |player )?(?:which|what|whether|for|if|to) (.*)|ask ({TEXT})",
        (),
        "A question stands in a choice: `choose s from Ship`, "
        'or `choose order` with answers below it, and as its first line `ask "Which ship"`.',
        "A question stands below `choose`.",
        item="procedure|table",
    ),
)
"""The idioms, in the order of trial."""
