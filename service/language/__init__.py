"""What an editor asks of rules while they are written, as values; no protocol is known here."""
