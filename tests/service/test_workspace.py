"""Rules in an editor: what is found at once is a part of what is found after a while, which is what lint finds."""

import shutil
from pathlib import Path

import pytest

from bombsight.compiler.checks import item_checks
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.language.workspace import Workspace
from bombsight.service.lint.lint import lint
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

ROW = "  7..8: rain\n"


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))


def changed(workspace: Workspace, path: Path, old: str, new: str) -> None:
    text = workspace.source(path).text
    assert old in text
    workspace.change_text(path, text.replace(old, new, 1))


def test_a_slip_is_told_at_once_and_forgotten_when_it_is_mended(folder):
    workspace = Workspace.open(folder)
    tables = folder / "20-tables.rules"
    assert workspace.lint_all() == ()
    changed(workspace, tables, ROW, "  8: rain\n")
    assert [finding.code for finding in workspace.check_file(tables)] == ["T001"]
    changed(workspace, tables, "  8: rain\n", ROW)
    assert workspace.check_file(tables) == ()
    assert workspace.lint_all() == ()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [(ROW, "  7..8 rain\n", "E"), ("worse when sky in", "worse when sikes in", "N001"), (ROW, "  7..8: 3\n", "P001")],
)
def test_what_cannot_be_read_names_and_types_are_told_at_once(folder, old, new, code):
    workspace = Workspace.open(folder)
    tables = folder / "20-tables.rules"
    changed(workspace, tables, old, new)
    found = workspace.check_file(tables)
    assert found
    assert found[0].code.startswith(code)
    assert {Path(finding.span.path).name for finding in found} == {tables.name}


@pytest.mark.parametrize(("old", "new"), [(ROW, "  8: rain\n"), ("Weather", "Wether"), (ROW, ROW + "procedure idle\n")])
def test_what_is_found_after_a_while_is_what_lint_finds_in_the_saved_file(folder, old, new):
    workspace = Workspace.open(folder)
    workspace.lint_all()
    tables = folder / "20-tables.rules"
    changed(workspace, tables, old, new)
    found = unwrap(workspace.lint_all())
    tables.write_text(workspace.source(tables).text, encoding="utf-8")
    linted = lint(find_targets([str(folder)]), Rules())
    assert sorted(workspace.try_fixes(found), key=lambda finding: finding.sort_key) == list(linted.findings)
    assert set(workspace.check_file(tables)) <= set(found)


CHOICES = """\
[lint]
ignore = ["P041"]
fails = "never"

[lint.files]
"20-*.rules" = ["N014"]
"""


def as_linted(path: Path) -> list[Diagnostic]:
    return list(lint(find_targets([str(path)]), Rules()).findings)


def test_the_choices_of_the_folder_count_as_they_do_for_lint(folder):
    (folder / "bombsight.toml").write_text(CHOICES, encoding="utf-8")
    workspace = Workspace.open(folder)
    tables = folder / "20-tables.rules"
    for file in (tables, folder / "95-examples.rules"):
        workspace.change_text(file, workspace.source(file).text + f"\nprocedure of_{file.name[:2]}\n  set lamp to 3\n")
    found = unwrap(workspace.lint_all())
    for file in (tables, folder / "95-examples.rules"):
        file.write_text(workspace.source(file).text, encoding="utf-8")
    assert [*workspace.try_fixes(found)] == as_linted(folder)
    assert {"E101"} < {finding.code for finding in found}
    assert [Path(one.span.path).name for one in found if one.code == "N014"] == ["95-examples.rules"]


