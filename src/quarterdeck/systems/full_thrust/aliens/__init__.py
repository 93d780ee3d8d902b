"""Appendix A: what ships of other peoples do otherwise."""
