"""The rule systems that come with Quarterdeck, one package each; others are found by their entry points."""
