"""Slips in brackets, indentation and blocks."""

from __future__ import annotations

from bombsight.dsl.slips.slip import Slip, make_procedure

LAYOUT = (
    Slip(
        "E010",
        "unclosed-bracket",
        "A bracket is not closed.",
        "opened here",
        "Close it where it should end. What follows it is read as if it stood inside.",
    ),
    Slip(
        "E011",
        "unopened-bracket",
        "A bracket closes here that was not opened.",
        "nothing to close",
        "Remove it, or write the bracket that opens it. ( goes with ), [ with ], { with }.",
    ),
    Slip(
        "E012",
        "stray-dedent",
        "This line goes back to a column in which no line above began.",
        "between two levels",
        "Line it up with the line that it should follow.",
    ),
    Slip(
        "E013",
        "stray-indent",
        "This line stands too deep.",
        "deeper than the line above, which opens no block",
        "Line it up with the line above.",
    ),
    Slip(
        "E014",
        "empty-block",
        "The line above needs lines of its own below it.",
        "not deeper than the line above",
        "Indent what belongs to it by two spaces. Where nothing should happen, say `nothing`.",
    ),
    Slip(
        "E015",
        "empty-item",
        "This item is empty.",
        "no lines of its own below it",
        "Write its lines below it, indented by two spaces, or remove it.",
    ),
    Slip(
        "E016",
        "unindented-line",
        "This line is not indented, and begins no item.",
        "in column 0",
        "Indent it by two spaces, together with the lines below it, so that it belongs to the item above.",
    ),
    Slip(
        "E017",
        "line-before-items",
        "This line is indented, but stands before the first item.",
        "belongs to nothing",
        "An item, such as `game` or `table`, begins in column 0.",
    ),
    Slip(
        "E018",
        "block-beside-line",
        "What belongs to this line stands below it, not beside it.",
        "begins a line of its own",
        "Put it on the next line, two spaces deeper.",
        (make_procedure("if oil > 0 set oil to 0"),),
    ),
    Slip(
        "E019",
        "block-colon",
        "The line that opens a block ends without `:` or `then`.",
        "not needed",
        "Remove it; the indented lines below are the block.",
    ),
    Slip(
        "E020",
        "deep-nesting",
        "This is nested too deeply.",
        "in here",
        "Give parts of it a name: a `define` for a value, a procedure for statements.",
    ),
    Slip(
        "E021",
        "large-number",
        "This number is too large.",
        "beyond 2147483647",
        "Numbers go up to 2147483647.",
    ),
    Slip(
        "E088",
        "too-many-mistakes",
        "There are too many mistakes above: what cannot be read from here on is not looked at.",
        "and whatever stands below",
        "Mend those above, and look again.",
        since="0.2.0",
    ),
)
