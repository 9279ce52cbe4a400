"""One item of errata left out: in any command, kept in a save, and in an example of the game's tests."""

from __future__ import annotations

import json


def test_one_item_is_left_out_and_the_others_hold(shell):
    whole = shell.call("rules", "lighthouse", "--json").stdout
    less = json.loads(shell.call("rules", "lighthouse", "--without", "sheet/1", "--json").stdout)
    (sheet,) = less["overlays"]
    assert [item["number"] for item in sheet["items"]] == ["2", "3"]
    assert less["idle"][-1] == "errata sheet/1"
    assert "errata sheet/1" not in json.loads(whole)["idle"]


def test_a_save_goes_on_without_it(shell):
    call = ("play", "lighthouse", "--auto", "--seed", "3", "--save", "night.save")
    assert shell.call(*call, "--without", "sheet/1", "--without", "sheet/3").exit_code == 0
    header = json.loads((shell.folder / "night.save").read_text().splitlines()[0])
    assert [each["name"] for each in header["overlays"]][1:] == ["without sheet/1", "without sheet/3"]
    assert shell.call("replay", "night.save").exit_code == 0


def test_an_example_asks_for_the_rules_without_it(shell):
    test = shell.folder / "games" / "lighthouse" / "tests" / "printed.rules"
    test.parent.mkdir(exist_ok=True)
    test.write_text('example "As printed"\n  given without sheet/1\n  do nothing_at_all\n')
    assert "there is no procedure nothing_at_all" in shell.call("test", "lighthouse").output
