"""Recognition of slips: one module for each technique."""
