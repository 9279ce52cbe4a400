"""Games for browsers: game files, pages, and the folder that contains them."""
