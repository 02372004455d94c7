"""Scenario and engine to verdict, verdicts to a run, a run to a certificate."""
