"""Every kind of edit: the amended program is the base with other text."""

import pytest

from tests.compiler.overlays.laid import BASE, errata, lay, read

EDITS = {
    "a statement beside a quoted one": (
        "in procedure watch\n  after line add -2 to tired\n  add set lamp to 0",
        ("      add -2 to tired", "      add -2 to tired\n      set lamp to 0"),
    ),
    "statements before a quoted one with its block": (
        "in procedure watch\n  before line for each s in Ship where s.due is 3\n    roll on Squall\n"
        "  add\n    set lamp to 0\n    set lamp to 1",
        ("  for each s in Ship", "  set lamp to 0\n  set lamp to 1\n  for each s in Ship"),
    ),
    "a table taken out": (
        "remove table Hush",
        (BASE[BASE.index("table Hush") : BASE.index("table Pails")], ""),
    ),
    "a procedure taken out": ("remove procedure call", (BASE[BASE.index("procedure call") :], "")),
    "the dice of a table": ("in table Sky\n  was roll 2d6\n  now roll 1d6", ("roll 2d6", "roll 1d6")),
    "a row, its title and cite left out": (
        "in table Sky\n  was ..6: clear\n  now ..5: clear",
        ('..6 "Fair"', '..5 "Fair"'),
    ),
    "a row that states another cite": (
        'in table Sky\n  was ..6: clear\n  now ..6: clear cite "errata"',
        ('cite "rule 2 (a)"', 'cite "errata"'),
    ),
    "a row that states another title": (
        'in table Sky\n  was ..6: clear\n  now ..6 "Fine": clear',
        ('"Fair"', '"Fine"'),
    ),
    "a cite that is quoted and not stated again": (
        'in table Sky\n  was ..6: clear cite "rule 2 (a)"\n  now ..6: clear',
        ('cite "rule 2 (a)"', ""),
    ),
    "a row split in two": (
        "in table Sky\n  was 7..8: rain\n  now\n    7: rain\n    8: fog",
        ("7..8: rain", "7: rain\n  8: fog"),
    ),
    "two neighbouring rows": (
        "in table Sky\n  was\n    7..8: rain\n    9..10: fog\n  now 7..10: rain",
        ("7..8: rain\n  9..10: fog", "7..10: rain"),
    ),
    "a modifier": (
        "in table Sky\n  was +1 worse when sky in {fog, gale}\n  now +2 worse when sky is fog",
        ("+1 worse when sky in {fog, gale}", "+2 worse when sky is fog"),
    ),
    "the row of a sub-roll": (
        "in table Squall\n  was 4..6: add -1 to lamp\n  now 4..6: add -2 to lamp",
        ("4..6: add -1", "4..6: add -2"),
    ),
    "a statement of a row": (
        "in table Squall row 4\n  was add 1 to tired\n  now\n    add 1 to tired\n    set lamp to 2",
        ("4: add 1 to tired", "4\n    add 1 to tired\n    set lamp to 2"),
    ),
    "a roll behind a colon, quoted as a statement": (
        "in table Squall\n  was roll on Sky\n  now\n    roll on Sky\n    add 1 to tired",
        ("2..3: roll on Sky", "2..3\n    roll on Sky\n    add 1 to tired"),
    ),
    "a row named and quoted": (
        "in table Squall row 4\n  was 4: add 1 to tired\n  now 4: nothing",
        ("4: add 1 to tired", "4: nothing"),
    ),
    "a row of natural dice": (
        "in table Squall row 6\n  was nothing\n  now set lamp to 1",
        ("natural 6: nothing", "natural 6: set lamp to 1"),
    ),
    "a row of a grid": (
        "in table Reach\n  was | rain | 1 | 3 | 5 |\n  now | rain | 1 | 2 | 5 |",
        ("| rain      | 1 | 3 | 5 |", "| rain | 1 | 2 | 5 |"),
    ),
    "a cell under a number": (
        "in table Reach row clear column 2\n  was 6\n  now 7",
        ("| clear     | 3 | 6 | 9 |", "| clear | 3 | 7 | 9 |"),
    ),
    "a cell that becomes none": ("in table Reach row rain column 3\n  was 5\n  now -", ("1 | 3 | 5", "1 | 3 | -")),
    "a cell that was none": (
        "in table Hush row rain column hush\n  was -\n  now 1",
        ("rain      | -", "rain      | 1"),
    ),
    "a cell under two words": (
        "in table Drift row 3..5 column clear rain\n  was 1\n  now 0",
        ("| 3..5 | 1 ", "| 3..5 | 0 "),
    ),
    "a cell of an enum": ("in enum Ship row packet column due\n  was 6\n  now 7", ('"Packet"  | 6', '"Packet"  | 7')),
    "a row of an enum": (
        'in enum Ship\n  was | packet | "Packet" | 6 | 4 |\n  now | packet | "Packet" | 6 | 5 |',
        ("| 6   | 4 ", "| 6   | 5 "),
    ),
    "a value of an enum without a grid": (
        'in enum Sky\n  was | rain |\n  now | rain | "Showers" |',
        ('rain "Rain"', 'rain "Showers"'),
    ),
    "the base of a define": (
        "in define reach\n  was base: look up Reach(sky, lamp)\n  now base: 4",
        ("base: look up Reach(sky, lamp)", "base: 4"),
    ),
    "the value of a define on one line": (
        "in define tired_out\n  was base: tired > 4\n  now base: tired > 5",
        ("tired > 4", "tired > 5"),
    ),
    "an exception to an exception": (
        "in define reach\n  was except dim: 5 when lamp < 2\n  now except dim: 4 when lamp < 2",
        ("dim: 5", "dim: 4"),
    ),
    "a field": (
        "in state mission\n  was tired: 0..6 full = 0\n  now tired: 0..8 full = 0",
        ('"Fatigue": 0..6', '"Fatigue": 0..8'),
    ),
    "a field of a record": ("in record Keeper\n  was nights: 0..30 = 0\n  now nights: 0..40 = 0", ("0..30", "0..40")),
    "a statement in a branch": (
        "in procedure watch\n  was add -2 to tired\n  now add -3 to tired",
        ("add -2 to tired", "add -3 to tired"),
    ),
    "two statements that stand together once": (
        "in procedure watch\n  was\n    set lamp to 3\n    add 1 to tired\n"
        "  now\n    set lamp to 3\n    add 2 to tired",
        ("      set lamp to 3\n      add 1", "      set lamp to 3\n      add 2"),
    ),
    "a statement in an else": (
        'in procedure watch\n  was say "Light it again."\n  now say "Again."',
        ("Light it again.", "Again."),
    ),
    "the beat of a step, removed": (
        'in procedure mission\n  was\n    step dusk "Dusk" beat\n      set lamp to 3\n      do watch\n'
        '  now\n    step dusk "Dusk"\n      set lamp to 3\n      do watch',
        ('step dusk "Dusk" beat', 'step dusk "Dusk"'),
    ),
    "the beat of a step, added": (
        "in procedure mission\n  was\n    step dawn\n      add 1 to tired\n      nothing\n"
        "  now\n    step dawn beat\n      add 1 to tired\n      nothing",
        ("step dawn", "step dawn beat"),
    ),
    "a step, its title and beat left out": (
        "in procedure mission\n  was\n    step dusk\n      set lamp to 3\n      do watch\n"
        "  now\n    step dusk\n      do watch",
        ("    set lamp to 3\n    do watch", "    do watch"),
    ),
    "a branch": (
        'in procedure watch\n  was answer rest "Sleep" prefer tired\n    add -2 to tired\n'
        '  now answer rest "Nap" prefer 1\n    add -1 to tired',
        ('answer rest "Sleep" prefer tired\n      add -2', 'answer rest "Nap" prefer 1\n      add -1'),
    ),
    "what the autopilot thinks of an answer": (
        "in procedure watch\n  was answer trim prefer 3\n  now answer trim prefer 3 - lamp",
        ("when tired < 6 prefer 3", "when tired < 6 prefer 3 - lamp"),
    ),
    "what the autopilot thinks of the one answer with this score": (
        "in procedure watch\n  was prefer tired\n  now prefer 0",
        ("prefer tired", "prefer 0"),
    ),
    "what the autopilot chooses from a domain": (
        "in procedure call\n  was prefer s.due\n  now prefer 0 - s.due",
        ("prefer s.due", "prefer 0 - s.due"),
    ),
    "what the autopilot chooses in a row": (
        "in table Pails row ..3\n  was prefer pails\n  now prefer 0",
        ("prefer pails", "prefer 0"),
    ),
    "what the autopilot chooses in a table": (
        "in table Pails\n  was prefer pails\n  now prefer 0",
        ("prefer pails", "prefer 0"),
    ),
    "an option": (
        'was option oil_ration "Oil" from 10..20 = 14\nnow option oil_ration "Oil" from 10..20 = 16',
        ("from 10..20 = 14", "from 10..20 = 16"),
    ),
    "a modifier printed elsewhere, its cite left out": (
        "was modifier -1 dark on Squall when option new_moon\nnow modifier -1 dark on Squall, Sky when option new_moon",
        ("dark on Squall when", "dark on Squall, Sky when"),
    ),
    "a whole define": (
        "was define tired_out: yes/no = tired > 4\nnow define tired_out: yes/no = tired > 5",
        ("tired > 4", "tired > 5"),
    ),
    "remove a row": ("in table Sky\n  remove 7..8: rain", ("  7..8: rain\n", "")),
    "remove a row of a grid": ("in table Drift\n  remove | ..2 | 0 | 1 |", ("  | ..2  | 0          | 1   |\n", "")),
    "remove the only statement of a block": (
        "in table Squall row 4\n  remove add 1 to tired",
        ("4: add 1 to tired", "4: nothing"),
    ),
    "remove an else": (
        'in procedure watch\n  remove\n    if lamp is 0\n      add 1 to tired\n      say "Light it again."',
        ('  else if lamp is 0\n    add 1 to tired\n    say "Light it again."\n', ""),
    ),
    "remove an exception": (
        "in define reach\n  remove except dim: 5 when lamp < 2",
        ("    except dim: 5 when lamp < 2\n", ""),
    ),
    "remove a branch": (
        'in procedure watch\n  remove answer rest "Sleep" prefer tired\n    add -2 to tired',
        ('    answer rest "Sleep" prefer tired\n      add -2 to tired\n', ""),
    ),
    "remove what the autopilot thinks of an answer": (
        "in procedure watch\n  remove answer rest prefer tired",
        (" prefer tired", ""),
    ),
    "remove what the autopilot chooses from a domain": (
        "in procedure call\n  remove prefer s.due",
        ("    prefer s.due\n", ""),
    ),
    "remove a field": ('in state mission\n  remove lamp "Lamp": 0..3 full = 3', ('  lamp "Lamp": 0..3 full = 3\n', "")),
    "remove a whole item": (
        'remove option new_moon "No moon" = no',
        ('option new_moon "No moon" = no                                     cite "rule 6"\n', ""),
    ),
    "remove a reroll": (
        'remove reroll luck "Luck" when tired < 3 at most 2 times\n  add 1 to tired',
        ('reroll luck "Luck" when tired < 3 at most 2 times                  cite "rule 9"\n  add 1 to tired\n', ""),
    ),
    "add a modifier": (
        "in table Sky\n  add +1 dark when option new_moon",
        ("  ..6 ", "  +1 dark when option new_moon\n  ..6 "),
    ),
    "add the first modifier of a table": (
        "in table Squall\n  add +1 dark when tired > 3",
        ("  natural 6", "  +1 dark when tired > 3\n  natural 6"),
    ),
    "add a row between numbers": ("in table Squall\n  add 3: nothing", ("  4: add 1", "  3: nothing\n  4: add 1")),
    "add a row before else": ("in table Squall\n  add 5: stop", ("  else: nothing", "  5: stop\n  else: nothing")),
    "add a row at the end": ("in table Sky\n  add 13: gale", ("11..: gale", "11..: gale\n  13: gale")),
    "add a row of a grid": (
        "in table Reach\n  add | fog | 1 | 1 | 1 |",
        ("| rain      | 1 | 3 | 5 |", "| rain | 1 | 3 | 5 |\n  | fog | 1 | 1 | 1 |"),
    ),
    "add a row of a grid between numbers": (
        "in table Drift\n  add | 3 | 1 | 1 |",
        ("  | else |", "  | 3 | 1 | 1 |\n  | else |"),
    ),
    "add several lines": (
        "in table Sky\n  add\n    +1 dark when option new_moon\n    12: gale",
        ("  ..6 ", "  +1 dark when option new_moon\n  ..6 ", "11..: gale", "11..: gale\n  12: gale"),
    ),
    "add statements to a row": (
        "in table Squall row 4\n  add\n    if lamp > 1\n      set lamp to 1",
        ("4: add 1 to tired", "4\n    add 1 to tired\n    if lamp > 1\n      set lamp to 1"),
    ),
    "add statements to a row that does nothing": (
        "in table Squall row else\n  add set lamp to 1",
        ("else: nothing", "else: set lamp to 1"),
    ),
    "add statements to a row with a value": (
        "in table Sky row 7..8\n  add set lamp to 1",
        ("7..8: rain", "7..8\n    set lamp to 1\n    return rain"),
    ),
    "add statements to a row that rolls": (
        "in table Squall row 2..3\n  add set lamp to 1",
        ("2..3: roll on Sky", "2..3\n    roll on Sky\n    set lamp to 1"),
    ),
    "add a modifier to a sub-roll": (
        "in table Squall row 1\n  add -1 dark when option new_moon",
        ("      1..3: set lamp", "      -1 dark when option new_moon\n      1..3: set lamp"),
    ),
    "add a value to an enum": (
        'in enum Ship\n  add | collier | "Collier" | 9 | 5 |',
        ("| 6   | 4        |", '| 6   | 4        |\n  | collier | "Collier" | 9 | 5 |'),
    ),
    "add a value to an enum without a grid": (
        'in enum Sky\n  add | sleet | "Sleet" |',
        ("fog, gale\n", 'fog, gale, sleet "Sleet"\n'),
    ),
    "add an exception": (
        "in define reach\n  add except moonless: 1 when option new_moon",
        ("over near\n", "over near\n  except moonless: 1 when option new_moon\n"),
    ),
    "add an exception to an exception": (
        "in define reach\n  add to blind except lit: 2 when lamp is 3",
        ("over near\n", "over near\n    except lit: 2 when lamp is 3\n"),
    ),
    "add an exception to a define on one line": (
        "in define tired_out\n  add except lit: no when lamp is 3",
        (
            ': yes/no = tired > 4                               cite "rule 7"\n',
            ': yes/no cite "rule 7"\n  base: tired > 4\n  except lit: no when lamp is 3\n',
        ),
    ),
    "add a branch": (
        'in procedure watch\n  add to order answer sing "Sing"\n    add 1 to tired',
        ("      add -2 to tired\n", '      add -2 to tired\n    answer sing "Sing"\n      add 1 to tired\n'),
    ),
    "add what stands beside a choice": (
        'in procedure watch\n  add to order beside "Oil {oil}"',
        ('    ask "Hour"\n', '    ask "Hour"\n    beside "Oil {oil}"\n'),
    ),
    "add what the autopilot thinks of an answer": (
        "in procedure call\n  add to sound prefer hours",
        ('answer sound "By the horn"', 'answer sound "By the horn" prefer hours'),
    ),
    "add what the autopilot chooses from a domain": (
        "in procedure call\n  add to hours prefer hours",
        ('    ask "How long"\n', '    ask "How long"\n    prefer hours\n'),
    ),
    "add a field": (
        "in state mission\n  add sung: yes/no = no",
        ("Sky = clear\n", "Sky = clear\n  sung: yes/no = no\n"),
    ),
    "add a field to a record": (
        "in record Keeper\n  add songs: 0..9 = 0",
        ("0..30 = 0\n", "0..30 = 0\n  songs: 0..9 = 0\n"),
    ),
    "add an option": (
        'add option songs "Songs" = yes',
        ("from 10..20 = 14\n", 'from 10..20 = 14\noption songs "Songs" = yes\n'),
    ),
    "before a step": (
        "in procedure mission\n  before dawn\n    set lamp to 0",
        ("  step dawn", "  set lamp to 0\n  step dawn"),
    ),
    "after a step": (
        "in procedure mission\n  after dawn\n    step day\n      set lamp to 0",
        ("    nothing\n", "    nothing\n  step day\n    set lamp to 0\n"),
    ),
    "at the start": (
        "in procedure watch\n  at start\n    set lamp to 0",
        ("  set sky to", "  set lamp to 0\n  set sky to"),
    ),
    "at the end": (
        "in procedure mission\n  at end\n    set lamp to 0",
        ("    nothing\n", "    nothing\n  set lamp to 0\n"),
    ),
    "replace a reconstructed table": (
        'replace\n  table Reach "Reach, from the chart" printed "chart"\n    for sky: Sky, level: 1..3\n'
        "    gives 0..9 or none\n    | sky | 1 | 2 | 3 |\n    | fog, gale | - | 1 | 2 |\n"
        "    | clear, rain | 3 | 3 | 3 |",
        (
            '"Reach of the lamp" reconstructed "rule 4"',
            '"Reach, from the chart" printed "chart"',
            "  | clear     | 3 | 6 | 9 |\n",
            "",
            "| rain      | 1 | 3 | 5 |",
            "| clear, rain | 3 | 3 | 3 |",
        ),
    ),
    "replace a recovered define": (
        "replace\n  define swell(s: Ship): 0..9\n    base: s.strength\n    except far: 3 when s.due is 6",
        (
            'recovered "a letter" cite "rule 8"',
            "",
            "base: 2\n",
            "base: s.strength\n",
        ),
    ),
    "what a procedure is called with": (
        "in procedure ring\n  was (times: 1..3)\n  now (times: 1..5)",
        ("ring(times: 1..3)", "ring(times: 1..5)"),
    ),
    "what a define is asked with": (
        "in define swell\n  was (s: Ship)\n  now (s: Ship or none)",
        ("swell(s: Ship)", "swell(s: Ship or none)"),
    ),
    "replace a reconstructed procedure": (
        'replace\n  procedure ring(times: 1..3): 0..3 recovered "a reprint"\n    set oil to 0\n    return times',
        (
            'reconstructed "rule 9 rings it"  cite "rule 9"',
            'recovered "a reprint"',
            "  repeat times times\n    add -1 to oil\n  return times",
            "  set oil to 0\n  return times",
        ),
    ),
    "confirm": ("confirms table Sky\nconfirms procedure watch", ()),
}
"""What an item says, and the pairs of old and new text of the base that say the same."""


@pytest.mark.parametrize("name", EDITS)
def test_edit(name):
    patch, replacements = EDITS[name]
    text = BASE
    for old, new in zip(replacements[::2], replacements[1::2], strict=True):
        assert text.count(old) == 1
        text = text.replace(old, new)

    amended = lay(errata(patch))

    assert not amended.diagnostics
    assert amended.items == read(text)
