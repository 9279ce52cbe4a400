"""The codec: values of attrs classes as JSON data, and back.

``form`` says how a family of documents looks, ``encoding`` writes, ``decoding`` reads, ``problems`` are what a reader
finds wrong, ``schemas`` describes the same data as JSON Schema. All walk the types of the classes alone: whoever adds
an attribute to a class adds it to each of them.

There are two ways in. ``decode`` is lenient, for what this program wrote itself; ``decode_strictly`` is for what
anybody may have written.
"""
