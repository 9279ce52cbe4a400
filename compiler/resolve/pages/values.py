"""Pages of findings about values: ranges, none, and impossible numbers."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
    Code(
        "V001",
        "out-of-range",
        "A value is outside its range",
        """\
In every state the value lies outside the range of what it is given to: a field, a variable, a
parameter, a result. A default and printed data must lie within their range always. A value that
may be outside is a fault in play.

    set lamp to 4             # lamp is 0..3""",
    ),
    Code(
        "V002",
        "range-end",
        "The end of a range is not a number",
        """\
Ranges are fixed when the rules are written, so that everything is finite.

    oil: 0..tank = 5          # write 0..20""",
    ),
    Code(
        "V003",
        "empty-range",
        "An empty range",
        """\
The lower end of a range stands first: `0..5`, not `5..0`; and so behind `in`, where what is empty
in every state is meant otherwise. A loop that counts down says so:

    for hour in 6 down to 1""",
    ),
    Code(
        "V004",
        "perhaps-out-of-range",
        "A number may not fit",
        """\
Every number, and every step on the way to it, must fit 32 bits: from -2147483647 to 2147483647.
The declared ranges allow more here, whatever play happens to reach.

    define far(a: 0..99999, b: 0..99999): 0..2147483647 = a * b * 3

Use smaller ranges, or divide before you multiply.""",
    ),
    Code(
        "V005",
        "misplaced-none",
        "None where none cannot be",
        """\
Only what is declared with `or none` may be none.

    state mission
      sky: Sky = clear

    procedure watch
      set sky to none

Declare it so, `sky: Sky or none`, and test for none where it is used; or write a value.""",
    ),
    Code(
        "V006",
        "perhaps-none",
        "This may be none",
        """\
What may be none can be used only where a test has ruled none out: an `if` or a `where` around
it, the left side of an `and`, an `if ... is none` before it that left. The test may stand in a
define that is asked: `if open(way)`, where `open` is `leads_to(way) is not none and ...`. It lasts
until something has run that can change what was tested.

    if sounded is not none
      do answer(sounded)

A line `expect` of an example needs no test: where such a value is none, the line does not hold.
Only in `any`, `count` and `first` it does.""",
    ),
    Code(
        "V007",
        "missing-rounding",
        "A division that does not say how it rounds",
        """\
Rulebooks round now up, now down, so every division says it.

    oil / 2                   # write `oil / 2 rounded down`""",
    ),
    Code(
        "V008",
        "unsafe-divisor",
        "A divisor that may not be positive",
        """\
Division is only by a positive number, or by a column of printed data whose values are all
positive. So it can never fail in the middle of a game.

    oil / lamp rounded down   # lamp is 0..3

Divide by `max(lamp, 1)`, or ask first and divide in the branch where it is known to be positive.""",
    ),
    Code(
        "V009",
        "needless-none-test",
        "A test for none of what is never none",
        """\
The value cannot be none, so the test says nothing. Leave it out, or declare the value with
`or none`. The same is true of a value behind `or else` that never counts:

    oil or else 6             # oil is 0..20
    2 + near or else 0        # all of the sum is meant: write `2 + (near or else 0)`""",
    ),
    Code(
        "V019",
        "vacuous-over-all",
        "An exception is over all, and over nothing",
        """\
`over all` is over every exception beside this one, but for those that are over it by name and
those that say `over all` themselves. Here nothing is left.

    define reach: 0..9
      base: 3
      except fog: 1 when sky is fog over all       # there is no other""",
    ),
    Code(
        "V020",
        "uncountable-tally",
        "A tally cannot be counted",
        """\
What is counted of many runs has finitely many values, and always one: yes/no, a range, an enum.

    tally nearest "Nearest ship": 1..9 or none = near

Say what counts instead of none:

    tally nearest "Nearest ship": 0..9 = near or else 0""",
    ),
    Code(
        "V024",
        "required-tally",
        "What a run must do to count is yes or no",
        """\
A tally that is `required` says whether a run counts: one in which it is no is played again. So it
is yes or no, and yes is good.

    tally ships "Ships that came by" good required: 0..3 = passed

Say from where on it counts:

    tally enough "Enough ships came by" good required: yes/no = passed >= 2""",
        since="0.2.0",
    ),
    Code(
        "V010",
        "option-default",
        "The default of an option is none of its values",
        """\
    option noise "Noise" from low, high = loud

The default is one of the words, a number within the range, or `yes` or `no`.""",
    ),
    Code(
        "V011",
        "missing-condition",
        "An exception without a condition",
        """\
An exception says when it holds. What always holds is the base.

    define dark: 0..20
      base: 8
      except fog: 12

Write the condition: `except fog: 12 when sky is fog`.""",
    ),
)
