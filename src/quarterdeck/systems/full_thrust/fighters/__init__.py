"""Chapter 5: fighter groups."""
