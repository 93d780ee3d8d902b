"""Chapter 13: planets, orbits, and ships in an atmosphere."""
