"""The slips people make in writing rules: a code, a sentence, and an example of each.

The examples are more than documentation: ``syntax.py`` hands those marked ``matched`` to lark's
``match_examples``, and the tests read every one of them, wrong and right.
"""

from __future__ import annotations

from attrs import frozen

from dsl.diagnostic import Code


@frozen
class Slip:
    """One kind of syntax error.

    Attributes:
        code: ``E`` and a number.
        title: The finding in one sentence.
        note: What is marked at the place, printed beside the carets.
        help: What to do.
        why: What the language asks for, for the page of the code.
        wrong: An item with this slip; empty where it is no matter of an item's text.
        right: The same item as it should be.
        like: Further items with the same slip in other places.
        matched: Whether the examples are what it is recognised by.
    """

    code: str
    title: str
    note: str
    help: str
    why: str
    wrong: str = ""
    right: str = ""
    like: tuple[str, ...] = ()
    matched: bool = False

    @property
    def page(self) -> Code:
        """What ``bombsight explain`` prints."""
        parts = [self.why]
        for label, example in (("Instead of", self.wrong), ("write", self.right)):
            if example:
                shown = "\n".join("    " + line.replace("\t", "<tab>") for line in example.rstrip().split("\n"))
                parts.append(f"{label}\n\n{shown}")
        return Code(self.code, self.title, "\n\n".join(parts))


def lines(header: str, *body: str) -> str:
    """An item of a header and lines below it, each indented by two spaces or more."""
    return "\n".join([header, *("  " + line for line in body)]) + "\n"


def rolled(*rows: str) -> str:
    """A small table with the given lines."""
    return lines('table Sky "The sky"', "roll 1d6", *rows)


def steps(*statements: str) -> str:
    """A small procedure with the given lines."""
    return lines("procedure watch", *statements)


FILES = (
    Slip(
        "E001",
        "The file cannot be read.",
        "",
        "Look whether it is there and may be read.",
        "The file is missing, is a folder, or belongs to somebody who keeps it closed.",
    ),
    Slip(
        "E002",
        "The file is not written in UTF-8.",
        "this byte begins no character",
        "Save it as UTF-8 in your editor.",
        "Rules are plain text in UTF-8. An editor's menu `Save with encoding` makes it so.",
    ),
    Slip(
        "E003",
        "The file holds a NUL character, so it is no text.",
        "here",
        "Is this a rules file? Remove the character, or save the file as plain text.",
        "Plain text never holds the character with number 0. A file that does is a picture, a document of a word "
        "processor, or a damaged file.",
    ),
)

CHARACTERS = (
    Slip(
        "E004",
        "A tab stands outside texts and comments.",
        "a tab",
        "Put spaces in its place: two for each level.",
        "A tab is as wide as each editor pleases, so nobody can see how deep a line stands. Indent with spaces.",
        steps("\tset oil to 3"),
        steps("set oil to 3"),
    ),
    Slip(
        "E005",
        "A character stands here that the language does not use.",
        "no sign of the language",
        "Remove it. Inside a text in double quotes any character may stand.",
        "Outside texts and comments the language uses letters without accents, digits, spaces, and the signs "
        '. , : = < > + - * / | ( ) [ ] { } " and #.',
        steps("set oil to 3;"),
        steps("set oil to 3"),
    ),
    Slip(
        "E006",
        "Texts stand in straight double quotes.",
        "not a straight double quote",
        'Put a straight double quote (") on both sides of the text.',
        "Single quotes, and the curved quotes that word processors make of straight ones, begin no text. Inside a "
        "text they may stand as they like.",
        steps("say 'The lamp is out.'"),
        steps('say "The lamp is out."'),
    ),
    Slip(
        "E007",
        "A text is not closed.",
        "the text begins here",
        'Put a double quote (") behind its last character. A text cannot hold a double quote itself; use single ones.',
        "A text stands between two double quotes on one line.",
        steps('say "The lamp is out.'),
        steps('say "The lamp is out."'),
    ),
    Slip(
        "E008",
        "A text runs over the end of its line.",
        "the text begins here and goes on below",
        "Write it on one line, however long.",
        "A text stands between two double quotes on one line.",
        steps('say "The lamp', '  is out."'),
        steps('say "The lamp is out."'),
    ),
    Slip(
        "E009",
        "This begins no comment.",
        "not the sign of a comment",
        "Begin the comment with #.",
        "A comment begins with # and goes on to the end of its line.",
        steps("set oil to 3 // a full can"),
        steps("set oil to 3 # a full can"),
    ),
)

