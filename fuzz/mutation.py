"""Mutations: structure-aware random changes of JSON, of rules and other texts, and of bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

EDGE_NUMBERS = (
    0,
    1,
    -1,
    2,
    255,
    999,
    1_000,
    65_536,
    1_000_000,
    2**31 - 1,
    2**31,
    2**53,
    2**63,
    2**64,
    -(2**63),
    10**30,
)
"""Integers at which programs tend to fail."""

EDGE_TEXTS = (
    "",
    " ",
    "\0",
    "\x1b[2J\x1b]0;owned\x07",
    "\ud800",
    "../../../../PWNED",
    "/etc/passwd",
    "\\\\host\\share",
    "a" * 5_000,
    "\u202eabc",
    "é́" * 40,
    "{" * 50,
    "%s%n",
    "__class__",
    "nan",
    "None",
    "\n\n\n",
    "-",
    "--help",
)
"""Texts at which programs tend to fail."""

NUMBER_PATTERN = re.compile(r"\d+")
WORD_PATTERN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")

HOSTILE_LINES = (
    '  say "{count(i in 1..2000000000 where i is n)}"',
    "  repeat 100000 times\n    repeat 100000 times\n      nothing",
    "  for a in 1..100000\n    for b in 1..100000\n      nothing",
    '  choose k from 1..999999999\n    ask "k"',
    "  draw k from 1..999999999",
    '  say "The \\x night \\N C:\\users"',
    "state mission\n  wide: 0..2000000000 = 0",
    "enum Big: " + ", ".join(f"v{number}" for number in range(300)),
    "define deep(n: 0..9): 0..9 = " + "(" * 90 + "n" + ")" * 90,
    "define long: 0..9 = " + " + ".join(["1"] * 400),
    "define wide: yes/no = any(a in 1..1000 where any(b in 1..1000 where any(c in 1..1000 where a is b and b is c)))",
    'table X-9 "X"\n  roll 100d1000\n  gives 0..9\n  ..50000: 1\n  50001..: 2',
    'table X-8 "X"\n  for a: 0..2000000000\n  gives 0..2\n  ..5: 1\n  6..: 2',
    "procedure loop\n  do loop",
    "procedure round: 0..9\n  while yes at most 100000 times\n    do round\n  return 1",
    "# allow: all\n" * 50,
)
"""Lines of rules that are expensive without bounds."""


def mutate_value(random: Random, value: Any) -> Any:
    """Mutate a JSON value, in one place, seldom in several."""
    for _ in range(1 if random.random() < 0.7 else random.randint(2, 6)):
        value = mutate_place(random, value)
    return value


def mutate_place(random: Random, value: Any) -> Any:
    """Mutate one random place of a JSON value, more likely a deep one."""
    match value:
        case dict() if value and random.random() < 0.85:
            key = random.choice(sorted(value))
            draw = random.random()
            if draw < 0.12:
                return {name: each for name, each in value.items() if name != key}
            if draw < 0.2:
                return {**value, random.choice((*EDGE_TEXTS, key + "x")): value[key]}
            return {**value, key: mutate_place(random, value[key])}
        case list() if value and random.random() < 0.85:
            place = random.randrange(len(value))
            draw = random.random()
            if draw < 0.12:
                return [*value[:place], *value[place + 1 :]]
            if draw < 0.2:
                return [*value[:place], value[place], *value[place:]]
            if draw < 0.23:
                return value * random.choice((2, 50))
            return [*value[:place], mutate_place(random, value[place]), *value[place + 1 :]]
        case _:
            return replace_value(random, value)


def replace_value(random: Random, value: Any) -> Any:
    """Replace a JSON value, often by one of the same type."""
    if isinstance(value, bool) and random.random() < 0.5:
        return not value
    if isinstance(value, int) and random.random() < 0.7:
        return random.choice((value + 1, value - 1, -value, random.choice(EDGE_NUMBERS)))
    if isinstance(value, str) and random.random() < 0.7:
        return random.choice((mutate_text(random, value), random.choice(EDGE_TEXTS), value + value))
    deep: Any = []
    for _ in range(random.choice((1, 70, 300))):
        deep = [deep]
    return random.choice(
        (None, True, random.choice(EDGE_NUMBERS), 1.5, random.choice(EDGE_TEXTS), [], {}, deep, [value], {"a": value})
    )


def mutate_json(random: Random, text: str) -> str:
    """Mutate a JSON text so that it mostly stays JSON."""
    draw = random.random()
    if draw < 0.1:
        return mutate_text(random, text)
    mutated = json.dumps(mutate_value(random, json.loads(text)), ensure_ascii=draw < 0.5)
    if draw < 0.12:
        return mutated.replace(":", ":" + "[" * 5_000, 1)
    if draw > 0.95:  # a duplicate key, or an invalid number
        return mutated.replace("{", '{"seat":NaN,"seat":1,', 1)
    return mutated


def mutate_lines(random: Random, text: str) -> str:
    """Mutate a text of JSON lines: change, duplicate, swap or delete some lines."""
    lines = text.split("\n")
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(lines))
        draw = random.random()
        if draw < 0.15:
            lines.insert(place, random.choice(lines))
        elif draw < 0.25:
            del lines[place]
            lines = lines or [""]
        elif draw < 0.3:
            lines[place:place] = [lines[place]] * random.choice((100, 3_000))
        else:
            try:
                lines[place] = mutate_json(random, lines[place])
            except (ValueError, RecursionError):  # no longer JSON, or too deep for Python
                lines[place] = mutate_text(random, lines[place])
    return "\n".join(lines)


def mutate_letter(random: Random, text: str) -> str:
    """Mutate a letter by mail: mostly its line for the program, sometimes the lines around it, as mail programs do."""
    lines = text.rstrip("\n").split("\n")
    if random.random() < 0.7:
        lines[-1] = mutate_json(random, lines[-1])
        text = "\n".join(lines)
    else:
        text = mutate_lines(random, text)
    draw = random.random()
    if draw < 0.1:
        return "".join(f"> {line}\n" for line in text.split("\n"))
    if draw < 0.2:
        return text.replace("\n", random.choice(("\r\n", "\r", "\n\n")))
    if draw < 0.25:
        return text + text
    return text


def mutate_text(random: Random, text: str) -> str:
    """Mutate some characters of a text."""
    if not text:
        return random.choice(EDGE_TEXTS)
    start = random.randrange(len(text))
    end = min(len(text), start + random.choice((1, 1, 2, 10)))
    return (
        text[:start]
        + random.choice((*EDGE_TEXTS, "", text[start:end] * 2, chr(random.randrange(0x20, 0x3000))))
        + text[end:]
    )


def mutate_rules(random: Random, text: str, other_lines: Sequence[str]) -> str:
    """Mutate the lines, words and numbers of rules, or insert hostile ones.

    Args:
        random: The source of randomness.
        text: The rules.
        other_lines: Lines to insert.
    """
    for _ in range(1 if random.random() < 0.6 else random.randint(2, 5)):
        text = mutate_rules_once(random, text, other_lines)
    return text


def mutate_rules_once(random: Random, text: str, other_lines: Sequence[str]) -> str:
    """Mutate a rules text in one place."""
    lines = text.split("\n")
    place = random.randrange(len(lines))
    draw = random.random()
    if draw < 0.2:
        numbers = list(NUMBER_PATTERN.finditer(text))
        if numbers:
            match = random.choice(numbers)
            return text[: match.start()] + str(abs(random.choice(EDGE_NUMBERS))) + text[match.end() :]
    elif draw < 0.35:
        words = list(WORD_PATTERN.finditer(text))
        match = random.choice(words)
        return text[: match.start()] + random.choice(words)[0] + text[match.end() :]
    elif draw < 0.45:
        lines.insert(place, random.choice(other_lines))
    elif draw < 0.65:
        lines.insert(place, random.choice(HOSTILE_LINES))
    elif draw < 0.72:
        del lines[place]
    elif draw < 0.8:
        end = place + random.randint(1, 8)
        lines[place:place] = lines[place:end] * random.choice((1, 2, 60, 400))
    elif draw < 0.86:
        lines[place] = "  " * random.choice((1, 2, 60)) + lines[place]
    elif draw < 0.92:
        lines[place] = nest_word(random, lines[place])
    else:
        return mutate_text(random, text)
    return "\n".join(lines)


def nest_word(random: Random, line: str) -> str:
    """Hostilely deepen a line: wrap one of its words or numbers in many brackets, or repeat it many times."""
    words = list(WORD_PATTERN.finditer(line)) + list(NUMBER_PATTERN.finditer(line))
    if not words:
        return line
    match = random.choice(words)
    depth = random.choice((3, 99, 400))
    nested_text = random.choice(
        ("(" * depth + match[0] + ")" * depth, f" {random.choice(('+', 'and', ',', '-'))} ".join([match[0]] * depth))
    )
    return line[: match.start()] + nested_text + line[match.end() :]


def mutate_bytes(random: Random, data: bytes) -> bytes:
    """Change or delete some bytes."""
    mutated = bytearray(data)
    for _ in range(random.choice((1, 1, 4, 40))):
        if not mutated:
            break
        place = random.randrange(len(mutated))
        draw = random.random()
        if draw < 0.6:
            mutated[place] = random.randrange(256)
        elif draw < 0.8:
            del mutated[place : place + random.choice((1, 16, 4_000))]
        else:
            mutated[place:place] = bytes(mutated[place : place + 64])
    return bytes(mutated)
