"""Snapshots of rules: the texts by which a save was begun, kept beside the saves, once for all that share them.

A snapshot is known by the digest of its texts, which the header of a save names. It is a game file
(:mod:`bombsight.service.common.container`) with the part ``sources``; every game file of a site has that part, too, so
either is good for a save. Beside it lies, for each choice of options, the program that this version made of it: what
another version made is not read, for a changed compiler makes another program of the same texts.
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
from bombsight.boundary.files import open_private, read_file
from bombsight.compiler.request import Request
from bombsight.dsl.caches import compute_seal, load_cached, load_own_cached, write_atomically
from bombsight.dsl.source import Source
from bombsight.flat.document_forms import WHOLE
from bombsight.flat.program import Program
from bombsight.flat.version import LOWERING_VERSION
from bombsight.runtime.saves.records import Header
from bombsight.service.common.container import SUFFIX, Container, encode_compact_json, pack, read_container
from bombsight.service.common.user_folders import saves_folder, snapshots_folder
from bombsight.service.games.library import code_digest, compute_digest
from bombsight.service.programs.cache import program_path

SOURCES_PART = "sources"
"""The part of a game file that holds the texts."""

SNAPSHOT_FIELD_PATTERN = re.compile(rb'"snapshot":"([0-9a-f]{64})"')
"""What a save says of its snapshot, in its first line or where it goes on by other rules."""

DIGEST_PATTERN = re.compile(r"[0-9a-f]{64}")

UNNAMED_LIFETIME = 3600
"""For how many seconds a new snapshot stays though no save names it: the save is written a moment later."""

UNSEEN_LIFETIME = 365 * 24 * 3600
"""For how many seconds after its last use one stays whose saves are no longer where they were."""


@frozen
class Text:
    """A file of rules: what it is called, and what it says."""

    path: str
    text: str


@frozen(kw_only=True)
class Texts:
    """The texts of rules.

    Attributes:
        base: The files of the game.
        house: House rules on top of them.
        without: Errata that are not in force.
        variants: Variants that are.
    """

    base: tuple[Text, ...]
    house: tuple[Text, ...] = ()
    without: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """What they are known by."""
        files = [Source(each.path, each.text) for each in (*self.base, *self.house)]
        return compute_digest(
            files, "snapshot", str(len(self.base)), repr((sorted(self.without), sorted(self.variants)))
        )


@frozen(kw_only=True)
class Snapshot:
    """The texts of rules as they were.

    Attributes:
        digest: What they are known by.
        texts: The texts.
        version: Of the program that wrote them down; empty where it did not know.
    """

    digest: str
    texts: Texts
    version: str

    def make_request(self, options: Mapping[str, str], pins: Mapping[str, str], limit: int = 1) -> Request:
        """What to compile.

        Args:
            options: Options that are not at their defaults, as words.
            pins: What fields are pinned to, as the rules write it.
            limit: By which factor what the rules may cost is raised.
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
    """The texts of what is compiled."""
    return Texts(
        base=tuple(Text(source.path, source.text) for source in request.base),
        house=tuple(Text(source.path, source.text) for source in request.house),
        without=request.without,
        variants=request.variants,
    )


def encode_sources(texts: Texts) -> bytes:
    """The texts as a part of a game file."""
    return encode_compact_json(encode(texts, WHOLE))


# --- reading


def read_snapshot(path: Path) -> Snapshot:
    """The snapshot in a game file, whoever made it.

    Raises:
        InputError: It cannot be read, is none, or holds no texts.
    """
    return snapshot_of_container(read_container(str(path)), str(path))


def snapshot_of_container(container: Container, place: str) -> Snapshot:
    """The snapshot that a game file holds.

    Raises:
        InputError: It holds none.
    """
    if SOURCES_PART not in container.parts:
        hint = "It was made by a version that left them out: make it anew, by `bombsight compile GAME --site`."
        raise InputError("this game file does not hold the texts of its rules", place, hint)
    texts = parse_texts(container.parts[SOURCES_PART])
    if texts is None:
        raise InputError("the texts of the rules in this file are not whole", place)
    version = container.head.get("version")
    return Snapshot(digest=texts.digest, texts=texts, version=version if isinstance(version, str) else "")


