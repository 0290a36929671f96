"""Papers as PDF: petitions, leaflets, signs and sheets."""
