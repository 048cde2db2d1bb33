import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { Problem } from '../../management/api/problem/problem.ts';
import { detailMessage } from '../../management/records/detail-message.ts';

const retryAfterSeconds = 2;

export type UnavailableListener = { close(): Promise<void> };

/**
 * Listens on the management port while the database is unavailable, and answers every call with 503 and Retry-After.
 */
export async function openUnavailableListener(options: {
  readonly host: string;
  readonly port: number;
}): Promise<UnavailableListener> {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.host, port: options.port }, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse): void {
  const problem = new Problem('unavailable', {
    detail: detailMessage('databaseStarting'),
  });
  response.writeHead(problem.status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Retry-After': String(retryAfterSeconds),
    // The next call must reach the server that takes over.
    Connection: 'close',
  });
  response.end(JSON.stringify(problem.body(randomUUID())));
}
