import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from './upload.ts';

const factsName = /^[0-9a-f-]{36}\.json$/;

/** Reads the uploads that an earlier process left in the folder, and removes unacknowledged data. */
export async function readUploads(folder: string): Promise<Map<string, Upload>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const uploads = new Map<string, Upload>();
  for (const name of names) {
    if (!factsName.test(name)) continue;
    const upload = readFacts(await readFile(join(folder, name), 'utf8'));
    if (upload !== null) uploads.set(upload.id, upload);
  }
  // Content without metadata, drafts of metadata, and metadata emptied by a power failure.
  for (const name of names) {
    if (!uploads.has(name.replace(/\.json$/, ''))) await rm(join(folder, name), { force: true });
  }
  for (const upload of uploads.values()) await cutToAcknowledged(join(folder, upload.id), upload.receivedBytes);
  return uploads;
}

/** Unacknowledged bytes would use space that no quota counts. */
async function cutToAcknowledged(path: string, receivedBytes: number): Promise<void> {
  const size = await stat(path).then(
    (facts) => facts.size,
    () => 0,
  );
  if (size > receivedBytes) await truncate(path, receivedBytes);
}

function readFacts(text: string): Upload | null {
  try {
    return JSON.parse(text) as Upload;
  } catch {
    return null;
  }
}
