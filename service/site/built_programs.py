"""Where the built programs of all pages lie: beside the site, in the source and in a wheel."""

from __future__ import annotations

from pathlib import Path

BUILT_FOLDER = Path(__file__).with_name("built")
"""The folder of the built programs."""
