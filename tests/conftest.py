"""Hypothesis profiles, chosen by the environment variable HYPOTHESIS_PROFILE.

ci     the same examples on every run, so that a red run is red again; the default
dev    new examples each time, remembered where one fails
soak   very many examples
"""

import os

from hypothesis import settings

pytest_plugins = ["pytester"]  # the plugin for other projects is tried on small projects

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None, print_blob=True)
settings.register_profile("soak", deadline=None, print_blob=True, max_examples=10_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
