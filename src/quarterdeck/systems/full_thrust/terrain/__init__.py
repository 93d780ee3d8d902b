"""Chapter 12: what lies in space."""
