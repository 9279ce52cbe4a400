"""What commands do: exit status, files, forms."""

from __future__ import annotations

import json
import os
import shutil
import stat

import pytest

from bombsight.compiler import pipeline
from bombsight.service.games import library
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.answer_parsing import answer_name

FINE = 'house calm "Calm" for lighthouse by "A. Keeper"\n  1 "A bright lamp"\n    in table Reef\n      add +1 bright\n'
WRONG = FINE.replace("table Reef", "table Reeef")


def test_lint_of_sound_rules(shell):
    result = shell.call("lint", "lighthouse")

    assert (result.exit_code, result.stdout) == (0, "lighthouse: no findings\n")


def test_lint_of_everything_there_is(shell, monkeypatch):
    """Every game that is found is looked at; those that come with the program are in the tests of the games."""
    monkeypatch.setattr(library, "BUILT_IN", shell.folder / "shipped")
    shell.write("shipped/pond/a.rules", 'game pond "Pond"\n  sources optional\n\nprocedure mission\n  say "Still."\n')
    result = shell.call("lint")

    assert (result.exit_code, result.stdout) == (0, "lighthouse, pond: no findings\n")


def test_lint_shows_the_place_and_what_to_do(shell):
    shell.write("calm.rules", WRONG)
    result = shell.call("lint", "calm.rules")

    assert result.exit_code == 1
    assert "error[O003] calm.rules:3:5" in result.stdout
    assert "Did you mean Reef?" in result.stdout
    assert result.stdout.endswith("calm.rules: 1 error; --fix mends it\n")


def test_lint_of_one_file_of_a_game_tells_of_that_file_alone(shell):
    shell.write("games/lighthouse/97-odd.rules", 'option odd "Odd" = no\nstate night\n  odder: 0..3 = 9\n')

    assert shell.call("lint", "games/lighthouse/97-odd.rules").exit_code == 1
    assert shell.call("lint", "games/lighthouse/20-tables.rules").exit_code == 0


VARIANTS = """\
option fair "Fair" = no                                            cite "rule 12"

variant foul "Foul nights" for lighthouse cite "rule 12"
  1 "No such table"
    in table Reeef
      add +1 foul

variant fine "Fine nights" for lighthouse cite "rule 12"
  1 "Clear of it"
    in table Reef
      add +1 fair when option fair
      add +1 again when not not option fair
"""


def test_lint_looks_at_every_variant_and_says_which(shell):
    shell.write("games/lighthouse/97-odd.rules", VARIANTS)
    result = shell.call("lint", "lighthouse")
    told = shell.call("lint", "lighthouse", "--variant", "fine")

    assert result.exit_code == 1
    assert result.stdout.count("error[") == 2
    assert (
        "Did you mean Reef? There are Weather, Traffic, Reef and Leeway. This is so with variant foul." in result.stdout
    )
    assert "Make one modifier of the two. This is so with variant fine." in result.stdout
    assert "N014" not in result.stdout  # a variant uses the option
    assert told.stdout.count("error[") == 1
    assert "This is so" not in told.stdout


def test_lint_of_a_variant_that_lies_elsewhere_says_where_it_must_lie(shell):
    shell.write("odd.rules", VARIANTS)
    result = shell.call("lint", "odd.rules")

    assert result.exit_code == 2
    assert "variant foul must lie in the folder of its game, games/lighthouse" in result.stderr.replace("\n", " ")
    assert "bombsight lint lighthouse --house odd.rules" in result.stderr
    shell.write("odd.rules", VARIANTS.replace("variant", "errata"))
    assert "errata foul must lie in the folder of its game" in shell.call("lint", "odd.rules").stderr


@pytest.mark.parametrize(
    ("flags", "status"), [(("--select", "T"), 0), (("--ignore", "O003"), 0), (("--select", "o"), 1)]
)
def test_lint_of_chosen_codes(shell, flags, status):
    shell.write("calm.rules", WRONG)

    assert shell.call("lint", "calm.rules", *flags).exit_code == status


ALLOWING = """\
table Spray "Spray" printed "card"
  roll 1d6
  ..6: nothing
  # allow: unreachable-row -- the card is for two dice
  7: nothing

procedure sprayed cite "rule 12"   # allow: N014 -- nothing calls it yet
  roll on Spray

variant foul "Foul nights" for lighthouse cite "rule 12"
  1 "Rows of its own"
    in table Spray
      # allow: T002 -- the same
      add 8: nothing
"""


