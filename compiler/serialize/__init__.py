"""Serialization of rule graphs: JSON, drawings, and the codecs of caches.

``graph_form`` defines the JSON form of a rule graph, ``graph_json`` writes it, ``schema`` describes it, ``loading``
reads
it from untrusted text. ``dot`` and ``mermaid`` draw. ``pickle_codec`` is for our own caches alone, ``column_codec`` for
files that ship with the program.
"""
