"""The documentation as a web site: pages gathered from the repository, and generated ones."""
