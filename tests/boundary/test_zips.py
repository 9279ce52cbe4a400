"""A zip of a stranger is read within bounds, or refused with a reason; what is packed here is the same everywhere."""

from __future__ import annotations

import random
import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.boundary.zips import ZipLimits, pack_zip, unpack_zip

LIMITS = ZipLimits(max_entries=5, max_entry_bytes=1_000_000, max_bytes=1_500_000)
NOISE = random.Random(1).randbytes(400_000)


def unpack(content: bytes) -> dict[str, bytes]:
    return unpack_zip(content, LIMITS, "package", "theirs")


def zipped(*files: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content, method)
    return stream.getvalue()


def linked(mode: int, name: str = "a.rules") -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = mode << 16
    return entry


def encrypted(content: bytes) -> bytes:
    """The zip with the bit of encryption in each of the two places."""
    changed = bytearray(content)
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        changed[changed.index(magic) + at] |= 1
    return bytes(changed)


def test_what_is_packed_is_unpacked():
    files = {"rules/10-play.rules": b"game", "bombsight.json": b"{}", "rules/tests/a.rules": b"\0" * 500}
    assert unpack(pack_zip(files)) == files


def test_equal_files_make_equal_bytes_in_whatever_order_and_when(monkeypatch):
    files = {"b.rules": b"b" * 100, "a.rules": b"a"}
    packed = pack_zip(files)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert pack_zip(dict(reversed(files.items()))) == packed
    assert zipfile.ZipFile(BytesIO(packed)).infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "../a.rules",
            "/etc/passwd",
            "a/../b",
            "C:/a.rules",
            "a\\b.rules",
            "a//b.rules",
            ".hidden",
            "a/.b",
            "a b.rules",
        ),
        *(
            "con",
            "nul.rules",
            "a/COM1.rules",
            "\x1b[2J.rules",
            "é.rules",
            "a/b/c/d/e.rules",
            f"{'a' * 90}.rules",
            "a.b.c",
        ),
    ],
)
def test_no_name_leads_elsewhere(name):
    with pytest.raises(InputError, match="name that cannot be used"):
        unpack(zipped((name, b"")))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "this is no package"),
        (b"game mine", "this is no package"),
        (b"#!/bin/sh\n" + zipped(("a.rules", b"")), "this is no package"),
        (zipped(("a.rules", NOISE))[:-30], "not whole"),
        (zipped(("a.rules", NOISE)).replace(NOISE[:10], b"x" * 10), "not whole"),
        (zipped(("a.rules", NOISE), method=zipfile.ZIP_STORED).replace(NOISE[:10], b"x" * 10), "not whole"),
        (zipped(*((f"{at}.rules", b"") for at in range(6))), "too many files"),
        (zipped(("a.rules", b""), ("A.rules", b"")), "holds A.rules twice"),
        (zipped((linked(0o120777), b"/etc/passwd")), "no file"),
        (zipped((linked(0o010644), b"")), "no file"),
        (zipped((linked(0o040755, "folder/"), b"")), "name that cannot be used"),
        (encrypted(zipped(("a.rules", b"a"))), "encrypted"),
        (zipped(("a.rules", b"a" * 9), method=zipfile.ZIP_BZIP2), "packed in a way"),
        (zipped(("a.rules", b"\0" * 900_000)), "too large"),  # forty times its size and more
        (zipped(("a.rules", NOISE * 3)), "too large"),
        (zipped(*((f"{at}.rules", NOISE) for at in range(5))), "too large"),
    ],
)
def test_what_is_no_whole_zip_of_files_is_refused(content, reason):
    with pytest.raises(InputError, match=reason):
        unpack(content)


def test_a_million_entries_are_refused_before_one_is_read(monkeypatch):
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("opened"))
    with pytest.raises(InputError, match="too many files"):
        unpack(b"PK\x03\x04" + b"PK\x01\x02" * 1_000_000)


WHOLE = pack_zip({"a.rules": b"game mine" * 40, "b.rules": NOISE[:200]})


@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_zip_with_other_bytes_is_read_or_refused(changes):
    content = bytearray(WHOLE)
    for at, byte in changes:
        content[at] = byte
    with suppress(InputError):
        found = unpack(bytes(content))
        assert all(Path(name).name and len(data) <= LIMITS.max_entry_bytes for name, data in found.items())
