"""Unpacking of a complaint into a folder, so that its save can be replayed by its rules."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.service.report.complaint import Complaint

SAVE_NAME = "complaint.save"
"""The name of the unpacked save: names in a complaint are a stranger's, and none becomes a path."""


@frozen
class Unpacked:
    """The files of an unpacked complaint.

    Attributes:
        save: Its save, or None.
        house: Its house rules.
    """

    save: Path | None
    house: tuple[Path, ...]


def unpack_complaint(complaint: Complaint, folder: Path) -> Unpacked:
    """Write the save and the house rules of a complaint into a new folder.

    Raises:
        InputError: The folder exists, or cannot be written.
    """
    save = folder / SAVE_NAME if complaint.save is not None else None
    texts = complaint.rules.house if complaint.rules is not None else ()
    house = {folder / f"house-{number}.rules": each.text for number, each in enumerate(texts, start=1)}
    try:
        folder.mkdir()
        if save is not None and complaint.save is not None:
            save.write_bytes(complaint.save.content)
        for path, text in house.items():
            path.write_text(text, encoding="utf-8", newline="\n")
    except FileExistsError as there:
        raise InputError("something lies here already", str(folder), "Name a new folder.") from there
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(folder)) from error
    return Unpacked(save, tuple(house))
