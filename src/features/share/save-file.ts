/** Hands a file to the browser's downloads. */

export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser reads the address after the click; freeing it at once can lose the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
