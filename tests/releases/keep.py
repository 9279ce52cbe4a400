"""Keep the rules of a release: ``python -m tests.releases.keep 0.1.0``, in the tree that is to be released.

What was kept is never written anew: later programs are held to it.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import asdict

from bombsight.compiler.codes import CODES
from bombsight.dsl.diagnostic import Code
from tests.docs.test_docs import PAGES, Block, blocks, variants
from tests.releases.begun import begin_saves
from tests.releases.kept import HERE, INDEX, TABLES, Unit, codes_path, first_releases, unpacked

ROOT = Path(__file__).parents[2]

GAMES = {f"games/{path.parent.name}": path.parent for path in sorted(ROOT.glob("games/*/00-game.rules"))}
FOLDERS = GAMES | {"lighthouse": ROOT / "docs/examples/lighthouse", "template": ROOT / "service/scaffolding/templates"}
"""Whole games, each by the folder that it has in the archive."""

RULES = (".rules", ".script", ".toml")
"""The files that hold rules, or say how they are looked at."""

HOUSE = re.compile(r"^house \w+ .* for (\w+)", re.MULTILINE)

Files = dict[str, str]


def games(files: Files) -> Iterator[Unit]:
    """The games that are shipped, those of the tests and of `bombsight new` among them."""
    for name, folder in FOLDERS.items():
        found = sorted(path for path in folder.rglob("*") if path.suffix in RULES)
        texts = {f"{name}/{path.relative_to(folder).as_posix()}": path.read_text(encoding="utf-8") for path in found}
        files |= texts
        yield Unit(name, name, tuple(path for path in texts if re.fullmatch(rf"{name}/[^/]*\.rules", path)))


def examples(files: Files) -> Iterator[Unit]:
    """The house rules that the docs have as files."""
    for path in sorted((ROOT / "docs/examples").glob("*.rules")):
        text = path.read_text(encoding="utf-8")
        files[f"docs/{path.name}"] = text
        for game in HOUSE.findall(text):
            yield Unit(f"docs/{path.name} for {game}", "", game_files(files, game), (f"docs/{path.name}",))


def cases(files: Files) -> Iterator[Unit]:
    """Games and house rules that were made after public tables and other people's house rules."""
    for path in sorted((HERE / "public").glob("*.rules")):
        name = f"public/{path.name}"
        files[name] = text = path.read_text(encoding="utf-8")
        house = HOUSE.findall(text)
        if not house:
            yield Unit(name, "", (name,))
        elif game := game_files(files, house[0]) or ((f"public/{path.stem.removesuffix('-house')}.rules"),):
            yield Unit(name, "", game, (name,))


def pages(files: Files) -> Iterator[Unit]:
    """The rules that pages show, but those that are wrong, and those to which something is added further below."""
    for page in PAGES:
        found = [block for block in blocks(page) if "wrong" not in block.marks]
        paths = {block.file.text: f"docs/{page.stem}/{number:02}.rules" for number, block in enumerate(found)}
        files |= {path: text for text, path in paths.items()}
        games = [tuple(paths[each.text] for each in block.game) if own(block) else () for block in found]
        for block, game in zip(found, games, strict=True):
            path = paths[block.file.text]
            if not own(block) and "house" in block.marks:
                (shipped,) = (mark for mark in block.marks if f"games/{mark}" in GAMES)
                yield Unit(path, "", game_files(files, shipped), (path,), variants(block))
            elif "house" in block.marks or not game:
                yield Unit(path, "", game, (path,), variants(block))
            elif not any(game == other[: len(game)] for other in games if len(other) > len(game)):
                yield Unit(path, "", game, (), variants(block))


def own(block: Block) -> bool:
    """Whether a block belongs to a game that its page shows."""
    shipped = any(f"games/{mark}" in GAMES for mark in block.marks)
    return not shipped and not block.marks.isdisjoint(("complete", "added", "house"))


def game_files(files: Files, game: str) -> tuple[str, ...]:
    """The files of a shipped game."""
    return tuple(path for path in files if re.fullmatch(rf"games/{game}/[^/]*\.rules", path))


def codes_that_joined() -> list[Code]:
    """The codes that no kept release knew."""
    known = first_releases()
    return [code for code in CODES.values() if code.code not in known]


def packed(path: Path, files: Files) -> None:
    """Write an archive whose bytes depend on nothing but the files."""
    with tarfile.open(path, "w:xz", preset=9) as archive:
        for name, text in sorted(files.items()):
            data = text.encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


def main() -> int:
    (version,) = sys.argv[1:]
    archive, findings = HERE / f"{version}.tar.xz", HERE / f"{version}.json"
    if archive.exists():
        print(f"{archive.name} is kept already", file=sys.stderr)
        return 2
    others = [code.code for code in codes_that_joined() if code.since != version]
    if others:
        print(f"{', '.join(others)}: new, but not since {version}, as their codes must say", file=sys.stderr)
        return 2
    files: Files = {}
    units = [*games(files), *examples(files), *cases(files), *pages(files)]
    files[TABLES] = (ROOT / "dsl" / TABLES).read_text(encoding="utf-8")
    files[INDEX] = json.dumps([asdict(unit) for unit in units], indent=1)
    packed(archive, files)
    begin_saves(version)
    with TemporaryDirectory() as folder:
        release = unpacked(version, Path(folder))
        found = {unit.name: dict(sorted(release.findings_in(unit).items())) for unit in release.units if unit.game}
    text = json.dumps({name: codes for name, codes in found.items() if codes}, indent=1)
    findings.write_text(text + "\n", encoding="utf-8")
    codes_path(version).write_text("\n".join([*sorted(CODES), ""]), encoding="utf-8")
    print(f"{len(files)} files, {archive.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
