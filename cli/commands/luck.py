"""The command ``luck``: how the dice of a save fell, against the chances that they had."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import Folders, JsonFlag, Limit
from bombsight.cli.signatures import Argument


def luck(
    save: Annotated[Path, Argument(metavar="SAVE", help="Whose dice are judged.", kind="save")],
    limit: Limit = 1,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Show how the dice of a save fell, against the chances that they had: luck, not play."""
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.lines import draw_lines
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console, reading_spinner
    from bombsight.service.luck.lines import render_luck_record
    from bombsight.service.luck.saves import luck_of_save
    from bombsight.service.saves.bookmarks import refuse_untold_story

    refuse_untold_story(save)
    with reading_spinner():
        record = luck_of_save(save, rules_from_options(path).folders, limit)
    if json:
        print_json(record.to_json())
        return
    out = make_console()
    for text in draw_lines(render_luck_record(record), out.width):
        out.print(text, soft_wrap=True)
