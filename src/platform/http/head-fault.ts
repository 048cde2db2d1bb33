import type { IncomingMessage } from 'node:http';

/** A request head that HTTP/1.1 requires a server to refuse, although node:http accepts it. */
export type HeadFault = 'several-hosts' | 'http-version';

/** Source: RFC 9112 3.2 (more than one Host field) and RFC 9110 15.6.6 (a major version other than 1). */
export function headFaultOf({ httpVersionMajor, rawHeaders }: IncomingMessage): HeadFault | null {
  if (httpVersionMajor !== 1) return 'http-version';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'several-hosts' : null;
}

/** Whether node:http could not read a request because of its version: `HTTP/3.0`, `HTTP/1.2` or the preface of HTTP/2. */
export function isUnsupportedVersion({ code, reason }: NodeJS.ErrnoException & { readonly reason?: string }): boolean {
  if (code === 'HPE_PAUSED_H2_UPGRADE') return true;
  return code === 'HPE_INVALID_VERSION' && reason === 'Invalid HTTP version';
}
