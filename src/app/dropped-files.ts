/** Files out of a drop, folders walked to their leaves with paths kept. */

import { LabError } from '../lib/errors.ts';
import type { DroppedFile } from '../store/classify-drop.ts';

/** More files than any model folder has; a dropped home directory must not be walked to its end. */
const MAX_FILES = 2_000;

function readEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  const broken = (cause: unknown) => new LabError('page.unreadable-file', { name: entry.name }, { cause });
  return new Promise((resolve, reject) => entry.file(resolve, (cause) => reject(broken(cause))));
}

async function walk(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  if (found.length >= MAX_FILES) return;
  if (entry.isFile) {
    found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry as FileSystemFileEntry) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // Browsers hand out a folder in pieces of at most a hundred; an empty piece is the end.
  for (;;) {
    const entries = await readEntries(reader);
    if (entries.length === 0) return;
    for (const child of entries) await walk(child, found);
  }
}

/** Throws `page.unreadable-file` and `page.empty-folder` {name}. */
export async function filesOfTransfer(transfer: DataTransfer): Promise<DroppedFile[]> {
  // The list is only valid during the event, so both are taken before the first await.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...transfer.files].map((file) => ({ path: file.name, file }));
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found: DroppedFile[] = [];
  for (const entry of entries) if (entry) await walk(entry, found);
  if (found.length > 0) return found;
  throw new LabError('page.empty-folder', { name: entries.find((entry) => entry)?.name ?? '' });
}
