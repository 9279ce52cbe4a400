"""Parsing of input that a player types at a question or a throw."""

from __future__ import annotations

from typing import assert_never

from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.run.policies import SUGGESTED, Question
from bombsight.service.common import sentences
from bombsight.service.play.awaited_throw import parse_faces
from bombsight.service.play.order_parsing import InvalidOrder, parse_standing_order
from bombsight.service.play.standing_orders import LEVELS
from bombsight.service.present.answer_parsing import answer_name, explain_rejection, find_by_full_name, parse_option
from bombsight.service.present.beats import PACES
from bombsight.service.present.command_table import SINGLY_WORD, usage_of
from bombsight.service.present.commands import (
    Answer,
    AnswerRows,
    AnswerSeveral,
    AskSingly,
    Beside,
    Command,
    Context,
    GiveOrder,
    Help,
    Invalid,
    LeaveThrow,
    LookBack,
    Quit,
    Rename,
    Save,
    SetDetail,
    SetDice,
    SetLevel,
    SetPace,
    ShowBoards,
    ShowDecisions,
    ShowLog,
    ShowLuck,
    ShowNames,
    ShowOdds,
    ShowOrders,
    ShowSheet,
    ShowTable,
    TakeBackOrder,
    Throw,
    Undo,
    UndoAll,
    UndoBeat,
    UndoCommand,
    UndoTo,
    Unknown,
    Why,
)
from bombsight.service.present.joint_answer_parsing import parse_choices, parse_matrix_answers
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.log import LOG_LINES
from bombsight.service.present.story import DETAILS
from bombsight.service.present.view import WantedDice

MAX_DIGITS = 6
"""The maximum number of digits of a typed number."""


def parse_command(text: str, context: Context) -> Command:
    """Parse input typed at a question or a throw into a command, an answer, or the faces of dice.

    A command's word is never an answer, but the whole name of an answer, of several words, is.

    Args:
        text: The input without surrounding blanks; empty for the default answer.
        context: The state of play in which the input was typed.
    """
    question, throw = context.question, context.throw
    is_name = question is not None and " " in text and find_by_full_name(question, text) is not None
    command: Command | None = None
    if not is_name:
        command = parse_leave_throw(text) if throw is not None else None
        command = command or parse_word_command(text) or parse_order(text, context)
    if command is not None:
        return command
    if question is not None:
        return parse_answer(text, question, context.group)
    if throw is not None:
        return parse_throw(text, throw)
    return Unknown()


def parse_word_command(text: str) -> Beside | None:
    """Parse a command by its first word, such as ``undo 2`` or ``why``; None for a text without a command word."""
    word, _, rest = text.removeprefix("/").partition(" ")
    rest = rest.strip()
    match word.lower():
        case "undo":
            return parse_undo(rest)
        case "quit" | "exit" | "q" if not rest:
            return Quit()
        case "why":
            return Why(rest)
        case "odds" if not rest or rest == "all" or rest.isdecimal():
            return ShowOdds(int(rest[:9]) if rest.isdecimal() else None, rest == "all")
        case "luck" if not rest:
            return ShowLuck()
        case "orders" if not rest:
            return ShowOrders()
        case "orders" if rest.split()[0] == "off":
            return TakeBackOrder(rest.removeprefix("off").strip())
        case "ask":
            return SetLevel(next((level for level in LEVELS if rest and level.startswith(rest.lower())), None), rest)
        case "log" if not rest or rest == "all" or rest.isdecimal():
            return parse_log(rest)
        case "tell" if rest in ("", *DETAILS):
            return SetDetail(next((each for each in DETAILS if each == rest), None))
        case "pace" if rest in ("", *PACES):
            return SetPace(next((each for each in PACES if each == rest), None))
        case "state" if rest in ("", "all"):
            return ShowSheet(rest == "all")
        case "board" | "boards":
            return ShowBoards(rest)
        case "at" if rest.isdecimal():
            return LookBack(int(rest[:MAX_DIGITS]))
        case "table" if rest:
            return ShowTable(rest)
        case "save":
            return Save(rest)
        case "name":
            return Rename(rest) if rest else ShowNames()
        case "dice" if rest in ("manual", "seeded"):
            return SetDice(rest == "manual")
        case "help" | "?":
            return Help(rest)
        case _:  # the rest: no command's word
            return None


