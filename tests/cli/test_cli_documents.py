"""JSON for programs: every document fits its schema."""

from __future__ import annotations

import json
import shutil

import pytest
from jsonschema import Draft202012Validator

from bombsight.compiler import pipeline
from tests.cli.calling import ROOT
from tests.examples import LIGHTHOUSE

SCHEMAS = ROOT / "service" / "schema"
HOUSE = """\
house calm "Calm" for lighthouse by "A. Keeper"
  1 "Never a gale"
    in table Weather
      remove 11..: gale
"""
ADDED = """\
house {name} "A lamp that is {name}" for lighthouse
  1 "A {name} lamp"
    in table Reef
      add +1 {name} when lamp is {lamp}
"""
DOCUMENTS = {
    "games": ("games",),
    "table": ("table", "lighthouse", "Weather", "--variant", "winter"),
    "rules": ("rules", "lighthouse"),
    "table_odds": ("odds", "lighthouse", "Traffic"),
    "differences": ("diff", "lighthouse", "--variant", "winter"),
    "test": ("test", "lighthouse"),
    "mutants": ("test", "lighthouse", "--mutate", "12"),
    "coverage": ("test", "lighthouse", "--coverage"),
    "profile": ("profile", "lighthouse", "--missions", "3"),
    "contents": ("show", "lighthouse", "--find", "rule 5"),
    "preferences": ("preferences", "lighthouse", "--missions", "1"),
    "balance": ("balance", "lighthouse", "--missions", "20"),
    "quotation": ("show", "lighthouse", "Reef", "--quote"),
    "graph_part": ("graph", "lighthouse", "--focus", "Reef"),
    "all_records": ("record",),
}


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_fit_their_schemas(shell, name):
    validator(name).validate(shell.json(*DOCUMENTS[name]))


@pytest.mark.parametrize("id", ["Traffic", "Reef", "Leeway"])
def test_every_table_fits(shell, id):
    document = shell.json("table", "lighthouse", id)

    validator("table").validate(document)
    assert document["table"]["id"] == id


@pytest.mark.parametrize("kind", ["table", "enum", "record", "state", "field", "option", "procedure", "errata"])
def test_every_thing_that_is_listed_can_be_asked_for(shell, kind):
    listed = shell.json("show", "lighthouse", "--kind", kind)
    things = [thing for chapter in listed["chapters"] for thing in chapter["things"]]

    assert things
    assert {thing["kind"] for thing in things} == {kind}
    for thing in things[:3]:
        document = shell.json("show", "lighthouse", f"{kind}:{thing['name']}")
        validator("thing").validate(document)
        assert document["thing"] == thing


def test_the_index_of_tables_is_a_document(shell):
    document = shell.json("table", "lighthouse")

    validator("contents").validate(document)
    assert [thing["name"] for chapter in document["chapters"] for thing in chapter["things"]] == [
        "Weather", "Traffic", "Reef", "Leeway"
    ]  # fmt: skip


def test_what_is_recovered_and_reconstructed(shell):
    unseen = shell.json("rules", "lighthouse")["unseen"]
    (game,) = [game for game in shell.json("games")["games"] if game["id"] == "lighthouse"]

    assert game["standings"] == {"printed": 2, "repaired": 1, "recovered": 0, "reconstructed": 1}
    assert game["rule_standings"] == {"printed": 14, "repaired": 0, "recovered": 3, "reconstructed": 1}
    assert game["rule_count"] == 18
    assert [(each["origin"]["standing"], each["kind"], each["name"], each["of"]) for each in unseen] == [
        ("recovered", "except", "full_flame", "define burn"),
        ("recovered", "modifier", "signal", "table Reef"),
        ("recovered", "modifier", "horn", ""),
        ("reconstructed", "procedure", "sound", ""),
        ("reconstructed", "table", "Reef", ""),
    ]
    assert [each["chapter"] for each in unseen] == ["Oil", "The reef", "The reef", "The keeper's orders", "The reef"]


