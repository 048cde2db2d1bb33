import { statfs } from 'node:fs/promises';
import { openFileStore } from '../../../platform/files/open-file-store.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import type { StoreLocation } from '../../../platform/files/store-location.ts';
import { describeSpace } from './check-data-folder.ts';
import type { Finding } from './finding.ts';

const what = 'store';

/** Checks whether files can be written, read, listed and removed, and whether a separate folder has free space. */
export async function* checkStore(options: {
  readonly store: StoreLocation;
  readonly dataFolder: string;
}): AsyncGenerator<Finding> {
  const { store } = options;
  const [files, shared] = [openFileStore(options), openPlainStore(options)];
  const name = `doctor/${process.pid}`;
  try {
    await files.check();
    await shared.put(name, Buffer.from('probe'));
    const [content, names] = [await shared.get(name), await shared.list('doctor')];
    await shared.remove(name);
    if (content?.toString() !== 'probe' || !names.includes(name)) {
      const found = 'a file that was written is not read back';
      yield { what, state: 'fail', found, advice: 'use a store with read-after-write consistency' };
      return;
    }
    yield { what, state: 'ok', found: `${describe(store)} supports writing, reading, listing and removing` };
  } catch (error) {
    yield { what, state: 'fail', found: `${describe(store)}: ${reasonOf(error)}`, advice: adviceFor(store, error) };
    return;
  } finally {
    await Promise.all([files.close(), shared.close()]);
  }
  if (store.kind === 'folder' && store.folder !== null) yield describeSpace(await statfs(store.folder), 'store disk');
}

function describe(store: StoreLocation): string {
  if (store.kind === 'bucket') return `the bucket ${store.bucket}`;
  return store.folder ?? 'the data folder';
}

/** Returns the cause of an unreachable store, otherwise the error itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return reasonOf(cause);
  return error.message === '' || error.message === 'UnknownError' ? error.name : error.message;
}

function adviceFor(store: StoreLocation, error: unknown): string {
  if (store.kind === 'folder') return 'make the folder of PLACARD_STORE writable for this user';
  const reason = `${error instanceof Error ? error.name : ''} ${reasonOf(error)}`;
  if (/skew/i.test(reason)) return 'set the clock of this machine by NTP: the bucket refuses its signatures';
  if (/credential|denied|forbidden|signature/i.test(reason)) {
    return 'grant the credentials (AWS_ACCESS_KEY_ID, a profile, the role of the machine) Get, Put, Delete and List on the bucket';
  }
  if (/NoSuchBucket|NotFound|404/i.test(reason)) return 'create the bucket, or correct its name in PLACARD_STORE';
  return 'check PLACARD_STORE, and that its endpoint is reachable from this machine';
}
