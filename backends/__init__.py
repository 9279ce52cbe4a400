"""What runs a flat program: each backend in a folder of its own."""
