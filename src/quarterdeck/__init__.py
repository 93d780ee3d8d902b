"""Quarterdeck plays, referees, designs for and analyses tabletop fleet-combat games."""

__version__ = "0.1.0"
