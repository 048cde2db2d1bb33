import { json } from 'node:stream/consumers';
import { sha256Of } from './describe-file.ts';
import type { FileStore } from './file-store.ts';
import { typeOfName } from './type-of-name.ts';

/**
 * Name of the list in the folder of an archive. No file of an archive can have it, and it has no URL:
 * `archiveFileName` writes `=` only before two hexadecimal digits.
 */
const listName = 'files=.json';

/** A file of an archive. */
export type ArchiveListEntry = {
  /** Path in the archive, as `archiveFileName` returns it. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
};

/** Returns the list of the files of an archive, as another file of its folder. */
export function archiveList(files: readonly { readonly name: string; readonly content: Buffer }[]) {
  const list = files.map(({ name, content }): ArchiveListEntry => {
    return { name, mime: typeOfName(name), bytes: content.length, sha256: sha256Of(content) };
  });
  return { name: listName, content: Buffer.from(JSON.stringify(list)) };
}

/**
 * Reads the list of the files of an archive; null: it was stored without a list. Rejects with `FileStoreAway`.
 * @param folder such as `html5/<sha256>`
 */
export async function readArchiveList(
  store: Pick<FileStore, 'read'>,
  folder: string,
): Promise<readonly ArchiveListEntry[] | null> {
  const stream = await store.read(`${folder}/${listName}`);
  return stream === null ? null : ((await json(stream)) as readonly ArchiveListEntry[]);
}