LAYOUT = (
    Slip(
        "E010",
        "A bracket is not closed.",
        "opened here",
        "Close it where it should end. What follows it is read as if it stood inside.",
        "Each ( [ { needs its ) ] }. Inside a bracket a line may be broken, so the end of the line does not close it.",
        steps("set oil to max(oil - 1, 0", 'say "Lower."'),
        steps("set oil to max(oil - 1, 0)", 'say "Lower."'),
    ),
    Slip(
        "E011",
        "A bracket closes here that was not opened.",
        "nothing to close",
        "Remove it, or write the bracket that opens it. ( goes with ), [ with ], { with }.",
        "Each ) ] } closes the nearest bracket that is still open, and must be of its kind.",
        steps("set oil to (oil - 1]"),
        steps("set oil to (oil - 1)"),
    ),
    Slip(
        "E012",
        "This line goes back to a column in which no line above began.",
        "between two levels",
        "Line it up with the line that it should follow.",
        "Lines of one block begin in one column. A line that leaves a block begins where an outer block began.",
        steps("if oil > 0", '    say "Enough."', "  add -1 to oil"),
        steps("if oil > 0", '  say "Enough."', "add -1 to oil"),
    ),
    Slip(
        "E013",
        "This line stands too deep.",
        "deeper than the line above, which opens no block",
        "Line it up with the line above.",
        "Only a line that opens a block, such as `if`, `step` or a row without a result, has deeper lines below it.",
        steps("set oil to 3", '  say "Full."'),
        steps("set oil to 3", 'say "Full."'),
    ),
    Slip(
        "E014",
        "The line above needs lines of its own below it.",
        "not deeper than the line above",
        "Indent what belongs to it by two spaces. Where nothing should happen, say `nothing`.",
        "What an `if`, a loop, a `step` or a row without a result does stands below it, two spaces deeper.",
        steps("if oil > 0", 'say "Enough."'),
        steps("if oil > 0", '  say "Enough."'),
    ),
    Slip(
        "E015",
        "This item is empty.",
        "no lines of its own below it",
        "Write its lines below it, indented by two spaces, or remove it.",
        "A table without rows, a record without fields or a procedure without statements says nothing.",
        "record Lamp\n",
        lines("record Lamp", "flame: 0..3 = 3"),
    ),
    Slip(
        "E016",
        "This line is not indented, and begins no item.",
        "in column 0",
        "Indent it by two spaces, together with the lines below it, so that it belongs to the item above.",
        "Only an item, such as a table or a procedure, begins in column 0. Its lines are indented.",
        "procedure watch\nset oil to 3\n",
        steps("set oil to 3"),
    ),
    Slip(
        "E017",
        "This line is indented, but stands before the first item.",
        "belongs to nothing",
        "An item, such as `game` or `table`, begins in column 0.",
        "A file is a row of items. Each begins in column 0, and its lines are indented below it.",
        "  oil: 0..9 = 9\n",
        lines("state mission", "oil: 0..9 = 9"),
    ),
    Slip(
        "E018",
        "What belongs to this line stands below it, not beside it.",
        "begins a line of its own",
        "Put it on the next line, two spaces deeper.",
        "A block always stands below the line that opens it.",
        steps("if oil > 0 set oil to 0"),
        steps("if oil > 0", "  set oil to 0"),
        (),
        matched=True,
    ),
    Slip(
        "E019",
        "The line that opens a block ends without `:` or `then`.",
        "not needed",
        "Remove it; the indented lines below are the block.",
        "A block is what is indented. Only a row that gives its result on the same line has a colon.",
        steps("if oil > 0:", "  set oil to 0"),
        steps("if oil > 0", "  set oil to 0"),
    ),
    Slip(
        "E020",
        "This is nested too deeply.",
        "in here",
        "Give parts of it a name: a `define` for a value, a procedure for statements.",
        "Brackets within brackets and blocks within blocks are read up to a depth that no reader could follow anyway.",
    ),
    Slip(
        "E021",
        "This number is too large.",
        "beyond 2147483647",
        "Numbers go up to 2147483647.",
        "Every number of a game fits 32 bits, so that all ways of running it agree.",
        steps("set oil to 99999999999"),
        steps("set oil to 9999"),
    ),
)

