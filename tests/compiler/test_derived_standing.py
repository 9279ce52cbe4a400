"""What is computed from something reconstructed is reconstructed, and what only calls it is not."""

from __future__ import annotations

import pytest

from bombsight.compiler.derived_provenance import build_provenance
from bombsight.compiler.edges import items_of, walk_with_owners
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.origin import STANDINGS
from bombsight.dsl.source import Source
from bombsight.flat.sites import (
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    ElementSite,
    ResultSite,
    RollSite,
    SaySite,
    Site,
)

BASE = """\
game lighthouse "The Keeper's Night"
  sources optional

option wick "Wick" from 1..3 = 2                                   recovered "a letter" cite "rule 6"
option moon "No moon" = no                                         cite "rule 6"

enum Sky: clear, fog
enum Ship printed "card"
  | ship    | title     | due |
  | trawler | "Trawler" | 3   |
  | packet  | "Packet"  | 6   |                                    reconstructed "a guess"
enum Lamp reconstructed "rule 4"
  | lamp  | reach |
  | small | 2     |
  | large | 5     |                                                printed cite "rule 4"

record Boat
  far: 0..9

state mission
  boats: list of Boat at most 4
  oil "Oil": 0..20 = 14
  sky "Sky": Sky = clear

table Reef "Reef" reconstructed "rule 5"
  for s: Ship
  gives 0..9
  trawler: 1
  packet: 2
  else: 0

table Chart "Chart" printed "card"
  for s: Ship
  gives 0..9
  trawler: 1
  else: 4                                                          reconstructed "torn"

table Draught "Draught" printed "card"
  for s: Ship
  gives 0..9
  trawler: depth
  else: 4

table Wind "Wind" reconstructed "rule 9"
  gives 0..9
  roll 1d6
  +1 known when oil > 3                                            printed cite "rule 9"
  ..3: 1
  4..: 2

table Squall "Squall" printed "card"
  roll 1d6
  +1 foggy when sky is fog                                         cite "rule 2"
  +(depth) shallow                                                 cite "rule 2"
  -1 deep when depth > 3                                           cite "rule 2"
  1: do spill
  2: add -(depth) to oil
  3
    if depth > 2
      do spill
  depth..: nothing
  else: nothing

modifier +(option wick) wick on Squall when oil > 2                cite "rule 6"

procedure mission "One night"                                      cite "rule 1"
  do TESTED
  roll on Squall
  look up Draught(trawler)
  look up Chart(trawler)

procedure spill reconstructed "rule 7"
  add -1 to oil

define depth: 0..9 = look up Reef(trawler)                         cite "rule 5"
"""

PROCEDURES: dict[str, tuple[str, str | None]] = {
    "calls what is reconstructed": ("do spill", None),
    "rolls on it": ("let wind = roll on Wind\n  set oil to wind", None),
    "sets what it says": ("set oil to depth", "reconstructed"),
    "asks for it": ("if depth > 2\n    do spill", "reconstructed"),
    "says it": ('say "It is {depth} deep."', None),
    "hands it on": ("do drop(depth)", "reconstructed"),
    "reads an option that is recovered": ("add option wick to oil", "recovered"),
    "reads one that is as printed": ("if option moon\n    do spill", None),
    "lets the autopilot use it": ('choose s from Ship or none\n    ask "Who"\n    prefer depth', None),
    "offers what it says": ('choose s from Ship where depth > 2 or none\n    ask "Who"', "reconstructed"),
    "offers the results of a table": ('choose n from results of Kinds\n    ask "What"', "reconstructed"),
    "counts what it says": ("set oil to count(s in Ship where look up Reef(s) > 1)", "reconstructed"),
    "adds up its modifiers, which are printed": ("set oil to max(0, modifiers on Wind)", None),
    "reads printed data": ("set oil to trawler.due", None),
    "reads a row that is a guess": ("set oil to packet.due", "reconstructed"),
    "reads any row of printed data": ("for each s in Ship\n    set oil to s.due", None),
    "reads any row of data that are not": ("for each l in Lamp\n    set oil to l.reach", "reconstructed"),
    "reads the printed row of such": ("set oil to large.reach", None),
    "looks up the printed row of a table": ("set oil to look up Chart(trawler)", None),
    "looks up the row of it that is a guess": ("set oil to look up Chart(packet)", "reconstructed"),
    "looks up any row of it": ("set oil to count(s in Ship where look up Chart(s) > 1)", None),
    "looks up a row that computes with a guess": ("set oil to look up Draught(trawler)", "reconstructed"),
    "looks up one beside it": ("set oil to look up Draught(packet)", None),
    "looks up any row beside it": (
        "set oil to count(s in Ship where look up Draught(s) > 1)",
        "reconstructed",
    ),
    "reads what was set so": (
        "set oil to depth\n  return\n\nprocedure other\n  set oil to max(oil, 2)",
        "reconstructed",
    ),
}


