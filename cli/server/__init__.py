"""The language server: what an editor asks for, by the Language Server Protocol, on pygls.

Three threads share the work, and each thing has one of them for its owner:

- the *event loop* (the main thread) reads messages, owns the texts that are open (:mod:`.documents`) and alone writes
  to the client;
- the *desk* (:class:`.executor.SerialExecutor`), a serial executor, owns the workspaces, and answers in the order in
which it is
  asked; what the client no longer wants leaves its queue;
- a *night shift* (:func:`.executor.run_in_background`), a background thread, looks at a copy of a workspace for all
that
  ``lint`` finds, so that nobody waits for it, and leaves off as soon as there is something newer.
"""