WORDS = (
    Slip(
        "E022",
        "This word begins no item.",
        "not a word that begins an item",
        "An item begins with game, option, enum, record, state, table, modifier, define, procedure, reroll, errata, "
        "variant, house or example.",
        "A line in column 0 begins an item, and its first word says which kind.",
        'tabel Sky "The sky"\n  roll 1d6\n  1..6: clear\n',
        rolled("1..6: clear"),
    ),
    Slip(
        "E023",
        "A word of the language is misspelt.",
        "",
        "",
        "The words of the language are fixed. Where another word stands that is nearly one of them, and the line can "
        "be read with the right one, it is taken for a slip.",
        steps("sett oil to 3"),
        steps("set oil to 3"),
    ),
    Slip(
        "E024",
        "Words of the language are written in small letters.",
        "capital letters",
        "",
        "`If`, `IF` and `if` are three words, and only the last one belongs to the language.",
        steps("If oil > 0", "  set oil to 0"),
        steps("if oil > 0", "  set oil to 0"),
    ),
    Slip(
        "E025",
        "This is no name.",
        "the name ends before this",
        "A name begins with a letter and holds letters, digits and underscores: `night_watch`, not `night-watch`.",
        "Only the id of a table may hold a hyphen, as printed on its card.",
        lines("procedure night-watch", "nothing"),
        lines("procedure night_watch", "nothing"),
    ),
    Slip(
        "E026",
        "A title is missing.",
        "a text in double quotes should stand before this",
        'Write the title behind the name, in double quotes: "The sky".',
        "What the player reads has a title: games, options, tables, notes, standing offers, overlays and their "
        "entries, and the branches of a choice.",
        lines("table Sky", "roll 1d6", "1..6: clear"),
        rolled("1..6: clear"),
        (
            lines("game night", "language 1"),
            "option moon = no\n",
            lines("reroll lantern when oil > 0", "add -1 to oil"),
            lines("errata sheet for night", '1 "A"', "  confirms table Sky"),
            lines('errata sheet "S" for night', "1", "  confirms table Sky"),
            lines('errata sheet "S" for night', "one", "  confirms table Sky"),
            lines("example", "do watch"),
            rolled("note c", "  nothing"),
            steps("choose order", '  ask "What"', '  option trim "T"', "    nothing", "  option rest", "    nothing"),
        ),
        matched=True,
    ),
    Slip(
        "E027",
        "A text stands in double quotes.",
        "no double quote before this",
        'Put it in double quotes: cite "rule 4".',
        "What stands behind `cite`, `say` and `ask` is a text, even if it is a single number.",
        'option moon "No moon" = no cite rule 6\n',
        'option moon "No moon" = no cite "rule 6"\n',
        (
            steps("say hello"),
            steps("choose s from Ship", "  ask which"),
            lines('errata sheet "S" for night cite sheet', '1 "A"', "  confirms table Sky"),
            lines('errata sheet "S" for night by keeper', '1 "A"', "  confirms table Sky"),
        ),
        matched=True,
    ),
    Slip(
        "E028",
        "This `else` has no `if`.",
        "no `if` above it in this column",
        "Line it up with its `if`, as the last of its branches. Further conditions are `else if`, in two words.",
        "`else` and `else if` stand in the column of their `if`, behind its block. Nothing comes after `else`.",
        steps("if oil > 0", "  nothing", "else", "  nothing", "else if oil is 0", "  nothing"),
        steps("if oil > 0", "  nothing", "else if oil is 0", "  nothing", "else", "  nothing"),
    ),
    Slip(
        "E029",
        "Two words are written together.",
        "no space before this",
        "Put a space between them; or is it one word that does not belong here?",
        "Words and numbers are parted by a space.",
        steps("add 1 total"),
        steps("add 1 to total"),
    ),
    Slip(
        "E030",
        "Something is missing before this word.",
        "read as a name",
        "It is a word of the language and cannot be a name. What should stand before it?",
        "Where a name must stand, even a word of the language is read as one; so a name that was left out shows "
        "one word later.",
        rolled("-1 when sky is fog", "1..: clear"),
        rolled("-1 haze when sky is fog", "1..: clear"),
    ),
)