def compiled(extra: str = "", tested: str = "nothing") -> RuleGraph:
    """The game with a procedure under test."""
    items = """
procedure drop(far: 0..9)                                          cite "rule 8"
  nothing

enum Kind: big, little

table Kinds "Kinds" reconstructed "rule 3"
  gives Kind
  roll 1d6
  ..3: big
  4..: little
"""
    text = BASE.replace("TESTED", "tested") + items + extra + f"\nprocedure tested\n  {tested}\n"
    found = compile_rules(Request(base=(Source("base.rules", text),)), proofs=False)
    assert found.graph is not None
    assert not found.errors, found.errors
    return found.graph


def derived(graph: RuleGraph) -> dict[str, str]:
    """What is known less well than it says."""
    return {each.id: each.standing for each in graph.derived}


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_procedure_is_known_as_well_as_the_values_it_computes_with(name: str):
    body, standing = PROCEDURES[name]
    assert derived(compiled(tested=body)).get("procedure:tested") == standing


def test_modifiers_rows_and_defines():
    assert derived(compiled()) == {
        "define:depth": "reconstructed",
        "row:Draught/1": "reconstructed",
        "modifier:Squall/shallow": "reconstructed",
        "modifier:Squall/deep": "reconstructed",
        "modifier:Squall/wick": "recovered",
        "row:Squall/2": "reconstructed",
        "row:Squall/4": "reconstructed",
    }


def test_an_exception_that_speaks_stands_for_itself_alone():
    extra = """
define haze: 0..9                                                  cite "rule 7"
  base: 1
  except thick: 2 when sky is fog                                  recovered "a letter" cite "rule 7"
  except deep: 3 when oil > depth over thick                       printed cite "rule 7"

define murk: 0..9 = haze                                           cite "rule 7"
"""
    found = derived(compiled(extra, "set oil to haze"))
    assert "define:haze" not in found
    assert "define:murk" not in found
    assert "procedure:tested" not in found
    assert "except:haze/thick" not in found
    assert found["except:haze/deep"] == "reconstructed"


def test_it_reaches_through_other_defines_and_names_what_is_at_the_bottom():
    extra = """
define murk: 0..20 = min(20, depth + option wick)                  cite "rule 7"
define gloom: 0..20 = murk                                         recovered "a letter" cite "rule 7"
"""
    graph = compiled(extra, "set oil to gloom")
    (found,) = [each for each in graph.derived if each.id == "procedure:tested"]
    assert found.standing == "reconstructed"
    assert found.rests_on == ("table:Reef",)
    assert found.origin.evidence == "rests on table Reef"


def test_nothing_is_known_better_than_it_says():
    graph = compiled()
    parts = build_provenance(graph).parts
    for each in graph.derived:
        stands = parts[each.id].stands
        assert stands
        assert STANDINGS.index(each.standing) > STANDINGS.index(stands)
        assert each.rests_on


def test_ids_are_those_of_the_graph():
    graph = compiled()
    ids = {getattr(part, "id", id_) for id_, item in items_of(graph) for _, part in walk_with_owners(id_, item)}
    ids |= {id_ for id_, _ in items_of(graph)}
    assert {each.id for each in graph.derived} <= ids


# --- what is told of a value: the standing of each site

