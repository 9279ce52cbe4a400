"""The format of saves: records, lines, reading and writing them."""
