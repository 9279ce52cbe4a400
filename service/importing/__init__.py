"""Import of tables: a reader for each format makes a model of its tables, and a writer makes rules of the model.

A reader takes what it understands as it stands, faults included, for ``lint`` finds those. Whatever it cannot take is
a note with its place in the source.
"""