def test_the_list_of_games_compiles_nothing(shell, tmp_path, monkeypatch):
    shell.env["BOMBSIGHT_CACHE"] = str(tmp_path / "empty")
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "compile_rules", None)
        (first,) = [game for game in shell.json("games")["games"] if game["id"] == "lighthouse"]
        shown = shell.call("games", env={"COLUMNS": "100"}).stdout
    shell.call("table", "lighthouse", "Reef")
    (then,) = [game for game in shell.json("games")["games"] if game["id"] == "lighthouse"]

    assert "unchecked" in shown
    assert (first["checked"], first["rules"], first["errors"]) == (False, "", 0)
    assert (then["checked"], then["rules"] != "") == (True, True)
    for same in ("title", "about", "tables", "standings"):
        assert first[same] == then[same]
    assert first["rule_standings"] == {"printed": 14, "repaired": 0, "recovered": 1, "reconstructed": 1}


OWN = """\
house mine "From my copy" for lighthouse by "A. Keeper"
  1 "The signal as printed"
    replace
      procedure sound{head} printed "my copy"
        add 1 to tired
        for each s in ships where not s.warned
          set s.warned to yes
"""


def test_an_owner_replaces_a_reconstructed_procedure(shell):
    house = shell.write("mine.rules", OWN.format(head=""))
    document = shell.json("rules", "lighthouse", "--house", house)
    graph = json.loads(shell.call("compile", "lighthouse", "--house", house).stdout)

    assert "sound" not in [each["name"] for each in document["unseen"]]
    (sound,) = [each for each in graph["procedures"] if each["name"] == "sound"]
    origin = sound["origin"]
    assert (origin["standing"], origin["evidence"], origin["amended_by"]) == ("printed", "my copy", ["house mine 1"])
    assert shell.call("play", "lighthouse", "--house", house, "--auto", "--seed", "2").exit_code == 0


def test_a_replacement_with_other_parameters_is_refused_with_its_place(shell):
    house = shell.write("mine.rules", OWN.format(head="(times: 1..2)"))
    result = shell.call("lint", house)

    assert result.exit_code == 1
    assert "error[O013] mine.rules:4:7" in result.stdout.replace(f"{shell.folder}/", "")
    assert "Give it none." in result.stdout


def test_findings_fit_their_schema(shell):
    house = shell.write("calm.rules", HOUSE)
    result = shell.call("lint", house, "--format", "json")

    document = json.loads(result.stdout)
    validator("lint").validate(document)
    assert result.exit_code == 1
    assert {finding["severity"] for finding in document["findings"]} >= {"error"}


def test_a_failing_script_fits_the_schema(shell):
    shell.write("games/lighthouse/wrong.script", "game lighthouse\nroll Weather 7\nroll Reef 3\n")
    document = shell.json("test", "lighthouse")

    validator("test").validate(document)
    assert [check["title"] for check in document["checks"] if check["mismatch"]] == ["wrong.script"]


def test_events_fit_their_schemas(shell):
    journal = json.loads((ROOT / "runtime" / "schema" / "journal.json").read_text(encoding="utf-8"))
    lines = shell.lines("play", "lighthouse", "--auto", "--seed", "2", "--save", "a.save")
    lines += shell.lines("replay", "a.save")
    lines += shell.lines("replay", "games/lighthouse/first-night.script")
    moves = ['{"answer": "keep"}', '{"answer": "keep"}', '{"answer": "sound"}', '{"undo": 1}', '{"undo": 99, "x": 1}']
    moves += ['{"names": true}', '{"dice": "manual"}', '{"together": true}', '{"undo": 1}', '{"boards": true}']
    lines += shell.lines("play", "lighthouse", "--seed", "2", input="\n".join(moves))

    samples = {(line.get("event"), line.get("document"), *map(type, line.values())): line for line in lines}
    for line in samples.values():
        (Draft202012Validator(journal) if "event" in line else validator("play")).validate(line)
    assert {line["document"] for line in lines if "document" in line} == {
        "play", "question", "error", "replay", "script", "undo", "verdict", "names", "dice", "together", "boards"
    }  # fmt: skip
    assert [line["event"] for line in lines if "event" in line].count("outcome") == 2


