"""The page's help on typed commands, from the table of commands."""

from __future__ import annotations

import json

from bombsight.service.present.command_table import PAGE_HELP_ROWS

FILE_COMMENT = """\
// Help on commands. Made by `python -m web` from the table of commands; not to be edited.
"""


def render_command_help() -> str:
    """Render the TypeScript module with usage and help of each command."""
    rows = "\n".join(f"  {json.dumps(row)}," for row in PAGE_HELP_ROWS)
    return f"""{FILE_COMMENT}
/** Usage and help of each command. */
export const COMMAND_HELP: readonly (readonly [usage: string, help: string])[] = [
{rows}
];
"""
