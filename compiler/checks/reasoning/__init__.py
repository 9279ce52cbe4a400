"""What the checks reason with: values as diagrams over what they depend on, and what is known at each point."""
