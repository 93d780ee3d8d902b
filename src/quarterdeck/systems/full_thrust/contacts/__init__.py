"""Chapters 10.1 to 10.4: ships that are only contacts, how they are scanned, decoys and ECM."""
