"""Web sites with games for browsers: game files, pages, and the folder that contains them."""
