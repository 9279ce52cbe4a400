"""What hatch does besides when it packs a wheel: the shipped games are compiled, so that they start at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ShippedGames(BuildHookInterface[Any]):
    """Puts what was made of the shipped games into the wheel, as ``bombsight/shipped``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them. An editable install works on the folders as they are, and compiles what it needs."""
        if self.target_name != "wheel" or version == "editable":
            return
        self.folder = TemporaryDirectory()
        made = Path(self.folder.name) / "shipped"
        subprocess.run(
            [sys.executable, "-m", "bombsight.service.shipping", str(made)],
            check=True,
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([self.root, *sys.path])},
        )
        build_data["force_include"][str(made)] = "bombsight/shipped"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if hasattr(self, "folder"):
            self.folder.cleanup()