def test_what_a_comment_allows_is_not_told(shell):
    shell.write("games/lighthouse/97-odd.rules", ALLOWING)

    assert shell.call("lint", "lighthouse").stdout == "lighthouse: no findings\n"
    assert shell.call("lint", "lighthouse").stdout == "lighthouse: no findings\n"  # as it was kept
    assert shell.call("lint", "lighthouse", "--house", shell.write("calm.rules", FINE)).exit_code == 0
    shell.write("games/lighthouse/97-odd.rules", ALLOWING.replace("7: nothing", "6: nothing").replace("..6:", "..5:"))
    result = shell.call("lint", "lighthouse")
    assert result.exit_code == 0
    assert "advice[E072] games/lighthouse/97-odd.rules:4:" in result.stdout
    assert result.stdout.endswith("lighthouse: 1 piece of advice; --fix mends it\n")
    assert shell.call("lint", "lighthouse", "--ignore", "unused-allow").stdout.endswith("no findings\n")
    assert "E072" not in shell.call("lint", "lighthouse", "--variant", "foul").stdout


def test_a_file_without_rules_is_told_of(shell):
    shell.write("games/lighthouse/97-empty.rules", "# to be written\n")
    result = shell.call("lint", "lighthouse")
    assert result.exit_code == 0
    assert "advice[N061] games/lighthouse/97-empty.rules:1:1" in result.stdout


def test_a_comment_in_a_file_of_tests_allows_nothing(shell):
    shell.write("games/lighthouse/tests/odd.rules", 'example "Oil"   # allow: T002 -- why\n  expect oil is 14\n')
    assert "E072" in shell.call("lint", "games/lighthouse/tests/odd.rules").stdout


def test_pages_are_found_by_name(shell):
    named = shell.call("explain", "unreachable-row")
    assert named.stdout == shell.call("explain", "T002").stdout
    assert "unreachable-row" in named.stdout
    assert "Did you mean unreachable-row?" in shell.call("explain", "unreachable-rows").stderr


