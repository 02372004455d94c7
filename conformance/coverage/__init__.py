"""What the corpus covers of the catalogue."""

from conformance.coverage.clauses import ClauseCoverage, Coverage, coverage, rule_rows

__all__ = ["ClauseCoverage", "Coverage", "coverage", "rule_rows"]
