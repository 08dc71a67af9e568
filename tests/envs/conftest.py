"""What the tests of environments share: shipped rulesets, and settings that make their games short."""

from __future__ import annotations

from pathlib import Path

import hoyle

HERE = Path(__file__).parent
RULESETS = tuple(sorted(path.stem for path in (Path(hoyle.__file__).parent / "rulesets").glob("*.hoyle")))
