import { FileStoreAway } from './file-store.ts';

/** What a disk or a mount that is full, broken or gone says. */
const awayCodes = new Set(
  'EACCES EDQUOT EHOSTDOWN EHOSTUNREACH EIO EMFILE ENFILE ENOSPC ENOTCONN EPERM EROFS ESTALE ETIMEDOUT'.split(' '),
);

/** Does the work; what a disk fails with becomes `FileStoreAway`. */
export async function orStoreUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (awayCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw new FileStoreAway(error);
    throw error;
  }
}
