"""The part of a file by mail that people read: what has happened, the sheet and boards, the question, how to go on.

It is made of the message to the seat alone, so it holds no more than that player may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.text import Text

from bombsight.cli.play.boards import draw_board_body, is_cut_board
from bombsight.cli.play.joint_questions import draw_group
from bombsight.cli.play.question_input import draw_question
from bombsight.cli.play.story import draw_story
from bombsight.cli.seats.seat_head import RULES_HASH_DIGITS, dice_warning
from bombsight.cli.seats.undo_words import describe_undone
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import View as Event
from bombsight.service.common.project import HOME_KEY, project_urls
from bombsight.service.present import sentences
from bombsight.service.present.beats import is_heading
from bombsight.service.present.headings import Headings
from bombsight.service.present.introduction import introduce_rules
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, Story
from bombsight.service.seats.mail.mail_documents import (
    Acceptance,
    Invitation,
    Letter,
    MailDocument,
    Opened,
    Reply,
    Wanted,
)
from bombsight.service.seats.mail.mail_file import mail_path
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.terms import Seated

LETTER_WIDTH = 72
"""The columns of a letter: mail programs break longer lines."""


def render_invitation(invitation: Invitation, seated: Seated) -> str:
    """Render an invitation: to which game, by which rules and options, and how to accept.

    Args:
        invitation: The invitation.
        seated: The description of the game, as the terms are before anybody has accepted.
    """
    you = title_of(seated, seated.seat)
    host = (
        f"{capitalize_first(title_of(seated, seated.host))} is the host." if seated.host else "The host does not play."
    )
    lines = [
        f"An invitation to a game by mail: {seated.title}",
        "",
        *wrap_paragraph(f"You are asked to play {you}. At the table: {join_titles(seated)}. {host}"),
        "",
        *describe_terms(seated),
        *describe_rules(seated),
    ]
    if invitation.waits.spares:
        lines += [
            "",
            *wrap_paragraph(
                "The host asks you to spare letters: you would tell him now all that you will ever give to the dice, "
                "and he could know the dice before he answers. The program asks you whether you agree."
            ),
        ]
    return join_lines([*lines, "", *describe_next_step("To accept, save this file and call:", invitation)])


def render_letter(letter: Letter, events: Sequence[Event], detail: Detail, undone_by: str = "") -> str:
    """Render the host's letter: what has happened since, the sheet, the boards, and the open question.

    Args:
        letter: The letter.
        events: All events that the seat has been told, those of the letter at the end.
        detail: The level of detail of the story.
        undone_by: The seat whose last answer was taken back since its reader last answered; empty for none.
    """
    seated, turn = letter.seated, letter.turn
    lines = [f"{seated.title}: letter {turn.number} to {title_of(seated, seated.seat)}", ""]
    if turn.start == 0:
        lines += [*describe_terms(seated), *describe_rules(seated), ""]
    lines += render_heading("What has happened")
    if undone_by:
        all_agreed = "All agreed. " if undone_by == seated.seat else ""
        what = describe_undone(undone_by, seated.seat, lambda seat: title_of(seated, seat))
        lines += [*wrap_paragraph(f"{all_agreed}{what}"), ""]
    if not undone_by or len(events) > turn.start:
        lines += [*render_events(seated, turn, events, detail), ""]
    sheet = strip_styles(draw_lines(render_sheet(letter.looked.sheet), LETTER_WIDTH))
    lines += [*render_heading("Where things stand"), *sheet, ""]
    for board in letter.looked.boards:
        lines += render_board(board)
    if letter.revealed is not None:
        lines += describe_ending(seated, letter.revealed.given_up, letter.revealed.void)
    lines += describe_undo_request(letter)
    lines += render_question(turn)
    if turn.question is not None:
        return join_lines([*lines, *describe_next_step("To answer, save this file and call:", letter)])
    return join_lines([*lines, *describe_next_step("To check that nobody cheated, save this file and call:", letter)])


def render_wanted(wanted: Wanted) -> str:
    """Render the host's request for a share of the dice."""
    cause = "The game can begin" if wanted.wanted is None else "An answer has been given, and stands"
    text = f"{cause}; the dice behind it need your share. Your program gives it without asking you anything."
    return join_lines(
        [
            f"{wanted.seated.title}: to {title_of(wanted.seated, wanted.seated.seat)}",
            "",
            *wrap_paragraph(text),
            "",
            *describe_next_step("To go on, save this file and call:", wanted),
        ]
    )


def render_guest_mail(mail: Acceptance | Reply | Opened, title: str, seat_title: str) -> str:
    """Render what a guest sends to the host, without what he answers: the person who hosts may not be to see it."""
    match mail:
        case Acceptance():
            what = "accepts the invitation"
        case Reply(undo="asks"):
            what = "asks to take back the last answer"
        case Reply(undo="agrees"):
            what = "agrees that an answer is taken back"
        case Reply(undo="refuses"):
            what = "does not agree that an answer is taken back"
        case Reply(answered=None):
            what = "gives the game up"
        case Reply():
            what = "has answered. What, is for the program, and stands in the line below"
        case Opened(share=None):
            what = "gives no share of the dice"
        case _:
            what = "gives his share of the dice"
    return join_lines(
        [
            f"{title}: from {seat_title}",
            "",
            *wrap_paragraph(f"{capitalize_first(seat_title)} {what}."),
            "",
            *describe_next_step("To go on, save this file and call:", mail),
        ]
    )


