"""Slips in words and names, and signs taken from other languages."""

from __future__ import annotations

from bombsight.dsl.slips.slip import Slip, make_item, make_procedure, make_table

WORDS = (
    Slip(
        "E022",
        "unknown-item",
        "This word begins no item.",
        "not a word that begins an item",
        "An item begins with game, chapter, option, enum, record, state, table, modifier, define, tally, forecast, "
        "luck, board, procedure, reroll, errata, variant, preferences, house, example, explain or primer.",
    ),
    Slip(
        "E023",
        "misspelt-word",
        "A word of the language is misspelt.",
        "",
        "",
    ),
    Slip(
        "E024",
        "capital-letters",
        "Words of the language are written in small letters.",
        "capital letters",
        "",
    ),
    Slip(
        "E025",
        "invalid-name",
        "This is no name.",
        "the name ends before this",
        "A name begins with a letter and holds letters, digits and underscores: `night_watch`, not `night-watch`.",
    ),
    Slip(
        "E026",
        "missing-title",
        "A title is missing.",
        "a text in double quotes should stand before this",
        'Write the title behind the name, in double quotes: "The sky".',
        (
            make_item("table Sky", "roll 1d6", "1..6: clear"),
            make_item("game night", "language 1"),
            "option moon = no\n",
            make_item("reroll lantern when oil > 0", "add -1 to oil"),
            make_item("errata sheet for night", '1 "A"', "  confirms table Sky"),
            make_item('errata sheet "S" for night', "1", "  confirms table Sky"),
            make_item('errata sheet "S" for night', "one", "  confirms table Sky"),
            make_item("example", "do watch"),
            "chapter lamp\n",
            "chapter printed\n",
            "tally lost = oil < 3\n",
            "tally lost: yes/no = oil < 3\n",
            "chapter\n",
            make_table("note c", "  nothing"),
            make_procedure(
                "choose order", '  ask "What"', '  answer trim "T"', "    nothing", "  answer rest", "    nothing"
            ),
        ),
    ),
    Slip(
        "E027",
        "unquoted-text",
        "A text stands in double quotes.",
        "no double quote before this",
        'Put it in double quotes: cite "rule 4".',
        (
            'option moon "No moon" = no cite rule 6\n',
            make_procedure("say hello"),
            make_procedure("choose s from Ship", "  ask which"),
            make_item('errata sheet "S" for night cite sheet', '1 "A"', "  confirms table Sky"),
            make_item('errata sheet "S" for night by keeper', '1 "A"', "  confirms table Sky"),
        ),
    ),
    Slip(
        "E028",
        "else-without-if",
        "This `else` has no `if`.",
        "no `if` above it in this column",
        "Line it up with its `if`, as the last of its branches. Further conditions are `else if`, in two words.",
    ),
    Slip(
        "E029",
        "joined-words",
        "Two words are written together.",
        "no space before this",
        "Put a space between them; or is it one word that does not belong here?",
    ),
    Slip(
        "E030",
        "missing-word",
        "Something is missing before this word.",
        "read as a name",
        "It is a word of the language and cannot be a name. What should stand before it?",
    ),
    Slip(
        "E084",
        "foreign-words",
        "The language says this in other words.",
        "so it is said elsewhere",
        "Leave it out.",
        since="0.2.0",
    ),
)

SIGNS = (
    Slip(
        "E031",
        "single-equals",
        "`=` does not compare.",
        "`is` is meant",
        "Compare with `is`, `is not`, `<`, `<=`, `>`, `>=` or `in`. `=` gives a name or a field its value.",
    ),
    Slip(
        "E032",
        "double-equals",
        "`==` is no sign of the language.",
        "`is` is meant",
        "Compare with `is`.",
    ),
    Slip(
        "E033",
        "unequal-sign",
        "Unequal is written in words.",
        "`is not` is meant",
        "Compare with `is not`.",
    ),
    Slip(
        "E034",
        "logic-sign",
        "And, or and not are written in words.",
        "`and`, `or` or `not` is meant",
        "Write `and`, `or`, `not`.",
    ),
    Slip(
        "E035",
        "chained-comparison",
        "One comparison follows another.",
        "a second comparison",
        "For a range write `oil in 2..4`; else join two comparisons with `and`.",
    ),
    Slip(
        "E036",
        "range-sign",
        "A range is written with two dots.",
        "not a range",
        "Write `2..4`; `..4` is 4 or less, `2..` is 2 or more.",
    ),
    Slip(
        "E037",
        "decimal-number",
        "Numbers are whole.",
        "a fraction",
        "Count in tenths, or multiply and divide: `n * 3 / 2 rounded down`.",
    ),
    Slip(
        "E038",
        "dice-form",
        "Dice are written as in 1d6 and 2d6.",
        "no dice",
        "Write how many dice, a small `d` and their sides without spaces: `1d6`. Two dice read as tens and ones are "
        "`d66`.",
    ),
    Slip(
        "E039",
        "change-sign",
        "A change is written in words.",
        "no sign of the language",
        "Write `set oil to 3`, `add 1 to oil` or `take 1 from oil`.",
    ),
)
