"""Lowering: the translation of a rule graph into a program in the flat form, for any backend.

``assemble`` is the entry point. ``layout`` assigns state slots, ``program_builder`` holds the context of a program,
``function_builder`` that of a function. ``dispatch`` is the table of lowering functions by kind of node; ``costs`` and
``weights`` give step costs. Last, ``numbering`` sorts functions by calls and numbers the sites in graph order.

A function that lowers part of a body takes the node and the `FunctionBuilder`, to which it adds statements. A function
that makes a whole function (`make_...`) takes the `ProgramBuilder` (`unit`), the `name` of the table, procedure, define
or example, the `variant` (which of its functions; empty if there is only one) and the `function_name` to give it.
"""
