import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { createLog, type Logger } from '../../../src/platform/log/log.ts';
import { findFaults, type Statuses } from '../attacks/answer-faults.ts';
import { findLeaks, SecretsKnown } from '../process/leaks.ts';
import type { RecordedExchange } from './exchange.ts';

/** What was seen of answers in one test file, or in all. */
export type Recorded = {
  readonly answers: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly lines: number;
};

export type AnswerRecorder = {
  /** Its lines are looked at like the answers. */
  readonly log: Logger;
  /** Looks at every answer of the management application, injected or over a socket. */
  watch(app: FastifyInstance): void;
  /** Looks at every answer of a server that has the token service alone. */
  watchServer(server: Server): void;
  /** No answer or line may hold it from now on. */
  keepSecret(secret: string): void;
  /** Throws what was found to be wrong. To be called when the test server closes. */
  check(): void;
};

const maxReported = 20;

/**
 * Looks at all that a test server answers and logs: an error must be a problem with a documented code, and nothing may hold a
 * stack trace, SQL or a secret that the test knows. See docs/decisions/0053-answers-recorded.md.
 */
export function createAnswerRecorder(): AnswerRecorder {
  const secrets = new SecretsKnown();
  const faults: string[] = [];
  const codes: Record<string, number> = {};
  let [answers, lines] = [0, 0];
  let statuses: () => Statuses | null = () => null;
  const note = (exchange: RecordedExchange) => {
    answers += 1;
    secrets.learn(exchange);
    const { code, faults: found } = findFaults(exchange, statuses());
    if (code !== null) codes[code] = (codes[code] ?? 0) + 1;
    faults.push(...found, ...secrets.leaksOf(exchange));
  };
  const log = createLog({
    level: 'info',
    name: 'test',
    destination: {
      write(line) {
        lines += 1;
        const found = [...findLeaks(line), ...secrets.shownIn(line)];
        faults.push(...found.map((what) => `a line of the log has ${what}: ${line.slice(0, 800)}`));
        if (process.env['PLACARD_TEST_LOG'] !== undefined) process.stderr.write(line);
      },
    },
  });
  return {
    log,
    watch(app) {
      statuses = () => documentedStatuses(app);
      watchInjected(app, note);
      watchSockets(app.server, note);
    },
    watchServer: (server) => watchSockets(server, note),
    keepSecret: (secret) => secrets.add(secret),
    check() {
      writeRecord({ answers, codes, lines });
      if (faults.length === 0) return;
      const shown = [...new Set(faults)].slice(0, maxReported);
      throw new Error(`Recorded ${faults.length} faults in ${answers} answers:\n${shown.join('\n')}`);
    },
  };
}

/** What the contract says that each operation may answer. */
function documentedStatuses(app: FastifyInstance): Statuses {
  const { paths } = app.swagger() as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      statuses: new Set(Object.keys(responses).map(Number)),
    })),
  );
}

function watchInjected(app: FastifyInstance, note: (exchange: RecordedExchange) => void): void {
  const send = app.inject.bind(app) as (options: InjectOptions) => ReturnType<typeof app.inject>;
  const watched = async (options: InjectOptions) => {
    const answer = await send(options);
    note({
      method: options.method ?? 'GET',
      url: typeof options.url === 'string' ? options.url : '/',
      sent: { headers: options.headers ?? {}, body: typeof options.payload === 'string' ? options.payload : '' },
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: answer.payload,
    });
    return answer;
  };
  app.inject = watched as typeof app.inject;
}

/** Beside the server's own listener, which is not told. */
function watchSockets(server: Server, note: (exchange: RecordedExchange) => void): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Uint8Array));
    };
    const { write, end, writeHead } = response;
    let written: Record<string, unknown> = {};
    response.writeHead = ((...given: Parameters<typeof writeHead>) => {
      const last: unknown = given.at(-1);
      if (typeof last === 'object' && last !== null && !Array.isArray(last)) written = last as Record<string, unknown>;
      return writeHead.apply(response, given);
    }) as typeof writeHead;
    response.write = ((...given: Parameters<typeof write>) => {
      keep(given[0]);
      return write.apply(response, given);
    }) as typeof write;
    response.end = ((...given: Parameters<typeof end>) => {
      keep(given[0]);
      return end.apply(response, given);
    }) as typeof end;
    response.once('finish', () =>
      note({
        method: request.method ?? '',
        url: request.url ?? '',
        sent: { headers: request.headers as Record<string, string>, body: '' },
        status: response.statusCode,
        headers: { ...response.getHeaders(), ...written },
        body: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
}

/** For the sum of the run, which the end of the test run prints. */
function writeRecord(record: Recorded): void {
  const { recordFolder } = inject('testServer');
  mkdirSync(recordFolder, { recursive: true });
  writeFileSync(join(recordFolder, `${randomUUID()}.json`), JSON.stringify(record));
}
