import { FileStoreAway } from './file-store.ts';

/** Error codes of a disk or mount that is full, broken or missing. */
const awayCodes = new Set(
  'EACCES EDQUOT EHOSTDOWN EHOSTUNREACH EIO EMFILE ENFILE ENOSPC ENOTCONN EPERM EROFS ESTALE ETIMEDOUT'.split(' '),
);

/** Runs an operation and converts disk errors to `FileStoreAway`. */
export async function orStoreUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (awayCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw new FileStoreAway(error);
    throw error;
  }
}
