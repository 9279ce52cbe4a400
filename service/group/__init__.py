"""Campaigns of many: what an umpire fixes for everybody, what each player came to, and both added up.

``group_file.py`` reads the group's file, ``results.py`` makes a record of a save, ``verification.py`` runs a record
again, ``umpire.py`` goes through a folder of them, ``page.py`` and ``rows.py`` write down what it found.
"""
