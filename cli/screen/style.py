"""The style of the full screen: layout, colours, and the breakpoint for wide screens."""

from __future__ import annotations

from rich.terminal_theme import TerminalTheme

MIN_WIDE_COLUMNS = 110
"""The minimum width in columns for story and boards side by side; narrower screens show one pane."""

MAX_PAGE_WIDTH = 106
"""The maximum width in columns of a page."""

TERMINAL_THEME = TerminalTheme(
    (18, 18, 18),
    (224, 224, 224),
    [
        *((80, 80, 80), (255, 130, 130), (140, 220, 130), (240, 210, 110)),
        *((140, 180, 255), (230, 160, 230), (130, 215, 225), (224, 224, 224)),
    ],
)
"""The theme of named colours: light enough on a dark ground, also as greys without colour."""

PANE_PADDING = 2
"""The columns that a pane leaves empty at its sides, both together."""

MAX_PANE_SHARE = 0.55
"""The largest share of the screen's height that a question takes."""

CSS = """
Screen { layout: vertical; }
#head { height: auto; max-height: 3; padding: 0 1; background: $panel; }
#tabs { height: 1; padding: 0 1; }
#top { height: 1fr; min-height: 4; }
#story, #boards, #sheet { scrollbar-size: 1 1; padding: 0 1; background: $surface; }
LineWidget { overflow: hidden auto; }
#boards, #page-lines { overflow: auto auto; }
#notice { height: auto; padding: 0 1; display: none; }
#asked { height: auto; max-height: MAX_PANE_SHARE; border-top: solid $primary; padding: 0 1; }
#asked { scrollbar-size-vertical: 1; }
#line { height: 1; border: none; padding: 0 1; background: $panel; }
#line:focus { border: none; }
#keys { height: 1; padding: 0 1; background: $panel; }
Screen.-wide #tabs { display: none; }
Screen.-wide #top { layout: horizontal; }
Screen.-wide #story { width: 8fr; }
Screen.-wide #side { width: 7fr; border-left: solid $primary; }
Screen.-wide #boards { height: 1fr; }
Screen.-wide #sheet { height: auto; min-height: 3; max-height: 30%; border-top: solid $primary; }
Screen.-narrow #side { display: none; }
Screen.-narrow.at-boards #asked, Screen.-narrow.at-sheet #asked { max-height: 7; }
Screen.-narrow.at-boards.on-board #asked { max-height: 3; }
Screen.-narrow.at-boards #story, Screen.-narrow.at-sheet #story { display: none; }
Screen.-narrow.at-boards #side, Screen.-narrow.at-sheet #side { display: block; }
Screen.-narrow.at-boards #sheet, Screen.-narrow.at-sheet #boards { display: none; }
Screen.-narrow #boards, Screen.-narrow #sheet { height: 1fr; }
Page { align: center middle; background: $background; }
#page { width: 100%; max-width: WIDEST_PAGE; height: 100%; border: solid $primary; background: $surface; }
#page-title, #page-foot { height: 1; padding: 0 1; }
#page-lines { height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
ConfirmDialog, UndoDialog { align: center middle; }
#sure { width: auto; max-width: 70; height: auto; border: heavy $warning; background: $surface; padding: 1 2; }
CoverScreen { align: center middle; background: $background; }
#cover { width: auto; max-width: 70; height: auto; border: heavy $primary; background: $surface; padding: 1 3; }
#cover Static { width: auto; height: auto; }
ChoiceDialog { align: center middle; }
#choice { width: auto; max-width: 90%; height: auto; border: heavy $primary; background: $surface; padding: 0 2; }
#choice Static { width: auto; height: auto; }
#sure Static { width: auto; max-width: 64; }
""".replace("WIDEST_PAGE", str(MAX_PAGE_WIDTH)).replace("MAX_PANE_SHARE", f"{MAX_PANE_SHARE:.0%}")
