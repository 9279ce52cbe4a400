"""A small game for the overlays under test, and the wording of what is found."""

from __future__ import annotations

import textwrap
from functools import cache

from bombsight.compiler.overlays import AmendedProgram, amend
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source, Span

BASE = """\
game lighthouse "The Keeper's Night"
  language 1

option new_moon "No moon" = no                                     cite "rule 6"
option oil_ration "Oil" from 10..20 = 14

enum Sky: clear, rain "Rain", fog, gale
enum Ship printed "Ship card"
  | ship    | title     | due | strength |
  | trawler | "Trawler" | 3   | 3        |
  | packet  | "Packet"  | 6   | 4        |

record Keeper
  nights "Nights": 0..30 = 0

state mission
  oil "Oil": 0..20 = 14
  lamp "Lamp": 0..3 full = 3

state mission
  tired "Fatigue": 0..6 full = 0
  sky "Sky": Sky = clear

table Sky "The sky turns" printed "card"
  gives Sky
  roll 2d6
  +1 worse when sky in {fog, gale}                                 cite "rule 2"
  ..6 "Fair": clear                                                cite "rule 2 (a)"
  7..8: rain
  9..10: fog
  11..: gale

table Squall "A squall" printed "card"
  when lamp is 0: nothing
  roll 1d6
  natural 6: nothing
  1
    roll 1d6
      +1 tired when tired > 3
      1..3: set lamp to 0
      4..6: add -1 to lamp
  2..3: roll on Sky
  4: add 1 to tired
  else: nothing

table Reach "Reach of the lamp" reconstructed "rule 4"
  for sky: Sky, level: 1..3
  gives 0..9 or none
  | sky       | 1 | 2 | 3 |
  | clear     | 3 | 6 | 9 |
  | fog, gale | - | 1 | 2 | printed "card"
  | rain      | 1 | 3 | 5 |

table Drift "Drift" printed "card"
  for sky: Sky
  gives 0..3
  | 1d6  | clear rain | fog |
  | ..2  | 0          | 1   |
  | 3..5 | 1          | 2   |
  | else | 2          | 3   |

modifier -1 dark on Squall when option new_moon                    cite "rule 6"

define reach(s: Ship): 0..9                                        cite "rule 4"
  base: look up Reach(sky, lamp)                                   cite "rule 4 (a)"
  except near: 9 when s.due is 3                                   cite "rule 4 (b)"
    except dim: 5 when lamp < 2
  except blind: 0 when sky is fog over near

define tired_out: yes/no = tired > 4                               cite "rule 7"

procedure mission "One night"                                      cite "rule 1"
  step dusk "Dusk" beat
    set lamp to 3
    do watch
  step dawn
    add 1 to tired
    nothing

procedure watch "One hour"                                         cite "rule 1"
  set sky to roll on Sky
  choose order
    ask "Hour"
    answer trim "Trim the lamp" when tired < 6 prefer 3
      set lamp to 3
      add 1 to tired
    answer rest "Sleep" prefer tired
      add -2 to tired
  if oil is 0
    say "Dark."
  else if lamp is 0
    add 1 to tired
    say "Light it again."
  for each s in Ship where s.due is 3
    roll on Squall
  add -1 to oil
  return

reroll luck "Luck" when tired < 3 at most 2 times                  cite "rule 9"
  add 1 to tired

define swell(s: Ship): 0..9                                        recovered "a letter" cite "rule 8"
  base: 2
  except far: 3 when s.due is 6                                    printed cite "rule 8 (b)"

procedure ring(times: 1..3): 0..3 "The bell" beat reconstructed "rule 9 rings it"  cite "rule 9"
  repeat times times
    add -1 to oil
  return times

table Gap "A gap in the clouds" recovered "a letter"
  roll 1d6
  +1 torn when lamp is 0                                           printed "card"
  1: nothing
  2                                                                printed "card"
    set oil to 0
  3..: nothing

table Hush "No wind" printed "card"
  for sky: Sky
  gives 0..9 or none
  | sky       | hush |
  | rain      | -    |
  | fog, gale | 4    |

table Pails "Pails poured off" printed "card"
  roll 1d6
  ..3
    choose pails from 0..oil
      ask "How many"
      prefer pails
    add 0 - pails to oil
  5: nothing

procedure call "Who is called"                                     cite "rule 11"
  choose s from Ship
    ask "Which ship"
    prefer s.due
  choose hours from 1..3
    ask "How long"
  choose reply
    ask "Is it answered"
    answer sound "By the horn"
      do watch
    answer wait "Later"
      stop
"""
"""A game with a line of every sort."""


@cache
def read(text: str, path: str = "base.rules") -> tuple[ast.Item, ...]:
    """The items of a text that is well written."""
    parsed = parse(Source(path, text))

    assert not parsed.diagnostics
    return parsed.file.items


def errata(*patches: str, kind: str = "errata", name: str = "general", head: str = "") -> str:
    """An overlay with an item for each patch; ``head`` stands above them."""
    items = [
        f'  {number} "Item {number}"\n' + textwrap.indent(textwrap.dedent(patch).strip("\n"), "    ")
        for number, patch in enumerate(patches, 1)
    ]
    relations = [f"  {head}"] if head else []
    return "\n".join([f'{kind} {name} "Amendments" for lighthouse cite "sheet"', *relations, *items]) + "\n"


def lay(*overlays: str, base: str = BASE) -> AmendedProgram:
    """The base with overlays, each from a file of its own."""
    texts = {"base.rules": base, **{f"{chr(97 + at)}.rules": text for at, text in enumerate(overlays)}}
    items = [item for path, text in texts.items() for item in read(text, path)]
    return amend(
        [item for item in items if not isinstance(item, ast.Overlay)],
        [item for item in items if isinstance(item, ast.Overlay)],
        {path: Source(path, text) for path, text in texts.items()},
        "lighthouse",
    )


def told(diagnostic: Diagnostic, sources: dict[str, str]) -> str:
    """A finding as plain text."""

    def line(span: Span) -> str:
        text = Source(span.path, sources[span.path]).line_text(span.line).strip()
        return f"{span}: {text}"

    lines = [
        f"{diagnostic.severity.value}[{diagnostic.code}] {diagnostic.message}",
        f"  {line(diagnostic.span)}" + (f"  <- {diagnostic.note}" if diagnostic.note else ""),
        *(f"  {line(label.span)}  <- {label.text}" for label in diagnostic.labels),
        f"  {diagnostic.help}",
    ]
    return "\n".join(lines)
