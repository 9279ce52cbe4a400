"""Two-player games: what each seat may see, the mediator, commitments to dice, and how messages travel.

Its rooms, each of which imports only those before it: ``visibility``, ``protocol``, ``arbiter``, ``guest``, ``player``,
``hosting``, ``network``, ``mail``, ``verification``, ``tables``.
"""
