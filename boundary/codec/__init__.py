"""The codec: values of attrs classes as JSON data, and back.

``form`` says how a family of documents looks, ``encoding`` writes, ``schemas`` describes the same data as JSON Schema.
There are two ways in: ``lenient`` reads what this program wrote itself, ``decoding`` what anybody may have written, and
``problems`` are what it finds wrong, in the ``sentences`` that the page says too. All walk the attributes of the
classes alone: whoever adds one to a class adds it to each of them.
"""
