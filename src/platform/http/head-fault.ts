import type { IncomingMessage } from 'node:http';

/** A request head that HTTP/1.1 requires a server to reject, although node:http accepts it. */
export type HeadFault = 'several-hosts' | 'http-version';

/**
 * Returns the fault of a request head. Source: RFC 9112 3.2 (more than one Host field) and RFC 9110 15.6.6 (a major
 * version other than 1).
 */
export function headFaultOf({ httpVersionMajor, rawHeaders }: IncomingMessage): HeadFault | null {
  if (httpVersionMajor !== 1) return 'http-version';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'several-hosts' : null;
}

/**
 * Reports whether node:http could not read a request because of its version: `HTTP/3.0`, `HTTP/1.2` or the HTTP/2
 * preface.
 */
export function isUnsupportedVersion({ code, reason }: NodeJS.ErrnoException & { readonly reason?: string }): boolean {
  if (code === 'HPE_PAUSED_H2_UPGRADE') return true;
  return code === 'HPE_INVALID_VERSION' && reason === 'Invalid HTTP version';
}
