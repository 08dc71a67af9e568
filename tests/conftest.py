"""What all tests share: the Hypothesis profiles.

`ci` (when the variable CI is set) draws the same examples every time; `dev` explores.  Neither has a deadline: no test
of this suite measures time.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
