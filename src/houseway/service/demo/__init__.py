"""The demonstration house and its simulated people."""
