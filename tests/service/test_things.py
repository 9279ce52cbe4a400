"""What a game declares: found by the words people use, described with who uses it."""

from textwrap import indent

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.contents import collect_entries
from bombsight.service.lookup.description import describe_thing, look_up_thing
from bombsight.service.lookup.entry_search import find_entry
from bombsight.service.lookup.kinds import THING_KINDS
from bombsight.service.lookup.name_matching import find_best_matches
from bombsight.service.lookup.search import find_contents, find_text_matches, search_entries
from bombsight.service.programs.compile import compile_game
from tests.examples import EXAMPLES

FOLDER = EXAMPLES
LIGHTHOUSE = request_for_game("lighthouse", Rules(folders=(FOLDER,)))
WINTER = request_for_game("lighthouse", Rules(folders=(FOLDER,), variants=("winter",)))
GRAPH, COMPILED = compile_game(LIGHTHOUSE)
ENTRIES = collect_entries(GRAPH, COMPILED.sources)

NESTED = """\
game pond "A Pond"
  sources optional

record Fin
  torn "Torn": 0..3 full = 0

record Fish
  left "Left fin": Fin
  right: Fin
  fed: yes/no = no

enum Bank: near, far

state mission
  carp[Bank] "Carp": Fish
  eel "Eel": Fish

procedure mission: 0..3
  add 1 to carp[near].left.torn
  set eel.fed to yes
  return eel.right.torn
"""


def links(word, request=LIGHTHOUSE):
    """Who uses a thing and what it uses, by name."""
    told = look_up_thing(request, word)
    return {each.name: [f"{one.kind} {one.name}" for one in each.references] for each in told.links}


@pytest.mark.parametrize(
    ("word", "thing"),
    [
        ("Reef", "table Reef"),
        ("reef", "table Reef"),
        ("table:Reef", "table Reef"),
        ("table Reef", "table Reef"),
        ("The sky turns", "table Weather"),
        ("sky turn", "table Weather"),
        ("leew", "table Leeway|modifier leeway"),
        ("night", "procedure night"),
        ("state night", "state night"),
        ("hand lantern", "field lanterns|reroll hand_lantern"),
        ("Swing", "reroll hand_lantern"),
        ("Ship", "record Ship"),
        ("Ship.waited", "field Ship.waited"),
        ("list:ships", "field ships"),
        ("sheet", "errata sheet"),
        ("Reeef", "Did you mean table Reef"),
        ("zzzzzz", "find="),
        ("", "find="),
    ],
)
def test_a_word_finds_what_is_called_so_or_titled_so(word, thing):
    try:
        found = str(find_entry(ENTRIES, word, GRAPH.game).thing)
    except InputError as unclear:
        found = unclear.hint
        assert "|" in thing or found.startswith(("Did", "bombsight.contents('lighthouse', find="))
    assert all(part in found for part in thing.split("|"))


@pytest.mark.parametrize(
    ("word", "found"),
    [("wounds", ["wounds"]), ("Wounds", ["BL-4"]), ("bl-4", ["BL-4"]), ("wound", ["wounds", "BL-4"]), ("", [])],
)
def test_a_title_as_it_is_written_comes_before_a_name_in_other_letters(word, found):
    tables = {"wounds": "One wound more", "BL-4": "Wounds"}

    assert [*find_best_matches(word, [*tables], lambda name: (name,), lambda name: tables[name])] == found


def test_everything_is_listed_once_by_file_and_kind():
    told = find_contents(LIGHTHOUSE)
    listed = [thing for chapter in told.chapters for thing in chapter.things]

    assert [chapter.name for chapter in told.chapters] == [
        f"lighthouse/{name}.rules" for name in ("00-game", "10-night", "20-tables", "90-errata", "96-boards")
    ]
    assert len({str(thing) for thing in listed}) == len(listed)
    assert {thing.kind for thing in listed} == {*THING_KINDS} - {"forecast", "variant", "preferences", "house"}
    assert {thing.kind for chapter in find_contents(WINTER, ("variant",)).chapters for thing in chapter.things} == {
        "variant"
    }
    assert all(thing.chapter == thing.origin.place.path for thing in listed)


def test_every_thing_can_be_described():
    for entry in ENTRIES:
        told = describe_thing(entry, GRAPH, ENTRIES, COMPILED.sources)
        assert told.facts or told.table or told.lines or told.grid or told.links, entry.thing


def test_a_marked_field_says_what_players_want_of_it():
    facts = {fact.name: fact.text for fact in look_up_thing(LIGHTHOUSE, "lost").facts}
    assert facts["players want"] == "less of it"


def test_who_sets_a_field_and_who_reads_it_with_the_lines():
    told = look_up_thing(LIGHTHOUSE, "tired")
    places = {
        (links.name, one.name): [f"{span.path}:{span.line}" for span in one.places]
        for links in told.links
        for one in links.references
    }

    assert links("tired")["changed by"] == ["procedure give_orders", "procedure sound"]
    assert places["changed by", "give_orders"] == ["lighthouse/10-night.rules:52", "lighthouse/10-night.rules:57"]
    assert {fact.name: fact.text for fact in told.facts} == {
        "type": "0..6",
        "default": "0",
        "full": "what is beyond its range is lost",
        "in": "state night: as long as procedure night runs",
    }


