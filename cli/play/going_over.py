"""A save that is to go over to the installed rules: what would change is shown, and somebody decides."""

from __future__ import annotations

import json as json_
from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.asking import Ended, read_line
from bombsight.cli.terminal.screen import console, counted, note, words
from bombsight.cli.terminal.streams import is_interactive
from bombsight.service.games.requests import Rules
from bombsight.service.saves.migration import Prospect, go_over, prospect

MOST = 20
"""Of more changes than this only the first are shown."""


def offer_rules(save: Path, rules: Rules, *, yes: bool, json: bool) -> bool:
    """Show how far a save holds by the installed rules, and have it go on by them where somebody wants that.

    Args:
        save: The save.
        rules: What the call says of them: where games lie, house rules that lie elsewhere than it says, the limit.
        yes: Whether a call has said so already.
        json: Whether a program is told, in a line of JSON.

    Returns:
        Whether the save goes on by the rules that are installed: nothing differs, or it was wanted.

    Raises:
        InputError: It is no save, or nobody is there who could decide.
        WrongRules: The rules have errors, or cannot be read.
    """
    found = prospect(save, rules.folders, rules.house, rules.limit)
    if json:
        print(json_.dumps(found.to_json(), ensure_ascii=False))
    else:
        out = console()
        for line in prospect_lines(found):
            out.print(line, soft_wrap=True)
    if not found.is_needed:
        return True
    if not yes:
        if json or not is_interactive():
            hint = "To have it go on by them: --rules new --yes."
            raise InputError("nothing was done: nobody is here who could decide", str(save), hint)
        if not is_agreed():
            console().print(words("Nothing was changed: it goes on by the rules that it was begun by.", "yellow"))
            return False
    copy = go_over(save, rules.folders, rules.house, rules.limit).copy
    if copy:
        note(f"as it was it is kept in {copy}")
    return True


def is_agreed() -> bool:
    """Ask whether a save is to go on by the rules of now."""
    try:
        return read_line(console(), "Go on so? y or n > ").lower() in ("y", "yes")
    except Ended:  # nobody answers any more
        return False


def prospect_lines(found: Prospect) -> Iterator[Text]:
    """What would change, and how far the story holds."""
    if not found.is_needed:
        yield words(f"It is played by the rules of {found.title} as they are installed: nothing is to be done.")
        return
    if found.changes:
        yield words(f"The rules of {found.title} that are installed are others than those of {found.save}:", "bold")
        for change in found.changes[:MOST]:
            yield words(f"  {change}")
        if len(found.changes) > MOST:
            yield words(f"  and {len(found.changes) - MOST} more")
    else:
        yield words(f"Lines of {found.save} were changed since it was played.", "bold")
    holds = found.holds
    answers = counted(holds.answers, "answer")
    by = "by them" if found.changes else "as it stands"
    if holds.whole:
        ends = ", and it ends as it did" if holds.ends and not holds.differs_at else ""
        yield words(f"All that was answered can be answered so {by}: {answers}{ends}.")
    else:
        yield words(f"Of {answers} {holds.answers_kept} hold {by}. At {holds.place} it parts:")
        yield words(f"  {holds.parts_at}, but {holds.reason}")
        yield words("What comes from there on is taken back; a copy of the save as it is now is left beside it.")
    if holds.differs_at:
        yield words(f"Something else happens than did: before {holds.differs_at} the story is another.", "yellow")
