"""Real dice that were typed before they were asked for: several throws in one line."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from bombsight.dsl.dice import Dice


@define
class TypedDiceQueue:
    """Throws of some dice that wait until the same dice are asked for.

    Attributes:
        throws: Their faces, in the order in which they were typed.
        dice: Which dice they are; None before any were kept.
    """

    throws: list[tuple[int, ...]] = field(factory=list)
    dice: Dice | None = None

    def add(self, throws: Iterable[tuple[int, ...]], dice: Dice) -> None:
        """Keep throws behind those that wait; where they are of other dice, in their place."""
        new_throws = [*throws]
        if new_throws and dice != self.dice:
            self.throws.clear()
            self.dice = dice
        self.throws += new_throws

    def pop(self, dice: Dice) -> tuple[int, ...]:
        """The next throw, if it is one of such dice; empty where none waits."""
        if self.throws and dice == self.dice:
            return self.throws.pop(0)
        return ()

    def clear(self) -> tuple[int, ...]:
        """Keep nothing more; the faces that waited."""
        faces = tuple(face for throw in self.throws for face in throw)
        self.throws.clear()
        return faces