def parse_texts(part: bytes) -> Texts | None:
    """The texts that a part of a game file holds; None where it is not whole."""
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
    """The snapshot of this digest; None where it is not kept, or damaged."""
    if not DIGEST_PATTERN.fullmatch(digest):
        return None
    file = snapshot_path(digest)
    with suppress(InputError):
        snapshot = read_snapshot(file)
        if compare_digest(snapshot.digest, digest):
            with suppress(OSError):
                os.utime(file)
            return snapshot
    return None


def load_flat_program(header: Header, limit: int) -> Program | None:
    """The program that this version made of the snapshot of a save, with its options and pins; None where none is.

    Args:
        header: Of the save.
        limit: By which factor what the rules may cost is raised.
    """
    content = load_own_cached(flat_program_path(header, limit))
    if content is None:
        return None
    from bombsight.flat.encoding import load_program

    return load_program(zlib.decompress(content))


# --- writing


def store_snapshot(header: Header, request: Request, save: Path) -> None:
    """Keep the rules of a save for as long as it is there: their texts, and the program that was made of them.

    A folder that cannot be written to only costs the save its snapshot: then it goes on while its rules are there.

    Args:
        header: Of the save.
        request: What its program was made of.
        save: Its file.
    """
    texts = texts_of(request)
    name = header.snapshot
    if texts.digest != name:  # a save of before there were snapshots, or one that names none
        return
    with suppress(OSError):
        file = snapshot_path(name)
        if file.exists():
            os.utime(file)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            from bombsight.service.common.project import program_version  # slow to load, and seldom needed

            version = program_version() or ""
            write_atomically(file, pack({"snapshot": name, "version": version}, {SOURCES_PART: encode_sources(texts)}))
            prune_snapshots()
        add_holder(name, save)
        flat = flat_program_path(header, request.raised)
        if not flat.exists() and (content := load_cached(program_path(request))) is not None:
            packed = zlib.compress(content)
            seal = compute_seal(flat, packed)
            if seal is not None:
                write_atomically(flat, seal + packed)


def add_holder(digest: str, save: Path) -> None:
    """Write down that a save which does not lie in the user's folder names a snapshot."""
    place = str(save.absolute())
    if not DIGEST_PATTERN.fullmatch(digest) or save.absolute().parent == saves_folder().absolute():
        return
    with suppress(OSError):
        file = holders_path(digest)
        if place not in read_holders(file):
            with open(file, "a", encoding="ascii", newline="\n", opener=open_private) as stream:
                stream.write(f"{json.dumps(place)}\n")  # so any path is a line


def prune_snapshots() -> None:
    """Let go of snapshots that no save names."""
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
    """The snapshots that a save names; none where it cannot be read."""
    try:
        return SNAPSHOT_FIELD_PATTERN.findall(read_file(save))
    except (OSError, ValueError):
        return ()


def list_files(folder: Path) -> list[Path]:
    """The files of a folder; none where it cannot be read."""
    try:
        return sorted(path for path in folder.iterdir() if path.is_file())
    except OSError:
        return []


def read_holders(file: Path) -> Sequence[str]:
    """The paths of saves that a file of them lists, a line of JSON each."""
    try:
        paths = [json.loads(line) for line in read_file(file).splitlines()]
    except (OSError, ValueError, RecursionError):
        return ()
    return [place for place in paths if isinstance(place, str)]


# --- where it all lies


def snapshot_path(digest: str) -> Path:
    """The file of a snapshot."""
    return snapshots_folder() / f"{digest}{SUFFIX}"


def holders_path(digest: str) -> Path:
    """The file that lists saves elsewhere which name a snapshot."""
    return snapshots_folder() / f"{digest}.saves"


def flat_program_path(header: Header, limit: int) -> Path:
    """The file of the program that this version made of the snapshot of a save with its options and pins.

    Args:
        header: Of the save.
        limit: By which factor what the rules may cost is raised.
    """
    raised = (limit,) if limit > 1 else ()
    settings = sorted(header.options.items()), [(pin.field, pin.value) for pin in header.fields], *raised
    build_digest = sha256(f"{code_digest()} {LOWERING_VERSION} {settings}".encode()).hexdigest()[:16]
    return snapshots_folder() / f"{header.snapshot}-{build_digest}.flat"
