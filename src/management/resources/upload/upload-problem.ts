import type { Readable } from 'node:stream';
import type { ProblemCode } from '../../../contract/common/problems.ts';
import { FileStoreAway } from '../../../platform/files/file-store.ts';
import { UploadRefused } from '../../../platform/files/upload/upload-refused.ts';
import type { ProblemOptions } from '../../api/problem/problem.ts';
import { DomainError } from '../../records/domain-error.ts';

const refusals: Readonly<Record<UploadRefused['reason'], readonly [ProblemCode, ProblemOptions?]>> = {
  too_many: ['too_many_uploads'],
  full: ['store_unavailable', { detail: 'The uploads of all callers hold as many bytes as the server keeps' }],
  moved: ['upload_moved'],
  too_long: ['invalid_request', { detail: 'The part is longer than what the upload has left' }],
  checksum: ['checksum_mismatch'],
  gone: ['not_found', { detail: 'There is no such upload' }],
};

/** Does the work; why an upload is refused becomes a problem, and so does a sender who went away while it read `content`. */
export async function uploadProblem<Result>(work: () => Promise<Result>, content?: Readable): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadRefused) {
      const [code, options] = refusals[error.reason];
      throw new DomainError(code, { ...options, cause: error });
    }
    if (content?.destroyed === true && !content.readableEnded && !(error instanceof FileStoreAway)) {
      throw new DomainError('malformed_request', { detail: 'The connection ended before the part did', cause: error });
    }
    throw error;
  }
}
