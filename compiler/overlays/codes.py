"""Pages of the finding codes about overlays."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code, Severity

CODES: tuple[Code, ...] = (
    Code("O001", "quotation-mismatch"),
    Code("O002", "ambiguous-quotation"),
    Code("O003", "unknown-target"),
    Code("O004", "other-game"),
    Code("O005", "overlay-clash"),
    Code("O006", "idle-edit", Severity.WARNING),
    Code("O007", "printed-replaced"),
    Code("O008", "printed-lost"),
    Code("O009", "unknown-anchor"),
    Code("O010", "duplicate-number"),
    Code("O011", "duplicate-overlay"),
    Code("O012", "misplaced-line"),
    Code("O013", "changed-head"),
    Code("O014", "printed-amended"),
    Code("O015", "overlay-missing", since="0.2.0"),
    Code("O016", "overlay-excluded", since="0.2.0"),
    Code("O017", "removed-in-use", since="0.2.0"),
    Code("O021", "preferences-of-play", since="0.2.0"),
)
"""Every finding code about overlays."""
