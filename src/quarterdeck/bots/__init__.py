"""Players that are programs and know no particular game."""
