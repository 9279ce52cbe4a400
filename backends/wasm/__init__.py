"""The WebAssembly backend: bytes printed from a flat program, run by ``wasmtime`` or in a browser."""
