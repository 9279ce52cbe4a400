/** Files for the device. */

/** Save a file to the device. */
export function saveToDevice(name: string, content: BlobPart, type = "application/octet-stream"): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
