"""The administrator's console."""
