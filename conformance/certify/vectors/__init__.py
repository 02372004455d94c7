"""Another party's contract vectors: read, turned into scenarios, and held against the canon."""
