"""What the workshop's page is told: findings, actions, names, cards. Offsets are UTF-16 units in the present texts.

``python -m web`` writes the same as TypeScript interfaces.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.diagnostic import Severity


@frozen(kw_only=True)
class TextRange:
    """A range in a file.

    Attributes:
        file: The file's path.
        start: Where it begins.
        end: Where it ends.
    """

    file: str
    start: int
    end: int


@frozen(kw_only=True)
class Label:
    """A secondary place of a finding.

    Attributes:
        text: The note on it.
        place: Where it is.
    """

    text: str
    place: TextRange


@frozen(kw_only=True)
class ShownFinding:
    """A finding in a file.

    Attributes:
        number: Its number among the file's findings, by which its actions are asked for.
        code: Its code; empty if it has none.
        name: The name of its code, by which it can be suppressed.
        severity: How much it matters.
        message: What is wrong.
        help: What to do; may be empty.
        place: Where.
        labels: Its secondary places.
        has_fix: Whether it may have a certain fix.
        is_unnecessary: Whether it says that something has no effect, and can be shown faded.
    """

    number: int
    code: str
    name: str
    severity: Severity
    message: str
    help: str
    place: TextRange
    labels: tuple[Label, ...]
    has_fix: bool
    is_unnecessary: bool


@frozen(kw_only=True)
class FileFindings:
    """The findings in a file.

    Attributes:
        file: The file's path.
        findings: Its findings, in the order of the text.
    """

    file: str
    findings: tuple[ShownFinding, ...]


@frozen(kw_only=True)
class Checked:
    """The result of a check, or of a part of one.

    Attributes:
        files: The files whose findings may have changed.
        is_complete: Whether everything is checked; otherwise another call goes on.
    """

    files: tuple[FileFindings, ...]
    is_complete: bool


@frozen(kw_only=True)
class Replacement:
    """The replacement of a part of a text.

    Attributes:
        start: Where the part begins.
        end: Where it ends.
        text: What stands there instead.
    """

    start: int
    end: int
    text: str


@frozen(kw_only=True)
class FileChanges:
    """The changes of a file.

    Attributes:
        file: The file's path.
        changes: The replacements, in the order of the present text; none overlap.
    """

    file: str
    changes: tuple[Replacement, ...]


@frozen(kw_only=True)
class Action:
    """Something that the workshop can do about a finding.

    Attributes:
        title: What it does, as a button says it.
        is_certain: Whether it is the one fix that is certain.
        finding: The number of the finding that it is about; null for an action on the whole file.
        files: The changes that it makes.
    """

    title: str
    is_certain: bool
    finding: int | None
    files: tuple[FileChanges, ...]


@frozen(kw_only=True)
class HoverCard:
    """What is known of a name.

    Attributes:
        start: Where the name begins.
        end: Where it ends.
        html: What is known, as HTML.
    """

    start: int
    end: int
    html: str


@frozen(kw_only=True)
class CompletionItem:
    """A completion.

    Attributes:
        label: What the list shows.
        kind: The kind of thing, by its name in the Language Server Protocol.
        detail: Its title or type; may be empty.
        change: The text to type, and the part that it replaces.
    """

    label: str
    kind: str
    detail: str
    change: Replacement


@frozen(kw_only=True)
class NamedPlace:
    """A place with the line of text around it.

    Attributes:
        place: The place.
        line: The number of the line, from 1.
        text: The line.
    """

    place: TextRange
    line: int
    text: str


@frozen(kw_only=True)
class Token:
    """A word with its kind, for colours.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        kind: Its kind, by its name in the Language Server Protocol.
        modifiers: More about it: ``declaration``, ``defaultLibrary``.
    """

    start: int
    end: int
    kind: str
    modifiers: tuple[str, ...]


@frozen(kw_only=True)
class OddsLabel:
    """The chance of a row, beside it.

    Attributes:
        offset: The offset behind which it is shown.
        text: The chance.
        explanation: How it comes about.
    """

    offset: int
    text: str
    explanation: str


@frozen(kw_only=True)
class CallSignature:
    """The signature of the call around the cursor.

    Attributes:
        label: The signature.
        parameters: The range of each parameter in the label.
        active: The number of the parameter at the cursor; null if there are too many arguments.
        title: The title of what is called; may be empty.
    """

    label: str
    parameters: tuple[tuple[int, int], ...]
    active: int | None
    title: str


@frozen(kw_only=True)
class OutlineItem:
    """An entry of a file's outline.

    Attributes:
        name: Its name.
        detail: Its title or kind; may be empty.
        kind: Its kind, by its name in the Language Server Protocol.
        start: Where it begins.
        end: Where it ends.
        children: Its parts.
    """

    name: str
    detail: str
    kind: str
    start: int
    end: int
    children: tuple[OutlineItem, ...]


@frozen(kw_only=True)
class FoldedLines:
    """Lines that can be folded.

    Attributes:
        first: The first line, from 1, which stays visible.
        last: The last line.
    """

    first: int
    last: int


@frozen(kw_only=True)
class TableName:
    """A table.

    Attributes:
        id: Its id.
        title: Its title; may be empty.
    """

    id: str
    title: str


@frozen(kw_only=True)
class OddsPane:
    """The odds of a table, for a pane.

    Attributes:
        title: The table's title.
        drawing: The odds as SVG.
        text: The same in sentences, for screen readers.
    """

    title: str
    drawing: str
    text: str


@frozen(kw_only=True)
class CompiledGame:
    """A game file.

    Attributes:
        game: The game's id.
        title: Its title.
        content: The bytes of the file, in base64.
    """

    game: str
    title: str
    content: str


@frozen(kw_only=True)
class PackedRules:
    """A game packed into one file.

    Attributes:
        name: The file's name.
        content: The bytes of the file, in base64.
    """

    name: str
    content: str


@frozen(kw_only=True)
class TextFile:
    """A file with its text.

    Attributes:
        file: Its path.
        text: Its text.
    """

    file: str
    text: str


@frozen(kw_only=True)
class GameName:
    """A game.

    Attributes:
        id: Its id.
        title: Its title.
        folder: Its folder.
    """

    id: str
    title: str
    folder: str


@frozen(kw_only=True)
class OpenedGame:
    """A game with its files.

    Attributes:
        game: The game.
        files: Its rules, then its tests, in the order of their names.
    """

    game: GameName
    files: tuple[TextFile, ...]


@frozen(kw_only=True)
class ImportedTable:
    """A table of a file that was imported.

    Attributes:
        id: Its id in the rules.
        title: Its title.
        dice: Its dice; empty for one that is looked up.
        rows: The number of its rows.
        guesses: What the file does not say and was guessed.
    """

    id: str
    title: str
    dice: str
    rows: int
    guesses: tuple[str, ...]


@frozen(kw_only=True)
class ImportedTables:
    """The tables of a file, as rules.

    Attributes:
        text: The rules.
        tables: The tables.
        notes: What of the file did not come in, or otherwise than it stands.
    """

    text: str
    tables: tuple[ImportedTable, ...]
    notes: tuple[str, ...]
