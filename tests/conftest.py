"""Hypothesis profiles: `ci` is derandomised, `long` is for fuzzing by hand."""

from __future__ import annotations

import os

import hypothesis

hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, max_examples=60)
hypothesis.settings.register_profile("dev", deadline=None, max_examples=60)
hypothesis.settings.register_profile("long", deadline=None, max_examples=5000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
