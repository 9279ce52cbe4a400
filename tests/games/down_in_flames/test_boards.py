"""Boards of cards: in the order in which they lie where that is seen, and in one that tells nothing where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bombsight.flat.program import Program
from bombsight.flat.sites import ElementSite, MoveSite
from bombsight.flat.types import NONE, ElementType
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.visibility.visibility import Secrets
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.seats.visibility.seat_view import SeatView
from tests.games.down_in_flames.bench import GAME
from tests.marking import slow_but

QUESTIONS = 40
"""So many are come to in a battle at most."""


def answered(play: Play, chance: Random) -> Iterator[None]:
    """A battle at each of its questions, which are answered by chance."""
    for _ in range(QUESTIONS):
        if play.question is None:
            return
        yield
        play.answer(chance.choice(play.question.options).name)


def named(shown: tuple[BoardShown, ...], name: str) -> BoardShown:
    return next(board for board in shown if board.name == name)


# --- cards that lie open


def in_order(play: Play) -> list[int]:
    """The places of the cards in the order of their list, as the journal's events made it."""
    program, order = play.session.program, list[int]()
    capacity = next(found.capacity for found in program.lists if found.id == "cards")
    for event in play.session.journal.events:
        match program.sites[event[0]]:
            case ElementSite(list="cards", joins=True):
                order.append(event[1])
            case ElementSite(list="cards"):
                order.remove(event[1])
            case MoveSite(list="cards", first=first):
                order.remove(event[1])
                order.insert(0 if first else len(order), event[1])
            case _:  # the rest: leaves the order as it is
                pass
    return [reference % capacity for reference in order]


def slots_of(program: Program, name: str) -> int:
    """Where a field of the cards or the aircraft begins."""
    return next(field.base for field in program.fields if field.id == name)


@pytest.mark.parametrize("seed", slow_but(range(1, 31), 4, 11))
def test_the_row_of_a_bandit_is_shown_from_left_to_right(seed: int) -> None:
    shown = 0
    with start_game("down_in_flames", Rules(), GameSetup(seed=seed)) as play:
        program = play.session.program
        titles, germans = program.enums["Kind"].titles, GAME.data("Aircraft", "side")
        kind, holder, open_ = (slots_of(program, f"Card.{name}") for name in ("kind", "holder", "open"))
        aircraft = slots_of(program, "Plane.aircraft")
        planes = next(found.capacity for found in program.lists if found.id == "planes")
        words = program.enums["Aircraft"].values
        for _ in answered(play, Random(seed)):
            slots = play.session.describer.slots
            row = [
                at
                for at in in_order(play)
                if slots[open_ + at]
                and slots[holder + at] != NONE
                and germans[words[slots[aircraft + slots[holder + at] % planes]]] == "german"
            ]
            row.sort(key=lambda at: slots[holder + at] % planes)  # a row of the board for each bandit
            found = [thing.text for place in named(play.boards(), "face_up_row").places for thing in place.things]
            assert found == [titles[slots[kind + at]] for at in row]
            shown += len(found)
    assert shown


# --- cards in hand


ASKING = (4, 11)
"""Battles in which cards are asked for; in some others nobody comes to play one."""


@pytest.mark.parametrize("seed", slow_but(range(1, 31), *ASKING))
def test_each_card_that_may_be_played_lies_once_in_the_hand_that_is_asked(seed: int) -> None:
    asked = 0
    with start_game("down_in_flames", Rules(), GameSetup(seed=seed)) as play:
        for _ in answered(play, Random(seed)):
            assert play.question is not None
            kinds = {option.piece for option in play.question.options if option.piece.startswith("Kind.")}
            hands = [[thing.piece for thing in place.things] for place in named(play.boards(), "hand").places]
            lying = [piece for hand in hands for piece in hand if piece.startswith("Kind.")]
            assert kinds <= {*lying}
            assert len(lying) == len({*lying})
            asked += bool(kinds)
    assert asked or seed not in ASKING


# --- cards that are hidden


def exchanged(play: Play, hidden: list[int], chance: Random) -> list[int]:
    """The state with other cards in the places of those that are hidden, and the list in another order.

    What can be seen of a card, whoever holds it, is now said of another one: of one that is hidden as well.

    Args:
        play: The battle.
        hidden: The places of the cards whose face is not seen.
        chance: Which takes the place of which.
    """
    program, slots = play.session.program, list(play.session.describer.slots)
    cards = next(found for found in program.lists if found.id == "cards")
    others = chance.sample(hidden, len(hidden))
    for field in (field for field in program.fields if field.owner == "cards" and field.id != "Card.kind"):
        seen = [slots[field.base + at] for at in hidden]
        for at, value in zip(others, seen, strict=True):
            slots[field.base + at] = value
    assert cards.order is not None
    held = slots[cards.order : cards.order + slots[cards.count]]
    slots[cards.order : cards.order + len(held)] = chance.sample(held, len(held))
    return slots


@pytest.mark.parametrize("seed", slow_but(range(1, 13), 4, 9))
@pytest.mark.parametrize("seat", ["american", "german"])
def test_boards_of_two_are_the_same_whichever_cards_are_hidden(seed: int, seat: str) -> None:
    chance, differ = Random(seed), 0
    with start_game("down_in_flames", Rules(options={"two_players": "yes"}), GameSetup(seed=seed)) as play:
        program = play.session.program
        cards = next(found for found in program.lists if found.id == "cards")
        assert not any(field.type == ElementType("Card") for field in program.fields)  # nothing else remembers them
        sight = SeatView(play, seat)
        secrets = Secrets(program, play.session.load)
        player = program.enums["Side"].values.index(seat)
        kind = slots_of(program, "Card.kind")
        for _ in answered(play, chance):
            before, whole = sight.boards(), play.boards()
            kept = play.session.describer.slots
            hidden = [
                slot - kind for slot in secrets.hidden_slots(kept, player) if kind <= slot < kind + cards.capacity
            ]
            play.session.describer.slots = exchanged(play, hidden, chance)
            assert sight.boards() == before
            differ += play.boards() != whole
            play.session.describer.slots = kept
    assert differ


# --- what stands beside them


@pytest.mark.parametrize("two", [False, True])
def test_cards_are_laid_out_anew_only_where_nobody_holds_them(two: bool) -> None:
    rules = Rules(options={"two_players": "yes"} if two else {})
    with start_game("down_in_flames", rules, GameSetup(seed=4)) as play:
        shown = play.boards()
        assert bool(named(shown, "face_up_row").notes) is not two
        for place in named(shown, "sky").places:
            assert place.title not in [mark.text for thing in place.things for mark in thing.marks]
