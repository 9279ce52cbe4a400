"""Completion: names of the right kind and type first, the words that the grammar takes, and nothing ever raised."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.dsl.source import Source
from bombsight.service.language.completion import find_completions, find_completions_without_game
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE

GAME, NIGHT, TABLES, ERRATA, EXAMPLES, BOARDS, PLAYERS = sorted(path.name for path in LIGHTHOUSE.glob("*.rules"))
SPACE = Workspace.open(LIGHTHOUSE)
TEXTS = {name: SPACE.source(LIGHTHOUSE / name).text for name in (GAME, NIGHT, TABLES, ERRATA, EXAMPLES, BOARDS)}
SKY = ["clear", "rain", "fog", "gale"]
KINDS = ["trawler", "packet", "collier"]
PROCEDURES = ["season", "night", "watch", "give_orders", "sound", "comes", "pass_reef", "pass"]
OPTIONS = [
    'new_moon "A night without a moon" = no',
    'oil_ration "Oil for a night" from 6..20 = 14',
    'fog_signal "The fog signal" from bell, horn = horn',
]
IN_BURN = "in define burn\n      add except cold: 3 when sky is gale and lamp is 3 over storm, full_flame"


def proposed(name, old, new, space=SPACE, folder=LIGHTHOUSE):
    """What is proposed where ``|>`` stands in a text that takes the place of another."""
    text = TEXTS[name]
    assert old in text
    text = text.replace(old, new, 1)
    at = text.index("|>")
    space.change_text(folder / name, text.replace("|>", "", 1))
    try:
        return find_completions(space, folder / name, at)
    finally:
        space.change_text(folder / name, TEXTS[name])


def labels(*args):
    """The same by what is shown."""
    return [each.label for each in proposed(*args)]


@pytest.mark.parametrize(
    ("name", "old", "new", "first"),
    [
        (NIGHT, "if oil is 0\n", "if sky is |>\n", SKY),
        (NIGHT, "if oil is 0\n", "if sky is |>", SKY),
        (NIGHT, "if end_of_it is stands_off", "if end_of_it is |>", ["safe", "wrecked", "stands_off", "end_of_it"]),
        (NIGHT, "set sky to roll on Weather", "set sky to |>", SKY),
        (NIGHT, "return some_lost", "return |>", ["all_safe", "some_lost", "dark"]),
        (NIGHT, "kind: kind, side: side) to ships", "kind: |>", [*KINDS, "kind"]),
        (NIGHT, "set asleep to yes", "set asleep to |>", ["no", "yes", "asleep"]),
        (TABLES, "..6: clear", "..6: |>", SKY),
        (TABLES, "| rain, fog | 1", "| rain, |> | 1", SKY),
        (TABLES, "in {fog, gale}", "in {fog, |>", SKY),
        (TABLES, "comes(packet, south)", "comes(packet, |>)", ["north", "south"]),
        (TABLES, "comes(packet, south)", "comes(|>", KINDS),
        (TABLES, "look up Leeway(sky, s.side)", "look up Leeway(sky, |>", ["north", "south"]),
        (NIGHT, "    do pass(s)", "    do pass(|>", ["s", "keeper"]),
        (NIGHT, "    do pass(s)", "    do pass(|>)", ["s", "keeper"]),
        (TABLES, "fog_signal is horn", "fog_signal is |>", ["bell", "horn"]),
        (GAME, "kind: Kind = trawler", "kind: Kind = |>", KINDS),
        (ERRATA, "now +1 worse when sky is not clear", "now +1 worse when sky is not |>", SKY),
        (ERRATA, "was +1 worse when sky in {fog, gale}", "was +1 worse when sky in {|>", ["fog, gale}", *SKY]),
        (EXAMPLES, "given sky = fog", "given sky = |>", SKY),
    ],
)
def test_values_of_the_type_that_is_needed_come_first(name, old, new, first):
    assert labels(name, old, new)[: len(first)] == first


@pytest.mark.parametrize(
    ("name", "old", "new", "all_"),
    [
        (NIGHT, "add 1 to s.waited", "add 1 to s.|>", ["kind", "side", "warned", "waited"]),
        (NIGHT, "s.kind.strength", "s.kind.|>", ["strength"]),
        (NIGHT, "    if oil is 0", "    let r = 2d6\n    if r.|>", ["natural", "total", "doubles", "matches"]),
        (NIGHT, "roll on Weather", "roll on |>", ["Weather", "Traffic", "Reef", "Leeway"]),
        (NIGHT, "roll on Weather", "roll on Wea|>", ["Weather", "Traffic", "Reef", "Leeway"]),
        (NIGHT, "prefer on Reef", "prefer on |>", ["Weather", "Traffic", "Reef", "Leeway"]),
        (NIGHT, "in ships\n    do pass(s)", "in |>", ["Sky", "Result", "Side", "Kind", "ships", "results of"]),
        (NIGHT, "kind: kind, side: side) to ships", "|>", ["kind", "side", "warned", "waited"]),
        (NIGHT, "is gale                    ", "is gale over |>      ", ["full_flame"]),
        (TABLES, '24..35 "A trawler": note trawler', '24..35 "A trawler": note |>', ["trawler"]),
        (TABLES, "when option new_moon", "when option |>", ["new_moon", "oil_ration", "fog_signal"]),
        (GAME, "wrecks[Kind]", "wrecks[|>]", ["Sky", "Result", "Side", "Kind"]),
        (ERRATA, "in table Weather", "in table |>", ["Weather", "Traffic", "Reef", "Leeway"]),
        (ERRATA, "confirms table Traffic", "confirms table |>", ["Weather", "Traffic", "Reef", "Leeway"]),
        (ERRATA, "row collier column strength", "row |>", [*KINDS, "else"]),
        (ERRATA, "row collier column strength", "row collier column |>", ["kind", "title", "strength"]),
        (ERRATA, IN_BURN, "in table |>", ["Weather", "Traffic", "Reef", "Leeway"]),
        (ERRATA, IN_BURN, "in table Wea|>", ["Weather", "Traffic", "Reef", "Leeway"]),
        (ERRATA, IN_BURN, 'in procedure |>\n      at start\n        say "."', PROCEDURES),
        (ERRATA, IN_BURN, "in procedure |>", PROCEDURES),
        (ERRATA, IN_BURN, "in define |>", ["unwarned", "burn"]),
        (ERRATA, IN_BURN, "in enum |>", ["Sky", "Result", "Side", "Kind"]),
        (ERRATA, IN_BURN, "in state |>", ["career", "night", "watch"]),
        (ERRATA, IN_BURN, "in record |>", ["Ship"]),
        (ERRATA, IN_BURN, "in tally |>", ["kept", "ships_lost", "dimmest", "season_lost", "nights_kept"]),
        (ERRATA, IN_BURN, "in board |>", ["head", "hours", "fleet", "sea", "what_counts"]),
        (ERRATA, IN_BURN, "confirms option |>", ["new_moon", "oil_ration", "fog_signal"]),
        (ERRATA, IN_BURN, "remove option |>", OPTIONS),
        (ERRATA, IN_BURN, "remove option fog|>", OPTIONS),
        (ERRATA, IN_BURN, "remove option fog_signal |>", ['"The fog signal" from bell, horn = horn']),
        (ERRATA, IN_BURN, "in table Leeway row |>", ["clear", "rain, fog", "gale", "else"]),
        (ERRATA, IN_BURN, "in table Weather row |>", ["..6", "7..8", "9..10", "11..", "else"]),
        (ERRATA, 'for lighthouse cite "Errata slip"', "for |>", ["lighthouse"]),
        (ERRATA, IN_BURN, "in procedure watch\n      after |>", ["weather", "offing", "orders", "reef", "oil", "line"]),
        (ERRATA, IN_BURN, "replace\n      |>", ["define", "forecast", "procedure", "table", "tally"]),
        (
            NIGHT,
            "tally kept ",
            "forecast |>\n\ntally kept ",
            ["kept", "ships_lost", "dimmest", "season_lost", "nights_kept"],
        ),
        (NIGHT, "tally kept ", "forecast kept |>\n\ntally kept ", ["in tenths", "in hundredths", "in thousandths"]),
        (BOARDS, "plan Side", "plan |>", ["Sky", "Result", "Side", "Kind"]),
    ],
)
def test_nothing_but_what_may_stand_there_is_proposed(name, old, new, all_):
    assert labels(name, old, new) == all_


@pytest.mark.parametrize(("old", "new"), [("if oil is 0\n", "if oyl is |>\n"), ("if oil is 0\n", "if oyl in {|>\n")])
def test_where_the_type_is_not_known_the_values_of_all_enums_are_proposed(old, new):
    assert {*SKY, *KINDS, "all_safe", "north"} <= {*labels(NIGHT, old, new)}
    assert not {*KINDS} & {*labels(NIGHT, old, new.replace("oyl", "sky"))}


def test_a_file_that_belongs_nowhere_yet_gets_words_and_the_game_that_it_is_for():
    def alone(text):
        found = find_completions_without_game(
            Source("a.rules", text.replace("|>", "")), text.index("|>"), ["lighthouse", "toy"]
        )
        return [each.label for each in found]

    assert {"house", "game", "errata"} <= {*alone("|>")} & {*alone("# mine\nho|>")}
    assert alone('house q "Q" for |>') == ["lighthouse", "toy"]
    assert alone('house q "Q" for li|> by "me"\n  1 "x"\n    remove option x "X" = no\n') == ["lighthouse", "toy"]
    assert alone('house q "Q" for toy |>') == ["by", "cite"]
    assert alone('house q "Q|>') == []


def test_a_call_that_lacks_a_value_still_is_one():
    assert {"oil", "lamp", "s"} <= {*labels(NIGHT, "    add 1 to lost", "    set lost to max(|>")}


def test_variables_are_those_in_sight():
    found = labels(NIGHT, "    if oil is 0", "    let spent = 3\n    set oil to |>\n    let later = 4\n    if oil is 0")
    assert {"now", "spent"} < {*found}
    assert not {"later", "h", "s"} & {*found}


def test_dice_and_the_natural_throw_are_proposed_only_where_they_may_stand():
    assert {"roll on", "do", "2d6"} <= {*labels(NIGHT, "set sky to roll on Weather", "set sky to |>")}
    assert not {"roll on", "do", "2d6", "natural"} & {*labels(NIGHT, "if oil is 0\n", "if oil is 0 and |>\n")}
    assert "natural" in labels(TABLES, "when s.warned ", "when |>")


@pytest.mark.parametrize(
    ("old", "new", "some", "none"),
    [
        ("    if oil is 0\n", "    if oil is 0\n      |>", {"set", "say", "look up"}, {"ask", "table", "oil"}),
        ("    if oil is 0\n", "    |>if oil is 0\n", {"set", "if", "step"}, {"ask", "table", "oil", "else"}),
        ('chapter "Oil"', '|>\n\nchapter "Oil"', {"table", "procedure", "errata"}, {"set", "oil"}),
        ('chapter "Oil"', 'proc|>\n\nchapter "Oil"', {"table", "procedure", "errata"}, {"set", "oil"}),
    ],
)
def test_a_line_begins_with_the_words_that_may_begin_it(old, new, some, none):
    found = {each.label for each in proposed(NIGHT, old, new) if each.kind == "Keyword"}
    assert some <= found
    assert not none & {*labels(NIGHT, old, new)}


@pytest.mark.parametrize(
    "at", ["{kee|>per} has kept", "{keeper} has kept {|>", "{keeper} has {count(k in Kind where |>"]
)
def test_in_the_holes_of_a_text_stand_values(at):
    found = labels(NIGHT, "{keeper} has kept", at)
    assert {"n", "keeper", "oil", "count"} <= {*found}
    assert "cite" not in found


@pytest.mark.parametrize("at", ["{keeper} ha|>s kept", "{keeper}|> has kept"])
def test_in_a_text_or_a_comment_nothing_is_proposed(at):
    assert proposed(NIGHT, "{keeper} has kept", at) == ()
    assert proposed(NIGHT, "# The sequence of play", "# The |>sequence of play") == ()


def test_an_overlay_quotes_the_lines_that_stand_there():
    found = labels(ERRATA, IN_BURN, "in table Weather\n      was |>")
    assert found[:4] == ["gives Sky", "roll 2d6", "+1 worse when sky is not clear", "..6: clear"]


def test_an_example_is_answered_with_what_choices_have():
    found = proposed(EXAMPLES, "answer sound", "answer |>")
    assert [each.label for each in found[:4]] == ["trim", "sound", "rest", "watch_on"]
    assert found[0].detail == "Trim the lamp"


def test_a_proposal_replaces_the_word_that_is_begun_and_says_what_it_is():
    found = proposed(NIGHT, "do pass(s)", "do pa|>")
    (meant,) = [each for each in found if each.label == "pass"]
    assert (meant.kind, meant.detail, meant.span.end - meant.span.start) == ("Method", "(s: Ship)", 2)
    (field,) = [each for each in proposed(NIGHT, "set sky to", "set |> to") if each.label == "tired"]
    assert (field.kind, field.detail) == ("Field", "0..6 Fatigue")


def test_names_of_an_item_that_cannot_be_read_now_are_those_of_when_it_could(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    space = Workspace.open(folder)
    space.lint_all()
    space.change_text(folder / GAME, TEXTS[GAME].replace('enum Sky: clear "clear"', "enum Sky clear ) "))
    assert [each.label for each in proposed(NIGHT, "if oil is 0\n", "if sky is |>\n", space, folder)][:4] == SKY


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(TEXTS)),
    start=st.integers(0, 6000),
    length=st.sampled_from([0, 0, 1, 3, 30, 300]),
    put=st.sampled_from(["", "\n", "  ", '"', "(", "{", "if ", "x", "#", "\t", " is ", "..", ".", "|", "ä", "😀"]),
    at=st.integers(0, 6000),
)
def test_no_text_raises(name, start, length, put, at):
    text = TEXTS[name]
    start %= len(text)
    text = text[:start] + put + text[start + length :]
    SPACE.change_text(LIGHTHOUSE / name, text)
    try:
        for offset in (start, start + len(put), at % (len(text) + 1)):
            for each in find_completions(SPACE, LIGHTHOUSE / name, min(offset, len(text))):
                assert each.span.end == min(offset, len(text))
    finally:
        SPACE.change_text(LIGHTHOUSE / name, TEXTS[name])


def test_a_choice_among_several_of_its_name_is_proposed_with_its_number(tmp_path):
    game = tmp_path / "post.rules"
    choose = '  choose k from Letter\n    ask "Which"\n'
    edits = 'errata sheet "Sheet" for post\n  1 "One"\n    in procedure mission\n      add to k~1 prefer 1\n'
    game.write_text(
        'game post "The Post"\n  sources optional\n\nenum Letter: near, far\n\n'
        f'procedure mission "A day"\n{choose}{choose}\n{edits}'
    )
    space = Workspace.open(tmp_path)
    text = game.read_text()
    at = text.index("k~1 prefer")
    space.change_text(game, text.replace("k~1 prefer 1\n", ""))

    assert [each.label for each in find_completions(space, game, at)][:2] == ["k~1", "k~2"]
