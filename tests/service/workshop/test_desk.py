"""The desk by its calls in JSON, as a page makes them."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64decode
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from bombsight.service.common.container import unpack
from bombsight.service.packages.adding import check_package
from bombsight.service.packages.contents import decode_package
from bombsight.service.workshop.calls import answer
from tests.examples import LIGHTHOUSE
from tests.service.workshop.page_of_desk import DeskPage

FOG = """\
house thick_fog "Thick fog" for lighthouse by "Ada"
  1 "Fog hides the lamp"
    in table Weather
      was 9..10: fog
      now 8..10: fog
      was 7..8: rain
      now 7: rain
"""


def changed(text: str, changes: Iterable[Mapping[str, Any]]) -> str:
    """A text after replacements at offsets in UTF-16 units."""
    units = text.encode("utf-16-le")
    for change in sorted(changes, key=lambda each: each["start"], reverse=True):
        units = units[: 2 * change["start"]] + change["text"].encode("utf-16-le") + units[2 * change["end"] :]
    return units.decode("utf-16-le")


@pytest.fixture
def games(tmp_path):
    shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse")
    return tmp_path / "games"


@pytest.fixture
def page(games):
    return DeskPage(games)


@pytest.fixture
def house(page, tmp_path):
    file = tmp_path / "mine" / "fog.rules"
    assert page.write(file, FOG) == []
    return file


def test_the_games_that_are_there(page, games):
    listed = {game["id"]: game for game in page.call("games")}
    assert listed["lighthouse"]["title"] == "The Keeper's Night"
    opened = page.call("open_game", "lighthouse")
    assert opened["game"] == listed["lighthouse"]
    for file in opened["files"]:
        assert Path(file["file"]).read_text(encoding="utf-8") == file["text"]


def test_a_slip_is_found_at_once_and_its_fix_mends_it(page, house):
    slip = "# \U0001f32b\n" + FOG.replace("in table Weather", "in table Wether")
    assert page.write(house, slip, "change_text") != []
    (found,) = page.findings[str(house)]
    marked = slip.encode("utf-16-le")[2 * found["place"]["start"] : 2 * found["place"]["end"]].decode("utf-16-le")
    assert marked.startswith("in table Wether")
    actions = page.call("actions", str(house), [found["number"]])
    fix = actions[0]
    (file,) = fix["files"]
    assert page.write(house, changed(slip, file["changes"]), "change_text") == []
    assert "result" in page.ask("explain", found["code"])


def test_all_is_checked_in_parts_that_come_to_the_same(page, house, games):
    assert page.check_all() >= 2
    late = FOG.replace("now 7: rain", "now 6: rain")
    assert page.write(house, late, "change_text") == []
    page.check_all()
    assert [found["code"] for found in page.findings[str(house)]] == ["T001", "T003"]


def test_what_is_known_of_names(page, house):
    at = FOG.index("Weather")
    assert "Weather" in page.call("hover", str(house), at)["html"]
    assert page.call("hover", str(house), 0) is None or page.call("hover", str(house), 0)["html"]
    (declared,) = page.call("definitions", str(house), at)
    assert declared["place"]["file"].endswith("20-tables.rules")
    assert declared["text"].startswith("table Weather")
    places = page.call("references", str(house), at)
    assert {place["place"]["file"] for place in places} >= {str(house), declared["place"]["file"]}
    typed = FOG + '  2 "More"\n    in table \n'
    page.write(house, typed, "change_text")
    labels = [item["label"] for item in page.call("complete", str(house), len(typed) - 1)]
    assert "Weather" in labels


def test_a_name_is_changed_in_all_files(page, games):
    tables = games / "lighthouse" / "20-tables.rules"
    text = tables.read_text(encoding="utf-8")
    page.write(tables, text)
    at = text.index("Weather")
    assert page.call("rename_range", str(tables), at)["start"] == at
    renamed = page.call("rename", str(tables), at, "Sky_of_night")
    assert len(renamed) > 1
    assert "Sky_of_night" in changed(text, next(each["changes"] for each in renamed if each["file"] == str(tables)))
    assert page.ask("rename", str(tables), at, "no name")["refusal"]["message"]


def test_the_text_is_laid_out_outlined_and_coloured(page, house):
    crooked = FOG.replace(" was", "   was").replace(" now", "   now")
    page.write(house, crooked, "change_text")
    assert changed(crooked, page.call("format", str(house))["changes"]) == FOG
    page.write(house, FOG, "change_text")
    assert page.call("format", str(house))["changes"] == []
    assert [entry["name"] for entry in page.call("outline", str(house))] == ["thick_fog"]
    assert page.call("folds", str(house))[0]["first"] == 1
    assert {token["kind"] for token in page.call("tokens", str(house))} >= {"keyword"}


def test_the_table_of_a_rule_that_only_confirms_is_at_the_cursor(page, tmp_path):
    text = 'house calm "Calm" for lighthouse by "Ada"\n  1 "As it stands"\n    confirms table Weather\n'
    file = tmp_path / "mine" / "calm.rules"
    page.write(file, text)
    (table,) = page.call("tables_at", str(file), text.index("Weather"))
    assert table["id"] == "Weather"


def test_where_no_table_stands_the_next_below_is_meant_or_the_first(page, games):
    text = '# Two tables.\n\ntable A "One"\n  roll 1d6\n  1..: nothing\n\ntable B "Two"\n  roll 1d6\n  1..: nothing\n'
    text += "\n# the end\n"
    file = games / "lighthouse" / "30-more.rules"
    page.write(file, text)
    places = (0, text.index("1..:"), text.index("\ntable B"), text.index("the end"))
    assert [[table["id"] for table in page.call("tables_at", str(file), place)] for place in places] == [
        ["A"],
        ["A"],
        ["B"],
        ["A"],
    ]


def test_odds_with_and_without_the_rule(page, house):
    (table,) = page.call("tables_at", str(house), FOG.index("Weather"))
    assert table["id"] == "Weather"
    pane = page.call("odds", str(house), table["id"], [])
    assert pane["drawing"].startswith("<svg")
    assert "12/36" in pane["text"] + pane["drawing"]
    assert "7/36" in pane["text"] + pane["drawing"]
    assert "fog" in page.call("card", str(house), "Weather").lower()
    assert "Weather" in page.call("differences", str(house))


def test_a_game_is_compared_with_itself_as_it_was_opened(page, games):
    files = page.call("open_game", "lighthouse")["files"]
    tables = next(file for file in files if file["file"].endswith("20-tables.rules"))
    page.write(Path(tables["file"]), tables["text"])
    assert "nothing is changed" in page.ask("differences", tables["file"])["refusal"]["message"]
    mended = tables["text"].replace("9..10: fog", "9: fog").replace("11..: gale", "10..: gale")
    assert mended != tables["text"]
    page.write(Path(tables["file"]), mended)
    assert "Weather" in page.call("differences", tables["file"])
    one, other = (page.call("compile_game_file", tables["file"], before) for before in (False, True))
    assert one["game"] == other["game"] == "lighthouse"
    assert one["content"] != other["content"]


def test_a_game_file_to_play(page, house):
    compiled = page.call("compile_game_file", str(house), False)
    assert unpack(b64decode(compiled["content"]), "it").head["bombsight_game"]


def test_a_game_is_packed_as_it_stands_on_the_page(page, tmp_path):
    folder = tmp_path / "mine" / "another_name"
    files = page.call("new_game", "my_game", str(folder))
    for file in files:
        page.write(Path(file["file"]), file["text"])
    manifest = next(each for each in files if "\ngame " in each["text"])
    path, text = Path(manifest["file"]), manifest["text"]
    page.write(path, text.replace('version "1.0"', ""), "change_text")
    assert "no version" in page.ask("pack_rules", str(path))["refusal"]["message"]
    changed_text = text.replace('version "1.0"', 'version "1.5"')
    page.write(path, changed_text, "change_text")
    packed = page.call("pack_rules", str(path))
    package = decode_package(b64decode(packed["content"]), packed["name"])
    assert package.files[path.name].decode() == changed_text
    assert check_package(package, packed["name"], 1)
    page.write(path, "game game\n", "change_text")
    assert page.ask("pack_rules", str(path))["refusal"]["message"]


def test_house_rules_are_no_package(page, house):
    assert "folder" in page.ask("pack_rules", str(house))["refusal"]["message"]


def test_a_copy_elsewhere_is_compared_with_the_text_that_it_is_a_copy_of(page, games, tmp_path):
    copied = tmp_path / "linked" / "1"
    shutil.copytree(games / "lighthouse", copied)
    file = next(path for path in sorted(copied.glob("*.rules")) if "9..10: fog" in path.read_text())
    text = file.read_text()
    page.write(file, text.replace("9..10: fog", "9..10: gale"))
    assert "nothing" in page.ask("differences", str(file))["refusal"]["message"]
    page.call("set_original", str(file), text)
    assert "gale" in page.call("differences", str(file))


def test_a_new_game_lints_clean(page, tmp_path):
    files = page.call("new_game", "my_game", str(tmp_path / "mine" / "my_game"))
    for file in files:
        page.write(Path(file["file"]), file["text"])
    assert not [line for each in files for line in each["text"].split("\n") if re.match("#.*bombsight ", line)]
    page.check_all()
    assert not any(page.findings.values())
    assert page.ask("new_game", "no id", "x")["refusal"]["message"]


def test_a_house_rule_that_quotes_a_row(page, tmp_path):
    draft = page.call("quote", "lighthouse", "dry", "Weather", "9..10")
    assert page.write(tmp_path / "dry.rules", draft) == ["O007"] or "was 9..10: fog" in draft
    assert page.ask("quote", "lighthouse", "dry", "Wether", "")["refusal"]["message"]


def test_what_was_removed_is_gone(page, house):
    page.write(house, FOG.replace("Weather", "Wether"), "change_text")
    page.keep(page.call("remove_file", str(house)))
    assert page.findings[str(house)] == []
    assert not house.exists()


@pytest.mark.parametrize(
    "request_text", ["", "[]", '{"call": "none", "arguments": []}', '{"call": "hover", "arguments": ["x"]}', "{}"]
)
def test_a_call_that_is_none_is_a_fault_and_the_next_is_answered(page, request_text):
    assert "Error" in json.loads(answer(page.desk, request_text))["fault"]
    assert page.call("games")
