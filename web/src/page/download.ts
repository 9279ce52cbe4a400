/** Downloads: content that the page offers to the player as a file. */

/** Offer content to the player as a file download of a name and media type. */
export function download(content: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
