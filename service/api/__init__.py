"""The public Python interface: what ``import bombsight`` exports, a function for each command of the command line.

Functions look at their arguments before anything else (:mod:`bombsight.service.common.arguments`), and import what they
call when they are called, so that ``import bombsight`` is quick.
"""
