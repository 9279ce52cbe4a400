"""Where a name leads, from rules, texts, overlays, examples and boards alike, and where else it is written."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bombsight.compiler.resolve.program
import bombsight.service.language.symbol_index
from bombsight.compiler.resolve.program import collect_mentions, resolve_item
from bombsight.dsl import ast
from bombsight.service.games.requests import Rules
from bombsight.service.language.name_lookup import find_definitions, find_references, resolve_name_at, symbol_index_of
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE
from tests.narrowing import spy

TABLES = LIGHTHOUSE / "20-tables.rules"


@pytest.fixture(scope="module")
def lighthouse():
    return Workspace.open(LIGHTHOUSE)


def at(space: Workspace, path: Path, line: str, word: str) -> int:
    """The offset of a word in the first line of a file that holds a text."""
    text = space.source(path).text
    return text.index(word, text.index(line))


def told(space: Workspace, span) -> str:
    """The file, and what stands there from a place on."""
    text = space.source(Path(span.path)).text
    return f"{Path(span.path).name} {text[span.start : text.index(chr(10), span.start)].strip()}"


def led_to(space: Workspace, file: str, line: str, word: str) -> list[str]:
    path = LIGHTHOUSE / file
    return [told(space, span) for span in find_definitions(space, path, at(space, path, line, word))]


@pytest.mark.parametrize(
    ("file", "line", "word", "declared"),
    [
        ("10-night.rules", "set sky to roll on", "sky", '00-game.rules sky "Sky"'),
        ("10-night.rules", "set sky to roll on", "Weather", '20-tables.rules Weather "The sky turns"'),
        ("10-night.rules", "do give_orders(now)", "give_orders", "10-night.rules give_orders(now: 1..8)"),
        ("10-night.rules", "do give_orders(now)", "now", '10-night.rules now: 1..8) "Hour"'),
        ("10-night.rules", 'ask "Hour {now}', "now", "10-night.rules now: 1..8)"),
        ("10-night.rules", 'beside "strength {s.kind.', "s.kind", "10-night.rules s from ships where not"),
        ("10-night.rules", 'beside "strength {s.kind.', "kind", "00-game.rules kind: Kind = trawler"),
        ("10-night.rules", "{s.kind.", "strength", "00-game.rules strength |"),
        ("10-night.rules", "let end_of_it", "end_of_it", "10-night.rules end_of_it = roll on Reef(s)"),
        ("10-night.rules", "if end_of_it is stands_off", "stands_off", "20-tables.rules stands_off"),
        ("10-night.rules", "prefer on Reef", "Reef", '20-tables.rules Reef "A ship at the reef"'),
        ("10-night.rules", "end night with", "night", "10-night.rules night(number"),
        ("20-tables.rules", "+1 worse when", "gale", '00-game.rules gale "a gale"'),
        ("20-tables.rules", ": note trawler", "trawler", '20-tables.rules trawler "A trawler comes round'),
        ("20-tables.rules", "do comes(trawler, north)", "trawler", '00-game.rules trawler | "Trawler"'),
        ("20-tables.rules", "| weather ", "weather", "20-tables.rules weather: Sky"),
        ("20-tables.rules", "| weather ", "south", '00-game.rules south "from the south"'),
        ("20-tables.rules", "option fog_signal is horn", "horn", "00-game.rules horn = horn"),
        ("20-tables.rules", "Leeway(sky, s.side)", "s.side", "20-tables.rules s: Ship"),
        ("00-game.rules", "state watch", "watch", '10-night.rules watch(now: 1..8) "Hour"'),
        ("00-game.rules", "mission night", "night", "10-night.rules night(number"),
        ("00-game.rules", "list of Ship", "Ship", "00-game.rules Ship"),
        ("90-errata.rules", "in enum Kind row collier", "collier", '00-game.rules collier | "Collier"'),
        ("90-errata.rules", "in enum Kind row collier", "strength", "00-game.rules strength |"),
        ("90-errata.rules", "was +1 worse", "fog", '00-game.rules fog "fog"'),
        ("90-errata.rules", "now +1 worse", "sky", '00-game.rules sky "Sky"'),
        ("90-errata.rules", "confirms table Traffic", "Traffic", '20-tables.rules Traffic "Who'),
        ("90-errata.rules", "add except cold", "full_flame", "10-night.rules full_flame: 2"),
        ("90-errata.rules", "add except cold", "lamp", '00-game.rules lamp "Lamp"'),
        ("96-boards.rules", 'mark "{s.kind}"', "kind", "00-game.rules kind: Kind"),
    ],
)
def test_a_name_leads_to_the_word_that_gives_it(lighthouse, file, line, word, declared):
    found = led_to(lighthouse, file, line, word)
    assert len(found) == 1
    assert found[0].startswith(declared)


def test_an_offset_behind_a_name_is_that_name_and_others_are_none(lighthouse):
    start = at(lighthouse, TABLES, "roll 2d6", "roll")
    assert find_definitions(lighthouse, TABLES, start) == ()
    end = at(lighthouse, TABLES, "gives Sky", "Sky") + len("Sky")
    (found,) = find_definitions(lighthouse, TABLES, end)
    assert told(lighthouse, found).startswith("00-game.rules Sky: clear")


def test_what_a_name_means_is_told_with_its_type_and_node(lighthouse):
    found = resolve_name_at(lighthouse, TABLES, at(lighthouse, TABLES, "natural 6: safe", "safe"))
    assert found is not None
    assert (found.kind, found.name, found.of) == ("value", "safe", "Reef result")
    found = resolve_name_at(lighthouse, TABLES, at(lighthouse, TABLES, "when s.warned", "s"))
    assert found is not None
    assert (found.kind, found.of, str(found.type), found.node.id) == ("parameter", "Reef", "Ship", "Reef")


def test_references_are_all_places_where_the_thing_is_named_and_no_others(lighthouse):
    path = LIGHTHOUSE / "10-night.rules"
    offset = at(lighthouse, path, "let end_of_it", "end_of_it")
    assert len(find_references(lighthouse, path, offset)) == 3
    assert len(find_references(lighthouse, path, offset, include_declarations=False)) == 2
    weather = at(lighthouse, path, "set sky to roll on", "Weather")
    files = [Path(span.path).name for span in find_references(lighthouse, path, weather)]
    assert files.count("90-errata.rules") == 2
    assert files.count("20-tables.rules") == 1
    notes = find_references(lighthouse, TABLES, at(lighthouse, TABLES, ": note trawler", "trawler"))
    assert len(notes) == 6


def test_an_item_that_cannot_be_read_spoils_no_other(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    space = Workspace.open(folder)
    path = folder / "10-night.rules"
    text = space.source(path).text
    space.change_text(path, text.replace("do give_orders(now)", "do give_orders(now", 1))
    (found,) = find_definitions(space, path, at(space, path, "set sky to roll on", "Weather"))
    assert told(space, found).startswith("20-tables.rules Weather")
    (found,) = find_definitions(space, path, at(space, path, "set s.warned", "warned"))
    assert told(space, found).startswith("00-game.rules warned: yes/no")


def test_a_house_rule_leads_into_the_game_and_what_it_replaces_leads_to_both(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    mine = tmp_path / "mine.rules"
    mine.write_text(
        'house mine "Mine" for lighthouse\n'
        '  1 "Other ships"\n'
        "    replace\n"
        '      table Reef "A ship at the reef"\n'
        "        for s: Ship\n"
        "        roll 1d6\n"
        "        ..2: wrecked\n"
        "        3..s.kind.strength: stands_off\n"
        "        else: safe\n"
        '  2 "Weather"\n'
        "    in procedure pass_reef\n"
        "      was\n"
        "        for each s in ships\n"
        "          do pass(s)\n"
        "      now\n"
        "        for each s in ships\n"
        "          add 1 to tired\n"
        "          do pass(s)\n",
        encoding="utf-8",
    )
    space = Workspace.open(folder, Rules(house=(mine,)))
    night = folder / "10-night.rules"
    found = find_definitions(space, night, at(space, night, "let end_of_it", "Reef"))
    assert [Path(span.path).name for span in found] == ["mine.rules", "20-tables.rules"]
    (one,) = find_definitions(space, mine, at(space, mine, "add 1 to tired", "tired"))
    assert told(space, one).startswith('00-game.rules tired "Fatigue"')
    (one,) = find_definitions(space, mine, at(space, mine, "was\n", "ships"))
    assert told(space, one).startswith('00-game.rules ships "Ships"')
    (one,) = find_definitions(space, mine, at(space, mine, "was\n", "pass("))
    assert told(space, one).startswith("10-night.rules pass(s: Ship)")


@pytest.mark.parametrize("file", sorted(path.name for path in LIGHTHOUSE.glob("*.rules")))
def test_every_offset_has_an_answer_and_every_name_leads_to_itself(lighthouse, file):
    path = LIGHTHOUSE / file
    text = lighthouse.source(path).text
    for offset in range(0, len(text) + 1, 2):
        found = resolve_name_at(lighthouse, path, offset)
        if found is not None:
            assert found.span.start <= offset <= found.span.end
            assert text[found.span.start : found.span.end] == found.name
            assert found.declared or found.name == "result"


@given(st.data())
@settings(max_examples=12, deadline=None)
def test_a_text_that_is_cut_anywhere_leads_nowhere_wrong(data):
    file = data.draw(st.sampled_from(sorted(LIGHTHOUSE.glob("*.rules"))))
    space = Workspace.open(LIGHTHOUSE)
    text = space.source(file).text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    space.change_text(file, text[:start] + text[end:])
    now = space.source(file).text
    for offset in range(max(0, start - 80), min(len(now), start + 80), 3):
        found = resolve_name_at(space, file, offset)
        for span in found.declared if found is not None else ():
            source = space.source(Path(span.path))
            assert found is not None
            assert source.text[span.start : span.end] == found.name
        find_references(space, file, offset)


def test_what_stands_as_it_stood_is_not_looked_at_again(tmp_path, monkeypatch):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    space = Workspace.open(folder)
    path = folder / "10-night.rules"

    def lamps() -> int:
        return len(find_references(space, path, at(space, path, "set lamp to 3", "lamp")))

    count = lamps()
    resolved: list[Any] = []
    monkeypatch.setattr(
        bombsight.service.language.symbol_index,
        "collect_mentions",
        spy(collect_mentions, resolved),
    )
    text = space.source(path).text
    space.change_text(path, text.replace("except out: 0 when oil is 0 ", "except out: 0 when lamp > 3 "))
    assert lamps() == count + 1
    assert [item.name for item, *_ in resolved if isinstance(item, ast.Tally)] == ["dimmest"]
    assert not any(isinstance(item, ast.Procedure | ast.State) for item, *_ in resolved)


def test_rules_without_overlays_are_not_understood_anew_because_nobody_asked_for_them_in_between(monkeypatch):
    space = Workspace.open(LIGHTHOUSE)
    assert symbol_index_of(space).unamended_index.effective_items
    resolved: list[Any] = []
    monkeypatch.setattr(
        bombsight.compiler.resolve.program,
        "resolve_item",
        spy(resolve_item, resolved),
    )
    for word in ("once", "twice"):
        space.change_text(TABLES, space.source(TABLES).text + f"# {word}\n")
        index = symbol_index_of(space)
    assert index.unamended_index.effective_items
    with_findings = "Reef"  # which is always resolved again
    assert all(with_findings in (getattr(item, "id", ""), *getattr(item, "tables", ())) for item, *_ in resolved)


def test_a_name_in_a_file_of_tests_leads_into_the_game(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    (folder / "tests").mkdir()
    file = folder / "tests" / "oil.rules"
    file.write_text('example "Oil"\n  given variant winter\n  given oil = 3\n  expect burn is 1\n', encoding="utf-8")
    space = Workspace.open(file)
    (found,) = find_definitions(space, file, at(space, file, "expect burn", "burn"))
    assert told(space, found).startswith("10-night.rules burn: 1..3")
    offset = at(space, file, "given oil", "oil")
    assert str(file) in {span.path for span in find_references(space, file, offset)}
