"""Exit status: what a command says to the shell that called it."""

from __future__ import annotations

SUCCESS = 0
"""All went well."""

FINDINGS = 1
"""The rules or the input have findings."""

INPUT_ERROR = 2
"""The call or a file is wrong."""

BROKEN_PIPE = 141
"""Nobody reads the output any more, as shells tell it."""
