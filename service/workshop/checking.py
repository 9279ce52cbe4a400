"""Files written and checked: quick findings at once, all findings in parts, and what can be done about them.

A page has one thread for it. So the check of all files goes on in parts: :func:`continue_check` works for as long as it
is given, and what it found out by then is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import monotonic

from bombsight.boundary.errors import InputError, reason_of
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.language.offered_actions import ActionFinder
from bombsight.service.language.stored_findings import StoredFinding
from bombsight.service.lint.codes_catalog import is_about_unused, name_of_code, read_page
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.markdown import render_markdown
from bombsight.service.workshop.wording import help_for_page, message_for_page

PARTS_PER_DOUBLING = 8
"""After so many parts of a check the time of a part is doubled, for a machine on which one leads nowhere."""


def put_file(desk: Desk, file: str, text: str) -> doc.Checked:
    """Write a file, open it, and check it quickly. A file that holds no rules is only written.

    Raises:
        InputError: It cannot be written.
    """
    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {reason_of(error)}", file) from error
    return change_text(desk, file, text) if path.suffix == RULES_SUFFIX else report(desk, (), is_complete=False)


def change_text(desk: Desk, file: str, text: str) -> doc.Checked:
    """Set the text of an open file, and check that file quickly."""
    path = Path(file)
    desk.parts = 0
    desk.spaces.set_text(path, text)
    key = desk.spaces.keys[path]
    found = desk.spaces.check_file(path)
    changed = {*desk.store.store_quick(key if isinstance(key, tuple) else path, found)}
    return report(desk, changed | {*desk.store.drop_closed(open_owners(desk))}, is_complete=False)


def remove_file(desk: Desk, file: str) -> doc.Checked:
    """Close a file and remove it."""
    path = Path(file)
    path.unlink(missing_ok=True)
    desk.spaces.close_file(path)
    desk.spaces.refresh()
    return report(desk, desk.store.drop_closed(open_owners(desk)), is_complete=False)


def open_owners(desk: Desk) -> set[object]:
    """The owners of findings that are open: workspaces, and files that belong to none."""
    places = desk.spaces.keys
    return {*desk.spaces.workspaces, *(path for path, place in places.items() if not isinstance(place, tuple))}


def continue_check(desk: Desk, milliseconds: int) -> doc.Checked:
    """Go on with the check of all files, as ``lint`` checks them, for about so many milliseconds.

    What was found out is kept, so the next call goes on from there. The checks of the whole program, and the worked
    examples, come last, in a call of their own, which may take longer.
    """
    end = monotonic() + milliseconds / 1000 * (1 << desk.parts // PARTS_PER_DOUBLING)
    desk.parts += 1

    def is_over() -> bool:
        """Whether the time is up."""
        return monotonic() >= end

    changed: set[Path] = set()
    for key, room in desk.spaces.workspaces.items():
        state: object = room.lint_inputs
        if desk.store.is_up_to_date(key, state):
            continue
        if desk.checked_items.get(key) != state and not room.space.tests:
            early = room.check_all_files(is_over)
            if early is not None:
                changed |= {*desk.store.store_early(key, early)}
                desk.checked_items[key] = state
            return report(desk, changed, is_complete=False)
        complete = room.lint_all(lambda: False)
        assert complete is not None, "nothing stops it"
        changed |= {*desk.store.store_complete(key, complete, state)}
    desk.parts = 0
    return report(desk, changed, is_complete=True)


def report(desk: Desk, paths: Iterable[Path], *, is_complete: bool) -> doc.Checked:
    """Report the findings of files."""
    files = tuple(doc.FileFindings(file=str(path), findings=show_findings(desk, path)) for path in sorted(paths))
    return doc.Checked(files=files, is_complete=is_complete)


def findings_of(desk: Desk, path: Path) -> list[StoredFinding]:
    """The findings in a file's present text."""
    return desk.store.findings_of(path, desk.spaces.texts.get(path))


def show_findings(desk: Desk, path: Path) -> tuple[doc.ShownFinding, ...]:
    """Convert the findings of a file; one without a place of its own stands at the file's beginning."""
    nowhere = doc.TextRange(file=str(path), start=0, end=0)
    return tuple(
        doc.ShownFinding(
            number=number,
            code=stored.finding.code,
            name=name_of_code(stored.finding.code),
            severity=stored.finding.severity,
            message=message_for_page(stored.finding.message),
            help=help_for_page(stored.finding.help),
            place=desk.range_of(stored.finding.span) if stored.finding.span.path else nowhere,
            labels=tuple(
                doc.Label(text=message_for_page(label.text), place=desk.range_of(label.span))
                for label in stored.finding.labels
                if label.span.path
            ),
            has_fix=stored.finding.fix is not None,
            is_unnecessary=is_about_unused(stored.finding.code),
        )
        for number, stored in enumerate(findings_of(desk, path))
    )


def actions(desk: Desk, file: str, findings: tuple[int, ...]) -> tuple[doc.Action, ...]:
    """Find what can be done about findings of a file, by their numbers; nothing about those of an older text."""
    at = desk.file_at(file)
    known = dict(enumerate(findings_of(desk, at.path)))
    wanted = {number: known[number] for number in findings if number in known}
    if at.room is None or not wanted:
        return ()
    numbers = {id(stored): number for number, stored in wanted.items()}
    return tuple(
        doc.Action(
            title=action.title,
            is_certain=action.is_preferred,
            finding=None if action.finding is None else numbers[id(action.finding)],
            files=tuple(desk.file_at(path).show_changes(changes) for path, changes in action.changes.items()),
        )
        for action in ActionFinder(at.room, at.path, at.source).find_actions([*wanted.values()])
    )


def fix_all(desk: Desk, file: str) -> doc.FileChanges:
    """Find the changes that make all certain fixes in a file; none if there are none."""
    at = desk.file_at(file)
    action = at.room and ActionFinder(at.room, at.path, at.source).find_fix_for_all(findings_of(desk, at.path))
    return at.show_changes(action.changes[at.path] if action else ())


def explain(desk: Desk, code: str) -> str:
    """The page of a finding's code, as HTML.

    Raises:
        InputError: There is no such code.
    """
    page = read_page(code)
    return render_markdown(f"## {page.title}\n\n{page.explanation}")
