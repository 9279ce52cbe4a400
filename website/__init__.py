"""The documentation as a site: its pages gathered from the repository, the rest made from the program itself."""
