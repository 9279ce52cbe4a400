"""The line editor at a terminal: editing, history, completion by Tab."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from bombsight.cli.terminal.signals import is_ignored

DUMB_TERMINALS = ("dumb", "unknown", "")
"""Names of terminals that cannot move their cursor."""


def can_edit_lines() -> bool:
    """Whether the terminal supports line editing and completion."""
    try:
        return sys.stdout.isatty() and os.environ.get("TERM", "").lower() not in DUMB_TERMINALS
    except ValueError:
        return False


class PhraseCompleter(Completer):
    """Completes input by phrases with a matching word; after a comma the part behind it."""

    def __init__(self) -> None:
        """Make a completer without phrases."""
        self.phrases: Sequence[str] = ()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the completions of the input before the cursor, phrases that begin with it first."""
        whole = document.text_before_cursor.lstrip()
        typed = whole if self.matching_phrases(whole) else whole.rpartition(",")[2].lstrip()
        for phrase in self.matching_phrases(typed):
            yield Completion(phrase, start_position=-len(typed))

    def matching_phrases(self, typed: str) -> list[str]:
        """The phrases that begin with the typed text, then those in which another word begins with it."""
        low = typed.lower()
        starting = [phrase for phrase in self.phrases if phrase.lower().startswith(low)]
        return [
            *starting,
            *(phrase for phrase in self.phrases if f" {low}" in phrase.lower() and phrase not in starting),
        ]


class LineEditor:
    """Reads lines from a terminal with editing, completion and a history for the program's run."""

    def __init__(self) -> None:
        """Make a line editor that completes by phrases, and requests no cursor position."""
        self._completer = PhraseCompleter()
        output = create_output()
        if isinstance(output, Vt100_Output):
            output.enable_cpr = False  # no cursor position request: some terminals never answer
        # Like a shell: completions are listed between the lines; no room is reserved for a menu, which would make the
        # story jump.
        self._session: PromptSession[str] = PromptSession(
            completer=self._completer,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            enable_suspend=True,
            output=output,
        )

    def drop_typeahead(self) -> None:
        """Discard input that was typed before the prompt."""
        clear_typeahead(self._session.app.input)

    def read_line(self, prompt: str, phrases: Sequence[str]) -> str:
        """Read a line with editing and completion.

        Raises:
            EOFError: The terminal is closed, or Ctrl-D was typed.
            KeyboardInterrupt: Ctrl-C was typed.
        """
        self._completer.phrases = phrases
        return self._session.prompt(prompt, handle_sigint=not is_ignored(signal.SIGINT))