SITES: dict[str, tuple[str, type[Site], str]] = {
    "a field set": ("set oil to depth", ChangeSite, "reconstructed"),
    "a field set to a number": ("set oil to 3", ChangeSite, ""),
    "a field added to": ("add -(option wick) to oil", ChangeSite, "recovered"),
    "a field set by way of a variable": ("let d = depth\n  set oil to d + 1", ChangeSite, "reconstructed"),
    "by way of one that was set": ("let d: 0..9 = 1\n  set d to depth\n  set oil to d", ChangeSite, "reconstructed"),
    "by way of one told anew": (
        "repeat 1 times\n    let d = depth\n  repeat 1 times\n    let d = 2\n    set oil to d",
        ChangeSite,
        "",
    ),
    "by way of what a loop goes through": (
        'for each k in results of Kinds\n    say "It may be {k}."',
        SaySite,
        "reconstructed",
    ),
    "what was rolled, which has been told": ("let wind = roll on Wind\n  set oil to wind", ChangeSite, ""),
    "what was rolled with a value": ("let n = roll on Deeper(depth)\n  set oil to n", ChangeSite, ""),
    "a field that was reset": ("reset stock", ChangeSite, "recovered"),
    "a field that only ever holds what is looked up": (
        'say "{held} held."\n  set held to depth',
        SaySite,
        "reconstructed",
    ),
    "such a field, less one": ("add -1 to stock", ChangeSite, "recovered"),
    "a field that holds something else too": (
        'say "{held} held."\n  set held to depth\n  set held to 3',
        SaySite,
        "",
    ),
    "a choice that asks such a field": (
        'choose s from Ship where stock > 2 or none\n    ask "Who"',
        ChoiceSite,
        "",
    ),
    "what a procedure looks up and gives": ("set oil to do sounding", ChangeSite, "reconstructed"),
    "a line said": ('say "{depth} fathoms."', SaySite, "reconstructed"),
    "a line that says a field": ('say "{oil} left."', SaySite, ""),
    "what may be chosen": ('choose s from Ship where depth > 2 or none\n    ask "Who"', ChoiceSite, "reconstructed"),
    "what is asked": ('choose s from Ship or none\n    ask "Who, in {depth}"', ChoiceSite, "reconstructed"),
    "what the autopilot thinks": ('choose s from Ship or none\n    ask "Who"\n    prefer depth', ChoiceSite, ""),
    "a branch that is offered": (
        'choose way\n    ask "How"\n    answer on "On" when depth > 2\n      nothing\n    answer off "Off"\n'
        "      nothing",
        ChoiceSite,
        "reconstructed",
    ),
    "an element that joins": ("add Boat(far: depth) to boats", ElementSite, "reconstructed"),
    "elements that leave": ("remove each b from boats where b.far > depth", ElementSite, "reconstructed"),
    "dice without a table": ("let n = 1d6\n  set oil to n", RollSite, "printed"),
    "a roll with rows of its own": ("roll 1d6\n    1: set oil to 0\n    else: nothing", RollSite, "printed"),
}


@pytest.mark.parametrize("name", SITES)
def test_what_is_told_says_what_it_rests_on(name: str):
    body, kind, standing = SITES[name]
    extra = """
state mission
  stock "Stock": 0..20 = option wick
  held: 0..20 = 0

procedure sounding: 0..9                                           cite "rule 8"
  return depth

table Deeper "Deeper" printed "card"
  for n: 0..9
  gives 0..9
  roll 1d6
  ..3: 1
  4..: 2
"""
    sites = lower(compiled(extra, body)).sites
    found = [site for site in sites if site.owner == "procedure:tested" and isinstance(site, kind)]
    assert {site.origin.standing for site in found} == {standing}
    assert all(bool(site.origin.evidence) == (standing not in ("", "printed")) for site in found)


@pytest.mark.parametrize(
    "dice",
    ["let n = 1d6\n  set oil to n", "roll 1d6\n    1: set oil to 0\n    else: nothing", "if 1d6 < 3\n    nothing"],
)
def test_dice_without_a_table_stand_as_the_procedure_that_throws_them(dice: str):
    extra = f'\nprocedure leak reconstructed "rule 4"\n  {dice}\n'
    (site,) = [
        site
        for site in lower(compiled(extra, "do leak")).sites
        if site.owner == "procedure:leak" and isinstance(site, RollSite)
    ]
    assert (site.origin.standing, site.origin.evidence) == ("reconstructed", "rule 4")
    assert {(row.origin.standing, row.origin.evidence) for row in site.rows} <= {("reconstructed", "rule 4")}


def test_rows_and_modifiers_tell_what_they_rest_on():
    (site,) = [site for site in lower(compiled()).sites if isinstance(site, RollSite) and site.table == "Squall"]
    assert {modifier.label: modifier.origin.standing for modifier in site.modifiers} == {
        "foggy": "",
        "shallow": "reconstructed",
        "deep": "reconstructed",
        "wick": "recovered",
    }
    assert [row.origin.standing for row in site.rows] == [
        "printed",
        "reconstructed",
        "printed",
        "reconstructed",
        "printed",
    ]
    assert site.rows[1].origin.evidence == "rests on table Reef"


def test_a_table_looked_up_tells_how_its_result_is_known():
    extra = """
table Shoal "Shoal" printed "card"
  for s: Ship
  gives 0..9
  when oil is 0: 9                                                 recovered "a letter"
  trawler: depth
  else: 0
"""
    sites = lower(compiled(extra, "look up Shoal(trawler)\n  roll on Wind")).sites
    results = {site.table: site.origin.standing for site in sites if isinstance(site, ResultSite)}
    (before,) = [site for site in sites if isinstance(site, BeforehandSite)]
    assert results["Shoal"] == "reconstructed"
    assert results["Wind"] == ""
    assert before.row.origin.standing == "recovered"
