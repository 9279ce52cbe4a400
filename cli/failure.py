"""The exit statuses of commands."""

from __future__ import annotations

SUCCESS = 0
"""The exit status of success."""

FINDINGS = 1
"""The exit status if the rules or the input have findings."""

INPUT_ERROR = 2
"""The exit status for a wrong call or file."""

NOTHING_FOUND = 5
"""The exit status if nothing is what the call asks to run, as in pytest."""

BROKEN_PIPE = 141
"""The exit status if the reader of the output is gone, as in shells."""