@pytest.mark.parametrize(
    "args",
    [
        ("compile",),
        ("graph", "--format", "json"),
        ("rules", "--json"),
        ("table", "Reef", "--json"),
        ("play", "--auto", "--seed", "2", "--json"),
    ],
    ids=" ".join,
)
def test_nothing_told_depends_on_where_a_game_lies(shell, args):
    """Neither the game's folder nor those of house rules, of which two may have the same name."""
    command, *flags = args
    told = []
    for place in ("here", "far/away/there"):
        for lamp, name in enumerate(("dim", "bright"), start=1):
            shell.write(f"{place}/{name}/mine.rules", ADDED.format(name=name, lamp=lamp))
        folder = shell.folder / place
        shutil.copytree(LIGHTHOUSE, folder / "lighthouse.copy")
        house = [f"--house={folder / name / 'mine.rules'}" for name in ("dim", "bright")]
        result = shell.call(command, folder / "lighthouse.copy", *flags, *house)
        assert result.exit_code == 0, result.stderr
        # A header names the files of house rules, so that a game can be taken up again.
        told.append([line for line in result.stdout.splitlines() if '"document":"play"' not in line])

    assert told[0] == told[1]
    assert str(shell.folder) not in "".join(told[0])
    if command != "table":
        assert '"lighthouse/10-night.rules' in "".join(told[0])
        assert command == "play" or '"house/2/mine.rules' in "".join(told[0])


def test_findings_name_files_that_can_be_opened(shell):
    shell.write("rules/mine.rules", ADDED.format(name="bright", lamp=1).replace("Reef", "Reeef"))
    shell.write("games/lighthouse/96-odd.rules", 'table Odd "Odd"\n  roll 1d6\n  1..3: 1\n  5: 2\n')
    result = shell.call("lint", "lighthouse", "--house", "rules/mine.rules", "--format", "json")

    places = {finding["place"]["file"] for finding in json.loads(result.stdout)["findings"]}
    assert places == {"games/lighthouse/96-odd.rules", "rules/mine.rules"}
    result = shell.call("play", "lighthouse", "--house", "rules/mine.rules")
    assert "rules/mine.rules:3:" in result.stderr
    assert "| " in result.stderr


def test_a_seed_is_told_so_that_the_game_can_be_repeated(shell):
    first = shell.lines("play", "lighthouse", "--auto")
    again = shell.lines("play", "lighthouse", "--auto", "--seed", first[0]["seed"])

    assert again[1:] == first[1:]


MOVES = {
    "no json": "sound",
    "an open string": '{"answer": "kee',
    "deep": "[" * 900,
    "a number": "7",
    "nothing": "{}",
    "an unknown option": '{"answer": "swim"}',
    "an answer that is no text": '{"answer": 1}',
    "dice that nobody wants": '{"throw": [3, 4]}',
    "dice that are no numbers": '{"throw": ["3", true]}',
    "no dice": '{"throw": []}',
    "half an undo": '{"undo": 0.5}',
    "an undo of nothing": '{"undo": 1}',
    "two at once": '{"answer": "keep", "undo": 1}',
    "more than a line": "x" * 5000,
    "control characters": "\x00\x1b[2J",
    "half a character": '{"answer": "\\ud800"}',
}


@pytest.mark.parametrize("line", MOVES.values(), ids=[*MOVES])
def test_what_is_no_move_is_told_and_the_game_waits(shell, line):
    """The game goes on with the next move as if nothing had been read."""
    lines = shell.lines("play", "lighthouse", "--seed", "2", input=f'{line}\n\n{{"answer": "keep"}}\n')

    documents = [told["document"] for told in lines if "document" in told]
    assert documents == ["play", "question", "error", "question"]
    (error,) = [told for told in lines if told.get("document") == "error"]
    validator("play").validate(error)
    assert error["message"].isprintable()


@pytest.mark.slow
def test_the_rule_graph_can_be_read_again(shell):
    result = shell.call("compile", "lighthouse")

    document = json.loads(result.stdout)
    schema = json.loads((ROOT / "compiler" / "schema" / "rule-graph.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(document)
    assert shell.call("graph", "lighthouse", "--format", "json").stdout == result.stdout
