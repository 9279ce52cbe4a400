"""Pages of simulations: what stands on them, that nothing gets out of its place, and that they need nothing else."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import bombsight
from bombsight.boundary.errors import InputError
from bombsight.service.common.markup import render_markup, tag
from bombsight.service.simulating import charts
from bombsight.service.simulating.charts import (
    choose_bins,
    histogram_rows,
    render_difference,
    render_histogram,
    render_row_axis,
    render_share_bar,
    scale_for_differences,
)
from bombsight.service.simulating.page import PAGE_START, check_page_path, render_page
from bombsight.service.simulating.statistics import Mean, mean_of_counts, paired_share_difference, wilson_share
from bombsight.service.simulating.summary import NumbersCounted, summarize_numbers
from tests.cli.calling import golden
from tests.cli.test_cli_simulate import BRIGHT
from tests.examples import FAULTY, LIGHTHOUSE

HOSTILE = "<script>alert(\"1\")</script> & 'x' \x00\ud800"


def plain(text: str) -> str:
    """A page without its style, hashes, and how long it took."""
    text = re.sub(r"<style>.*?</style>", "<style/>", text, flags=re.S)
    text = re.sub(r"[0-9a-f]{64}", "HASH", text)
    return re.sub(r" in [\d.,]+ seconds, [\d,]+ a second", " in TIME", text).strip()


def parsed(text: str) -> ElementTree.Element:
    """A page as its elements; it is XML, too."""
    assert text.startswith(PAGE_START)
    return ElementTree.fromstring(text.removeprefix(PAGE_START))


def test_a_page_is_written(shell):
    shell.write("bright.rules", BRIGHT)
    args = ("simulate", "lighthouse", "--missions", 400, "--seed", 1, "--against", "bright.rules")
    result = shell.call(*args, "--html", "page.html")
    told = (shell.folder / "page.html").read_text(encoding="utf-8")

    assert result.exit_code == 0
    assert plain(told) + "\n" == golden("simulate-page", plain(told))
    assert shell.call(*args, "--html", "page.html").exit_code == 0  # one of ours is written over


def test_a_page_needs_nothing_else(shell):
    shell.write("bright.rules", BRIGHT)
    shell.call("simulate", "lighthouse", "--missions", 50, "--against", "bright.rules", "--html", "page.html")
    told = (shell.folder / "page.html").read_text(encoding="utf-8")

    assert "url(" not in told
    assert "@import" not in told
    for element in parsed(told).iter():
        assert element.tag not in ("script", "link", "img", "iframe", "a")
        assert not {name for name in element.attrib if name in ("src", "href", "style") or name.startswith("on")}


def test_a_fault_is_told_with_a_command_that_shows_it(shell):
    shell.write("faulty.rules", FAULTY)
    args = ("--missions", 500, "--house", "faulty.rules", "--html", "page.html")
    result = shell.call("simulate", "lighthouse", *args)
    told = "".join(parsed((shell.folder / "page.html").read_text(encoding="utf-8")).itertext())

    assert result.exit_code == 1
    command = next(line.strip() for line in result.stdout.splitlines() if line.strip().startswith("bombsight play"))
    assert command in told
    assert "of 500 missions ended in a rules fault" in told
    assert "this leaves 1..8" in told


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("page.txt", "its name ends with .html"),
        ("nowhere/page.html", "no such folder"),
        ("diary.html", "another program or command wrote it"),
    ],
)
def test_what_is_refused(shell, name, said):
    shell.write("diary.html", "<!doctype html>\n<p>a diary")
    result = shell.call("simulate", "lighthouse", "--missions", 5, "--html", name)

    assert result.exit_code == 2
    assert said.lower() in result.stderr.lower()
    assert result.stdout == ""


def test_from_python_too(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    told = bombsight.simulate(LIGHTHOUSE, missions=20, html=tmp_path / "page.html")

    assert plain((tmp_path / "page.html").read_text(encoding="utf-8")) == plain(render_page(told, 1.0))
    check_page_path(tmp_path / "page.html")
    with pytest.raises(InputError):
        bombsight.simulate(LIGHTHOUSE, missions=20, html=tmp_path / "page.pdf")


def test_all_text_is_escaped(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "bright.rules").write_text(BRIGHT, encoding="utf-8")
    told = bombsight.simulate(LIGHTHOUSE, missions=20, against=[tmp_path / "bright.rules"])
    told = hostile(told)
    text = render_page(told, 1.0, [HOSTILE, HOSTILE])

    text.encode("utf-8")
    assert "<script" not in text
    assert "\x00" not in text
    said = "".join(parsed(text).itertext())
    assert said.count("<script>alert(\"1\")</script> & 'x' ��") > 10


def hostile(told):
    """A simulation in which every title is hostile."""

    def side(counted):
        columns = [
            evolve(column, title=HOSTILE, words=tuple(evolve(word, title=HOSTILE) for word in column.words))
            for column in counted.columns
        ]
        return evolve(counted, name=HOSTILE, overlays=(HOSTILE,), columns=tuple(columns))

    against = [
        evolve(
            each,
            side=side(each.side),
            differences=tuple(evolve(one, title=HOSTILE, sentence=HOSTILE) for one in each.differences),
        )
        for each in told.against
    ]
    return evolve(told, title=HOSTILE, policy=HOSTILE, counted=side(told.counted), against=tuple(against))


@given(st.text(), st.text())
def test_any_text_comes_back(text, attribute):
    fit = text.translate({ord(each): None for each in "\r"})
    found = ElementTree.fromstring(render_markup(tag("p", fit, title=attribute)))

    assert len(found) == 0
    assert (found.text or "").count("<") == fit.count("<")
    assert found.attrib["title"].count("<") == attribute.count("<")


def test_where_nothing_was_played_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    told = bombsight.simulate(LIGHTHOUSE, missions=20)

    assert "Nothing was played" in render_page(evolve(told, runs=0, stopped=True), 0.0)


# --- charts

numbers = st.dictionaries(st.integers(-(10**6), 10**6), st.integers(1, 10**6), min_size=1, max_size=20)
few = st.dictionaries(st.integers(-5, 12), st.integers(1, 10**6), min_size=1, max_size=12)


def counted(counts: dict[int, int]) -> NumbersCounted:
    found = summarize_numbers(counts)
    assert found is not None
    return found


@given(numbers | few, numbers | few)
def test_a_histogram_stays_on_its_paper_and_shows_all_that_came(counts, others):
    found, before = counted(counts), counted(others)
    chart = ElementTree.fromstring(render_markup(render_histogram("numbers", found, "", before)))
    bars = chart.findall("g/g/rect")
    bins = choose_bins(found, before)

    assert len(bars) == sum(map(bool, bins.counts_per_bin(found.counts)))
    assert 1 <= bins.bin_count <= charts.MAX_BARS + 2
    for bar in chart.iter("rect"):
        x, y, width, height = (float(bar.attrib[name]) for name in ("x", "y", "width", "height"))
        assert charts.MARGIN_LEFT - 0.1 <= x <= x + width <= charts.WIDTH - charts.MARGIN_RIGHT + 0.1
        assert charts.MARGIN_TOP - 0.1 <= y <= y + height <= charts.HEIGHT - charts.MARGIN_BOTTOM + 0.1
    for text in chart.iter("text"):
        assert 0 <= float(text.attrib["x"]) <= charts.WIDTH
    texts = [text.text for text in chart.iter("text")]
    assert len(texts) <= 17


@given(numbers | few)
def test_the_figures_of_a_histogram_are_all_that_came(counts):
    figures = histogram_rows(counted(counts))

    assert sum(times for _, times, _ in figures) == sum(counts.values())
    assert sum(part for *_, part in figures) == pytest.approx(1)


def test_many_numbers_share_a_bar():
    assert [name for name, *_ in histogram_rows(counted({0: 1, 99: 1}))] == ["0 to 4", "95 to 99"]
    assert [name for name, *_ in histogram_rows(counted({-3: 1, 3: 1}))] == ["-3", "3"]


means = st.builds(mean_of_counts, st.dictionaries(st.integers(-(10**4), 10**4), st.integers(1, 10**6), max_size=5))
shifts = st.builds(paired_share_difference, st.integers(0, 50), st.integers(0, 50), st.integers(100, 10**7))


@given(st.lists(means | shifts, min_size=1, max_size=8))
def test_differences_stay_on_their_scale(found: list[Mean]):
    scale = scale_for_differences(found)

    assert scale.low <= 0 <= scale.high
    assert 2 <= len(scale.tick_values()) <= 8
    assert any(abs(mark) < scale.step / 2 for mark in scale.tick_values())
    labels = [
        text.text for text in ElementTree.fromstring(render_markup(render_row_axis(scale, percents=True, signed=True)))
    ]
    assert len({*labels}) == len(labels)
    for each in found:
        assert all(0 <= place <= 100 for place in places(render_difference(scale, each, "")))


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_a_bar_is_as_long_as_its_share(count, more):
    found = wilson_share(count, count + more)
    bar = ElementTree.fromstring(render_markup(render_share_bar(found, "good"))).find("rect")

    assert bar is not None
    assert float(bar.attrib["width"].rstrip("%")) == pytest.approx(100 * found.share, abs=0.01)
    assert all(0 <= place <= 100 for place in places(render_share_bar(found, "")))


def places(chart) -> list[float]:
    """Where things are from left to right, in percent."""
    marks = ElementTree.fromstring(render_markup(chart)).iter()
    return [float(mark.attrib[name][:-1]) for mark in marks for name in ("x1", "x2", "cx") if name in mark.attrib]
