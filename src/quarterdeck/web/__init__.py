"""The pages: templates, style and the client's modules; a client of the host's API like any other."""