SIGNS = (
    Slip(
        "E031",
        "`=` does not compare.",
        "`is` is meant",
        "Compare with `is`, `is not`, `<`, `<=`, `>`, `>=` or `in`. `=` gives a name or a field its value.",
        "`=` stands in `let`, in defaults and in one-line definitions, and says what a thing is to be.",
        steps("if oil = 0", "  nothing"),
        steps("if oil is 0", "  nothing"),
    ),
    Slip(
        "E032",
        "`==` is no sign of the language.",
        "`is` is meant",
        "Compare with `is`.",
        "Two values are compared in words: `oil is 0`.",
        steps("if oil == 0", "  nothing"),
        steps("if oil is 0", "  nothing"),
    ),
    Slip(
        "E033",
        "Unequal is written in words.",
        "`is not` is meant",
        "Compare with `is not`.",
        "Two values are compared in words: `oil is not 0`.",
        steps("if oil != 0", "  nothing"),
        steps("if oil is not 0", "  nothing"),
    ),
    Slip(
        "E034",
        "And, or and not are written in words.",
        "`and`, `or` or `not` is meant",
        "Write `and`, `or`, `not`.",
        "Conditions are joined in words: `oil > 0 and not asleep`.",
        steps("if oil > 0 && asleep", "  nothing"),
        steps("if oil > 0 and asleep", "  nothing"),
    ),
    Slip(
        "E035",
        "One comparison follows another.",
        "a second comparison",
        "For a range write `oil in 2..4`; else join two comparisons with `and`.",
        "A comparison has two sides. Whether a value lies between two others is asked with `in`.",
        steps("if 2 <= oil <= 4", "  nothing"),
        steps("if oil in 2..4", "  nothing"),
    ),
    Slip(
        "E036",
        "A range is written with two dots.",
        "not a range",
        "Write `2..4`; `..4` is 4 or less, `2..` is 2 or more.",
        "A hyphen subtracts, and in a table's id it is part of the id.",
        rolled("2-4: clear", "else: fog"),
        rolled("2..4: clear", "else: fog"),
    ),
    Slip(
        "E037",
        "Numbers are whole.",
        "a fraction",
        "Use whole numbers: tenths, or `n * 3 / 2 rounded down`.",
        "Dice and counters are whole numbers, and so is everything made of them. Division says how it rounds.",
        steps("set oil to 1.5"),
        steps("set oil to 1"),
    ),
    Slip(
        "E038",
        "Dice are written as in 1d6 and 2d6.",
        "no dice",
        "Write how many dice, a small `d` and their sides without spaces: `1d6`. Two dice read as tens and ones are "
        "`d66`.",
        "Dice are a single word: a number, `d`, a number.",
        lines('table Sky "The sky"', "roll d6", "1..6: clear"),
        rolled("1..6: clear"),
    ),
    Slip(
        "E039",
        "A change is written in words.",
        "no sign of the language",
        "Write `set oil to 3`, `add 1 to oil` or `add -1 to oil`.",
        "Only statements change anything, and they say so: `set`, `add`, `remove`, `reset`.",
        steps("oil += 1"),
        steps("add 1 to oil"),
    ),
)

