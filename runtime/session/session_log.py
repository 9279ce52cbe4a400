"""The log of a session: header, records and end, in memory and in its save.

Lines are held back until a run has replayed all records, since a save whose records do not fit must stay unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError, clip
from bombsight.runtime import sentences
from bombsight.runtime.events.names import OwnName, add_own_name
from bombsight.runtime.saves.lines import Line, NameLine, ThrowerLine, UndoLine, record_line, rules_line
from bombsight.runtime.saves.records import Answer, End, Header, Record, Throw, last_decision
from bombsight.runtime.saves.writer import SaveFile


class SessionLog:
    """The records of a session, in memory and as lines in its save.

    Attributes:
        header: The header with all changes.
        records: The records so far.
        end: The end by the records, or None.
        save: The save to write, or None.
        path: The path of the records, for messages, if they are not written there; empty if unknown.
    """

    def __init__(
        self,
        header: Header,
        records: Sequence[Record] = (),
        end: End | None = None,
        save: SaveFile | None = None,
        path: str = "",
    ) -> None:
        """Make a log from the records so far; with a ``save``, later records are also written there."""
        self.header = header
        self.records = list(records)
        self.end = end
        self.save = save
        self.path = path
        self._released = False
        self._held: list[Line] = []

    # --- lines to write

    def add_record(self, record: Record) -> None:
        """Append a throw or an answer to the records, and write its line to the save."""
        self.records.append(record)
        self._write(record_line(record))

    def add_end(self, end: End) -> None:
        """Set the end record of the session, and write its line to the save."""
        self.end = end
        self._write(record_line(end))

    def reopen(self) -> None:
        """Remove the recorded end, so that the session continues after its records."""
        self.end = None
        self._write(rules_line(self.header, len(self.records)))

    def undo(self, count: int) -> int:
        """Remove the last ``count`` answers, or throws of real dice, and what follows; return how many."""
        undone = 0
        while undone < count and (index := last_decision(self.records, self.header)) is not None:
            del self.records[index:]
            undone += 1
        if undone:
            self.end = None
            self._write(UndoLine(undone))
            self.sync()
        return undone

    def set_own_name(self, own_name: OwnName) -> None:
        """Record a name that the player gave, and write its line."""
        self.header = evolve(self.header, names=add_own_name(self.header.names, own_name))
        self._write(NameLine(own_name))
        self.sync()

    def set_by_hand(self, by_hand: bool) -> None:
        """Record who throws the dice from here on: a person if ``by_hand``, else the dice source."""
        header = self.header.with_thrower(by_hand=by_hand)
        if header != self.header:
            self.header = header
            self._write(ThrowerLine(header.thrower))
            self.sync()

    def save_as(self, path: str) -> None:
        """Write everything so far to a new save, which later lines go to.

        Raises:
            InputError: It is kept already, or the file exists or cannot be written.
        """
        if self.save:
            raise InputError("this session is kept already", self.save.path)
        self.save = SaveFile.create(path, self.header)
        for record in (*self.records, *([self.end] if self.end else [])):
            self.save.write_record(record)
        self.save.sync()

    def release_lines(self) -> None:
        """Write the lines that were held back, now that a replay has confirmed the records."""
        self._released = True
        if self._held:
            for line in self._held:
                self._write(line)
            self._held.clear()
            self.sync()

    def sync(self) -> None:
        """Force all lines to the disk."""
        if self.save and self._released:
            self.save.sync()

    def _write(self, line: Line) -> None:
        """Write a line to the save, or hold it back until lines are released; do nothing without a save."""
        if self.save is None:
            return
        if self._released:
            self.save.write(line)
        else:
            self._held.append(line)

    # --- descriptions of records

    def record_at(self, index: int) -> Record | End:
        """Return the record at an index; the end record for the index after the last."""
        if index < len(self.records):
            return self.records[index]
        assert self.end is not None
        return self.end

    def describe_record(self, index: int) -> str:
        """The name of the record at an index in messages: ``answer 3 (go at route)``."""
        answers = sum(isinstance(record, Answer) for record in self.records[: index + 1])
        match self.record_at(index):
            case End(result=result, fault=fault):
                return sentences.end_record(clip(fault or result))
            case Answer(name=name, at=at):
                return sentences.answer_record(answers, clip(name), clip(at))
            case Throw(faces=faces, at=at):
                return sentences.throw_record(clip(str(list(faces))), clip(at), answers)
            case never:
                assert_never(never)

    def place_of(self, index: int) -> str:
        """The ``file:line`` of the record at an index in the save; the file alone if the line is unknown."""
        line = self.record_at(index).line
        path = self.save.path if self.save else self.path
        return f"{path}:{line}" if line else path
