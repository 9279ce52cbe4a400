"""What authors of rules see: findings, their pages, worked examples."""
