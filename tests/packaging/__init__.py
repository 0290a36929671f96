"""The package as it is installed: built, put into an empty environment, and used there."""
