"""The consoles: a folder for each role, and `public` for everybody."""
