import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { maxAdRequestBodyBytes } from '../../../core/vocabulary/limits.ts';
import { RequestError } from '../../request/request-error.ts';

const unzip = promisify(gunzip);

/**
 * The body of a bid request as it was before its sender packed it, which the host of a Prebid Server may have it do. What
 * is packed may not be larger than what is not; a body that cannot be unpacked is refused.
 */
export async function unzippedBody(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  const named = encoding?.trim().toLowerCase() ?? '';
  if (named === '' || named === 'identity') return body;
  if (named !== 'gzip' && named !== 'x-gzip') throw refusal(415, 'A body is plain, or packed with gzip');
  try {
    return await unzip(body, { maxOutputLength: maxAdRequestBodyBytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? refusal(413, `The body is larger than ${maxAdRequestBodyBytes} bytes`)
      : refusal(400, 'The body is not packed with gzip, although it says so');
  }
}

function refusal(status: number, message: string): RequestError {
  return new RequestError({ status, pointer: '', message });
}
