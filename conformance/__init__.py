"""RingRift Conformance: the executable court of RingRift's rules."""

__version__ = "0.1.0"
