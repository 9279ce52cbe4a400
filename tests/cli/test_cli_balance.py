"""The command that shows how a game is balanced: its page, its exit status, what it shows when it is stopped."""

from __future__ import annotations

from bombsight.cli.failure import FINDINGS, INPUT_ERROR
from bombsight.service.balance.page import PAGE_START
from tests.examples import FAULTY


def test_the_page_is_written_over_one_of_ours_alone(shell):
    args = ("balance", "lighthouse", "--missions", 20, "--html")
    shell.write("other.html", "<p>mine</p>")

    assert shell.call(*args, "page.html").exit_code == 0
    assert (shell.folder / "page.html").read_text(encoding="utf-8").startswith(PAGE_START)
    assert shell.call(*args, "page.html").exit_code == 0
    assert shell.call(*args, "other.html").exit_code == INPUT_ERROR
    assert shell.call(*args, "page.txt").exit_code == INPUT_ERROR


def test_a_fault_comes_first(shell):
    shell.write("faulty.rules", FAULTY)
    result = shell.call("balance", "lighthouse", "--missions", 8, "--house", "faulty.rules")

    assert result.exit_code == FINDINGS
    assert "end in a rules fault" in result.stdout.split("\n\n")[1].replace("\n  ", " ")


def test_who_stops_it_reads_what_was_known(shell, monkeypatch):
    def stop(study, report, has_time):
        for _ in study.advance():
            if len(study.simulations) == 2:
                raise KeyboardInterrupt

    monkeypatch.setattr("bombsight.cli.balance.runner.run_study", stop)
    result = shell.call("balance", "lighthouse", "--missions", 20)

    assert result.exit_code == 130
    assert "It was stopped before its end" in result.stdout
    assert "how a mission ends" in result.stdout


def test_time_that_is_over_stops_it(shell, monkeypatch):
    times = iter([0.0, 1.0, 59.0, *[61.0] * 99])
    monkeypatch.setattr("bombsight.cli.balance.runner.monotonic", lambda: next(times))
    document = shell.json("balance", "lighthouse", "--missions", 20, "--minutes", 1)

    assert document["stopped"]
    assert document["plays"][1]["careers"] is None
