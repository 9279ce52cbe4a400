"""The language server: the Language Server Protocol, on pygls.

Three threads share the work, and each owns its data:

- the *event loop* (the main thread) reads messages, owns the open documents (:mod:`.documents`) and alone writes
  to the client;
- the *executor* (:class:`.executor.SerialExecutor`), a serial executor, owns the workspaces, and answers in order;
  cancelled requests leave its queue;
- the *background thread* (:func:`.executor.run_in_background`) checks a copy of a workspace for all findings of
  ``lint``, so that nobody waits for it, and stops as soon as there is something newer.
"""
