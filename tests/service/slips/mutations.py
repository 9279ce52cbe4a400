"""Rules with something dropped, doubled, changed or taken from elsewhere: what no table of slips has thought of."""

from __future__ import annotations

import re
from random import Random

TOKEN = re.compile(r'"[^"\n]*"|\d+d\d+|\w+(?:-\d+)?|\.\.|[<>=!]=|\S')
"""A word, a number, a text or a sign of a line."""


def words(text: str) -> tuple[str, ...]:
    """The words that a text lists."""
    return tuple(text.split())


FOREIGN = words(
    """
    == = != && || // -- -> := += ! ; : { } ( ) ' - , . then do the is not to of in or and else true none null 0 00 7 d6
    print otherwise unless break pass when if each by than at least roll on
    """
)
"""What people write without thinking."""


def mutated(text: str, random: Random) -> str:
    """A text with one or two of its lines changed."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 1, 2))):
        number = random.choice([at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")])
        lines[number] = changed(lines[number], text, random)
    return "\n".join(lines)


def changed(line: str, text: str, random: Random) -> str:
    """A line that is not as it was, or was moved."""
    found = [*TOKEN.finditer(line)]
    at = random.randrange(len(found))
    start, end = found[at].span()
    word = found[at][0]
    match random.randrange(9):
        case 0:
            return line[:start] + line[end:].lstrip(" ")
        case 1:
            return f"{line[:end]} {word}{line[end:]}"
        case 2:
            return line[:start] + random.choice(FOREIGN) + line[end:]
        case 3:
            return line[:start] + random.choice(TOKEN.findall(text)) + line[end:]
        case 4:
            return f"{line[:end]} {random.choice(FOREIGN)}{line[end:]}"
        case 5 if at + 1 < len(found):
            other = found[at + 1]
            return line[:start] + other[0] + line[end : other.start()] + word + line[other.end() :]
        case 6 if len(word) > 2:
            place = random.randrange(len(word) - 1)
            return line[:start] + word[:place] + word[place + 1] + word[place] + word[place + 2 :] + line[end:]
        case 7 if word.isalpha():
            return line[:start] + word.capitalize() + line[end:]
        case _:
            return random.choice(("  ", "")) + line[random.choice((0, 2)) :]
