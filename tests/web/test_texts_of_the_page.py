"""Texts and numbers come out alike on both sides, where the two languages differ quietly."""

from __future__ import annotations

import json
import random
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bombsight.boundary.errors import InputError, clip
from bombsight.dsl.dice import parse_dice
from bombsight.dsl.listing import join_names
from bombsight.dsl.suggestions import find_likely_names
from bombsight.flat.dice_encoding import decode_dice, encode_dice
from bombsight.runtime.batch.estimates import Estimate, estimate_rate, moments_of
from bombsight.runtime.events.describe import words_of
from bombsight.runtime.events.names import parse_own_name, shuffle_names
from bombsight.runtime.run.sources import parse_throws
from bombsight.service.common.markup import escape_text, format_number
from bombsight.service.lookup.name_matching import find_best_matches
from tests.web.beside_node import needs_node, told_by


def name_of(text: str) -> str:
    """A name that a player wrote, or what is wrong with it."""
    try:
        return parse_own_name(text)
    except InputError as error:
        return error.message


def told(estimate: Estimate | None) -> list[float] | None:
    """An estimate in its numbers."""
    return None if estimate is None else [estimate.value, estimate.low, estimate.high]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "clip": clip,
    "escaped": escape_text,
    "fitting": lambda word, names: find_best_matches(word, names, lambda name: (name,), str),
    "fixed": lambda number, places: f"{number:.{places}f}",
    "grouped": lambda number: f"{number:,}",
    "isDecimal": str.isdecimal,
    "isPrintable": str.isprintable,
    "likely": find_likely_names,
    "listed": join_names,
    "lower": str.lower,
    "ownName": name_of,
    "partition": str.partition,
    "mean": lambda values: told(moments_of(values).mean),
    "quoted": repr,
    "rate": lambda count, of: told(estimate_rate(count, of)),
    "rounded": round,
    "rpartition": str.rpartition,
    "separated": str.split,
    "short": format_number,
    "shuffled": lambda names, seed, number: shuffle_names(names, int(seed), number),
    "sorted": sorted,
    "stripped": str.strip,
    "typedThrows": lambda text, *dice: parse_throws(text, decode_dice(*dice)),
    "upper": str.upper,
    "wordsOf": lambda text: sorted(words_of(text)),
    "wrap": lambda text, width, breaks: textwrap.wrap(text, width, break_long_words=breaks),
}

CRITICAL = [
    "",
    " ",
    "\ufeff a \u00a0\u2003b\x1c\x1f\x85c\u2028d\v\f",
    "3 4",
    "3+4, 5",
    "12",
    "+",
    "١٢ ²",
    "Ⅷ _x_ #2",
    "ΑΣ ΟΔΟΣ",
    "İstanbul ẞ ß ŉ ǆ ﬁ",
    "it's",
    "a \"b\" 'c'",
    "back\\slash\t\n\r\x00\x7f\x9f\u200b\u2028\U000e0001",
    "🚢 off the 🏝️ coast",
    "\uff01\U0001f6a2",
    "a well-kept, half-hour-long -- or so --watch: e-mail 3-4 x-1 -a- o'clock--no",
    "Supercalifragilistic-expialidocious " * 2,
    "<b a='1'>&amp;",
]
"""Texts at which one may go wrong: blanks, digits, capitals, what is not printed, characters of two halves, hyphens."""

LETTERS = "aaabcdeLR  \t-_'\"\\#.,:+01279٣²\u00a0\u0085\u001c\ufeffßİΣς🚢\uff01é\u0301<&"
NUMBERS = [
    0,
    1,
    -1,
    0.05,
    0.15,
    0.25,
    0.35,
    0.5,
    1.5,
    2.5,
    -2.5,
    1 / 128,
    3 / 128,
    2 / 3,
    0.0000005,
    1e-9,
    12345.675,
    1e6,
    99.995,
]
DICE = [
    encode_dice(parse_dice(notation))
    for notation in ("1d6", "2d6", "d66", "3d10", "1d10", "1d100", "lowest of 2d10", "highest of 3d6")
]
"""Dice as both sides decode them."""

NAMES = ["Weather", "Reef", "Traffic", "the_tide", "Tide", "lamp oil", "Lamp", "Öl", "K-1", "K-11"]


def cases() -> Iterator[list[Any]]:
    """Functions with what they are given."""
    chance = random.Random(15)
    texts = CRITICAL + ["".join(chance.choices(LETTERS, k=chance.randrange(1, 40))) for _ in range(300)]
    alone = (
        "clip",
        "escaped",
        "isDecimal",
        "isPrintable",
        "lower",
        "ownName",
        "quoted",
        "separated",
        "stripped",
        "upper",
    )
    for text in texts:
        yield from ([name, text] for name in (*alone, "wordsOf"))
        yield from ([name, text, sep] for name in ("partition", "rpartition") for sep in (":", "  "))
        yield from (
            ["wrap", text.replace("\t", " "), width, breaks] for width in (1, 4, 9, 20) for breaks in (True, False)
        )
        yield from (["typedThrows", text, *dice] for dice in DICE)
        yield from ([name, text.strip(), NAMES] for name in ("fitting", "likely"))
    for typed in (
        "1",
        "7 3",
        "3 4 5 5",
        "1 2 3",
        "12",
        "2",
        "13",
        "36 41",
        "3+4+5",
        "999999999",
        "1000000000",
        "0",
        "00",
        "0 3",
    ):
        yield from (["typedThrows", typed, *dice] for dice in DICE)
    for slip in ("Wether", "raef", "tied", "lampoil", "oil lamp", "K1", "Traf", "öll", "the tide x"):
        yield from ([name, slip, NAMES] for name in ("fitting", "likely"))
    for number in [*NUMBERS, *(chance.uniform(-40, 40) for _ in range(100)), *(n / 64 for n in range(-40, 40))]:
        yield from ([name, number, places] for name in ("fixed", "rounded") for places in range(4))
        yield ["short", float(number)]
    yield from (["grouped", number] for number in (0, 12, 999, 1000, -1000, 1234567, -999999))
    yield from (["rate", count, of] for of in (0, 1, 7, 300, 20000) for count in {0, of // 3, of})
    for most in (1, 9, 100_000):
        yield from (["mean", [chance.randint(-most, most) for _ in range(count)]] for count in (0, 1, 2, 300))
    yield ["sorted", texts]
    yield from (["listed", NAMES[:count]] for count in range(len(NAMES) + 1))
    yield ["listed", [str(number) for number in range(4000)]]
    yield from (["shuffled", NAMES, str(seed), number] for seed in (0, 7, 2**53 + 1, 2**64 - 1) for number in range(3))


@needs_node
def test_texts_and_numbers_come_out_alike(tmp_path: Path):
    asked = list(cases())
    kept = tmp_path / "cases.json"
    kept.write_text(json.dumps(asked), encoding="utf-8")
    ours = json.loads(json.dumps([FUNCTIONS[name](*given) for name, *given in asked]))
    other = [(case, one, two) for case, one, two in zip(asked, ours, told_by("texts", kept), strict=True) if one != two]
    assert other == []
