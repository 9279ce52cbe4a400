"""The version since which there is a finding: that of the first release that knew it, or the next one."""

from __future__ import annotations

from bombsight.compiler.codes import CODES
from tests.releases.kept import codes_of, first_releases, in_order, versions


def test_a_code_that_a_release_knew_is_since_the_first_that_did():
    known = first_releases()
    assert len(known) >= 289
    assert [code for code, version in known.items() if code in CODES and CODES[code].since != version] == []


def test_a_code_that_no_release_knew_is_since_the_next_one():
    """A new page says `since=`, with the number of the version that is worked on."""
    known = first_releases()
    joined = {code: page.since for code, page in CODES.items() if code not in known}
    last = in_order(versions()[-1])
    assert [code for code, since in joined.items() if in_order(since) <= last] == []
    assert len({*joined.values()}) <= 1


def test_each_release_lists_its_codes():
    for version in versions():
        assert len(codes_of(version)) == len({*codes_of(version)}) > 200
