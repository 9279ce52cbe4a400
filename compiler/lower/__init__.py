"""Lowering: the rule graph becomes a program in the flat form. No backend is known here.

``assemble`` is where it begins. ``layout`` gives everything its slots, ``unit`` holds what the lowering of one program
shares, ``frame`` the function that is being filled. ``kinds`` is the table of what lowers each kind of node;
``costs`` and ``weights`` say what everything takes in steps. Last, ``numbering`` puts functions into call order and
numbers the sites over the graph.

What lowers a part of a body takes the node and the `Frame`, to which it adds statements. What makes a whole function
(`make_...`) takes the `Unit`, the `name` of the table, procedure, define or example, the `variant` (which of its
functions, empty where there is one only) and the `function_name` that it gets; `kinds` calls them.
"""
