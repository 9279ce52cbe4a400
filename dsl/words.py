"""The words of the language."""

from __future__ import annotations

import re
from pathlib import Path

GRAMMAR = Path(__file__).with_name("grammar.lark")


def reserved_words() -> frozenset[str]:
    """Every keyword of the grammar: none of them can be a name."""
    rules = [line.split("//")[0] for line in GRAMMAR.read_text(encoding="utf-8").splitlines()]
    quoted = re.findall(r'"([a-z]+)"', "\n".join(rules))
    either = re.findall(r"/\(([a-z|]+)\)", "\n".join(rules))
    return frozenset(quoted) | {word for group in either for word in group.split("|")} | {"full", "subrow", "d66"}
