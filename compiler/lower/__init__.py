"""From the rule graph to a program that runs: flattened, lowered, printed as Python.

``assemble`` is where it begins. ``layout`` gives everything its slots, the modules beside it turn the graph into the
flat form (``flat``), and ``python`` prints that, with and without the journal. ``load`` runs it, and needs none of
the others.
"""
