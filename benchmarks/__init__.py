"""Measurements against peers, as ratios; never part of the test run."""
