import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ExplainedError } from '../../platform/log/explained-error.ts';

/** A required port is in use or cannot be listened on. The message names the setting. */
export class PortInUseError extends ExplainedError {}

/** Milliseconds for which to wait for Placard processes without a supervisor to end. */
const patienceMs = 3_000;

/**
 * Resolves when no program listens on the port. Checked without `reusePort`: several delivery processes share a port,
 * and another program could share it unnoticed.
 */
export async function requireFreePort(options: {
  readonly host: string;
  readonly port: number;
  readonly setting: string;
  readonly patienceMs?: number;
}): Promise<void> {
  const deadline = Date.now() + (options.patienceMs ?? patienceMs);
  for (;;) {
    const problem = await tryToListen(options.host, options.port);
    if (problem === null) return;
    if (problem !== 'EADDRINUSE') {
      throw new PortInUseError(`${options.setting}: cannot listen on ${options.host}:${options.port} (${problem})`);
    }
    if (Date.now() > deadline) {
      throw new PortInUseError(
        `${options.setting}: port ${options.port} on ${options.host} is in use by another program. Stop that program or set ${options.setting} to a free port.`,
      );
    }
    await delay(100);
  }
}

/** Returns the error code, or null if listening succeeds. */
function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
