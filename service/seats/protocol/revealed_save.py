"""The lines of a save as its host reveals them: without paths of his machine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.runtime.saves.lines import header_line, record_json
from bombsight.runtime.saves.records import Header, Record
from bombsight.runtime.session.session import Session


def render_record_lines(records: Sequence[Record]) -> tuple[str, ...]:
    """Render records as lines of a save file."""
    return tuple(render_save_line(record_json(record)) for record in records)


def render_save_lines(session: Session) -> Iterator[str]:
    """Render a session as the lines of a save file, without paths of this machine."""
    header = evolve(session.header, names=session.first_names)
    yield render_save_line(header_line(strip_machine_data(header)))
    for record in (*session.records, *([session.end] if session.end else [])):
        yield render_save_line(record_json(record))


def strip_machine_data(header: Header) -> Header:
    """Copy a header without the data of the machine that wrote it, such as paths."""
    overlays = tuple(evolve(overlay, file=None) for overlay in header.overlays)
    return evolve(header, folder=None, dice_file=None, overlays=overlays, snapshot="")


def render_save_line(fields: Mapping[str, object]) -> str:
    """Render the fields of a record as a line of a save file."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