# --- parts


def render_heading(text: str) -> list[str]:
    """Render a heading of the letter, underlined by characters."""
    return [text, "-" * len(text), ""]


def render_events(seated: Seated, turn: Turn, events: Sequence[Event], detail: Detail) -> Iterator[str]:
    """Render the new events of a letter as the lines of their story, below the headings that were open before."""
    headings = Headings()
    for event in events[: turn.start]:
        headings.follow(event)
    story = Story(seated.phrases, detail=detail, outer=2 if seated.entry == "career" else 1, answers=True)
    story.tell(events[: turn.start])
    lines = [each for each in story.tell_all(events[turn.start :]) if each.event >= turn.start]
    titles = dict.fromkeys(heading.title for heading in headings.open if heading.title)
    if titles and not (lines and is_heading(lines[0])):
        yield f"({', '.join(titles)})"
    yield from strip_styles(draw_story(lines, LETTER_WIDTH)) if lines else ["Nothing that you may see."]


def render_board(board: BoardShown) -> list[str]:
    """Render a board under its title; no lines if it is wider than a letter."""
    if is_cut_board(board, LETTER_WIDTH):
        return []
    body = [text.plain.rstrip() for text in draw_board_body(board, LETTER_WIDTH, None, has_unicode=True).lines]
    return [board.title, *body, ""] if max(map(len, body), default=0) <= LETTER_WIDTH else []


def render_question(turn: Turn) -> list[str]:
    """Render the open question with its numbered answers; no lines if another player is asked."""
    if turn.question is None:
        return []
    group = turn.group
    texts = draw_question(turn.question, LETTER_WIDTH) if group is None else draw_group(group, LETTER_WIDTH)
    return [*render_heading("Your question"), *strip_styles(texts), ""]


def describe_terms(seated: Seated) -> Iterator[str]:
    """Describe what is played, by which rules and options, and whether the host can know the dice."""
    what = "campaign" if seated.entry == "career" else " ".join(("mission", *map(str, seated.args)))
    yield f"Played: {what}"
    yield from wrap_paragraph(f"Options: {'; '.join(seated.in_force or seated.overlays) or 'as the game has them'}.")
    yield f"Rules: {seated.game}, {seated.rules[:RULES_HASH_DIGITS]}"
    if (warning := dice_warning(seated)) is not None:
        yield from wrap_paragraph(warning)


def describe_rules(seated: Seated) -> list[str]:
    """Render what a player should know before he plays, below a blank line; no lines if there is nothing."""
    return ["", *strip_styles(draw_lines(introduce_rules(seated.about), LETTER_WIDTH))] if seated.about else []


def describe_ending(seated: Seated, given_up: str, void: str) -> list[str]:
    """Describe how a game ended that did not come to its end; no lines for one that did."""
    if void:
        who = title_of(seated, void)
        return [*wrap_paragraph(f"The game is void by {who}: no share of the dice, or a wrong one."), ""]
    return (
        [*wrap_paragraph(f"{capitalize_first(title_of(seated, given_up))} gave the game up."), ""] if given_up else []
    )


def describe_undo_request(letter: Letter) -> list[str]:
    """Describe who asks to take back an answer, and what goes with it; no lines if nobody does."""
    asked = letter.asked
    if asked is None:
        return []
    wish = sentences.undo_asked(capitalize_first(title_of(letter.seated, asked.seat)), asked.own_answers)
    return [*wrap_paragraph(f"{wish} The program asks whether you agree."), ""]


def describe_next_step(label: str, mail: MailDocument) -> list[str]:
    """Describe how to go on with the program, and where to get it."""
    call = f"    bombsight mail {mail_path(mail, Path()).name}"
    address = project_urls().get(HOME_KEY, "")
    source = f", from {address}" if address else ""
    program = f"The program is Bombsight{source}. To play by mail it needs neither the game nor its rules."
    return [*render_heading("How to go on"), label, "", call, "", *wrap_paragraph(program)]


def title_of(seated: Seated, seat: str) -> str:
    """Return the title of a seat."""
    return next((each.title for each in seated.seats if each.name == seat), seat)


def join_titles(seated: Seated) -> str:
    """Join the titles of all seats in a list."""
    return ", ".join(each.title for each in seated.seats)


def wrap_paragraph(text: str) -> list[str]:
    """Wrap a paragraph at the width of a letter."""
    return strip_styles(wrap_text(Text(text), 0, LETTER_WIDTH, 0))


def strip_styles(texts: Iterable[Text]) -> list[str]:
    """Return lines of styled text without their styles."""
    return [text.plain.rstrip() for text in texts]


def join_lines(lines: Sequence[str]) -> str:
    """Join the lines of a letter; of several blank ones one is left."""
    kept = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    return "\n".join(kept) + "\n"
