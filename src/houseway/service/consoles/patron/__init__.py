"""The patron's console."""
