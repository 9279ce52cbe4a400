"""A page that makes calls of a desk in JSON, as the workshop's page makes them, and keeps what is found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bombsight.service.workshop.calls import answer
from bombsight.service.workshop.desk import Desk


class DeskPage:
    """A page with its desk."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk()
        self.desk.spaces.folders = (folder,)
        self.findings: dict[str, list[Mapping[str, Any]]] = {}

    def ask(self, call: str, *arguments: object) -> Mapping[str, Any]:
        """What a call is answered."""
        answered: Mapping[str, Any] = json.loads(answer(self.desk, json.dumps({"call": call, "arguments": arguments})))
        assert "fault" not in answered, answered["fault"]
        return answered

    def call(self, name: str, *arguments: object) -> Any:
        """The result of a call."""
        return self.ask(name, *arguments)["result"]

    def write(self, file: Path, text: str, call: str = "put_file") -> list[str]:
        """Write a file; the codes of what is found in it at once."""
        self.keep(self.call(call, str(file), text))
        return [found["code"] for found in self.findings.get(str(file), ())]

    def keep(self, checked: Mapping[str, Any]) -> None:
        """Keep what is found, as a page shows it."""
        self.findings |= {each["file"]: each["findings"] for each in checked["files"]}

    def check_all(self) -> int:
        """Check everything, in the smallest parts; in how many."""
        for part in range(1, 10_000):
            checked = self.call("continue_check", 5)
            self.keep(checked)
            if checked["is_complete"]:
                return part
        raise AssertionError("it never ends")
