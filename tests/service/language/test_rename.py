"""Renaming: everywhere or not at all, and whatever is renamed, the game is played as before."""

import os
import re
import shutil
from pathlib import Path

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.resolve.mentions import Meaning
from bombsight.dsl.edits import apply_edits
from bombsight.service.games.requests import Rules
from bombsight.service.language.declarations import Occurrence
from bombsight.service.language.name_lookup import find_references, symbol_index_of
from bombsight.service.language.rename import rename, renameable_span
from bombsight.service.language.rule_configurations import read_side_files
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE


@pytest.fixture(scope="module")
def lighthouse():
    return Workspace.open(LIGHTHOUSE)


def at(space: Workspace, file: str, line: str, word: str) -> tuple[Path, int]:
    path = next(Path(source.file) for source in space.request.base if source.file.endswith(file))
    text = space.source(path).text
    return path, text.index(word, text.index(line))


def declared(space: Workspace):
    """Everything that rules declare, each once, where it is declared."""
    index = symbol_index_of(space)
    found: dict[Meaning, Occurrence] = {}
    for item in index.all_versions:
        for each in index.occurrences_in(item):
            if each.declares and each.meaning.kind not in ("game", "overlay"):
                found.setdefault(each.meaning, each)
    return list(found.values())


def after(space: Workspace, edits) -> Workspace:
    """The rules with edits done."""
    files = {Path(source.file): source for source in space.request.base}
    fresh = space.copy_for_thread()
    for path, source in files.items():
        own = [edit for edit in edits if Path(edit.span.path) == path]
        fresh.change_text(path, apply_edits(source.text, own))
    return fresh


def lowered(space: Workspace, old: str, new: str) -> str:
    """All that the compiled rules say, but for places and the two names."""
    graph = compile_rules(space.request, proofs=False).graph
    assert graph is not None
    told = repr(evolve(graph, rules_hash="", wording_hash="", edges=()))
    return re.sub(rf"(?<![A-Za-z0-9]){re.escape(new)}(?![A-Za-z0-9])", old, told)


