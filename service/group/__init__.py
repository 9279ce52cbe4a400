"""Group campaigns: settings fixed by an umpire, each player's result, and the totals.

``group_file.py`` reads the group's file, ``results.py`` makes a record of a save, ``verification.py`` runs a record
again, ``umpire.py`` verifies a folder of records, ``page.py`` and ``rows.py`` write its result.
"""
