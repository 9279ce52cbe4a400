"""``bombsight report``: where it writes, and what; and that a browser shows it, where there is one."""

from __future__ import annotations

import shutil
import subprocess

import pytest

NIGHT = ("play", "lighthouse", "--auto", "--seed", "4", "--save", "night.save")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def test_a_page_and_a_text_are_written_as_the_file_is_called(shell):
    shell.call(*NIGHT)
    assert shell.call("report", "night.save", "-o", "a.html").exit_code == 0
    assert shell.call("report", "night.save", "-o", "a.md").exit_code == 0
    made = (shell.folder / "a.html").read_text(encoding="utf-8")
    assert made.startswith("<!doctype html>")
    assert (shell.folder / "a.md").read_text(encoding="utf-8").startswith("# ")
    assert shell.call("report", "night.save", "-o", "a.html").exit_code == 0  # one of ours is written over
    assert shell.call("report", "night.save").stdout == made


def test_what_is_not_ours_is_not_written_over(shell):
    shell.call(*NIGHT)
    shell.write("mine.html", "<p>mine</p>")
    result = shell.call("report", "night.save", "-o", "mine.html")
    assert result.exit_code == 2
    assert "not one of ours" in result.stderr
    assert (shell.folder / "mine.html").read_text(encoding="utf-8") == "<p>mine</p>"


def test_what_is_no_save_is_told_so(shell):
    shell.write("letter", "Dear Aud,\n")
    assert shell.call("report", "letter").exit_code == 2


@pytest.mark.skipif(BROWSER is None, reason="there is no browser on this machine")
def test_a_browser_shows_it(shell):
    shell.call(*NIGHT)
    shell.call("report", "night.save", "-o", "a.html")
    place = (shell.folder / "a.html").as_uri()
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", place]
    shown = subprocess.run(command, capture_output=True, timeout=120, check=True).stdout.decode()
    assert "<h1>" in shown
    assert shown.count("<svg") == (shell.folder / "a.html").read_text(encoding="utf-8").count("<svg")
