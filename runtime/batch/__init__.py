"""Many runs: fast, sampled, enumerated or profiled."""
