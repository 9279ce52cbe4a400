"""The format of saves: records and lines, with their reader and writer."""
