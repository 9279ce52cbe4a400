"""Programs to look at are written as rules; what makes graphs of them stands with the reference interpreter."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "reference"))
