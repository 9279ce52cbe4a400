"""The pages of a site that are read: a front page, and for each game its rules, its tables as cards, and their odds.

They are static: no script, no style but by the stylesheet, links relative, so that they work in any folder. What is
shared with the page that plays, colours and type, stands in the site's ``base.css``.
"""
