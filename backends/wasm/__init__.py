"""The WebAssembly backend: it encodes a flat program as bytes, which ``wasmtime`` or a browser runs."""
