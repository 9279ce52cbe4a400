"""From the rule graph to a program in the flat form. No backend is known here.

``assemble`` is where it begins. ``layout`` gives everything its slots, ``unit`` holds what the lowering of one program
shares, ``frame`` the function that is being filled. ``kinds`` is the table of what lowers each kind of node;
``costs`` and ``weights`` say what everything takes in steps. Last, ``numbering`` puts functions into call order and
numbers the sites over the graph.
"""
