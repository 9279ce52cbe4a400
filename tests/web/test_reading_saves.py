"""Lines that another version may have written are read alike on both sides: what is known, noted, kept and refused."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.lines import header_line, record_json
from bombsight.runtime.saves.reader import parse_save
from tests.web.beside_node import WEB, needs_node, told_by

pytestmark = needs_node

SAVES = [path.read_text(encoding="utf-8") for path in sorted((WEB / "tests").glob("*/*.save"))]
NAMES = (
    "mood",
    "zeal",
    "at",
    "d",
    "a",
    "j",
    "by",
    "why",
    "ordered",
    "seed",
    "undo",
    "named",
    "thrower",
    "end",
    "kept",
    "rules",
)
VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    1,
    2**70,
    "",
    "seed",
    "order",
    "hand",
    "x",
    [],
    [1],
    {},
    {"of": [None, {"x": "é"}]},
)
CASES = 400
HEAD: dict[str, Any] = json.loads(SAVES[0].partition("\n")[0]) | {
    "options": {"x": "1", "a b": "2", "é\u2028": "3", "long" * 20: "4", "__proto__": "5"},
    "overlays": [{"name": "x", "file": None}],
    "args": [1, 2],
    "folder": "x",
    "thrower": "hand",
    "names": {"shuffled": True, "own": [{"of": "", "number": 0, "name": "x"}]},
    "pins": [{"table": "x", "faces": [1]}],
    "fields": [{"field": "x", "value": "y"}],
}
"""A first line that holds all that one can."""
ODD_VALUES = (*VALUES, -1, 2**64, -(2**80), '"a"\\\n\x7f\xad', "\u2028🚢" * 9, "x" * 99, "mision")


def spoilt(text: str, chance: random.Random) -> str:
    """A save in some lines of which fields stand that may not be known, or hold something else."""
    lines = [json.loads(line) for line in text.splitlines()]
    for _ in range(chance.randint(1, 3)):
        line = lines[0 if chance.random() < 0.2 else chance.randrange(len(lines))]
        line[chance.choice(NAMES)] = chance.choice(VALUES)
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def read(text: str) -> dict[str, Any]:
    """What is wrong with a text as a save, or its notes and its lines as they would be written anew."""
    try:
        saved = parse_save(text.encode(), "x")
    except InputError as error:
        return {"message": error.message, "place": error.place}
    return {"notes": list(saved.notes), "lines": [*map(written_anew, lines_of(saved))]}


def lines_of(saved: Any) -> Iterator[dict[str, Any]]:
    yield header_line(saved.header)
    yield from map(record_json, (*saved.records, *([saved.end] if saved.end else [])))


def written_anew(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def changed(data: Any) -> Iterator[Any]:
    """Data of which one value, at any depth, is another, is missing, or has members that nobody knows."""
    yield from ODD_VALUES
    if isinstance(data, dict):
        yield data | {"hat": 1, "a cap\n": 2}
        for key, value in data.items():
            yield {name: each for name, each in data.items() if name != key}
            yield from (data | {key: each} for each in changed(value))
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from ([*data[:index], each, *data[index + 1 :]] for each in changed(value))


def test_first_lines_are_read_alike(tmp_path: Path) -> None:
    chance = random.Random("first lines")
    heads = [*changed(HEAD)]
    twice = [chance.choice([*changed(chance.choice(heads))]) for _ in range(100)]
    texts = [json.dumps(head, ensure_ascii=False) + "\n" for head in (*heads, *twice)]
    file = tmp_path / "texts.json"
    file.write_text(json.dumps(texts), encoding="utf-8")
    there = told_by("reading", file)
    assert [*zip(there, texts, strict=True)] == [(read(text), text) for text in texts]
    messages = {told.get("message", "") for told in there}
    assert "$: title must stand here" in messages
    assert '$.entry: one of mission, career is needed, not "mision"' in messages
    assert '$.thrower: one of "", hand, seed is needed, not "mision"' in messages
    assert max(map(len, messages)) <= 200


def test_they_are_read_alike(tmp_path: Path) -> None:
    chance = random.Random("fields of another version")
    texts = [*SAVES, *(spoilt(chance.choice(SAVES), chance) for _ in range(CASES))]
    file = tmp_path / "texts.json"
    file.write_text(json.dumps(texts), encoding="utf-8")
    there = told_by("reading", file)
    for text, told in zip(texts, there, strict=True):
        assert told == read(text), text
    assert 20 < sum("message" in told for told in there) < CASES - 20
    assert any(told.get("notes") for told in there)
