"""The gallery's entries: house rules and games by others, each a file or folder with a small TOML file beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.dsl.file_kind import find_headings
from bombsight.service.games.game_origins import PACKAGE_SUFFIX
from bombsight.service.games.requests import HOUSE_FOLDER
from bombsight.service.games.source_files import read_sources
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.packages.adding import write_files
from bombsight.service.packages.contents import decode_package

REQUIRED_KEYS = ("title", "author", "licence", "about")
OPTIONAL_KEYS = ("file",)


@frozen(kw_only=True)
class Credits:
    """What the TOML file of an entry says.

    Attributes:
        name: The name of the TOML file without its suffix: that of the entry's page.
        title: Its title.
        author: Who wrote it.
        licence: What others may do with it.
        about: What it is, as Markdown.
    """

    name: str
    title: str
    author: str
    licence: str
    about: str

    @property
    def folder(self) -> str:
        """The folder of the entry's page in the site."""
        return f"gallery/{self.name}"

    @property
    def path(self) -> str:
        """The path of the entry's page in the site."""
        return f"{self.folder}/index.html"


@frozen(kw_only=True)
class HouseRuleEntry:
    """A house rule.

    Attributes:
        credits: What its TOML file says.
        file: Its file.
        games: The ids of the games that it is for.
    """

    credits: Credits
    file: Path
    games: tuple[str, ...]


@frozen(kw_only=True)
class GameEntry:
    """A game by somebody.

    Attributes:
        credits: What its TOML file says.
        folder: The folder of its rules.
    """

    credits: Credits
    folder: Path


GalleryEntry = HouseRuleEntry | GameEntry


def read_entries(gallery: Path, work: Path) -> tuple[GalleryEntry, ...]:
    """Read the entries of a gallery, by name; packed games are unpacked into the folder ``work``.

    Raises:
        InputError: A TOML file is wrong, or nothing lies beside it, or something lies there without one.
        WrongRules: A file of rules cannot be read.
    """
    descriptions = sorted(gallery.glob("*.toml"))
    sources = {source: path for path in descriptions for source in (find_source(path, read_settings(path)),)}
    for path in sorted(gallery.iterdir()):
        is_entry = path.is_dir() or path.suffix in (RULES_SUFFIX, PACKAGE_SUFFIX)
        if is_entry and path not in sources:
            raise InputError(
                "nothing says whose it is", str(path), f"Write {path.stem}.toml with {', '.join(REQUIRED_KEYS)}."
            )
    return tuple(make_entry(path, source, work) for source, path in sources.items())


def read_settings(path: Path) -> dict[str, str]:
    """Read the TOML file of an entry.

    Raises:
        InputError: It is no TOML, or a key is missing, unknown or no text.
    """
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason_of(error)}", str(path)) from error
    missing = [key for key in REQUIRED_KEYS if not str(settings.get(key, "")).strip()]
    unknown = [key for key in settings if key not in (*REQUIRED_KEYS, *OPTIONAL_KEYS)]
    if missing or unknown:
        text = f"it lacks {', '.join(missing)}" if missing else f"nobody reads {', '.join(unknown)}"
        raise InputError(text, str(path), f"It has {', '.join(REQUIRED_KEYS)}, and perhaps file.")
    return {key: str(value) for key, value in settings.items()}


def find_source(path: Path, settings: dict[str, str]) -> Path:
    """Find what the TOML file at a path describes.

    Raises:
        InputError: Nothing lies there.
    """
    if "file" in settings:
        candidates = [Path(path.parent, settings["file"])]
    else:
        candidates = [path.with_suffix(suffix) for suffix in (RULES_SUFFIX, PACKAGE_SUFFIX, "")]
    source = next((each for each in candidates if each.exists()), None)
    if source is None:
        raise InputError(f"there is no {candidates[0].name} beside it", str(path))
    return source


def make_entry(path: Path, source: Path, work: Path) -> GalleryEntry:
    """Make the entry of a TOML file at a path and what it describes; a packed game is unpacked into ``work``."""
    settings = read_settings(path)
    credits = Credits(name=path.stem, **{key: settings[key].strip() for key in REQUIRED_KEYS})
    if source.is_dir():
        return GameEntry(credits=credits, folder=source)
    if source.suffix == PACKAGE_SUFFIX:
        package = decode_package(source.read_bytes(), str(source))
        folder = work / package.head.game
        write_files(package, folder)
        return GameEntry(credits=credits, folder=folder)
    headings = [each for rules in read_sources([source]) for each in find_headings(rules.text)]
    games = tuple(dict.fromkeys(each.of for each in headings if each.kind == HOUSE_FOLDER and each.of))
    if not games:
        raise InputError("it does not say for which game it is", str(source), 'Write: house NAME "Title" for GAME')
    return HouseRuleEntry(credits=credits, file=source, games=games)
