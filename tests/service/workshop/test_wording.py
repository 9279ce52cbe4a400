"""What the desk says names nothing that a page does not have: no command, no option of the terminal."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bombsight.boundary.wording import argument, either
from bombsight.service.workshop.wording import COMMAND, help_for_page, leave_out_commands, message_for_page
from tests.examples import LIGHTHOUSE
from tests.service.workshop.page_of_desk import DeskPage

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Did you mean Reef? `bombsight show GAME --kind table` lists them.", "Did you mean Reef?"),
        ("`bombsight explain` lists the codes and names there are.", ""),
        ("Nothing need be wrong. `--variant NAME` looks at one. Or not.", "Nothing need be wrong. Or not."),
        (f"Say what it is: {either('--given X', 'given=X', 'set it')}.", "Say what it is: set it."),
        ("A well-known - dash -- stays.", "A well-known - dash -- stays."),
    ],
)
def test_a_help_loses_the_sentences_that_name_a_command(text, shown):
    assert help_for_page(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("it takes more steps than it may: see --limit", "it takes more steps than it may"),
        ("too long (line 3); --limit N allows N times as much", "too long (line 3)"),
        (f"{argument('given')} is empty", "given is empty"),
        ("see bombsight lint", "see bombsight lint"),
    ],
)
def test_a_message_loses_the_clause_that_names_a_command_if_something_is_left(text, shown):
    assert message_for_page(text) == shown


def texts_of(part: str) -> Iterator[str]:
    """The texts in the code of a part that name a command, but for docstrings."""
    for path in sorted((ROOT / part).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
                yield from [node.value] if COMMAND.search(node.value) else []


def test_no_sentence_of_rules_or_of_the_service_keeps_a_command():
    texts = [
        text for part in ("dsl", "compiler", "runtime", "service/lint", "service/language") for text in texts_of(part)
    ]
    assert len(texts) > 15
    for text in texts:
        assert not COMMAND.search(leave_out_commands(text)), text


def test_a_finding_and_a_refusal_speak_to_a_page(tmp_path):
    page = DeskPage(LIGHTHOUSE.parent)
    rule = 'house r "R" for lighthouse by "A"\n  1 "R"\n    in table Wetter\n      add +1 x\n'
    page.write(tmp_path / "r.rules", rule)
    (found,) = page.findings[str(tmp_path / "r.rules")]
    assert found["message"]
    assert not COMMAND.search(found["message"] + found["help"])
    refusal = page.ask("quote", "lighthouse", "r", "Wetter", "")["refusal"]
    assert not COMMAND.search(refusal["message"] + refusal["hint"])
    draft = page.call("quote", "lighthouse", "r", "Weather", "")
    assert not COMMAND.search(draft)


def test_cards_of_names_and_words_name_no_command(tmp_path):
    page = DeskPage(LIGHTHOUSE.parent)
    rule = (
        'house r "R" for lighthouse by "A"\n  1 "R"\n    in table Weather\n      was 9..10: fog\n      now 8..10: fog\n'
    )
    page.write(tmp_path / "r.rules", rule)
    for word in ("Weather", "house", "in table", "was", "fog"):
        card = page.call("hover", str(tmp_path / "r.rules"), rule.index(word) + 1)
        assert card is not None, word
        assert not COMMAND.search(card["html"]), word
