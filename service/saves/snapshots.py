"""Snapshots of rules: the rule files with which a save began, stored once for all saves that share them.

A snapshot is identified by the digest of its texts, which the header of a save names. It is a game file
(:mod:`bombsight.service.common.container`) with the part ``sources``; every game file of a site has that part, too, so
either serves a save. Beside it lies the compiled program for each choice of options. A program of another version is
not used, since another compiler makes another program of the same texts.
"""

from __future__ import annotations

import json
import os
import re
import time
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from attrs import frozen

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import open_private, read_file, read_input_file
from bombsight.boundary.wording import either
from bombsight.compiler.request import Request
from bombsight.dsl.caches import compute_seal, load_cached, load_own_cached, write_atomically
from bombsight.dsl.source import Source
from bombsight.flat.document_forms import WHOLE
from bombsight.flat.program import Program
from bombsight.flat.version import LOWERING_VERSION
from bombsight.runtime.saves.records import Header
from bombsight.service.common.container import SUFFIX, Container, encode_compact_json, pack, unpack
from bombsight.service.common.user_folders import packages_folder, saves_folder, snapshots_folder
from bombsight.service.games.game_origins import PACKAGE_SUFFIX
from bombsight.service.games.library import code_digest, compute_digest
from bombsight.service.packages.contents import decode_package, is_package
from bombsight.service.programs.cache import program_path
from bombsight.version import VERSION

GAME_FILE_CALL = either("`bombsight compile GAME --site`", "bombsight.game_file(GAME, out=FILE)")
"""How to make a game file, in the words of either front end."""

SOURCES_PART = "sources"
"""The part of a game file that holds the texts."""

SNAPSHOT_FIELD_PATTERN = re.compile(rb'"snapshot":"([0-9a-f]{64})"')
"""The digest of a snapshot in a save, in its first line or in a record of changed rules."""

DIGEST_LENGTH = 64
DIGEST_PATTERN = re.compile(rf"[0-9a-f]{{{DIGEST_LENGTH}}}")

UNNAMED_LIFETIME = 3600
"""Seconds that a new snapshot stays before any save names it: its save is written a moment later."""

UNSEEN_LIFETIME = 365 * 24 * 3600
"""Seconds after its last use that a snapshot stays if its saves have moved or are gone."""


@frozen
class Text:
    """A rule file in a snapshot: its name and its text."""

    path: str
    text: str


@frozen(kw_only=True)
class Texts:
    """The rule files of a snapshot.

    Attributes:
        base: The files of the game.
        house: House rules on top of them.
        without: The errata that are not in force.
        variants: The variants in force.
    """

    base: tuple[Text, ...]
    house: tuple[Text, ...] = ()
    without: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The hash that identifies these rule files."""
        files = [Source(each.path, each.text) for each in (*self.base, *self.house)]
        return compute_digest(
            files, "snapshot", str(len(self.base)), repr((sorted(self.without), sorted(self.variants)))
        )


@frozen(kw_only=True)
class Snapshot:
    """A snapshot of a game's rule files.

    Attributes:
        digest: The digest that identifies it.
        texts: The texts.
        version: The version of the program that wrote it; empty if unknown.
    """

    digest: str
    texts: Texts
    version: str

    def make_request(self, options: Mapping[str, str], pins: Mapping[str, str], limit: int = 1) -> Request:
        """Create the compilation request for the snapshot's rules.

        Args:
            options: Options that are not at their defaults, as words.
            pins: The values of pinned fields, in the notation of the rules.
            limit: The factor on the budget of the rules.
        """
        return Request(
            base=tuple(Source(each.path, each.text) for each in self.texts.base),
            house=tuple(Source(each.path, each.text) for each in self.texts.house),
            options=options,
            without=self.texts.without,
            variants=self.texts.variants,
            pins=pins,
            raised=limit,
        )


def texts_of(request: Request) -> Texts:
    """Collect the rule files of a compilation request."""
    return Texts(
        base=tuple(Text(source.path, source.text) for source in request.base),
        house=tuple(Text(source.path, source.text) for source in request.house),
        without=request.without,
        variants=request.variants,
    )


def encode_sources(texts: Texts) -> bytes:
    """Encode rule files as the sources part of a game file."""
    return encode_compact_json(encode(texts, WHOLE))


# --- reading


def read_snapshot(path: Path) -> Snapshot:
    """Read the snapshot in a game file or a package, which may come from anybody.

    Raises:
        InputError: It cannot be read, is neither, or holds no texts.
    """
    content = read_input_file(str(path))
    if is_package(content):
        content = decode_package(content, str(path)).game_file
    return snapshot_of_container(unpack(content, str(path)), str(path))


def snapshot_of_container(container: Container, place: str) -> Snapshot:
    """Extract the snapshot from a game file's container.

    Raises:
        InputError: It holds none.
    """
    if SOURCES_PART not in container.parts:
        hint = f"It was made by a version that left them out: make it anew, by {GAME_FILE_CALL}."
        raise InputError("this game file does not hold the texts of its rules", place, hint)
    texts = parse_texts(container.parts[SOURCES_PART])
    if texts is None:
        raise InputError("the texts of the rules in this file are not whole", place)
    version = container.head.get("version")
    return Snapshot(digest=texts.digest, texts=texts, version=version if isinstance(version, str) else "")


def parse_texts(part: bytes) -> Texts | None:
    """Parse the rule files from the sources part of a game file; None if they are incomplete."""
    try:
        data = json.loads(part)
        files = [[Text(each["path"], each["text"]) for each in data[name]] for name in ("base", "house")]
        names = [[*data[name]] for name in ("without", "variants")]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    words = [word for each in (*files[0], *files[1]) for word in (each.path, each.text)] + [*names[0], *names[1]]
    if not all(isinstance(word, str) for word in words):
        return None
    return Texts(base=tuple(files[0]), house=tuple(files[1]), without=tuple(names[0]), variants=tuple(names[1]))


def load_snapshot(digest: str) -> Snapshot | None:
    """Load the stored snapshot with a hash, or that of an added game's package; None if both are missing or damaged."""
    if not DIGEST_PATTERN.fullmatch(digest):
        return None
    for file in (snapshot_path(digest), *find_packages(digest)):
        with suppress(InputError):
            snapshot = read_snapshot(file)
            if compare_digest(snapshot.digest, digest):
                with suppress(OSError):
                    os.utime(file)
                return snapshot
    return None


