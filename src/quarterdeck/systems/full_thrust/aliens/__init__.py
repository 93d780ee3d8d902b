"""Appendix A: what Kra'Vak, Sa'Vasku and Phalons do otherwise than humans."""
