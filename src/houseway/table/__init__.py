"""The live table: a game and the answers it gave, under the edition it was opened with."""
