"""Rule graphs and programs as JSON and as drawings.

``graph_json`` writes and reads a rule graph, ``schema`` describes that JSON, ``loading`` reads it from a text
that anybody may have written. ``dot`` and ``mermaid`` draw.
"""
