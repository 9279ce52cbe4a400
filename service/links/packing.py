"""Links as text: JSON, compressed (zlib), behind a byte for the form, in base64url, in the fragment of an address.

A browser sends no fragment, so no server sees what was played. A link may come from anybody: its text, what it unpacks
to and its answers are bounded before anything is played.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from bombsight.boundary.codec.decoding import decode_with_unknown
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.problems import DecodeError
from bombsight.boundary.documents import MALFORMED_ERRORS, parse_json
from bombsight.boundary.errors import InputError, clip
from bombsight.flat.document_forms import BRIEF
from bombsight.service.links import sentences
from bombsight.service.links.answers import parse_answers, parse_reasons
from bombsight.service.links.linked_game import DIGEST_DIGITS, RULES_DIGITS, LinkedGame

LINK_FORM = 1
"""The first byte of a packed link, raised when older programs would misread a link."""

MAX_LINK_LENGTH = 100_000
"""The most characters of a packed link: thirteen times those of the longest campaign; a shell takes so many."""

MAX_UNPACKED_BYTES = 200_000
"""The most bytes that a link unpacks to."""

SAFE_LINK_LENGTH = 2_000
"""The length up to which forums, messengers and mail programs leave addresses whole."""

LINK_SCHEME = "bombsight:"
"""What a link without a site begins with."""

LINK_ROUTE = "#/link/"
"""What stands before the packed link in the address of a page."""

PAGE_FOLDER = "play/"
"""The folder of a site that holds the playing page."""

SITE_VARIABLE = "BOMBSIGHT_SITE"

SITE_PATTERN = re.compile(r"(?:https?|file)://[^\s\"<>#]+(?:#\S*)?")
PACKED_PATTERN = re.compile(r"[A-Za-z0-9_-]+")
GAME_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,64}")
RULES_PATTERN = re.compile(rf"[0-9a-f]{{{RULES_DIGITS}}}")
SNAPSHOT_PATTERN = re.compile(rf"|[0-9a-f]{{{RULES_DIGITS}}}")
DIGEST_PATTERN = re.compile(rf"[0-9a-f]{{{DIGEST_DIGITS}}}")

MAX_TITLE_LENGTH = 200
"""The most characters of the title and of the version."""

MAX_PROBLEM_LENGTH = 200

PLACE = "link"
"""How messages name a link, whose text would fill them."""


def is_link(text: str) -> bool:
    """Whether a text is meant as a link to a game: the address of a page, or one that begins with ``bombsight:``."""
    return text.startswith(LINK_SCHEME) or LINK_ROUTE in f"{text}/"  # as a path it has lost a last slash


def usual_site() -> str:
    """The address of the user's site, as the environment variable ``BOMBSIGHT_SITE`` gives it; empty for none."""
    return os.environ.get(SITE_VARIABLE, "")


def make_address(link: LinkedGame, site: str = "") -> str:
    """Make the address of a link: on the page of a site, or, without one, an address for ``bombsight resume``.

    Raises:
        InputError: The game is too long for a link, or the address is none of a site.
    """
    packed = pack_link(link)
    if not site:
        return f"{LINK_SCHEME}{packed}"
    if not SITE_PATTERN.fullmatch(site):
        raise InputError(f"{clip(site)} is no address of a site", "", "Write it as https://example.org/games/.")
    folder = site.partition("#")[0].removesuffix("index.html").rstrip("/") + "/"
    page = folder if folder.endswith(f"/{PAGE_FOLDER}") else f"{folder}{PAGE_FOLDER}"
    return f"{page}{LINK_ROUTE}{packed}"


def read_link(text: str) -> LinkedGame:
    """Read a link from its address, or from its packed part alone.

    Raises:
        InputError: It is no link, damaged, too large, of a newer form, or holds no game.
    """
    packed = text.partition(LINK_ROUTE)[2] if LINK_ROUTE in text else text.strip().removeprefix(LINK_SCHEME)
    return unpack_link(packed.partition("/")[0])


def pack_link(link: LinkedGame) -> str:
    """Pack a link into the text that stands in addresses.

    Raises:
        InputError: The game is too long for a link.
    """
    data = json.dumps(encode(link, BRIEF), ensure_ascii=False, separators=(",", ":")).encode()
    packed = urlsafe_b64encode(bytes([LINK_FORM]) + zlib.compress(data, 9)).rstrip(b"=").decode()
    if len(data) > MAX_UNPACKED_BYTES or len(packed) > MAX_LINK_LENGTH:
        raise InputError(sentences.no_link_possible(MAX_LINK_LENGTH), "", sentences.SEND_SAVE_HINT)
    return packed


def unpack_link(packed: str) -> LinkedGame:
    """Unpack a link from the text that stands in addresses; blanks in it, as mail programs insert them, do not matter.

    Raises:
        InputError: It is no link, damaged, too large, of a newer form, or holds no game.
    """
    if len(packed) > MAX_LINK_LENGTH:
        raise InputError(sentences.link_too_long(MAX_LINK_LENGTH), PLACE)
    return parse_link(unpack_bytes("".join(packed.split())))


def unpack_bytes(packed: str) -> bytes:
    """Unpack the bytes of a link's content.

    Raises:
        InputError: They are no link, damaged, too large, or of a newer form.
    """
    if not PACKED_PATTERN.fullmatch(packed):
        raise InputError(sentences.NO_LINK, PLACE, sentences.NO_LINK_HINT)
    try:
        content = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    except ValueError as error:
        raise InputError(sentences.BROKEN_LINK, PLACE, sentences.DAMAGED_HINT) from error
    if content[0] != LINK_FORM:
        message = sentences.other_link_version(content[0], LINK_FORM)
        raise InputError(message, PLACE, sentences.OTHER_LINK_VERSION_HINT)
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(content[1:], MAX_UNPACKED_BYTES + 1)
    except zlib.error as error:
        raise InputError(sentences.BROKEN_LINK, PLACE, sentences.DAMAGED_HINT) from error
    if len(data) > MAX_UNPACKED_BYTES:
        raise InputError(sentences.UNPACKS_TOO_LARGE, PLACE)
    if not unpacking.eof or unpacking.unused_data:
        raise InputError(sentences.BROKEN_LINK, PLACE, sentences.DAMAGED_HINT)
    return data


def parse_link(data: bytes) -> LinkedGame:
    """Parse the unpacked content of a link.

    Fields of a later version are ignored, for the digest tells whether they matter.

    Raises:
        InputError: It holds no game.
    """
    try:
        link, _ = decode_with_unknown(parse_json(data, MAX_UNPACKED_BYTES), LinkedGame, BRIEF)
    except DecodeError as error:
        raise InputError(sentences.wrong_link(clip(str(error), MAX_PROBLEM_LENGTH)), PLACE) from error
    except MALFORMED_ERRORS as error:
        raise InputError(sentences.BROKEN_LINK, PLACE, sentences.DAMAGED_HINT) from error
    for name, text, pattern in (
        ("game", link.game, GAME_PATTERN),
        ("rules", link.rules, RULES_PATTERN),
        ("snapshot", link.snapshot, SNAPSHOT_PATTERN),
        ("digest", link.digest, DIGEST_PATTERN),
    ):
        if not pattern.fullmatch(text):
            raise InputError(sentences.wrong_link(name), PLACE)
    for name, text in (("title", link.title), ("version", link.version)):
        if len(text) > MAX_TITLE_LENGTH or not text.isprintable():
            raise InputError(sentences.wrong_link(name), PLACE)
    parse_reasons(link.reasons, len(parse_answers(link.answers, PLACE)), PLACE)
    return link