def test_lint_for_code_scanning(shell):
    shell.write("calm, 1:2.rules", WRONG)
    sarif = json.loads(shell.call("lint", "calm, 1:2.rules", "--format", "sarif").stdout)
    github = shell.call("lint", "calm, 1:2.rules", "--format", "github").stdout

    (result,) = sarif["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("O003", "error")
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "calm%2C%201%3A2.rules"
    assert location["region"]["startLine"] == 3
    assert github.startswith("::error file=calm%2C 1%3A2.rules,line=3,col=5,")


def test_house_rules_are_laid_over_the_game(shell):
    shell.write("calm.rules", FINE)

    assert shell.call("lint", "calm.rules").exit_code == 0
    assert "bright" in shell.call("table", "lighthouse", "Reef", "--house", "calm.rules").stdout
    assert "house calm" in shell.call("play", "lighthouse", "--house", "calm.rules", "--auto").stdout
    assert shell.call("test", "lighthouse", "--house", "calm.rules").exit_code in (0, 1)


def test_a_save_remembers_its_house_rules(shell):
    house = shell.write("calm.rules", FINE)
    shell.call("play", "lighthouse", "--seed", "2", "--house", "calm.rules", "--save", "a.save", input="\n\nsound\n")

    assert "house calm" in shell.call("resume", "a.save", input="quit\n").stdout
    assert shell.call("replay", "a.save").exit_code == 0
    house.unlink()
    assert "house calm" in shell.call("resume", "a.save", input="quit\n").stdout
    shutil.rmtree(shell.data)
    refused = shell.call("resume", "a.save")
    assert (refused.exit_code, "calm.rules" in refused.stderr) == (2, True)


def test_a_save_remembers_options_variants_and_errata_left_out(shell):
    flags = ("--option", "new_moon", "--option", "oil_ration=20", "--variant", "winter", "--without", "sheet")
    shell.call("play", "lighthouse", "--seed", "2", *flags, "--save", "a.save", input="\n\nsound\n")
    result = shell.call("resume", "a.save", input="quit\n")

    assert result.exit_code == 0
    assert "seed 2; new_moon = yes; oil_ration = 20; variant winter" in result.stdout


def test_changed_rules_are_told(shell):
    shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\n\nsound\n")
    tables = shell.folder / "games" / "lighthouse" / "20-tables.rules"
    tables.write_text(tables.read_text().replace("natural 6: safe", "natural 5..6: safe"))

    resumed = shell.call("resume", "a.save", input="quit\n")
    assert resumed.exit_code == 0
    assert "have been changed since: this game goes on by the old ones" in resumed.stderr
    assert shell.call("replay", "a.save").exit_code == 0
    shutil.rmtree(shell.data)
    refused = shell.call("resume", "a.save")
    assert refused.exit_code == 2
    assert "the rules of The Keeper's Night have been changed since" in refused.stderr
    assert "--rules new" in refused.stderr
    assert shell.call("replay", "a.save").exit_code == 2


def test_a_save_goes_over_to_the_rules_of_now_once_it_is_seen_what_holds(shell):
    shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\n\nsound\n")
    save = shell.folder / "a.save"
    before = save.read_bytes()
    same = shell.call("resume", "a.save", "--rules", "new", input="quit\n")
    assert (same.exit_code, "nothing is to be done" in same.stdout) == (0, True)
    tables = shell.folder / "games" / "lighthouse" / "20-tables.rules"
    tables.write_text(tables.read_text().replace("  roll 2d6\n  +1 worse", "  roll 3d6\n  +1 worse"))

    refused = shell.call("resume", "a.save", "--rules", "new")
    assert refused.exit_code == 2
    assert "table Weather is changed" in refused.stdout
    assert "Of 3 answers 0 hold by them" in refused.stdout
    assert "--rules new --yes" in refused.stderr
    told = shell.call("resume", "a.save", "--rules", "new", "--json")
    assert (told.exit_code, json.loads(told.stdout)["document"]) == (2, "prospect")
    assert save.read_bytes() == before
    gone = shell.call("resume", "a.save", "--rules", "new", "--yes", input="quit\n")
    assert gone.exit_code == 0
    assert save.read_bytes().startswith(before)
    assert b'"rules":' in save.read_bytes()[len(before) :]
    again = shell.call("resume", "a.save", input="quit\n")
    assert (again.exit_code, "changed since" in again.stderr) == (0, False)
    assert (shell.folder / "a.before.save").read_bytes() == before
    assert shell.call("resume", "a.save", "--yes").exit_code == 2
    assert "Say kept or new" in shell.call("resume", "a.save", "--rules", "nwe").stderr


def test_rules_can_be_taken_along_in_a_game_file(shell):
    shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\n\nsound\n")
    tables = shell.folder / "games" / "lighthouse" / "20-tables.rules"
    tables.write_text(tables.read_text().replace("natural 6: safe", "natural 5..6: safe"))
    assert shell.call("compile", "a.save", "--site", "-o", "old.game").exit_code == 0
    shutil.rmtree(shell.data)
    assert shell.call("resume", "a.save", input="quit\n").exit_code == 2
    assert shell.call("resume", "a.save", "--rules", "old.game", input="quit\n").exit_code == 0
    (kept,) = shell.data.rglob("*.game")
    assert shell.call("compile", kept, "--site", "-o", "older.game").exit_code == 0
    assert (shell.folder / "older.game").read_bytes() == (shell.folder / "old.game").read_bytes()
    assert shell.call("compile", "a.save", "--site", "--option", "new_moon").exit_code == 2


def test_games_without_a_named_save_are_kept_in_the_data_folder(shell):
    result = shell.call("play", "lighthouse", "--seed", "2", input="\nquit\n")
    (save,) = shell.data.rglob("*.save")

    assert str(save) in result.stdout
    assert shell.call("resume", save, input="quit\n").exit_code == 0
    assert shell.call("resume", save, input="undo\nquit\n").exit_code == 0
    assert save.exists()


def test_a_game_is_kept_once_dice_have_fallen(shell):
    result = shell.call("play", "lighthouse", "--seed", "2", "--dice", "manual", input="quit\n")

    assert "nothing is kept" in result.stdout
    assert [*shell.data.rglob("*.save")] == []

    result = shell.call("play", "lighthouse", "--seed", "2", input="quit\n")

    assert "Saved. To go on: " in result.stdout
    assert len([*shell.data.rglob("*.save")]) == 1


def test_a_data_folder_that_cannot_be_written_is_no_end(shell):
    shell.write("data", "in the way")
    result = shell.call("play", "lighthouse", "--seed", "2", input="\nsave b.save\nquit\n")

    assert result.exit_code == 0
    assert "--save" in result.stderr
    assert shell.call("replay", "b.save").exit_code == 0


def test_a_save_is_never_written_over(shell):
    save = shell.write("a.save", "mine\n")

    assert shell.call("play", "lighthouse", "--auto", "--save", "a.save").exit_code == 2
    assert "exists" in shell.call("play", "lighthouse", input="\nsave a.save\nquit\n").stderr
    assert save.read_text() == "mine\n"


def test_a_named_save_stays_even_if_all_is_taken_back(shell):
    shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\n\nsound\n")
    shell.call("resume", "a.save", input="undo 9\nquit\n")

    assert (shell.folder / "a.save").exists()


def test_a_whole_game_is_played_by_hand_and_told_again(shell):
    typed = "\n".join(["", "1"] * 200)
    played = shell.call("play", "lighthouse", "--seed", "5", "--save", "a.save", input=typed)
    replayed = shell.call("replay", "a.save")
    resumed = shell.call("resume", "a.save")

    outcome = next(line for line in played.stdout.splitlines() if line.startswith("Outcome"))
    assert outcome in replayed.stdout
    assert outcome in resumed.stdout
    assert "the same story" in replayed.stdout


def test_the_last_answer_of_a_finished_game_can_be_taken_back(shell):
    shell.call("play", "lighthouse", "--seed", "5", "--save", "a.save", input="\n".join(["", "1"] * 200))
    result = shell.call("resume", "a.save", "--undo", "1", input="quit\n")

    assert "Outcome" not in result.stdout
    assert "Saved. To go on: bombsight resume a.save" in result.stdout
    assert "Outcome" in shell.call("resume", "a.save", "--auto").stdout


def test_it_is_asked_again_though_the_last_of_all_had_one_sensible_answer(shell):
    with start_game("games/lighthouse", Rules(), GameSetup(seed=1, save=shell.folder / "a.save")) as play:
        steward = QuestionFilter(play, "sensible")
        while (asked := steward.view().question) is not None:
            steward.answer(answer_name(asked, asked.preferred))
        (last,) = [record for record in play.session.records if hasattr(record, "why")][-1:]
        assert last.why == "routine"
    assert "Outcome" in shell.call("resume", "a.save", "--ask", "sensible").stdout
    result = shell.call("resume", "a.save", "--undo", "1", "--ask", "sensible", input="quit\n")

    assert "Outcome" not in result.stdout
    assert "Saved. To go on: bombsight resume a.save" in result.stdout


def test_a_campaign(shell):
    result = shell.call("play", "lighthouse", "--campaign", "--auto", "--seed", "2")

    assert result.exit_code == 0
    assert "has kept 4 of 4 nights" in result.stdout
    assert "campaign; seed 2" in result.stdout


def test_an_uneven_save_is_a_mismatch(shell):
    shell.call("play", "lighthouse", "--auto", "--seed", "2", "--save", "a.save")
    save = shell.folder / "a.save"
    lines = save.read_text().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if '"at":"Reef"' in line)
    lines[at] = lines[at].replace('"d":[2]', '"d":[1]')
    save.write_text("".join(lines))
    result = shell.call("replay", "a.save")

    assert result.exit_code == 1
    assert "a.save" in result.stderr


