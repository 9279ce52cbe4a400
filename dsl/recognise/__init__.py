"""What a slip looks like: one module for each way to recognise one."""
