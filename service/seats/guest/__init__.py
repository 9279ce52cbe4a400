"""A guest's side of a table: the protocol client, his shares of the dice, and the file that he keeps."""
