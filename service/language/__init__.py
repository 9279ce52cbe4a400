"""What an editor asks of rules while they are written: pure functions over a workspace, which know no protocol."""
