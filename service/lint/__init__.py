"""Rules checked: findings, their fixes, and the forms in which they are told."""
