import pytest

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import read_source
from bombsight.dsl.source import Source
from tests.narrowing import narrow


def write(tmp_path, content):
    path = tmp_path / "night.rules"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content", [b"enum A: a\n# b\n", b"enum A: a\r\n# b\r\n", b"enum A: a\r# b\r", b"\xef\xbb\xbfenum A: a\n# b\n"]
)
def test_line_ends_and_byte_order_marks_are_taken_off(tmp_path, content):
    path = write(tmp_path, content)
    assert read_source(path) == Source(str(path), "enum A: a\n# b\n")


def test_other_letters_are_welcome(tmp_path):
    assert narrow(Source, read_source(write(tmp_path, 'say "Königs Licht"'.encode()))).text == 'say "Königs Licht"'


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"ab\r\ncd\xff\n", "E002", (2, 3)),
        ("enum A: a\n".encode("utf-16"), "E002", (1, 1)),
        (b"ab\ncd\0\n", "E003", (2, 3)),
    ],
)
def test_what_is_no_text_is_told_with_its_place(tmp_path, content, code, place):
    found = narrow(Diagnostic, read_source(write(tmp_path, content)))
    assert (found.code, (found.span.line, found.span.column)) == (code, place)


def test_a_file_beyond_all_measure_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("bombsight.dsl.limits.MAX_FILE_BYTES", 10)
    assert narrow(Source, read_source(write(tmp_path, b"#" * 20))).text == "#" * 20
    found = narrow(Diagnostic, read_source(write(tmp_path, b"#" * 21)))
    assert (found.code, found.span.start, found.span.line, found.span.column) == ("E060", 0, 1, 1)


def test_a_missing_file_and_a_folder_are_told(tmp_path):
    for path in (tmp_path / "none.rules", tmp_path):
        found = narrow(Diagnostic, read_source(path))
        assert (found.code, found.span.path) == ("E001", str(path))
        assert found.message.startswith("The file cannot be read: ")