def test_dice_from_a_file(shell):
    shell.write("dice.txt", "# a quiet night\n" + "1 1\n1 1\n" * 40)
    result = shell.call("play", "lighthouse", "--dice", "dice.txt", "--auto")

    assert result.exit_code == 0
    assert "Every ship is safe" in result.stdout


@pytest.mark.parametrize(("blanks", "shown"), [(1, True), (195, True), (400, False)])
def test_a_bad_line_is_shown_unless_it_is_longer_than_a_person_reads(shell, blanks, shown):
    shell.write("dice.txt", "1 1\n1" + " " * blanks + "two\n")
    result = shell.call("play", "lighthouse", "--dice", "dice.txt", "--auto")

    assert result.exit_code == 2
    assert "dice.txt:2" in result.stderr
    assert ("2 | 1 " in result.stderr) is shown


def test_a_script_that_parts_from_the_game(shell):
    shell.write("a.script", "game lighthouse\nroll Weather 7\nroll Weather 8\n")
    result = shell.call("replay", "a.script")

    assert result.exit_code == 1
    assert "a.script:3:1" in result.stderr
    assert "roll Weather 8" in result.stderr
    assert "roll on Traffic (d66)" in result.stderr


def test_play_with_a_script(shell):
    script = "games/lighthouse/first-night.script"

    assert shell.call("play", "lighthouse", "--script", script).exit_code == 0
    assert shell.call("play", "lighthouse", "--script", script, "--seed", "3").exit_code == 2
    assert shell.call("play", "b17", "--script", script).exit_code == 2


