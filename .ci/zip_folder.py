"""Zip a folder the same each time: `zip_folder.py FOLDER ARCHIVE`, with SOURCE_DATE_EPOCH as the time of each file."""

import os
import sys
import time
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def zip_folder(folder: Path, archive: Path, seconds: int) -> None:
    """Zip the files of a folder in the order of their paths, all written at one time.

    Args:
        folder: The folder; its name is the first part of each path.
        archive: The archive to write.
        seconds: The time, in seconds since 1970.
    """
    when = time.gmtime(seconds)[:6]
    with ZipFile(archive, "w") as packed:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = ZipInfo(file.relative_to(folder.parent).as_posix(), when)
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, file.read_bytes(), ZIP_DEFLATED, 9)


if __name__ == "__main__":
    zip_folder(Path(sys.argv[1]), Path(sys.argv[2]), int(os.environ["SOURCE_DATE_EPOCH"]))
