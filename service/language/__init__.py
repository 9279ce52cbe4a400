"""What an editor asks of rules as they are typed, as plain functions of a workspace: no protocol is known here."""