@pytest.mark.parametrize("text", ["expect lamp is 1", "expect lamb is 3", "define far: 0..3 = 1"])
def test_a_file_of_tests_is_looked_at_as_lint_does(folder, text):
    tests = folder / "tests"
    tests.mkdir()
    file = tests / "lamp.rules"
    file.write_text('example "A lamp"\n  do keep\n  expect lamp is 3\n', encoding="utf-8")
    workspace = Workspace.open(file)
    workspace.change_text(file, text if text.startswith("define") else f'example "A lamp"\n  do light\n  {text}\n')
    found = unwrap(workspace.lint_all())
    file.write_text(workspace.source(file).text, encoding="utf-8")
    assert found
    assert [*workspace.try_fixes(found)] == as_linted(file)
    assert {*workspace.check_file(file)} <= {*found}


def test_a_file_that_only_another_makes_wrong_is_told_of(folder):
    workspace = Workspace.open(folder)
    changed(workspace, folder / "00-game.rules", "enum Sky: clear", "enum Sky: clare")
    assert {finding.code for finding in workspace.check_file(folder / "20-tables.rules")} >= {"N001"}


DIM = "define dim: yes/no = {}\n"
LIT = """
procedure by_night
  if dim
    say "A dim light."
"""


def test_what_rests_on_a_change_is_looked_at_after_what_has_changed_and_stays_told_until_then(folder):
    workspace = Workspace.open(folder)
    tables = folder / "20-tables.rules"
    text = workspace.source(tables).text

    def told(looked):
        return [finding.span.line for finding in looked if finding.code == "V041"]

    line = text.count("\n") + 4
    workspace.change_text(tables, text + DIM.format("lamp < 2") + LIT)
    assert told(workspace.check_file(tables)) == told(workspace.lint_all()) == []
    workspace.change_text(tables, text + DIM.format("lamp < 9") + LIT)
    assert told(workspace.check_file(tables)) == []
    assert told(workspace.check_all_files()) == told(workspace.lint_all()) == [line]
    workspace.change_text(tables, text + DIM.format("lamp < 3") + LIT)
    assert told(workspace.check_file(tables)) == [line]
    assert told(workspace.check_all_files()) == told(workspace.lint_all()) == []


def test_what_takes_long_to_prove_is_told_after_what_a_table_itself_says(folder, monkeypatch):
    monkeypatch.setattr(item_checks, "INTERACTIVE_LIMIT", 0)
    workspace = Workspace.open(folder)
    tables = folder / "20-tables.rules"
    workspace.lint_all()
    workspace.change_text(
        tables, workspace.source(tables).text.replace(ROW, "  8: rain\n") + DIM.format("lamp < 9") + LIT
    )
    assert {finding.code for finding in workspace.check_file(tables)} == {"T001"}
    soon = unwrap(workspace.check_all_files())
    assert {finding.code for finding in soon} > {"T001", "V041"}
    assert workspace.check_file(tables) == tuple(finding for finding in soon if Path(finding.span.path) == tables)


def test_what_a_change_means_to_other_files_is_told_after_what_it_means_to_its_own(folder):
    workspace = Workspace.open(folder)
    workspace.lint_all()
    game, tables = folder / "00-game.rules", folder / "20-tables.rules"
    changed(workspace, game, "enum Sky: clear", "enum Sky: clare")
    assert {Path(finding.span.path) for finding in workspace.check_file(game)} <= {game}
    assert unwrap(workspace._rules).has_stale_items
    assert "N001" in {finding.code for finding in workspace.check_file(tables)}
    soon = unwrap(workspace.check_all_files())
    assert not unwrap(workspace._rules).has_stale_items
    assert {tables, game} <= {Path(finding.span.path) for finding in soon if finding.code == "N001"}
    changed(workspace, game, "enum Sky: clare", "enum Sky: clear")
    workspace.check_file(game)
    assert workspace.lint_all() == ()