def find_packages(digest: str = "") -> list[Path]:
    """Find the packages of added games, of all versions, or those alone whose texts have a hash."""
    return [path for path in list_files(packages_folder()) if path.name.endswith(f"{digest}{PACKAGE_SUFFIX}")]


def stored_digests() -> list[str]:
    """List the hashes of all stored snapshots, and of the packages of added games."""
    names = [path.name.removesuffix(SUFFIX) for path in list_files(snapshots_folder()) if path.suffix == SUFFIX]
    return [*names, *(path.name.removesuffix(PACKAGE_SUFFIX)[-DIGEST_LENGTH:] for path in find_packages())]


def load_flat_program(header: Header, limit: int) -> Program | None:
    """Load the stored compiled program of a save's snapshot; None if this version has stored none."""
    content = load_own_cached(flat_program_path(header, limit))
    if content is None:
        return None
    from bombsight.flat.encoding import load_program

    return load_program(zlib.decompress(content))


# --- writing


def store_snapshot(header: Header, request: Request, save: Path) -> None:
    """Store the rules of a save (rule files and compiled program) as a snapshot, kept as long as the save exists.

    If the folder cannot be written, the save has no snapshot and depends on its rules being there.
    """
    texts = texts_of(request)
    name = header.snapshot
    if texts.digest != name:  # the save has no snapshot, or predates them
        return
    with suppress(OSError):
        file = snapshot_path(name)
        if file.exists():
            os.utime(file)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, pack({"snapshot": name, "version": VERSION}, {SOURCES_PART: encode_sources(texts)}))
            prune_snapshots()
        add_holder(name, save)
        flat = flat_program_path(header, request.raised)
        if not flat.exists() and (content := load_cached(program_path(request))) is not None:
            packed = zlib.compress(content)
            seal = compute_seal(flat, packed)
            if seal is not None:
                write_atomically(flat, seal + packed)


def add_holder(digest: str, save: Path) -> None:
    """Add a save outside the user's folder to the stored list of saves that use the snapshot with a hash."""
    place = str(save.absolute())
    if not DIGEST_PATTERN.fullmatch(digest) or save.absolute().parent == saves_folder().absolute():
        return
    with suppress(OSError):
        file = holders_path(digest)
        if place not in read_holders(file):
            with open(file, "a", encoding="ascii", newline="\n", opener=open_private) as stream:
                stream.write(f"{json.dumps(place)}\n")  # JSON keeps any path on one line


def prune_snapshots() -> None:
    """Delete the stored snapshots that no save uses."""
    folder = snapshots_folder()
    needed = {digest.decode() for save in list_files(saves_folder()) for digest in find_digests(save)}
    now = time.time()
    for file in list_files(folder):
        name = file.name[:64]
        if file.suffix != SUFFIX or name in needed:
            continue
        elsewhere = read_holders(holders_path(name))
        with suppress(OSError):
            age = now - file.stat().st_mtime
            stays = any(name.encode() in find_digests(Path(place)) for place in elsewhere)
            if not stays and age > (UNSEEN_LIFETIME if elsewhere else UNNAMED_LIFETIME):
                for part in folder.glob(f"{name}*"):
                    part.unlink()


def find_digests(save: Path) -> Sequence[bytes]:
    """Find the hashes of the snapshots that a save names; empty for an unreadable save."""
    try:
        return SNAPSHOT_FIELD_PATTERN.findall(read_file(save))
    except (OSError, ValueError):
        return ()


def list_files(folder: Path) -> list[Path]:
    """List the files of a folder; empty for an unreadable folder."""
    try:
        return sorted(path for path in folder.iterdir() if path.is_file())
    except OSError:
        return []


def read_holders(file: Path) -> Sequence[str]:
    """Read the paths of the saves that use a snapshot, from a file with a line of JSON each."""
    try:
        paths = [json.loads(line) for line in read_file(file).splitlines()]
    except (OSError, ValueError, RecursionError):
        return ()
    return [place for place in paths if isinstance(place, str)]


# --- paths


def snapshot_path(digest: str) -> Path:
    """Return the path at which the snapshot with a hash is stored."""
    return snapshots_folder() / f"{digest}{SUFFIX}"


def holders_path(digest: str) -> Path:
    """Return the path of the list of saves, outside the user's folder, that use a snapshot."""
    return snapshots_folder() / f"{digest}.saves"


def flat_program_path(header: Header, limit: int) -> Path:
    """Return the path of the compiled program stored for a save's snapshot, options and pins, and for this version."""
    raised = (limit,) if limit > 1 else ()
    settings = sorted(header.options.items()), [(pin.field, pin.value) for pin in header.fields], *raised
    build_digest = sha256(f"{code_digest()} {LOWERING_VERSION} {settings}".encode()).hexdigest()[:16]
    return snapshots_folder() / f"{header.snapshot}-{build_digest}.flat"