def test_failing_examples(shell):
    shell.write(
        "games/lighthouse/96-more.rules",
        'example "Wrong" cite "rule 1"\n  look up Leeway(gale, north)\n  expect result is 2\n',
    )
    result = shell.call("test", "lighthouse")

    assert result.exit_code == 1
    assert "failed games/lighthouse/96-more.rules:3:3: lighthouse: Wrong" in result.stdout
    assert "lighthouse: 9 examples, 1 script, 20 missions, 2 campaigns, 1 failed" in result.stdout
    assert shell.call("test", "games/lighthouse/95-examples.rules").exit_code == 0


def test_fmt(shell):
    path = shell.write("a.rules", "enum Sky:   clear,rain\n\n\n\nenum Sea: calm\n")
    result = shell.call("fmt", "--check", path)
    assert (result.exit_code, path.read_text()) == (1, "enum Sky:   clear,rain\n\n\n\nenum Sea: calm\n")

    assert shell.call("fmt", path).exit_code == 0
    assert path.read_text() == "enum Sky: clear, rain\n\nenum Sea: calm\n"
    assert shell.call("fmt", "--check", path).exit_code == 0
    assert shell.call("fmt", "--check", "games").exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_fmt_keeps_who_may_read_a_file(shell):
    for mode in (0o600, 0o644, 0o755):
        path = shell.write("odd.rules", FINE.replace("add +1", "add   +1"))
        path.chmod(mode)
        assert shell.call("fmt", "odd.rules").exit_code == 0
        assert path.read_text() == FINE
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_fmt_leaves_what_it_cannot_read(shell):
    path = shell.write("a.rules", "enum Sky:   clear\n\ntable )(\n")
    result = shell.call("fmt", path)

    assert result.exit_code == 1
    assert "a.rules:3" in result.stderr
    assert path.read_text() == "enum Sky: clear\n\ntable )(\n"


def test_compile_writes_over_its_own_output_only(shell):
    target = shell.folder / "graph.json"
    assert shell.call("compile", "lighthouse", "-o", target).exit_code == 0
    assert shell.call("compile", "lighthouse", "-o", target, "--variant", "winter").exit_code == 0
    assert "winter" in target.read_text()

    target.write_text('{"version": 1}')
    refused = shell.call("compile", "lighthouse", "-o", target)
    assert (refused.exit_code, target.read_text()) == (2, '{"version": 1}')
    assert shell.call("compile", "lighthouse", "-o", target, "--force").exit_code == 0
    assert shell.call("compile", "lighthouse", "-o", shell.folder).exit_code == 2
    assert shell.call("compile", "lighthouse", "-o", shell.folder / "no" / "graph.json").exit_code == 2


def test_drawings(shell):
    assert shell.call("graph", "lighthouse").stdout.startswith("digraph")
    assert shell.call("graph", "lighthouse", "--format", "mermaid").stdout.startswith("flowchart")
    assert "Weather" in shell.call("graph", "lighthouse", "--focus", "Weather").stdout


def test_the_version(shell):
    assert shell.call("--version").stdout.startswith("bombsight")


