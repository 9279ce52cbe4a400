"""The book of careers, and the ranking that it shares with the league table of a group."""

from __future__ import annotations

from bombsight.service.saves.book import BookSave, make_book
from bombsight.service.saves.careers import Career, CareerTable, Column, Fact
from bombsight.service.saves.ranking import rank_by_tallies
from bombsight.service.saves.status import Counted, SaveStatus

PEOPLE = (
    Column("", "", False),
    Column("men.name", "name", False, "", ""),
    Column("men.fish", "fish", True, "good", None),
    Column("men.trips", "trips", True),
)
LOST = (Column("boats.name", "name", False, "", "Boat"),)


def tally(name: str, matters: str, number: int, *, is_number: bool = True) -> Counted:
    return Counted(name, name.title(), matters, number, str(number), is_number)


def save(name: str, fish: int, lost: int, *, over: bool = True, entry: str = "career") -> BookSave:
    career = Career(
        (Fact("boat", "Boat", "gull", "Gull", "Boat"), Fact("trips", "Trips", "3", "3")),
        (
            CareerTable("Post", "", PEOPLE, (("the Master", "Aud", str(fish), "9"), ("the Mate", "Dag", "0", "9"))),
            CareerTable("gone", "Boats that are gone", LOST, (("Tern",), ("Skua",))),
        ),
    )
    tallies = (tally("kind", "good", 9, is_number=False), tally("fish", "good", fish), tally("lost", "bad", lost))
    status = SaveStatus(
        () if over else ("At sea",), over, "home" if over else "", "Home again" if over else "", career, tallies
    )
    return BookSave(name, entry, (), status)


def test_the_best_stand_first_and_equal_ones_share_a_rank() -> None:
    games = {"a": (1, 0), "b": (5, 2), "c": (5, 1), "d": (5, 1), "e": (0, 0)}
    ranked = rank_by_tallies(
        [*games], lambda name: [tally("fish", "good", games[name][0]), tally("lost", "bad", games[name][1])]
    )
    assert ranked == [(1, "c"), (1, "d"), (3, "b"), (4, "a"), (5, "e")]


def test_the_book_is_ranked_by_kind_and_what_goes_on_stands_last() -> None:
    book = make_book(
        [save("first", 2, 0), save("open", 9, 0, over=False), save("second", 4, 3), save("day", 1, 1, entry="mission")]
    )
    assert [(each.rank, each.save) for each in book] == [(1, "second"), (2, "first"), (0, "open"), (1, "day")]


def test_an_entry_says_only_what_the_rules_keep() -> None:
    (entry,) = make_book([save("first", 4, 1)])
    assert entry.ended == "Home again"
    assert entry.ships == ("Tern", "Skua", "Gull")
    assert [(each.title, each.value) for each in entry.counted] == [("Fish", "4"), ("Lost", "1")]
    assert [(each.title, each.value) for each in entry.best] == [("fish", "Aud 4")]
    assert [(each.title, each.value) for each in entry.lists] == [("Boats that are gone", "2")]


def test_where_nobody_has_done_it_nobody_is_best() -> None:
    (entry,) = make_book([save("first", 0, 1)])
    assert entry.best == ()
