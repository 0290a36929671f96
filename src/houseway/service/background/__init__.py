"""What the house does by itself: dealing, sealing, checking its software."""
