import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { HeadFault } from '../../../platform/http/head-fault.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { Problem } from '../problem/problem.ts';

/** Responds to a request head that violates HTTP and closes the connection. */
export function refuseHead(response: ServerResponse, fault: HeadFault): void {
  const problem = problemOf(fault);
  const body = JSON.stringify(problem.body(randomUUID()));
  response.writeHead(problem.status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(body);
}

function problemOf(fault: HeadFault): Problem {
  if (fault === 'http-version') return new Problem('http_version_not_supported');
  return new Problem('malformed_request', { detail: detailMessage('oneHost') });
}