def test_the_places_of_a_name_are_those_that_renaming_it_changes(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    (folder / "tests").mkdir()
    text = 'example "Fog"\n  given lanterns = 2\n  roll on Weather\n  roll Weather 9\n  expect result is fog\n'
    (folder / "tests" / "fog.rules").write_text(text, encoding="utf-8")
    space = Workspace.open(folder)
    for file, line, word, others in (
        ("20-tables.rules", "table Reef", "Reef", {"first-night.script"}),
        ("20-tables.rules", "table Weather", "Weather", {"first-night.script", "fog.rules"}),
        ("10-night.rules", "answer trim", "trim", {"first-night.script"}),
        ("00-game.rules", 'fog "fog"', "fog", {"fog.rules"}),
        ("00-game.rules", "lanterns", "lanterns", {"first-night.script", "fog.rules"}),
    ):
        path, offset = at(space, file, line, word)
        changed = {(edit.span.path, edit.span.start) for edit in rename(space, path, offset, NEW)}
        found = find_references(space, path, offset, side_files=read_side_files(space.request))
        assert {(span.path, span.start) for span in found} == changed
        assert {Path(place).name for place, _ in changed} & {"first-night.script", "fog.rules"} == others


NEW = "zzz"
SOME = 1 if os.environ.get("BOMBSIGHT_MISSIONS") else 12
"""Every so many things are renamed; all of them where there is time."""


def test_whatever_is_renamed_the_rules_say_the_same_of_it(lighthouse):
    before: dict[Path, str] = {}
    things = sorted(declared(lighthouse), key=lambda each: (each.meaning.kind, each.meaning.name))
    assert len(things) > 100
    for each in things[::SOME]:
        source = lighthouse.rules.sources[each.span.path]
        edits = rename(lighthouse, Path(source.file), each.span.start, NEW)
        name = each.meaning.name
        assert edits
        space = after(lighthouse, edits)
        assert space.rules.diagnostics == ()
        was = before.setdefault(name, lowered(lighthouse, name, NEW))
        assert lowered(space, name, NEW) == was, each


def test_a_name_is_changed_in_texts_overlays_boards_and_answers_alike(lighthouse):
    edits = rename(lighthouse, *at(lighthouse, "00-game.rules", 'lamp "Lamp"', "lamp"), "light")
    files = {Path(edit.span.path).name for edit in edits}
    assert files >= {"00-game.rules", "10-night.rules", "20-tables.rules", "90-errata.rules", "95-examples.rules"}
    assert "first-night.script" in files
    assert '{light}, oil {oil}"' in after(lighthouse, edits).source(LIGHTHOUSE / "10-night.rules").text
    edits = rename(lighthouse, *at(lighthouse, "10-night.rules", "answer watch_on", "watch_on"), "keep_on")
    assert [Path(edit.span.path).name for edit in edits] == [
        *("10-night.rules", "95-examples.rules", "97-for-players.rules"),
    ]


PICTURE = """\
game quay "The Quay"
  sources optional

enum Berth: inner, outer

record Boat short "{berth}, {miles}"
  berth: Berth
  miles: 0..9

state mission
  boats: list of Boat at most 2

procedure mission
  add Boat(berth: outer, miles: 3) to boats

board quay_seen "The quay"
  picture Berth 0..20, 0..10
    inner at 0..10, 0..10
    Berth.outer at 10..20, 0..10
  for each b in boats at b.berth
    mark "{b}" as arrow turned 90 * b.miles
"""


@pytest.mark.parametrize(
    ("line", "old", "new", "expected"),
    [
        ("enum Berth", "inner", "near", "    near at 0..10"),
        ("enum Berth", "outer", "far", "    Berth.far at 10..20"),
        ("enum Berth", "Berth", "Place", "  picture Place 0..20"),
        ("  miles:", "miles", "far", 'record Boat short "{berth}, {far}"'),
        ("  miles:", "miles", "far", "turned 90 * b.far"),
    ],
)
def test_names_in_pictures_and_short_titles_go_along(tmp_path, line, old, new, expected):
    path = tmp_path / "quay.rules"
    path.write_text(PICTURE, encoding="utf-8")
    space = Workspace.open(tmp_path)
    edits = rename(space, *at(space, "quay.rules", line, old), new)
    assert expected in after(space, edits).source(path).text


def test_files_of_tests_and_scripts_go_along(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    (folder / "tests").mkdir()
    (folder / "tests" / "choices.rules").write_text(
        'example "A signal"\n'
        "  given option new_moon = yes\n"
        "  given variant winter\n"
        "  given do comes(collier, north)\n"
        "  do sound\n"
        "  answer sound/s: collier\n"
        "  expect tired is 1\n",
        encoding="utf-8",
    )
    (folder / "second.script").write_text("game lighthouse\noption new_moon yes\nmission 1\n", encoding="utf-8")
    space = Workspace.open(folder)

    def files(line: str, word: str) -> list[str]:
        edits = rename(space, *at(space, "10-night.rules", line, word), NEW)
        return [Path(edit.span.path).name for edit in edits if not edit.span.path.endswith("-night.rules")]

    assert files("set s.warned", "s.warned") == ["choices.rules"]
    assert files("procedure sound", "sound") == ["95-examples.rules", "choices.rules", "choices.rules"]
    edits = rename(space, *at(space, "00-game.rules", "option new_moon", "new_moon"), NEW)
    assert [Path(edit.span.path).name for edit in edits] == [
        "00-game.rules",
        "20-tables.rules",
        "97-for-players.rules",
        "choices.rules",
        "second.script",
    ]


def test_from_a_file_of_tests_that_is_not_saved_the_game_is_renamed(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    (folder / "tests").mkdir()
    file = folder / "tests" / "oil.rules"
    file.write_text('example "Oil"\n  expect burn is 1\n', encoding="utf-8")
    space = Workspace.open(file)
    text = 'example "Oil"\n  given oil = 3\n  expect burn is 1\n'
    space.change_text(file, text)
    edits = rename(space, file, text.index("burn"), NEW)
    assert {Path(edit.span.path).name for edit in edits} == {
        *("10-night.rules", "90-errata.rules", "96-boards.rules", "oil.rules"),
    }
    own = [edit for edit in edits if edit.span.path.endswith("oil.rules")]
    assert apply_edits(text, own) == text.replace("burn", NEW)


@pytest.mark.parametrize(
    ("file", "line", "word", "name", "why"),
    [
        ("10-night.rules", "let end_of_it", "end_of_it", "count", "a word of the language"),
        ("10-night.rules", "let end_of_it", "end_of_it", "2nd", "is no name"),
        ("10-night.rules", "let end_of_it", "end_of_it", "s", "already a name here"),
        ("10-night.rules", "let end_of_it", "end_of_it", "lamp", "declared elsewhere"),
        ("10-night.rules", "let end_of_it", "end_of_it", "fog", "a value of Sky"),
        ("10-night.rules", "define unwarned", "unwarned", "oil", "declared twice"),
        ("10-night.rules", "define unwarned", "unwarned", "min", "built in"),
        ("10-night.rules", "define unwarned", "unwarned", "table", "a word of the language"),
        ("10-night.rules", "define unwarned", "unwarned", "un-warned", "is no name"),
        ("10-night.rules", "except storm", "storm", "full_flame", "twice"),
        ("00-game.rules", "enum Sky: clear", "clear", "fog", "declared twice"),
        ("00-game.rules", "warned: yes/no", "warned", "side", "declared twice"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence(lighthouse, file, line, word, name, why):
    with pytest.raises(InputError, match=why):
        rename(lighthouse, *at(lighthouse, file, line, word), name)


def test_what_has_no_name_cannot_be_renamed(lighthouse):
    assert renameable_span(lighthouse, *at(lighthouse, "20-tables.rules", "roll 2d6", "roll")) is None
    assert renameable_span(lighthouse, *at(lighthouse, "00-game.rules", "game lighthouse", "lighthouse")) is None
    with pytest.raises(InputError, match="no name"):
        rename(lighthouse, *at(lighthouse, "20-tables.rules", "roll 2d6", "roll"), "throw")


def test_house_rules_rename_their_own_and_not_what_the_game_declares(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    mine = tmp_path / "mine.rules"
    mine.write_text(
        'house mine "Mine" for lighthouse\n'
        '  1 "A flare"\n'
        '    add option flare "A flare" = no\n'
        '  2 "It helps"\n'
        "    in table Reef\n"
        "      add +1 flare when option flare and lamp is 0\n",
        encoding="utf-8",
    )
    space = Workspace.open(folder, Rules(house=(mine,)))
    text = space.source(mine).text
    edits = rename(space, mine, text.index("flare", text.index("option")), "rocket")
    assert apply_edits(text, edits).count("rocket") == 2
    with pytest.raises(InputError, match="stands in the game itself"):
        rename(space, mine, text.index("lamp"), "light")


def test_a_line_that_cannot_be_read_and_says_the_name_stands_in_the_way(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    space = Workspace.open(folder)
    path = folder / "10-night.rules"
    text = space.source(path).text
    space.change_text(path, text.replace("    take burn from oil\n", "    take burn form oil\n"))
    with pytest.raises(InputError, match="cannot be read"):
        rename(space, *at(space, "00-game.rules", 'oil "Oil"', "oil"), "fuel")


@pytest.mark.parametrize(
    ("line", "renamed"),
    [
        (
            "define far: 0..99 = sum(sum(i + j for i in 1..j) for j in 1..3 where j > 1)",
            {
                "j in": "define far: 0..99 = sum(sum(i + k for i in 1..k) for k in 1..3 where k > 1)",
                "i +": "define far: 0..99 = sum(sum(k + j for k in 1..j) for j in 1..3 where j > 1)",
            },
        ),
        (
            "define far: 0..99 = max(min(i + j for i in 1..3) for j in 1..3)",
            {"j in": "define far: 0..99 = max(min(i + k for i in 1..3) for k in 1..3)"},
        ),
        (
            "define far: 0..99 = lowest j in 1..3 by (j when j > 1, else 3)",
            {"j when": "define far: 0..99 = lowest k in 1..3 by (k when k > 1, else 3)"},
        ),
    ],
)
def test_what_an_expression_goes_through_has_a_name_of_its_own(tmp_path, line, renamed):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    night = folder / "10-night.rules"
    night.write_text(f"{night.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    space = Workspace.open(folder)

    def with_name(word: str) -> str:
        edits = rename(space, *at(space, night.name, "define far", word), "k")
        return after(space, edits).source(night).text.splitlines()[-1]

    assert {word: with_name(word) for word in renamed} == renamed


SCORES = """
errata scores "Scores" for lighthouse cite "A letter"
  1 "Sleep is worth more"
    in procedure {owner}
      was answer rest prefer tired - 2
      now answer rest prefer tired - 1
  2 "To keep watch is worth something"
    in procedure {owner}
      add to watch_on prefer 1
"""


def test_an_answer_is_renamed_where_an_overlay_scores_it(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    night, errata = folder / "10-night.rules", folder / "90-errata.rules"
    rules = night.read_text(encoding="utf-8")
    owner = re.findall(r"procedure (\w+)", rules[: rules.index("choose order")])[-1]
    night.write_text(rules.replace('watch_on "Keep watch" prefer 1', 'watch_on "Keep watch"'), encoding="utf-8")
    errata.write_text(errata.read_text(encoding="utf-8") + SCORES.format(owner=owner), encoding="utf-8")
    space = Workspace.open(folder)
    assert space.rules.diagnostics == ()
    for word, scored in (("rest", 2), ("watch_on", 1)):
        edits = rename(space, *at(space, night.name, f"answer {word}", word), "zzz")
        assert after(space, edits).source(errata).text.count("zzz") == scored
        assert after(space, edits).rules.diagnostics == ()


TALLIED = """
errata first "A slip" for lighthouse cite "A letter"
  1 "It was dark"
    in tally dimmest
      was except out: 0 when oil is 0
      now except out: 1 when oil is 0
"""

HOUSE = """\
house mine "Mine" for lighthouse
  1 "It is darker"
    in tally dimmest
      remove except out: 1 when oil is 0
"""


def test_a_name_in_a_line_of_a_tally_that_stands_nowhere_any_more_is_known(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    errata, mine = folder / "90-errata.rules", tmp_path / "mine.rules"
    errata.write_text(errata.read_text(encoding="utf-8") + TALLIED, encoding="utf-8")
    mine.write_text(HOUSE, encoding="utf-8")
    space = Workspace.open(folder, Rules(house=(mine,)))
    assert space.rules.diagnostics == ()
    found = find_references(space, *at(space, "00-game.rules", 'oil "Oil"', "oil"))
    files = [Path(span.path).name for span in found]
    assert (files.count(errata.name), files.count(mine.name)) == (2, 1)


FORECAST = """
forecast nights_kept in tenths: 0..120
  base: min(120, 10 * nights)
  except out: 0 when oil is 0

preferences mild "Mild" for lighthouse
  1 "Later"
    in forecast nights_kept
      was except out: 0 when oil is 0
      now except out: 1 when oil is 0
"""


def test_a_tally_is_renamed_with_its_forecast_and_what_amends_that(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    learned = folder / "99-learned.rules"
    learned.write_text(FORECAST, encoding="utf-8")
    space = Workspace.open(folder)
    assert space.rules.diagnostics == ()

    renamed = after(space, rename(space, *at(space, "10-night.rules", "tally nights_kept", "nights_kept"), "kept_up"))
    assert renamed.source(learned).text.count("kept_up") == 2
    assert renamed.rules.diagnostics == ()
    again = after(space, rename(space, *at(space, learned.name, "except out: 0", "out"), "dark"))
    assert again.source(learned).text.count("except dark") == 3
    assert again.rules.diagnostics == ()
