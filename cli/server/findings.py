"""Findings as a client shows them, and what of them is known of each file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import define, field, frozen
from lsprotocol import types

from bombsight.cli.server.positions import Ruler
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Source, Span
from bombsight.service.games.reading import whole_path
from bombsight.service.language.diagnostics_remap import lasting
from bombsight.service.language.open_workspaces import Found
from bombsight.service.lint.document import message
from bombsight.service.lint.pages import address_of_page, name_of

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.ADVICE: types.DiagnosticSeverity.Information,
}

UNUSED = ("unused-", "unreachable-", "dead-", "idle-", "overridden-", "cancelled-", "never-read")
"""How the names of findings begin that say of the whole of their place that nothing would change without it."""

Address = Callable[[Path], str]
"""How the client calls a file."""


@frozen
class Told:
    """A finding, and the files as they were when it was found.

    Attributes:
        late: Whether it takes a look at everything to find it.
    """

    finding: Diagnostic
    sources: Mapping[Path, Source]
    late: bool = False

    @property
    def known(self) -> tuple[Diagnostic, bool]:
        """What tells it from others, whatever the files say around it."""
        return self.finding, self.late


@frozen
class Telling:
    """What findings are shown by.

    Attributes:
        ruler: What places are counted by.
        address: How the client calls a file.
    """

    ruler: Ruler
    address: Address

    def shown(self, told: Told) -> types.Diagnostic:
        """A finding as the client has it."""
        finding = told.finding
        name = name_of(finding.code)
        page = address_of_page(finding.code)
        return types.Diagnostic(
            range=self.range(finding.span, told.sources),
            message=message(finding),
            severity=SEVERITIES[finding.severity],
            code=finding.code or None,
            code_description=types.CodeDescription(page) if page else None,
            source="bombsight",
            tags=[types.DiagnosticTag.Unnecessary] if name.startswith(UNUSED) else None,
            related_information=[
                types.DiagnosticRelatedInformation(place, label.text)
                for label in finding.labels
                if (place := self.location(label.span, told.sources)) is not None
            ],
        )

    def location(self, span: Span, sources: Mapping[Path, Source]) -> types.Location | None:
        """A place in some file; None for what no file holds."""
        if not span.path:
            return None
        return types.Location(self.address(whole_path(span.path)), self.range(span, sources))

    def range(self, span: Span, sources: Mapping[Path, Source]) -> types.Range:
        """The stretch of a span; at the beginning where its file is not known."""
        source = sources.get(whole_path(span.path)) if span.path else None
        return self.ruler.range_of(source or Source("", ""), span)


@define
class Board:
    """What is known of each file, by who found it: a file of a game may be one of house rules' game as well.

    Attributes:
        told: By file and by who found it.
        looked: Of those who looked at everything, at which state of theirs: just what they found then is known by them
            still. Whoever has said something else since is none of these.
        shown: What the client was last told of each file of which it was told something, and of which version.
    """

    told: dict[Path, dict[object, tuple[Told, ...]]] = field(factory=dict)
    looked: dict[object, object] = field(factory=dict)
    shown: dict[Path, tuple[list[types.Diagnostic], int | None]] = field(factory=dict)

    def quick(self, who: object, found: Found) -> Collection[Path]:
        """Take what was found at once. What others knew of other texts of these files counts no more.

        Returns:
            Which files they are.
        """
        for path in found.findings:
            by = self.told.get(path, {})
            for other in [other for other in by if other != who]:
                counting = tuple(told for told in by[other] if same(told.sources.get(path), found.sources[path].text))
                self.put(path, other, counting)
        return self.soon(who, found)

    def soon(self, who: object, found: Found) -> Collection[Path]:
        """Take what was found in place of all that the same found of these files at once. Which files they are.

        What takes a look at everything stays until there is another, in lines that are as they were: else it would
        come and go with every key.
        """
        for path, findings in found.findings.items():
            at_once = tuple(Told(finding, found.sources) for finding in findings)
            late = (told for told in self.told.get(path, {}).get(who, ()) if told.late)
            self.put(path, who, (*at_once, *lasting_in(path, late, found.sources)))
        return found.findings

    def whole(self, who: object, found: Found, state: object) -> Collection[Path]:
        """Take all that somebody found, in place of what he found before.

        Args:
            who: Who found it.
            found: All of it.
            state: At which state of his: where it is equal, the same is found.

        Returns:
            The files of which something is other now.
        """
        before = {path for path, by in self.told.items() if by.pop(who, None) is not None}
        for path, findings in found.findings.items():
            told = (Told(finding, found.sources, late=finding in found.late) for finding in findings)
            self.told.setdefault(path, {})[who] = tuple(told)
        self.looked[who] = state
        return before | {*found.findings}

    def put(self, path: Path, who: object, told: tuple[Told, ...]) -> None:
        """Let something be all that somebody knows of a file; where he knew something else, his last look is undone."""
        by = self.told.setdefault(path, {})
        if {each.known for each in by.get(who, ())} != {each.known for each in told}:
            self.looked.pop(who, None)
        by[who] = told

    def is_looked(self, who: object, state: object) -> bool:
        """Whether what is known by somebody is all that is found at a state of his."""
        return who in self.looked and self.looked[who] == state

    def forget(self, living: Collection[object]) -> Collection[Path]:
        """Forget what those found who are not among the living. Of which files something is other now."""
        self.looked = {who: state for who, state in self.looked.items() if who in living}
        others = set()
        for path, by in self.told.items():
            for who in [who for who in by if who not in living]:
                del by[who]
                others.add(path)
        return others

    def of(self, path: Path, text: str | None = None) -> list[Told]:
        """What is known of a file, each once.

        Args:
            path: The file.
            text: What it says now, where that is known: what was found in another text counts no more.
        """
        found = {
            each.finding: each
            for told in self.told.get(path, {}).values()
            for each in told
            if text is None or same(each.sources.get(path), text)
        }
        return sorted(found.values(), key=lambda told: told.finding.sort_key)

    def is_new(self, path: Path, shown: list[types.Diagnostic], version: int | None) -> bool:
        """Whether the client is not yet told this of a file; from now on it is.

        Args:
            path: The file.
            shown: What is known of it.
            version: Of which text, where it is open.
        """
        if self.shown.get(path, ([], None)) == (shown, version):
            return False
        self.shown[path] = shown, version
        return True


def same(source: Source | None, text: str) -> bool:
    """Whether a file says this."""
    return source is not None and source.text == text


def lasting_in(path: Path, late: Iterable[Told], sources: Mapping[Path, Source]) -> Iterator[Told]:
    """What took a look at everything, and is still so in a file as it is now.

    Args:
        path: The file.
        late: What was found in it.
        sources: The files as they are now.
    """
    now = sources.get(path)
    for told in late:
        before = told.sources.get(path)
        if before is None or now is None:
            continue
        if before.text == now.text:
            yield told  # with its mend and its other places
        else:
            yield from (Told(finding, sources, late=True) for finding in lasting([told.finding], before, now))


def overlapping(told: Iterable[Told], span: Span) -> list[Told]:
    """What was found in a stretch, or touches it."""
    return [each for each in told if each.finding.span.start <= span.end and span.start <= each.finding.span.end]
