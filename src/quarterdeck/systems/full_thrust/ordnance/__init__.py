"""Chapter 6: Salvo Missiles, and what all ordnance markers have in common."""
