"""The command ``completion``: prints the script by which a shell completes command lines."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from click import get_current_context

from bombsight.cli.signatures import Argument


class ShellName(StrEnum):
    """The shells that can complete command lines."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def completion(shell: Annotated[ShellName, Argument(metavar="bash|zsh|fish", help="Your shell.")]) -> None:
    """Print the script by which your shell completes commands, options, games, tables and saves.

    In bash: bombsight completion bash >> ~/.bashrc
    """
    from bombsight.cli.completion.shells import render_script
    from bombsight.cli.terminal.output import print_verbatim

    print_verbatim(render_script(shell.value, get_current_context().find_root().command))
