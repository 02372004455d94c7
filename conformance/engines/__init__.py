"""Engines that the suite can talk to."""