LINES = (
    Slip(
        "E040",
        "A colon is missing.",
        "a colon should stand before this",
        "A row has its colon between keys and result, a field and a parameter between name and type, an `enum`, a "
        "`base` and an `except` behind the name.",
        "The colon says: here the name or the key ends, and what it stands for begins.",
        rolled("1..6 clear"),
        rolled("1..6: clear"),
        (
            rolled("2, 4 clear"),
            lines("state mission", 'asleep "Asleep" yes/no'),
            "define low(s: Ship) Sky = sky\n",
            "procedure watch(n 0..3)\n  nothing\n",
        ),
        matched=True,
    ),
    Slip(
        "E041",
        "A row says nothing.",
        "a result should stand before this",
        "Write the result behind the colon, or its statements below the row without a colon. Where nothing happens, "
        "say `nothing`.",
        "Every row has a result: a value or something that happens.",
        rolled("1..5: clear", "6:"),
        rolled("1..5: clear", "6: fog"),
        (
            rolled('6 "Title":'),
            rolled("natural 6:"),
            rolled("when oil is 0:"),
        ),
        matched=True,
    ),
    Slip(
        "E042",
        "A cell is empty.",
        "a cell should stand before this",
        "Write `-` where nothing is printed.",
        "Every cell of a grid says something; a hyphen is none.",
        lines('table due "Due"', "for ship: Ship", "| ship | due |", "| tug  |     |"),
        lines('table due "Due"', "for ship: Ship", "| ship | due |", "| tug  | -   |"),
        (
            lines('table due "Due"', "for ship: Ship", "| ship | due |", "| | 3 |"),
            lines('table due "Due"', "for ship: Ship", "| ship | due |", "| tug, | 3 |"),
        ),
        matched=True,
    ),
    Slip(
        "E043",
        "Every cell of a grid stands between two pipes.",
        "a pipe should stand before this",
        "Write `|` before the first cell, between cells and behind the last.",
        "The pipes of a grid stand below each other, like the lines of a printed table.",
        lines('table due "Due"', "for ship: Ship", "| ship | due |", "| tug  | 3"),
        lines('table due "Due"', "for ship: Ship", "| ship | due |", "| tug  | 3   |"),
        (
            lines('table due "Due"', "| ship | due |", '| tug | 3 cite "x"'),
            lines('table due "Due"', "| ship | due |", '| tug | far cite "x"'),
            lines('table due "Due"', "| ship | due |", "2..3 | 3 |"),
            lines("enum Ship", "| ship | due |", "tug | 3 |"),
        ),
        matched=True,
    ),
    Slip(
        "E044",
        "A modifier begins with its sign.",
        "a sign should stand before this",
        "Write `+1` or `-1`, without a space; a computed amount stands in brackets: `+(lamp)`.",
        "A modifier is a signed number, its label, and when it applies.",
        rolled("1 haze when sky is fog", "1..: clear"),
        rolled("+1 haze when sky is fog", "1..: clear"),
        (
            rolled("+lamp haze"),
            rolled("-lamp haze"),
            "modifier 1 haze on Sky\n",
        ),
        matched=True,
    ),
    Slip(
        "E045",
        "`set` gives a value with `to`.",
        "`to` should stand here",
        "Write `set oil to 3`.",
        "`set`, the thing, `to`, the value.",
        steps("set oil = 3"),
        steps("set oil to 3"),
        (),
        matched=True,
    ),
    Slip(
        "E046",
        "`add` needs its `to`, and `remove` its `from`.",
        "`to` or `from` should stand here",
        "Write `add 1 to oil`, `add Ship(kind: tug) to ships`, `remove s from ships`.",
        "What is added comes first, then where it goes.",
        steps("add 1 oil"),
        steps("add 1 to oil"),
        (
            steps("add Ship(kind: tug)"),
            steps("remove s ships"),
        ),
        matched=True,
    ),
    Slip(
        "E047",
        "`let` gives a value with `=`.",
        "`=` should stand here",
        "Write `let n = 3` for a name, `let n: 0..9 = 3` for a variable.",
        "A name that `let` makes has its value from the start; one with a type may change.",
        steps("let n to 3"),
        steps("let n = 3"),
        (steps("let n"),),
        matched=True,
    ),
    Slip(
        "E048",
        "A limit is written `at most 20 times`.",
        "no limit yet",
        "Write `list of Ship at most 8`, `again at most 20 times`, `while oil > 0 at most 20 times`, `at most 4 deep`.",
        "Everything is finite: a list says how many it can hold, a loop how often it can run.",
        lines("state mission", "ships: list of Ship"),
        lines("state mission", "ships: list of Ship at most 8"),
        (
            rolled("6: again 20"),
            rolled("6: again at 20 times"),
            rolled("6: again at most twenty times"),
            rolled("6: again at most 20"),
            rolled("6: again most 20 times"),
            rolled("6: again twice"),
            steps("while oil > 0 at most 20", "  nothing"),
            steps("while oil > 0 at 20 times", "  nothing"),
            steps("while oil > 0 20 times", "  nothing"),
            steps("while oil 20 times", "  nothing"),
            steps("repeat oil", "  nothing"),
            lines("procedure watch at most 4 times", "nothing"),
            lines("state mission", "ships: list of Ship at least 8"),
            lines("state mission", "ships: list of Ship at most many"),
        ),
        matched=True,
    ),
    Slip(
        "E049",
        "A loop goes through members with `for each`, and through numbers with `..`.",
        "neither `each` before nor a range here",
        "Write `for each s in ships`, `for n in 1..6` or `for n in 6 down to 1`.",
        "The word `each` says that there are members to go through.",
        steps("for s in ships", "  nothing"),
        steps("for each s in ships", "  nothing"),
        (
            steps("for s in ships where s.due", "  nothing"),
            steps("for n in 1 to 6", "  nothing"),
            steps("for each s from ships", "  nothing"),
            steps("for n = 1 to 6", "  nothing"),
        ),
        matched=True,
    ),
    Slip(
        "E050",
        "A type is missing.",
        "a type should stand before this",
        "Write what values it can have: `oil: 0..9 = 9`, `asleep: yes/no`, `sky: Sky`.",
        "Every field, parameter and definition says which values it can have.",
        lines("state mission", "oil = 9"),
        lines("state mission", "oil: 0..9 = 9"),
        (
            lines("state mission", "oil"),
            lines("state mission", "oil:"),
            lines("state mission", "oil: = 9"),
            lines("state mission", "oil: 9"),
            lines("state mission", 'oil "Oil" = 9'),
            lines("state mission", 'oil "Oil"'),
            lines("state mission", 'oil "Oil":'),
            lines("state mission", "oil[Ship] = 9"),
            lines("state mission", "oil[Ship]"),
            lines("state mission", "oil[Ship]:"),
            "define low = oil < 3\n",
            "define low(s: Ship) = oil < 3\n",
            "define low: = oil < 3\n",
            "define low(s): yes/no = oil < 3\n",
            "define low(s, t): yes/no = oil < 3\n",
            rolled("for ship"),
        ),
        matched=True,
    ),
    Slip(
        "E051",
        "A definition begins with its base.",
        "`base` should stand before this",
        "Write `base: value` as its first line, or the whole on one line: `define low: yes/no = oil < 3`.",
        "The base holds unless an exception does.",
        lines("define low: 0..3", "except fog: 2 when sky is fog"),
        lines("define low: 0..3", "base: 3", "except fog: 2 when sky is fog"),
        (lines("define low: 0..3", "3"), lines("define low: 0..3", "oil"), "define low: yes/no\n"),
        matched=True,
    ),
    Slip(
        "E052",
        "An edit that quotes with `was` says with `now` what stands there.",
        "`now` should stand here",
        "Write `now` and the new line below it. To take something away, write `remove` instead of `was`.",
        "Nothing printed is edited in place: an overlay quotes what it expects, then says what stands there now.",
        lines('errata sheet "Sheet" for night', '1 "One die"', "  in table Sky", "    was roll 2d6"),
        lines(
            'errata sheet "Sheet" for night', '1 "One die"', "  in table Sky", "    was roll 2d6", "    now roll 1d6"
        ),
        (
            lines('errata s "S" for night', '1 "A"', "  in procedure watch", "    was stop", "    add stop"),
            lines('errata s "S" for night', '1 "A"', "  in define low", "    was base: 3"),
            lines('errata s "S" for night', '1 "A"', "  in state mission", "    was oil: 0..9"),
            lines('errata s "S" for night', '1 "A"', "  in enum Ship", "    was | tug | 3 |"),
            lines('errata s "S" for night', '1 "A"', "  in enum Ship row tug column due", "    was 3"),
            lines('errata s "S" for night', '1 "A"', "  in table Sky", "    was roll 2d6", "    roll 1d6"),
            lines('errata s "S" for night', '1 "A"', '  was option moon "M" = no'),
        ),
        matched=True,
    ),
    Slip(
        "E053",
        "A choice asks something.",
        "`ask` and a text should stand here",
        'Write `ask "Which ship"` as its first line.',
        "The player reads the text of `ask` before the options.",
        steps("choose s from Ship", "  prefer 1"),
        steps("choose s from Ship", '  ask "Which ship"', "  prefer 1"),
        (steps("choose order", '  say "Which"'),),
        matched=True,
    ),
    Slip(
        "E054",
        "The line ends too early.",
        "something is missing here",
        "",
        "The words before the end of the line ask for more.",
        steps("if"),
        steps("if oil > 0", "  nothing"),
    ),
    Slip(
        "E055",
        "The block ends too early.",
        "something is missing below this line",
        "",
        "The lines of this block ask for more: a choice for its options, an overlay for its edits.",
        steps("choose order", '  ask "What now"'),
        steps("choose order", '  ask "What now"', '  option trim "Trim the lamp"', "    set lamp to 3"),
    ),
    Slip(
        "E056",
        "This cannot stand here.",
        "",
        "",
        "The words before it ask for something else. The message says what could stand here.",
        steps("set 3 to oil"),
        steps("set oil to 3"),
    ),
)

SLIPS: tuple[Slip, ...] = FILES + CHARACTERS + LAYOUT + WORDS + SIGNS + LINES
BY_CODE = {slip.code: slip for slip in SLIPS}
CODES: tuple[Code, ...] = tuple(slip.page for slip in SLIPS)
