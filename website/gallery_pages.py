"""The pages of the gallery: a list, and for each entry what it is, its text, and what the build found out about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.rules_diff.markdown import render_markdown
from bombsight.service.site.pages.addresses import relative_link
from bombsight.service.site.pages.frame import Page
from bombsight.service.site.surroundings import Surroundings
from bombsight.service.testing.examples import Check
from website.gallery_entries import Credits
from website.gallery_reports import GameReport, RuleReport
from website.markdown_elements import MarkdownOptions, render_markdown_text
from website.project_page import render_project_page
from website.rules_markup import render_rules
from website.site_parts import GALLERY

HOW_TO_ADD_PAGE = "docs/gallery/index.html"


@frozen
class EntryPage:
    """The page of an entry, and the files that it offers.

    Attributes:
        credits: What the entry says of itself.
        kind: What it is, in words: ``house rule for The Keeper's Night``.
        page: The page.
        files: The files that it offers, by path in the site.
    """

    credits: Credits
    kind: str
    page: Page
    files: dict[str, bytes]


def build_gallery_page(entries: Sequence[EntryPage], surroundings: Surroundings) -> Page:
    """Build the list of the gallery's entries."""
    content: list[Node] = [
        tag(
            "header",
            tag("h1", "Gallery"),
            tag(
                "p",
                "House rules and games that people wrote, each as its author hands it on. The build of this site has "
                "linted and tested every one, and measured what it does to the odds.",
                class_="lede",
            ),
            class_="head",
        ),
        tag("div", map(render_entry_card, entries), class_="games"),
        tag(
            "p",
            "Yours is missing? ",
            tag("a", "How to add it", href=relative_link(GALLERY.path, HOW_TO_ADD_PAGE)),
            ".",
        ),
    ]
    about = "House rules and games by others for Bombsight, with their odds."
    return render_project_page(GALLERY.path, "Gallery", about, content, surroundings)


def render_entry_card(entry: EntryPage) -> Element:
    """Render an entry of the list."""
    link = tag("a", entry.credits.title, href=relative_link(GALLERY.path, entry.credits.path))
    return tag(
        "article",
        tag("h2", link),
        tag("p", byline(entry.kind, entry.credits), class_="publisher"),
        render_markdown_text(entry.credits.about),
        class_="game",
    )


def byline(kind: str, credits: Credits) -> str:
    """Say in a line what an entry is, whose it is, and what others may do with it."""
    return f"{kind}, by {credits.author} ({credits.licence})"


def build_rule_page(reports: Sequence[RuleReport], surroundings: Surroundings) -> EntryPage:
    """Build the page of a house rule, given its reports, one for each game."""
    entry = reports[0].entry
    credits = entry.credits
    text = entry.file.read_text(encoding="utf-8")
    file_path = f"{credits.folder}/{credits.name}.rules"
    kind = "House rule"
    content: list[Node] = [
        render_entry_head(kind, credits, [game_link(each, credits.path) for each in reports]),
        tag("section", render_rules(text, "The house rule"), class_="text"),
        tag(
            "ul",
            (tag("li", play_link(each, credits.path)) for each in reports),
            tag("li", tag("a", "The file", href=relative_link(credits.path, file_path))),
            class_="go",
        ),
    ]
    for report in reports:
        content += render_rule_report(report, has_title=len(reports) > 1)
    title = ", ".join(report.differences.was for report in reports)
    about = f"{credits.title}, a house rule for {title}: its text, and what it does to the odds."
    page = render_project_page(credits.path, credits.title, about, content, surroundings)
    return EntryPage(credits, f"{kind} for {title}", page, {file_path: text.encode()})


def game_link(report: RuleReport, path: str) -> Element:
    """Render the link from the page at a path to the game of a house rule."""
    return tag("a", report.differences.was, href=relative_link(path, f"{report.game.id}/index.html"))


def play_link(report: RuleReport, path: str) -> Element:
    """Render the link from the page at a path to where a game by the house rule begins."""
    address = relative_link(path, f"play/index.html#/{report.game.id}/new")
    return tag("a", f"Play {report.differences.was} by it", href=address, class_="button")