def test_a_modifier_outside_its_tables_reads_and_is_read_for_itself():
    assert links("new_moon") == {"read by": ["modifier moonless"]}
    assert links("field Ship.waited")["read by"] == ["modifier leeway", "procedure sound", "board head", "board sea"]
    assert links("modifier leeway") == {"modifies": ["table Reef"]}
    assert links("Reef")["modifiers printed elsewhere"] == ["modifier moonless", "modifier leeway", "modifier horn"]


def test_what_a_procedure_asks_and_may_end():
    facts = {fact.name: fact.text for fact in look_up_thing(LIGHTHOUSE, "watch").facts}
    orders = {fact.name: fact.text for fact in look_up_thing(LIGHTHOUSE, "give_orders").facts}

    assert facts == {"with": "now: 1..8", "asks": "by what it calls", "may end": "night"}
    assert orders["asks"].endswith(": Trim the lamp, Sound the signal, Sleep an hour, Keep watch")
    assert "may end" not in {fact.name for fact in look_up_thing(LIGHTHOUSE, "procedure night").facts}


def test_amendments_in_force_are_told_of_what_they_touch():
    assert [each.item for each in look_up_thing(LIGHTHOUSE, "Kind").amendments] == ["errata sheet 1"]
    assert look_up_thing(LIGHTHOUSE, "Kind").grid[2] == ("collier", "Collier", "6")
    assert [each.item for each in look_up_thing(WINTER, "burn").amendments] == ["variant winter 2"]
    assert [line.key for line in look_up_thing(WINTER, "burn").lines][-1] == "except cold"
    assert look_up_thing(LIGHTHOUSE, "burn").amendments == ()


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("RULE 10", ["table Leeway", "modifier leeway"]),
        ("rocks", ["procedure pass", "table Reef"]),
        ("trim the", ["procedure give_orders"]),
        ("packet", ["enum Kind", "table Traffic"]),
        ("Ships unwarned", ["procedure give_orders"]),
        ("stands off", ["board head"]),
        ("printer's", []),
    ],
)
def test_a_text_is_found_wherever_a_reader_sees_it(text, things):
    found = [str(entry.thing) for entry in find_text_matches(ENTRIES, text)]

    assert set(things) <= set(found)
    assert bool(found) is bool(things)


@pytest.mark.parametrize(
    ("text", "thing", "line"),
    [
        ("roll  on Traffic", "procedure watch", "roll on Traffic"),
        ("the_rocks_await", "procedure pass", "The {} {} is on the rocks."),
        ("roll of the printer", "", ""),
    ],
)
def test_what_no_text_holds_is_looked_for_in_lines_and_word_by_word(text, thing, line):
    found = {str(entry.thing): entry.thing.hits for entry in search_entries(ENTRIES, text, COMPILED.sources)}

    assert (thing in found) is bool(thing)
    assert not thing or any(line in hit.text for hit in found[thing])


def test_a_hit_names_the_line_that_says_it():
    (entry,) = [entry for entry in find_text_matches(ENTRIES, "on the rocks.") if entry.thing.kind == "procedure"]

    assert [(hit.text, hit.place.line) for hit in entry.thing.hits] == [("The {} {} is on the rocks.", 96)]


def test_records_in_records(tmp_path):
    (tmp_path / "pond.rules").write_text(NESTED, encoding="utf-8")
    request = request_for_game(str(tmp_path), Rules())
    names = [thing.name for chapter in find_contents(request).chapters for thing in chapter.things]
    torn = look_up_thing(request, "Fin.torn")

    assert names == [
        "Bank",
        "Fin",
        "Fin.torn",
        "Fish",
        "Fish.left",
        "Fish.right",
        "Fish.fed",
        "mission",
        "carp",
        "eel",
        "mission",
    ]
    assert links("Fin.torn", request) == {"changed by": ["procedure mission"], "read by": ["procedure mission"]}
    assert torn.thing.title == "Torn"
    assert look_up_thing(request, "carp").thing.about == "Fish for each Bank"
    assert look_up_thing(request, "record Fish").thing.about == "in carp, eel"
    assert links("carp.left.torn", request) == {"changed by": ["procedure mission"]}
    assert [line.key for line in look_up_thing(request, "Fish").lines] == ["left", "right", "fed"]


LATER = """\
house later "Later" for lighthouse
  1 "Less sleep"
    in procedure give_orders
      was take 2 from tired
      now take 1 from tired
  2 "Asleep, the lamp suffers"
    in procedure watch
      was take 1 from lamp
      now take 2 from lamp
      remove end night with dark
"""


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("give_orders", {"take 2 from tired": "take 1 from tired"}),
        ("watch", {"take 1 from lamp": "take 2 from lamp", "\n    end night with dark": ""}),
    ],
)
def test_a_procedure_reads_as_in_its_file_but_for_what_was_amended(tmp_path, name, changes):
    (tmp_path / "later.rules").write_text(LATER, encoding="utf-8")
    house = request_for_game("lighthouse", Rules(folders=(FOLDER,), house=(tmp_path / "later.rules",)))
    text = "\n".join(look_up_thing(LIGHTHOUSE, f"procedure {name}").text)

    assert indent(text, "  ") in (EXAMPLES / "lighthouse" / "10-night.rules").read_text(encoding="utf-8")
    for was, now in changes.items():
        assert was in text
        text = text.replace(was, now)
    assert "\n".join(look_up_thing(house, f"procedure {name}").text) == text
