"""Rule graphs and programs as JSON and as drawings.

``graph_form`` says how a rule graph looks as JSON, ``graph_json`` writes it, ``schema`` describes it, ``loading`` reads
it from a text that anybody may have written. ``dot`` and ``mermaid`` draw. ``packed`` is another thing: it pickles what
only our own caches hold.
"""
