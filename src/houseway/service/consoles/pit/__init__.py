"""What the console of whoever is in charge of tables shows and asks; nothing here judges."""
