"""Drop, win and hold."""
