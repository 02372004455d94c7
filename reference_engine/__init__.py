"""The rules of RingRift as a program."""
