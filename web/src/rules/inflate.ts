/** Decompression of untrusted data up to a bounded size. */

/** The error for data that are damaged, or unpack to more than they may. */
export class InflateError extends Error {
  /**
   * Make the error.
   * @param isTooLarge - Whether the data unpack to too many bytes; else they are damaged.
   */
  constructor(readonly isTooLarge: boolean) {
    super(isTooLarge ? "too large" : "damaged");
  }
}

/** Decompress data to at most a number of bytes. Throws {@link InflateError}. */
export async function inflate(
  data: Blob,
  format: "gzip" | "deflate" | "deflate-raw",
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = data.stream().pipeThrough(new DecompressionStream(format)).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = await reader.read().catch(() => {
      throw new InflateError(false);
    });
    if (value === undefined) return concatenateChunks(chunks, length);
    chunks.push(value);
    length += value.length;
    if (length <= maxBytes) continue;
    void reader.cancel().catch(() => {});
    throw new InflateError(true);
  }
}

/** Concatenate chunks of bytes, `length` in all. */
function concatenateChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
