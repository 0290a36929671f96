"""The words of the pages, apart from their markup: messages, catalogues and the pseudo-locale.

Texts stand in English in templates, scripts and Python. `messages` reads those of a template from
its syntax tree, `catalogue` has their translations, `extraction` lists them for translators. An
English page is compiled from the template as it stands: nothing here runs for it.
"""
