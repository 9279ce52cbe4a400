"""Complete a CycloneDX bill of materials: ``bill_of_materials.py VERSION PYTHON.cdx.json package-lock.json``.

``cyclonedx-py`` lists the Python packages that a program installs. The wheel holds, besides, the page for browsers,
with the JavaScript packages that are built into it, and the site of a release holds Pyodide; they are added from npm's
lock file. The result goes to standard output.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.parse import quote

SHIPPED = ("pyodide",)
"""The packages that npm's lock file has for development alone, and that the site of a release holds."""

ALGORITHMS = {"sha512": "SHA-512", "sha384": "SHA-384", "sha256": "SHA-256"}
"""The names of npm for hash functions, with those of CycloneDX."""


def main(version: str, python_bill: str, npm_lock: str) -> None:
    """Print the bill of the Python packages with the JavaScript packages added."""
    bill = json.loads(Path(python_bill).read_text(encoding="utf-8"))
    lock = json.loads(Path(npm_lock).read_text(encoding="utf-8"))
    bill["metadata"]["component"]["version"] = version
    bill["components"] = [each for each in bill["components"] if each["name"] != "bombsight"] + npm_components(lock)
    root = bill["metadata"]["component"]["bom-ref"]
    for entry in bill.get("dependencies", []):
        if entry["ref"] == root:
            entry["dependsOn"] = sorted(
                {*entry.get("dependsOn", ()), *(each["bom-ref"] for each in npm_components(lock))}
            )
    json.dump(bill, sys.stdout, indent=2, sort_keys=True)
    print()


def npm_components(lock: dict[str, Any]) -> list[dict[str, Any]]:
    """Describe the packages of an npm lock file that are built into the page, not those that build or test it."""
    components = []
    for path, package in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if not path or (package.get("dev") and name not in SHIPPED):
            continue
        algorithm, _, digest = package["integrity"].partition("-")
        url = f"pkg:npm/{quote(name)}@{package['version']}"
        components.append(
            {
                "type": "library",
                "bom-ref": url,
                "name": name,
                "version": package["version"],
                "purl": url,
                "hashes": [{"alg": ALGORITHMS[algorithm], "content": b64decode(digest).hex()}],
                "licenses": [{"license": {"id": package["license"]}}],
            }
        )
    return components


if __name__ == "__main__":
    main(*sys.argv[1:])
