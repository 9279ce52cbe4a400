"""The migration of a save to the installed rules: shows the changes, and asks for a decision."""

from __future__ import annotations

import json as json_
from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.question_input import InputEnded, read_line
from bombsight.cli.terminal.screen import make_console, pluralize, print_notice, styled_text
from bombsight.cli.terminal.streams import is_interactive
from bombsight.service.common import sentences
from bombsight.service.games.requests import Rules
from bombsight.service.saves.migration import Prospect, migrate_save, preview_migration

MAX_CHANGES = 20
"""The maximum number of changes that are shown."""


def offer_migration(save: Path, rules: Rules, *, yes: bool, json: bool) -> bool:
    """Show how much of a save still holds under the installed rules, and migrate it if the user agrees.

    Args:
        save: The save.
        rules: The folders, moved house rules and limit of the call.
        yes: Whether the call agrees already.
        json: Whether to write a JSON line for a program.

    Returns:
        Whether the save now uses the installed rules: nothing differs, or the user agreed.

    Raises:
        InputError: The file is no save, or nobody can be asked.
        WrongRules: The rules have errors, or cannot be read.
    """
    outlook = preview_migration(save, rules.folders, rules.house, rules.limit)
    if json:
        print(json_.dumps(outlook.to_json(), ensure_ascii=False))
    else:
        out = make_console()
        for line in draw_prospect(outlook):
            out.print(line, soft_wrap=True)
    if not outlook.is_needed:
        return True
    if not yes:
        if json or not is_interactive():
            hint = "To have it go on by them: --rules new --yes."
            raise InputError("nothing was done: nobody is here who could decide", str(save), hint)
        if not confirm_migration():
            make_console().print(
                styled_text("Nothing was changed: it goes on by the rules that it was begun by.", "yellow")
            )
            return False
    copy = migrate_save(save, rules.folders, rules.house, rules.limit).copy
    if copy:
        print_notice(f"as it was it is kept in {copy}")
    return True


def confirm_migration() -> bool:
    """Ask whether to migrate a save to the installed rules."""
    try:
        return read_line(make_console(), "Go on so? y or n > ").lower() in ("y", "yes")
    except InputEnded:  # the input has ended
        return False


def draw_prospect(outlook: Prospect) -> Iterator[Text]:
    """Render the changes that a migration would make, and how far the story holds."""
    if not outlook.is_needed:
        yield styled_text(f"It is played by the rules of {outlook.title} as they are installed: nothing is to be done.")
        return
    if outlook.changes:
        yield styled_text(
            f"The rules of {outlook.title} that are installed are others than those of {outlook.save}:", "bold"
        )
        for change in outlook.changes[:MAX_CHANGES]:
            yield styled_text(f"  {change}")
        if len(outlook.changes) > MAX_CHANGES:
            yield styled_text(f"  and {len(outlook.changes) - MAX_CHANGES} more")
    else:
        yield styled_text(f"Lines of {outlook.save} were changed since it was played.", "bold")
    holds = outlook.holds
    answers = pluralize(holds.answers, "answer")
    condition = "by them" if outlook.changes else sentences.UNCHANGED_RULES
    if holds.is_whole:
        ends = sentences.SAME_END if holds.ends and not holds.differs_at else ""
        yield styled_text(sentences.story_holds(condition, answers, ends))
    else:
        yield styled_text(sentences.story_parts(answers, holds.answers_kept, condition, holds.place))
        yield styled_text(f"  {holds.parts_at}, but {holds.reason}")
        yield styled_text("What comes from there on is taken back; a copy of the save as it is now is left beside it.")
    if holds.differs_at:
        yield styled_text(sentences.story_changes(holds.differs_at), "yellow")
