"""What the program of a page asks, answers by itself, and tells of it is what is asked, answered and told here.

Somebody plays by chance: answers, gives orders, takes back, has more asked or less. The same moves are made there, and
behind each of them all that a player would see is compared.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bombsight.boundary.errors import InputError
from bombsight.cli.play.matrix_drawing import describe_cell
from bombsight.cli.terminal.lines import draw_lines
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_reasons import reason_of
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.order_parsing import InvalidOrder, parse_standing_order
from bombsight.service.play.standing_orders import LEVELS
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.answer_parsing import (
    answer_name,
    display_order,
    explain_rejection,
    is_number_choice,
    option_keys,
    parse_option,
)
from bombsight.service.present.decisions import count_unasked_before, decisions_of
from bombsight.service.present.glance import heading_titles
from bombsight.service.present.headings import entry_titles, titled_headings
from bombsight.service.present.joint_answer_parsing import parse_choices, parse_matrix_answers
from bombsight.service.present.joint_questions import Matrix, RepeatedQuestion
from bombsight.service.present.matrix_tables import MatrixTable, make_tables
from bombsight.service.present.pages import why
from bombsight.service.present.story import Story
from bombsight.service.site.gamefile import load_game_file
from tests.web.beside_node import needs_node, plain, told_by
from tests.web.small_games import SMALL_GAMES

pytestmark = needs_node

MOVES = 40

WIDE = 100_000

Move = list[Any]


MADE = {
    "brig": {"answer", "rows", "undo"},
    "coast": {"answer", "throw", "undo"},
    "ferry": {"answer", "rows", "throw", "undo"},
    "fort": {"order", "rows", "several", "undo"},
    "lighthouse": {"answer", "ask", "order", "throw", "undo"},
    "locker": {"answer", "throw", "undo"},
    "runners": {"answer", "throw", "undo"},
    "tower": {"answer", "throw", "undo"},
    "well": {"answer", "order", "rows", "undo"},
}
"""Moves that are made in each of the games, among others."""


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_whoever_plays_by_chance_sees_the_same(name: str, tmp_path: Path) -> None:
    game = SMALL_GAMES[name]
    runs = [played(game, seed, dice) for seed in range(3) for dice in (None, "manual")]
    script = tmp_path / "moves.json"
    script.write_text(
        json.dumps([{"seed": run["seed"], "byHand": run["byHand"], "moves": moves_of(run)} for run in runs])
    )
    with start_game(str(game), Rules(), GameSetup()) as play:
        path = tmp_path / "rules.game"
        path.write_bytes(load_game_file(play.request).content)

    assert {move[0] for run in runs for move in moves_of(run)} >= MADE[name]
    there = told_by("seating", str(path), str(script))

    for run, describe_view in zip(runs, there, strict=True):
        for step, state in zip(run["steps"], describe_view, strict=True):
            assert {"move": step["move"], **state} == step


def moves_of(run: dict[str, Any]) -> list[Move]:
    return [step["move"] for step in run["steps"]]


def played(game: Path, seed: int, dice: str | None) -> dict[str, Any]:
    """A game played by chance: each move, with what may be typed behind it, and what is seen then."""
    chance = random.Random(seed)
    steps: list[dict[str, Any]] = []
    with start_game(str(game), Rules(), GameSetup(seed=seed, dice=dice)) as play:
        steward = QuestionFilter(play, chance.choice(LEVELS))
        move: Move | None = ["ask", steward.level]
        while move is not None and len(steps) < MOVES:
            typed = [*typing(steward, chance)]
            steps.append({"move": [*move, typed], **json.loads(json.dumps(describe_view(steward, typed)))})
            move = moved(steward, chance, typed)
    return {"seed": seed, "byHand": dice is not None, "steps": steps}


# --- moves


def typing(steward: QuestionFilter, chance: random.Random) -> Iterator[str]:
    """What somebody may type: answers, orders, and what is neither."""
    yield from ("", "always", "2 always", "1", "hold", "none", "this zzz", "until", "all 1", "1, 2", "until qqq")
    yield from ("auto until something happens", "2 this", "during night", "gun 2", "north 2, south hold")
    name, title = chance.choice([*entry_titles(steward.play.session.program).items()])
    yield from (f"until {title}", f"auto until {name}", f"until {title.replace('a', 'e')}")
    yield from (f"during {heading.title}" for heading in titled_headings(steward.headings.open)[:1])
    asked = steward.play.question
    if asked is not None:
        title = chance.choice(asked.options).title
        yield from (title, title[:3], title.split()[-1].upper(), f"{title} always", f"{title} {title}")
        if is_number_choice(asked.options):
            yield from ("-2", "3", "ada 0", "0 always", "all 0")


def moved(steward: QuestionFilter, chance: random.Random, typed: Sequence[str]) -> Move | None:
    """Make a move by chance; None where the game is over."""
    view, kind = steward.view(), chance.random()
    if view.outcome is not None or kind < 0.08:
        return ["undo", steward.undo(2)] if view.can_undo and kind < 0.8 else None
    if view.throw is not None:
        faces = [chance.choice(view.throw.dice.faces_of_die(die)[:6]) for die in range(view.throw.dice.die_count)]
        steward.throw(faces)
        return ["throw", faces]
    if kind < 0.2 and (order := ordered(steward, chance.choice(typed))) is not None:
        return order
    if kind < 0.25:
        steward.set_level(chance.choice(LEVELS))
        return ["ask", steward.level]
    group = steward.question_group()
    if isinstance(group, Matrix):
        rows = [
            chance.choice([index for index in cells(group, row) if index is not None])
            for row, _ in enumerate(group.rows)
        ]
        return ["rows", rows, steward.answer_rows(group, rows)]
    if isinstance(group, RepeatedQuestion):
        places = chance.sample(range(len(group.question.options)), chance.randint(group.least, group.most))
        return ["several", places, steward.answer_several(group, places)]
    asked = view.question
    assert asked is not None
    name = answer_name(asked, chance.choice([asked.preferred, chance.randrange(len(asked.options))]))
    steward.answer(name)
    return ["answer", name]


def ordered(steward: QuestionFilter, typed: str) -> Move | None:
    """Give the order that was typed, if it is one."""
    try:
        order = parse_standing_order(steward, steward.play.question, typed)
    except InvalidOrder:
        return None
    if order is None:
        return None
    steward.give_order(order)
    return ["order", typed]


# --- what is seen


def describe_view(steward: QuestionFilter, typed: Sequence[str]) -> dict[str, Any]:
    """All that a player would see."""
    view, session, asked = steward.view(), steward.play.session, steward.play.question
    told = Story(steward.play.phrases, behind=lambda event: reason_of(steward.play.session, event)).tell_all(
        [*steward.play.events()]
    )
    return {
        "question": plain_question(asked),
        "keys": [[*option_keys(asked)], [*display_order(asked)]] if asked is not None else [],
        "group": plain_group(steward.question_group()),
        "where": [*heading_titles(steward.headings.open)],
        "orders": [str(order) for order in steward.orders],
        "isOver": view.outcome is not None,
        "journal": session.journal.digest(),
        "decided": [str(each) for each in decisions_of(session)],
        "unasked": count_unasked_before(session),
        "askedNothing": steward.has_asked_nothing,
        "lines": [{**plain(line), "names": [*line.names]} for line in told[-8:]],
        "why": [why_of(steward, word) for word in ("", "2", "99", "weather", "drawn")],
        "read": [[*read(steward, asked, text)] for text in typed],
    }


def plain_question(asked: Question | None) -> Any:
    if asked is None:
        return None
    names = ("id", "prompt", "by", "optional", "offer", "preferred", "remarks", "routine", "together")
    told = {name: plain(getattr(asked, name)) for name in names}
    return {**told, "options": [[each.name, each.title, each.beside, each.grave] for each in asked.options]}


def plain_group(group: Matrix | RepeatedQuestion | None) -> Any:
    match group:
        case Matrix(title=title, labels=labels, asks=asks):
            rows = range(len(group.rows))
            told = [f"{labels[row]}: {describe_cell(group, row)}" for row in rows], [cells(group, row) for row in rows]
            tables = [plain_table(table) for table in make_tables(group)]
            return [title, [*labels], asks, [column.name for column in group.columns], *told, tables]
        case RepeatedQuestion(title=title, most=most, least=least, preferred=preferred):
            return [title, most, least, [*preferred]]
        case None:
            return None


def plain_table(table: MatrixTable) -> list[Any]:
    columns = [[each.place, each.title, each.short, [*each.facts]] for each in table.columns]
    rows = [
        [each.place, each.label, [*each.facts], [None if words is None else [*words] for words in each.cells]]
        for each in table.rows
    ]
    return [table.asks, table.caption, columns, rows]


def cells(group: Matrix, row: int) -> list[int | None]:
    """The answers to a row that the columns stand for, and none."""
    return [group.option_index(row, column) for column in (*range(len(group.columns)), NO_OPTION)]


def why_of(steward: QuestionFilter, word: str) -> list[str]:
    """Why a roll came about, or what is wrong with the question."""
    return told_or_wrong(lambda: [line.plain for line in draw_lines(why(steward.play, word), WIDE)])


def told_or_wrong(tell: Callable[[], list[str]]) -> list[str]:
    try:
        return tell()
    except InputError as error:
        return [error.message, error.hint]


def read(steward: QuestionFilter, asked: Question | None, text: str) -> Iterator[Any]:
    """What is made of a text: an answer, an order, answers to many."""
    found = parse_option(asked, text) if asked is not None else None
    yield explain_rejection(asked, found, text) if asked is not None and isinstance(found, str) else found
    try:
        order = parse_standing_order(steward, asked, text)
        yield str(order) if order is not None else None
    except InvalidOrder as problem:
        yield str(problem)
    group = steward.question_group()
    if group is not None:
        many = parse_matrix_answers(group, text) if isinstance(group, Matrix) else parse_choices(group, text)
        yield many if isinstance(many, str) else [*many]