def test_a_folder_may_stand_for_a_game(shell):
    env = {"BOMBSIGHT_PATH": ""}

    assert shell.call("table", "games/lighthouse", "Reef", env=env).exit_code == 0
    assert shell.call("table", "lighthouse", "Reef", "--path", "games", env=env).exit_code == 0
    assert shell.call("table", "lighthouse", "Reef", "--path", "games/lighthouse", env=env).exit_code == 0
    assert shell.call("lint", "games", env=env).exit_code == 0


@pytest.mark.parametrize("answers", [("--auto",), ("--policy", "random")])
def test_the_lighthouse_is_played_to_its_end_whoever_answers(shell, answers):
    for seed in range(20):
        result = shell.call("play", "lighthouse", "--seed", seed, "--quiet", *answers, "--mission", 1 + seed % 4)
        assert result.exit_code == 0
        assert result.stdout.splitlines()[-1].startswith("Outcome: ")


FOUL = """\
variant foul "Foul nights" for lighthouse cite "rule 12"
  1 "Foul"
    in table Reef
      add +1 foul
"""
ON_FOUL = """\
house fouler "Fouler nights" for lighthouse by "A. Keeper"
  1 "Fouler"
    in table Reef
      was +1 foul
      now +2 foul
"""


def test_house_rules_may_be_for_a_variant(shell):
    shell.write("games/lighthouse/97-odd.rules", FOUL)
    shell.write("fouler.rules", ON_FOUL)
    alone = shell.call("lint", "fouler.rules")
    played = shell.call("play", "lighthouse", "--house", "fouler.rules", "--auto", "--seed", "1")

    assert (alone.exit_code, alone.stdout) == (0, "fouler.rules: no findings\n")
    assert "Variant foul is not in force; ask for it with --variant foul." in played.stderr


@pytest.mark.parametrize(
    ("stage", "begins"),
    [
        ("ast", "Table\n  id: 'Reef'"),
        ("graph", '{\n "id": "Reef"'),
        ("flat", "; table Reef "),
        ("python", "# table Reef "),
    ],
)
def test_show_prints_each_stage_of_an_item(shell, stage: str, begins: str):
    for word in ("Reef", "reef", "table:Reef"):
        assert shell.call("show", "lighthouse", word, "--as", stage).stdout.startswith(begins)


def test_show_tells_of_the_journal_only_where_it_is_asked_for(shell):
    assert "tell(" not in shell.call("show", "lighthouse", "Reef", "--as", "python").stdout
    assert "tell(" in shell.call("show", "lighthouse", "Reef", "--as", "python", "--traced").stdout


def test_a_quotation_can_be_pasted_changed_and_played(shell):
    quoted = shell.call("show", "lighthouse", "Weather", "--row", "8", "--quote")
    house = shell.write("mine.rules", quoted.stdout)
    unchanged = shell.call("lint", house)
    house.write_text(quoted.stdout.replace("now 7..8: rain", "now 7..8: fog"))
    changed = shell.call("lint", house)

    assert (unchanged.exit_code, "O006" in unchanged.stdout) == (0, True)
    assert "error" not in changed.stdout
    assert "house my_weather 1" in shell.call("show", "lighthouse", "Weather", "--house", house).stdout


def test_a_kept_game_is_shown_without_being_compiled(shell, monkeypatch):
    shell.call("table", "lighthouse", "Reef")
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "compile_rules", None)
        for args in ((), ("watch",), ("--find", "rocks"), ("Reef", "--quote")):
            assert shell.call("show", "lighthouse", *args).exit_code == 0


@pytest.mark.parametrize("width", ["20", "40", "80", "140", "300"])
def test_no_screen_is_wider_than_the_terminal(shell, width):
    for args in ((), ("Reef",), ("tired",), ("Kind",), ("burn",), ("--find", "rule")):
        result = shell.call("show", "lighthouse", *args, env={"COLUMNS": width})
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= int(width)


def test_what_a_file_says_never_paints_the_screen(shell):
    shell.write(
        "games/lighthouse/97-odd.rules",
        'table Odd "\x1b[2J" printed cite "rule 12"\n  roll 1d6\n  1..6 "\x1b[31m": nothing\n',
    )
    for args in ((), ("Odd",), ("--find", "2J")):
        assert "\x1b" not in shell.call("show", "lighthouse", *args).stdout
