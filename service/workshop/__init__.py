"""The workshop: rules written, checked, tried and compared in a browser, by the functions that editors use."""
