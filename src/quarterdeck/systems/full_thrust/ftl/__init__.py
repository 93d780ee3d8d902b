"""Chapter 8: ships that leave the table by FTL, that drop out of FTL onto it, and those that they carry or tow."""