def test_a_list_that_is_renamed_takes_the_elements_that_another_file_declares_along(folder):
    game, apart = folder / "00-game.rules", folder / "05-ships.rules"
    text = game.read_text(encoding="utf-8")
    begins, ends = text.index("record Ship"), text.index("state career")
    apart.write_text(text[begins:ends], encoding="utf-8")
    game.write_text(text[:begins] + text[ends:], encoding="utf-8")
    workspace = Workspace.open(folder)
    assert workspace.lint_all() == ()
    changed(workspace, game, 'ships "Ships": list', 'vessels "Ships": list')
    workspace.check_file(game)
    assert "there is no field or variable ships" in {finding.message for finding in unwrap(workspace.lint_all())}
    assert unwrap(workspace.rules.graph).lists[0].id == "vessels"


def test_looking_at_the_whole_can_be_left_off_and_gone_on_with(folder):
    workspace = Workspace.open(folder)
    asked = iter(range(1000))
    assert workspace.lint_all(lambda: next(asked) > 5) is None
    begun = len(unwrap(workspace.rules.proofs).proofs)
    assert 0 < begun < len(unwrap(workspace.rules.proofs).order)
    assert workspace.lint_all(lambda: next(asked) > 12) is None
    assert len(unwrap(workspace.rules.proofs).proofs) > begun
    assert workspace.lint_all() == ()


def has_sound_rules(workspace: Workspace) -> bool:
    return workspace.last_sound is not None


def test_the_last_rules_without_errors_stay_at_hand(folder):
    workspace = Workspace.open(folder)
    assert not has_sound_rules(workspace)
    workspace.lint_all()
    sound = unwrap(workspace.last_sound)
    changed(workspace, folder / "20-tables.rules", "table Weather", "table )")
    assert workspace.lint_all()
    assert workspace.last_sound is sound
    assert {table.id for table in unwrap(sound.graph).tables} > {"Weather"}


def test_items_are_found_by_their_place(folder):
    workspace = Workspace.open(folder)
    tables = folder / "20-tables.rules"
    changed(workspace, tables, "# The four tables.", "# Tables, four of them.")
    item = workspace.item_at(tables, workspace.source(tables).text.index(ROW))
    assert isinstance(item, ast.Table)
    assert item.id == "Weather"
    assert workspace.item_at(tables, 3) is None


def test_house_rules_are_opened_with_their_game(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_PATH", str(tmp_path))
    mine = tmp_path / "mine.rules"
    mine.write_text(
        'house mine "Mine" for lighthouse by "me"\n  1 "Fog"\n    in table Weather\n'
        "      was 9..10: fog\n      now 9..10: clear\n",
        encoding="utf-8",
    )
    workspace = Workspace.open(mine)
    assert workspace.check_file(mine) == ()
    changed(workspace, mine, "was 9..10", "was 8..10")
    assert [finding.code[0] for finding in workspace.check_file(mine)] == ["O"]


def test_a_file_of_somewhere_else_is_none_of_these(folder, tmp_path):
    workspace = Workspace.open(folder)
    with pytest.raises(KeyError):
        workspace.change_text(tmp_path / "other.rules", "")


GUARDED = """

procedure lay_by
  choose s from ships where s.waited > 2
    ask "Which"
  set s.waited to 0
"""
GUARD = "\n\nprocedure lying_by\n  if any(s in ships where s.waited > 2)\n    do lay_by\n"


def test_a_test_around_the_call_of_a_procedure_counts_at_once_wherever_it_stands(folder):
    workspace = Workspace.open(folder)
    workspace.lint_all()
    called, caller = folder / "10-night.rules", folder / "20-tables.rules"
    workspace.change_text(caller, workspace.source(caller).text + GUARD)
    workspace.change_text(called, workspace.source(called).text + GUARDED)
    assert workspace.check_file(called) == ()
    changed(workspace, caller, "s.waited > 2)\n    do lay_by", "s.waited > 1)\n    do lay_by")
    assert [finding.code for finding in unwrap(workspace.check_all_files())] == ["P045"]
    changed(workspace, caller, "s.waited > 1)\n    do lay_by", "s.waited > 2)\n    do lay_by")
    assert workspace.check_all_files() == ()
