"""Playing a game from its first question to its end, or to where somebody leaves it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from bombsight.cli.chosen import Rules, find_game, folder_of, request_of
from bombsight.cli.documents import document, header_data, print_json
from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.opening import (
    Answers,
    Opening,
    header_for,
    is_worth_keeping,
    open_save,
    policy_of,
    program_of_save,
)
from bombsight.cli.programs import program_for
from bombsight.cli.quoting import command_on
from bombsight.cli.screen import clean, console, note, show_error, words
from bombsight.cli.signals import status_of
from bombsight.cli.sitting import WIDEST, Sitting
from bombsight.cli.streams import abandon_output
from bombsight.cli.wrapping import PLAIN, wrapped
from bombsight.compiler.request import Request
from bombsight.flat.program import Program, RollSite
from bombsight.runtime.errors import InputError
from bombsight.runtime.play import Faulted, Outcome, Pending
from bombsight.runtime.records import Header
from bombsight.runtime.save import SaveFile
from bombsight.runtime.session import Session, source_of
from bombsight.runtime.sources import ManualDice


class Table:
    """The table a game is played at: it lets dice and answers find the sitting, which is made last."""

    def __init__(self, *, quiet: bool, json: bool, answers: Answers) -> None:
        self.quiet = quiet
        self.json = json
        self.answers = answers
        self.out = console(stderr=json)
        self.sitting: Sitting | None = None

    def throw(self, roll: RollSite, problem: str) -> str:
        """What real dice show."""
        assert self.sitting is not None
        return self.sitting.throw(roll, problem)

    def play(self, session: Session, request: Request, *, again: bool = False, named: bool = True) -> int:
        """Play a session; the exit status.

        Args:
            session: The session.
            request: What it was compiled from.
            again: Whether it is taken up again.
            named: Whether a person named its save; else one that holds nothing is not kept.
        """
        self.sitting = sitting = Sitting(
            session,
            self.out,
            lambda word: show_table(request, word, self.out),
            quiet=self.quiet,
            json=self.json,
            plays=self.answers == "person",
            recall=again and self.answers == "person",
        )
        self.begin(session, again=again)
        policy = policy_of(self.answers, session.program, session.header.seed)
        outcome: Outcome | None = None  # as long as it is interrupted
        try:
            outcome = session.play(policy or session.person(sitting.answer))
        except InputError:
            sitting.tell()
            raise
        except KeyboardInterrupt as stop:
            sitting.stop = stop
        finally:
            path = None
            if session.save is not None:
                path = session.save.where()
                session.save.close()
            for told in session.notes:
                note(told)
        if sitting.stop is not None:
            self.stopped(session, path, named=named)
            return status_of(sitting.stop)
        sitting.tell()
        if isinstance(outcome, Faulted):
            show_error(InputError(f"rules fault: {outcome.message}", str(outcome.origin.place), fault_hint(outcome)))
            return FINDINGS
        if outcome is None or isinstance(outcome, Pending):
            self.leave(session, path, named=named)
        elif path is not None and self.answers == "person" and not (self.quiet or self.json):
            self.out.print(words(f"The game is kept in {path}", "dim"), soft_wrap=True)
        return DONE

    def begin(self, session: Session, *, again: bool) -> None:
        """Say what is played."""
        save = session.save.path if session.save is not None else None
        if self.json:
            about = [*session.program.about]
            print_json(document("play", save=save, about=about, **header_data(session.header)), line=True)
        elif not self.quiet:
            show_header(session.program, session.header, self.out)
            if not again:
                show_about(session.program.about, self.out)
                if session.program.about and (save is not None or self.answers == "person"):
                    self.out.print()
            if save is not None:
                self.out.print(words(f"saved as you play in {save}", "dim"), soft_wrap=True)
            if self.answers == "person" and not again:
                self.out.print(words("at a question type a number or words; help lists what else", "dim"))

    def stopped(self, session: Session, path: str | None, *, named: bool) -> None:
        """Say how to go on later, if there is still a terminal to say it on."""
        try:
            self.out.print()
            if self.sitting is not None:
                self.sitting.tell()
            self.leave(session, path, named=named)
        except OSError:
            abandon_output()

    def leave(self, session: Session, path: str | None, *, named: bool) -> None:
        """Say how to go on later.

        Args:
            session: What is left.
            path: Where its save lies now; None where that is not known, or there is none.
            named: Whether a person named the save.
        """
        if session.save is None:
            said = "Left. This game was not saved."
        elif path is None:
            said = f"Left. The save is no longer at {session.save.path}: it was moved or deleted while it was played."
            said += " To go on: bombsight resume, with the name it has now."
        elif not named and not is_worth_keeping(session):
            with contextlib.suppress(OSError):
                Path(path).unlink()
            said = "Left. Nothing was answered, so nothing is kept."
        else:
            said = f"Saved. To go on: {command_on(path)}"
        self.out.print(words(said, "yellow"), soft_wrap=True)


def play_new(word: str, rules: Rules, opening: Opening, table: Table) -> int:
    """Begin a game and play it; the exit status.

    Raises:
        InputError: The call is wrong, or the dice.
        WrongRules: The rules cannot be used.
    """
    game = find_game(word, rules.folders)
    request = request_of(game.id, game.files, rules)
    program = program_for(request)
    header = header_for(program, opening, rules, folder_of(game))
    source = source_of(header, ManualDice(program, table.throw))
    by_hand = table.answers == "person" or header.dice == "manual"
    save = open_save(opening, header, always=by_hand)
    if save is None and by_hand:
        note("This game cannot be saved in your data folder. Name a file with --save, or type: save FILE")
    session = Session(program, header, source, save=save)
    return table.play(session, request, named=opening.save is not None)


def play_on(path: Path, folders: tuple[Path, ...], table: Table, *, undo: int, force: bool) -> int:
    """Take a game up again, after taking back some answers; the exit status.

    Raises:
        InputError: It is no save, or was played with other rules.
        WrongRules: The rules cannot be used.
    """
    save, saved = SaveFile.resume(str(path))
    with contextlib.ExitStack() as stack:
        stack.enter_context(save)
        program, request, files = program_of_save(saved.header, str(path), folders, force=force)
        source = source_of(saved.header, ManualDice(program, table.throw))
        session = Session.resumed(program, save, saved, source, force=force, files=files)
        session.undo(undo)
        return table.play(session, request, again=True)


def show_header(program: Program, header: Header, out: Console) -> None:
    """What is played: the game, the seed, options that are not at their defaults, overlays."""
    parts = []
    if header.entry == "career":
        parts.append("campaign")
    elif header.args:
        parts.append(f"mission {' '.join(map(str, header.args))}")
    parts.append(
        {"seeded": f"seed {header.seed}", "manual": "real dice", "file": f"dice from {header.dice_file}"}[header.dice]
    )
    parts += [f"{option.name} = {option.value}" for option in program.options if option.value != option.default]
    parts += program.overlays
    out.print(words(program.title, "bold"))
    for line in wrapped(Text(clean("; ".join(parts)), style="dim"), 0, out.width):
        out.print(line)


def show_about(about: Sequence[str], out: Console) -> None:
    """What a player should know before he plays, a blank line above each paragraph."""
    for paragraph in about:
        out.print()
        for line in words(paragraph).wrap(PLAIN, min(out.width, WIDEST)):
            out.print(line)


def show_table(request: Request, word: str, out: Console) -> None:
    """Show a table of the game that is being played."""
    from bombsight.cli.cards import card_of
    from bombsight.cli.compiling import compiled
    from bombsight.cli.lookup import find_table
    from bombsight.cli.screen_table import show_card

    graph, result = compiled(request)
    show_card(card_of(find_table(graph, word), graph, result.sources), out)


def fault_hint(fault: Faulted) -> str:
    """What to do about a fault."""
    cite = f" It stands for {fault.origin.cite}." if fault.origin.cite else ""
    return f"The rules did what they may not: mend them there, or tell their author.{cite}"
