"""The training console: drills of every game for staff, marked by clause."""
