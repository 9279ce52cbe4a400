"""The codec: converts values of attrs classes to JSON data, and back.

A ``form`` defines how a family of documents looks; ``encoding`` writes them, ``schemas`` describes them as JSON Schema.
There are two decoders: ``lenient`` reads data that this program wrote, ``decoding`` reads untrusted data and reports
``problems``, in the ``sentences`` that the page shares. All of them follow the attributes of the classes, so an
attribute is added in its class alone.
"""