def parse_undo(arguments: str) -> UndoCommand:
    """Parse the arguments of ``undo`` (``2``, ``to 7``, ``all``, ``beat``, ``list``); a wrong number becomes 0."""
    if arguments in ("", "list"):
        return ShowDecisions() if arguments else Undo(1)
    if arguments == "all":
        return UndoAll()
    if arguments == "beat":
        return UndoBeat()
    to, _, number = arguments.rpartition(" ")
    count = int(number) if number.isdecimal() and len(number) <= MAX_DIGITS else 0
    if to == "to":
        return UndoTo(count)
    return Undo(count if not to else 0)


def parse_log(argument: str) -> ShowLog:
    """Parse the argument of ``log``, the number of story lines to show: a number, ``all``, or empty for the default."""
    return ShowLog(None if argument == "all" else int(argument[:MAX_DIGITS] or LOG_LINES))


def parse_leave_throw(text: str) -> LeaveThrow | None:
    """Parse ``roll`` or ``roll all``: leave this throw, or all later ones, to the generator; None for other input."""
    match text.lower().split():
        case ["r" | "roll"]:
            return LeaveThrow(always=False)
        case ["r" | "roll", "all"]:
            return LeaveThrow(always=True)
        case _:  # the rest: other words
            return None


def parse_order(text: str, context: Context) -> GiveOrder | Invalid | None:
    """Parse a standing order (a rule that answers questions automatically); None for a text that is no order."""
    try:
        order = parse_standing_order(context.questions, context.question, text)
    except InvalidOrder as problem:
        return Invalid(str(problem))
    if order is None:
        return None
    if order.answer and isinstance(context.group, Matrix):
        return Invalid(sentences.order_at_question(SINGLY_WORD))
    return GiveOrder(order)


def parse_answer(
    text: str, question: Question, group: QuestionGroup | None
) -> Answer | AnswerRows | AnswerSeveral | AskSingly | Invalid:
    """Parse an answer to a question, or to the ``group`` of questions that it is asked in."""
    if group is not None and text.lower() == SINGLY_WORD:
        return AskSingly()
    match group:
        case None:
            index = parse_option(question, text)
            if isinstance(index, int):
                return Answer(index, (text.lower() or SUGGESTED) if question.ends else answer_name(question, index))
            return Invalid(explain_rejection(question, index, text), usage_of(text))
        case RepeatedQuestion():
            places_or_problem = parse_choices(group, text)
            return (
                make_invalid(places_or_problem, text)
                if isinstance(places_or_problem, str)
                else AnswerSeveral(group, tuple(places_or_problem))
            )
        case Matrix():
            indices_or_problem = parse_matrix_answers(group, text)
            return (
                make_invalid(indices_or_problem, text)
                if isinstance(indices_or_problem, str)
                else AnswerRows(group, tuple(indices_or_problem))
            )
        case _:
            assert_never(group)


def parse_throw(text: str, throw: WantedDice) -> Throw | Invalid:
    """Parse the typed faces of real dice; dice or faces that do not fit give an :class:`Invalid`."""
    faces = parse_faces(throw, text)
    return make_invalid(faces, "") if isinstance(faces, str) else Throw(tuple(faces))


def make_invalid(problem: str, text: str) -> Invalid:
    """Make an :class:`Invalid` from an error text, with the usage of the command that ``text`` probably meant."""
    return Invalid(f"{capitalize_first(problem)}.", usage_of(text))
