import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { maxAdRequestBodyBytes } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { RequestError } from '../../request/request-error.ts';

const unzip = promisify(gunzip);

/**
 * Returns the decompressed body of a bid request. The host of a Prebid Server may enable compression. The decompressed
 * body has the same size limit. A body that cannot be decompressed is rejected.
 */
export async function unzippedBody(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  const named = encoding?.trim().toLowerCase() ?? '';
  if (named === '' || named === 'identity') return body;
  if (named !== 'gzip' && named !== 'x-gzip') throw refusal(415, 'The content encoding must be gzip or absent');
  try {
    return await unzip(body, { maxOutputLength: maxAdRequestBodyBytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? refusal(413, `The body is larger than ${maxAdRequestBodyBytes} bytes`)
      : refusal(400, 'The body is not valid gzip, although its Content-Encoding is gzip');
  }
}

function refusal(status: number, message: string): RequestError {
  return new RequestError({ status, pointer: '', message });
}
