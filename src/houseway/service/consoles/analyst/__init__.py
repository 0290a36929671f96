"""The maths behind the analysis pages: counted and simulated beside the service, not in it."""
