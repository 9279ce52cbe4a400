"""Opens a link: finds its rules, rebuilds its game, and keeps that as a save of the user's own."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.errors import InputError, reason_of
from bombsight.compiler.request import Request
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Header, OverlayInForce
from bombsight.runtime.saves.writer import SaveFile
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.game_lookup import external_folder, find_game_by_id
from bombsight.service.games.library import search_path
from bombsight.service.games.requests import Rules
from bombsight.service.links import sentences
from bombsight.service.links.linked_game import LinkedGame
from bombsight.service.links.packing import PLACE, read_link
from bombsight.service.links.rebuilding import RebuiltGame, rebuild_game
from bombsight.service.play.start import new_save_path
from bombsight.service.saves.bookmarks import store_bookmark
from bombsight.service.saves.saved_rules import FOLDER, SNAPSHOT, SavedRules, load_installed_rules, load_snapshot_rules
from bombsight.service.saves.snapshots import load_snapshot, read_snapshot, store_snapshot, stored_digests, texts_of

NO_RULES = Rules()


def open_link(text: str, rules: Rules = NO_RULES, snapshot: Path | None = None) -> RebuiltGame:
    """Rebuild the game of a link, which may come from anybody; nothing is stored.

    Args:
        text: The link, as an address.
        rules: The rules of the call: folders, house rules, limit.
        snapshot: A game file with its rules; None for the installed ones, or those that were kept for a save.

    Raises:
        InputError: It is no link, its rules are not here, or what is replayed is not what was played.
        WrongRules: The rules cannot be used.
    """
    link = read_link(text)
    its_rules = rules_of_link(link, rules, snapshot)
    game = find_game_by_id(link.game, search_path(rules.folders))
    folder = None if game is None else external_folder(game)
    return rebuild_game(link, its_rules, folder, texts_of(its_rules.request).digest)


def rules_of_link(link: LinkedGame, rules: Rules, snapshot: Path | None = None) -> SavedRules:
    """Load the rules of a link: of a game file that the call names, the installed ones, or those kept for a save.

    Raises:
        InputError: They are not here.
        WrongRules: The rules cannot be used.
    """
    header = sought_header(link)
    if snapshot is not None:
        found = load_snapshot_rules(header, read_snapshot(snapshot), PLACE, rules.limit)
        if has_rules_of_link(found, link):
            return found
        hint = f"Name the file that was written for it, or leave {SNAPSHOT} out."
        raise InputError(f"{snapshot} holds other rules than this link is played by", PLACE, hint)
    problem: InputError | WrongRules | None = None
    try:
        if find_game_by_id(link.game, search_path(rules.folders)) is None:
            hint = f"{sentences.other_link_rules_hint(link.version)} If it lies elsewhere, name its folder: {FOLDER}."
            raise InputError(f"there is no game {link.game} here", PLACE, hint)
        found = load_installed_rules(header, PLACE, rules.folders, house=rules.house, limit=rules.limit)
        if has_rules_of_link(found, link):
            return found
    except (InputError, WrongRules) as failure:
        problem = failure
    kept = None if rules.house else load_kept_rules(header, link, rules.limit)
    if kept is not None:
        return kept
    if problem is not None:
        raise problem
    raise InputError(
        sentences.other_link_rules(link.title, link.rules), PLACE, sentences.other_link_rules_hint(link.version)
    )


def load_kept_rules(header: Header, link: LinkedGame, limit: int) -> SavedRules | None:
    """Load the rules of a link from those that are kept for the user's saves; None if they are not among them."""
    for digest in stored_digests() if link.snapshot else ():
        snapshot = load_snapshot(digest) if digest.startswith(link.snapshot) else None
        found = None if snapshot is None else load_snapshot_rules(header, snapshot, PLACE, limit)
        if found is not None and has_rules_of_link(found, link):
            return found
    return None


def sought_header(link: LinkedGame) -> Header:
    """Make the header by which the rules of a link are looked for; its hash of the rules is not whole."""
    return Header(
        game=link.game,
        title=link.title,
        rules=link.rules,
        journal=0,
        options=dict(link.options),
        overlays=tuple(OverlayInForce(name, None) for name in link.overlays),
        seed=link.seed,
        entry=link.entry,
        args=link.args,
        dice=link.dice,
        dice_file=None,
        fields=link.fields,
    )


def has_rules_of_link(rules: SavedRules, link: LinkedGame) -> bool:
    """Whether rules are those of a link, with its options."""
    program = rules.program
    options = {option.name: option.value for option in program.options if option.value != option.default}
    return program.game == link.game and program.rules_hash.startswith(link.rules) and options == dict(link.options)


def keep_linked_game(game: RebuiltGame) -> Path:
    """Write the game of a link to a new save in the folder of the user's saves, whose story waits where the link ends.

    Returns:
        The save's path.

    Raises:
        InputError: It cannot be written.
    """
    path = keep_game(game.saved, game.request)
    if game.shown is not None:
        store_bookmark(game.saved.header, game.saved.records, game.shown)
    return path


def keep_game(saved: ParsedSave, request: Request, path: Path | None = None, record_count: int | None = None) -> Path:
    """Write a game, or its beginning, to a new save, and return its path.

    Args:
        saved: The game as a save holds it.
        request: The request that made its program.
        path: A new file; None for one in the folder of the user's saves.
        record_count: The number of first dice and answers to write; None for all, and the end.

    Raises:
        InputError: The file exists, or cannot be written.
    """
    is_part = record_count is not None and record_count < len(saved.records)
    path = path or new_save_path(saved.header.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path.parent)) from error
    with SaveFile.create(str(path), saved.header) as save:
        for record in saved.records[:record_count]:
            save.write_record(record)
        if saved.end is not None and not is_part:
            save.write_record(saved.end)
        save.sync()
    store_snapshot(saved.header, request, path)
    return path
