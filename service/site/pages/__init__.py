"""The reference pages of a site: a front page, and for each game its rules, its tables as cards, and their odds.

They are static: no script, no style but the stylesheets, relative links, so that they work in any folder. The site's
``base.css`` has the colours and type that they share with the playing page.
"""
