"""Paper: petitions, leaflets, signs, sheets and statements as accessible PDF (PDF/UA-1).

Each document is plain data that a template in `templates/` sets in type (typst, the extra `pdf`).
`leaflet` and `petition` gather the data, and `typesetting` makes the file.
"""
