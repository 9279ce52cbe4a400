"""A package: a game as one file (a zip), with its rules, its tests and the game file by which a page plays it.

``bombsight.json`` says what it is; ``ID.game`` is the compiled game; ``rules/`` has what lies in the game's folder: the
files of rules, scripts, those in ``tests/``, the licence, a README, settings of ``lint``. All may come from anybody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from attrs import frozen

from bombsight.boundary.codec.decoding import decode_with_unknown
from bombsight.boundary.codec.problems import DecodeError
from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_input_file
from bombsight.boundary.names import NAME_PATTERN
from bombsight.boundary.zips import ZIP_MAGIC, ZipLimits, pack_zip, unpack_zip
from bombsight.compiler.lint_choices import CONFIG_FILE
from bombsight.dsl import limits
from bombsight.flat.document_forms import WHOLE
from bombsight.service.common.container import SUFFIX as GAME_SUFFIX
from bombsight.service.common.document import Document

NOUN = "package"
"""What messages call it."""

HEAD_FILE = "bombsight.json"
"""The file that says what a package is."""

RULES_FOLDER = "rules"
"""The folder with the files of the game's folder."""

RULES_PATTERN = re.compile(r"(tests/)?[A-Za-z0-9_-]{1,64}\.(rules|script)", re.ASCII)
TRANSCRIPTION_PATTERN = re.compile(
    r"tests/compare/([A-Za-z0-9_][A-Za-z0-9_ -]{0,63}\.(csv|tsv|tab|txt|md|markdown|html?|json|ya?ml)|words\.toml)",
    re.ASCII,
)
"""Matches transcriptions that are compared with the game, as far as they are texts."""

LICENCE_PATTERN = re.compile(r"(LICEN[CS]E|COPYING)(\.(md|txt))?", re.ASCII)
README = "README.md"

MAX_PACKAGE_BYTES = 20_000_000
"""The largest package: nearly thirty times that of the largest game."""

MAX_HEAD_BYTES = 20_000
"""The largest head."""

LIMITS = ZipLimits(max_entries=600, max_entry_bytes=max(20_000_000, 2 * limits.MAX_FILE_BYTES), max_bytes=48_000_000)
"""How large a package may be when it is unpacked."""


@frozen(kw_only=True)
class PackageHead(Document):
    """The JSON document in a package that says what it is.

    Attributes:
        game: The game's id.
        title: Its title.
        game_version: Its version.
        licence: What others may do with it; empty if it does not say.
        needs: The version of Bombsight that it needs at least; empty if it does not say.
        home: Its address on the web; empty if it does not say.
        rules: The hash of its rules.
        snapshot: The digest of the texts of its rules.
        bombsight: The version of Bombsight that packed it.
        build: The digest of the code that compiled it: by equal code equal rules make the same game file.
    """

    document = "package"

    game: str
    title: str
    game_version: str
    licence: str = ""
    needs: str = ""
    home: str = ""
    rules: str
    snapshot: str
    bombsight: str
    build: str


HEAD_KIND = (PackageHead.document, PackageHead.version)
"""The document that a head is, and its version."""


@frozen(kw_only=True)
class Package:
    """A package, unpacked.

    Attributes:
        head: What it says of itself; nothing of it is proven.
        game_file: The compiled game.
        files: The files of the game's folder, by their path in it.
    """

    head: PackageHead
    game_file: bytes
    files: Mapping[str, bytes]


def is_package(content: bytes) -> bool:
    """Whether a file's content begins as a package does."""
    return content.startswith(ZIP_MAGIC)


def is_packed_file(path: str) -> bool:
    """Whether a file of a game's folder belongs into its package: rules, tests, licence, README, settings of lint."""
    patterns = (RULES_PATTERN, TRANSCRIPTION_PATTERN, LICENCE_PATTERN)
    return path in (README, CONFIG_FILE) or any(pattern.fullmatch(path) for pattern in patterns)


def encode_package(package: Package) -> bytes:
    """Encode a package as the bytes of its file; equal packages give equal bytes."""
    head = json.dumps(package.head.to_json(), ensure_ascii=False, indent=1) + "\n"
    files = {HEAD_FILE: head.encode(), f"{package.head.game}{GAME_SUFFIX}": package.game_file}
    return pack_zip(files | {f"{RULES_FOLDER}/{path}": content for path, content in package.files.items()})


def read_package(path: str) -> Package:
    """Read a package, which may come from anybody.

    Raises:
        InputError: It cannot be read, is no package, damaged, too large, of a newer form, or holds what none holds.
    """
    return decode_package(read_input_file(path, MAX_PACKAGE_BYTES), path)


def decode_package(content: bytes, place: str) -> Package:
    """Decode the bytes of a package; ``place`` names its file in messages.

    Raises:
        InputError: They are none, damaged, too large, of a newer form, or hold what no package holds.
    """
    files = unpack_zip(content, LIMITS, NOUN, place)
    if HEAD_FILE not in files:
        raise InputError(f"this is no {NOUN}: it has no {HEAD_FILE}", place, "`bombsight pack FOLDER` makes one.")
    head = decode_head(files.pop(HEAD_FILE), place)
    game_file = files.pop(f"{head.game}{GAME_SUFFIX}", None)
    if game_file is None:
        raise InputError(f"this {NOUN} holds no {head.game}{GAME_SUFFIX}", place)
    prefix = f"{RULES_FOLDER}/"
    for name in files:
        if not (name.startswith(prefix) and is_packed_file(name.removeprefix(prefix))):
            raise InputError(f"this {NOUN} holds a file that belongs into none: {clip(name)}", place)
    return Package(head=head, game_file=game_file, files={name.removeprefix(prefix): files[name] for name in files})


def decode_head(content: bytes, place: str) -> PackageHead:
    """Decode the head of a package.

    Raises:
        InputError: It is of a newer form, or has another shape.
    """
    try:
        data = parse_json(content, MAX_HEAD_BYTES)
        if type(data) is not dict or (data.pop("document", 0), data.pop("version", 0)) != HEAD_KIND:
            raise DecodeError
        head, _ = decode_with_unknown(data, PackageHead, WHOLE)  # a later version may have added fields
    except ValueError as error:
        hint = "A newer Bombsight may read it: `bombsight --version` tells which this is."
        raise InputError(f"{HEAD_FILE} in this {NOUN} cannot be read", place, hint) from error
    if not NAME_PATTERN.fullmatch(head.game):
        raise InputError(f"the game in this {NOUN} has no id that can be used: {clip(head.game)}", place)
    return head
