"""The version of the program, which is declared here alone, and the commit from which this copy was made.

``git archive``, and so a host's ZIP, fills in the two lines by ``.gitattributes``, and ``hatch_build.py`` does so in an
sdist and in a wheel. In a checkout they stay as they are, and git is asked.
"""

from __future__ import annotations

VERSION = "0.2.0.dev0"

COMMIT = "$Format:%H$"
COMMIT_DATE = "$Format:%cs$"
