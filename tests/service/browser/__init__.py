"""People at real screens: Chromium against a served house."""
