"""A save told for others to read: gathered as values (``gathering``), as a page (``page``), as text (``markdown``)."""
