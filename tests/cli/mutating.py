"""Files as strangers may have changed them: JSON of the same shape but for a few places, or bytes that are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

HOSTILE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    10**6,
    2**53,
    2**63,
    -(2**63),
    10**400,
    0.5,
    1e308,
    "",
    "evil",
    "none",
    "1",
    "\x1b[2J\x1b]0;PWNED\x07",
    "\x9b2J",
    "\u202e",
    "\ud800",
    "a\0b",
    "x/../../../PWNED",
    "/../../PWNED",
    "..",
    "/dev/zero",
    "x" * 70_000,
    [],
    {},
    [[]],
    [None],
    ["x"] * 300,
)
"""What takes the place of a value."""

DEEP = "[" * 2_000 + "]" * 2_000
WIDE = "9" * 5_000
TWICE = "twice"
"""Stands for something that no value can say; see :func:`as_bytes`."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value within a value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """What is to be found by a way."""
    for key in path:
        value = value[key]
    return value


def mutants(document: Any, count: int, seed: int) -> Iterator[bytes]:
    """So many changed forms of a document; the same for the same seed.

    Args:
        document: A value of JSON.
        count: How many.
        seed: Of chance.
    """
    chance = Random(seed)
    ways = [*places(document)]
    # Ways that differ in no more than a number lead to what is alike: each kind is as likely as any other.
    kinds: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for way in ways:
        kinds.setdefault(tuple("#" if isinstance(key, int) else key for key in way), []).append(way)
    alike = [*kinds.values()]
    for _ in range(count):
        changed = deepcopy(document)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            way = chance.choice(chance.choice(alike))
            changed = mutated(changed, way, ways, document, chance)
        yield as_bytes(changed, chance)


def mutated(value: Any, way: tuple[Any, ...], ways: list[tuple[Any, ...]], whole: Any, chance: Random) -> Any:
    """A value with a change at a place, if the place is still there."""
    if not way:
        return chance.choice(HOSTILE) if chance.random() < 0.1 else value
    try:
        holder = at(value, way[:-1])
        own = holder[way[-1]]
    except (LookupError, TypeError):
        return value
    if not isinstance(holder, dict | list):
        return value
    match chance.randrange(8):
        case 0:
            del holder[way[-1]]
        case 1 if isinstance(own, int) and not isinstance(own, bool):
            holder[way[-1]] = own + chance.choice((-1, 1, 100, 10**9))
        case 2 if isinstance(own, list) and own:
            own.append(deepcopy(chance.choice(own)))
        case 3 if isinstance(own, list):
            own.reverse()
        case 4 if isinstance(own, dict):
            own[chance.choice(("more", "__class__", "event", ""))] = chance.choice(HOSTILE)
        case 5:
            holder[way[-1]] = deepcopy(at(whole, chance.choice(ways)))
        case _:
            holder[way[-1]] = chance.choice(HOSTILE)
    return value


def as_bytes(value: Any, chance: Random) -> bytes:
    """A value as a line of JSON, which now and then is none, or is one that readers understand differently."""
    line = json.dumps(value, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass") + b"\n"
    match chance.randrange(60):
        case 0:
            return line[: chance.randrange(len(line))]
        case 1:
            where = chance.randrange(len(line))
            return line[:where] + bytes([chance.randrange(256)]) + line[where + 1 :]
        case 2:
            return line.replace(b'"', b'"version": 2, "', 1).replace(b'"version": 2, "', b'"version": 2, "', 1)
        case 3:
            return line.replace(b": [", f': {DEEP}, "more": ['.encode(), 1)
        case 4:
            return line.replace(b": 2", f": {WIDE}".encode(), 1)
        case 5:
            return line + line
        case 6:
            return line.decode(errors="surrogatepass").encode("utf-16", errors="surrogatepass")
        case _:
            return line