def render_entry_head(kind: str, credits: Credits, games: Sequence[Element] = ()) -> Element:
    """Render the head of an entry's page: title, byline, what it is."""
    links: list[Node] = [kind]
    for at, game in enumerate(games):
        links += [" and " if at else " for ", game]
    return tag(
        "header",
        tag("h1", credits.title),
        tag("p", links, f", by {credits.author} ({credits.licence})", class_="publisher"),
        tag("div", render_markdown_text(credits.about), class_="lede"),
        class_="head",
    )


def render_rule_report(report: RuleReport, *, has_title: bool) -> list[Node]:
    """Render what the build found out about a house rule; its game's title above if there are several."""
    markdown = render_markdown(report.differences).partition("\n\n")[2]
    command = f"bombsight diff {report.game.id} --house {report.entry.credits.name}.rules"
    differences = render_markdown_text(markdown, MarkdownOptions(heading_shift=0))
    return [
        *([tag("h2", report.differences.was)] if has_title else []),
        render_verdict(report.findings, report.checks, f"Tests of {report.differences.was}"),
        tag("section", tag("h2", "What it changes"), tag("div", differences, class_="changes")),
        tag("p", "The same at a terminal: ", tag("code", command), class_="faint"),
    ]


def build_game_page(report: GameReport, surroundings: Surroundings) -> EntryPage:
    """Build the page of a game by somebody."""
    credits = report.entry.credits
    package_path = f"{credits.folder}/{report.package_name}"
    links = [
        tag("a", "Play", href=relative_link(credits.path, f"play/index.html#/{report.game.id}"), class_="button"),
        tag(
            "a",
            f"{report.summary.tables} {'table' if report.summary.tables == 1 else 'tables'} and their odds",
            href=relative_link(credits.path, f"{report.game.id}/tables/index.html"),
        ),
        tag("a", "Its rules", href=relative_link(credits.path, f"{report.game.id}/rules/index.html")),
        tag("a", "The game as a file", href=relative_link(credits.path, package_path)),
    ]
    texts = (
        tag(
            "section",
            tag("h2", tag("code", file.relative_to(report.game.path).as_posix())),
            render_rules(file.read_text(encoding="utf-8"), file.name),
            class_="text",
        )
        for file in report.game.files
    )
    content: list[Node] = [
        render_entry_head("Game", credits),
        tag("ul", (tag("li", link) for link in links), class_="go"),
        render_verdict(report.findings, report.checks, "Its tests"),
        *texts,
    ]
    about = f"{credits.title}, a game by {credits.author}: its rules, its tests, and where to play it."
    page = render_project_page(credits.path, credits.title, about, content, surroundings)
    return EntryPage(credits, "Game", page, {package_path: report.package})


# --- what the build found out


def render_verdict(findings: Sequence[Diagnostic], checks: Sequence[Check], tests_label: str) -> Element:
    """Render what lint and the tests say, in a list.

    Args:
        findings: What lint finds.
        checks: The tests, run.
        tests_label: Whose tests they are.
    """
    return tag("ul", [render_findings(findings), *render_checks(checks, tests_label)], class_="verdict")


def render_findings(findings: Sequence[Diagnostic]) -> Element:
    """Render what ``lint`` finds."""
    if not findings:
        return tag("li", tag("strong", "Lint"), ": no findings", class_="good")
    texts = (tag("li", tag("code", each.code), f" {each.message}") for each in findings)
    return tag("li", tag("strong", "Lint"), f": {len(findings)} for its author to think about", tag("ul", texts))


def render_checks(checks: Sequence[Check], label: str) -> Iterable[Element]:
    """Render under a label how many tests hold, and which do not; and how many missions came to their end."""
    missions = sum(each.kind in ("mission", "campaign") for each in checks)
    checks = [each for each in checks if each.kind not in ("mission", "campaign")]
    failed = [each for each in checks if each.mismatch is not None]
    holding = sum(each.mismatch is None and not each.left_out for each in checks)
    text = (
        f": {holding} of {len(checks)} hold; otherwise come out"
        if failed
        else f": all {len(checks)} hold"
        if checks
        else ": none"
    )
    titles = [tag("ul", (tag("li", each.title) for each in failed))] if failed else []
    yield tag("li", tag("strong", label), text, titles, class_=None if failed else "good")
    if missions:
        yield tag("li", tag("strong", "Games played"), f": all {missions} came to their end", class_="good")
