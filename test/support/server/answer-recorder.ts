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

/** Observations of responses in one test file, or in all. */
export type Recorded = {
  readonly answers: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly lines: number;
};

export type AnswerRecorder = {
  /** A logger whose lines are checked like responses. */
  readonly log: Logger;
  /** Checks every response of the management application, injected or over a socket. */
  watch(app: FastifyInstance): void;
  /** Checks every response of a server with only the token service. */
  watchServer(server: Server): void;
  /** Registers a secret that no response or log line may contain. */
  keepSecret(secret: string): void;
  /** Throws the collected faults. Call it when the test server closes. */
  check(): void;
};

const maxReported = 20;

/**
 * Checks all responses and log lines of a test server: an error must be a problem with a documented code, and no text
 * may contain a stack trace, SQL or a known secret. See docs/decisions/0053-recorded-responses.md.
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
        faults.push(...found.map((what) => `a log line contains ${what}: ${line.slice(0, 800)}`));
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
      throw new Error(`Recorded ${faults.length} faults in ${answers} responses:\n${shown.join('\n')}`);
    },
  };
}

/** Returns the documented statuses of each operation. */
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

/** Independent of the server's own listener. */
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

/** Writes the record for the summary at the end of the test run. */
function writeRecord(record: Recorded): void {
  const { recordFolder } = inject('testServer');
  mkdirSync(recordFolder, { recursive: true });
  writeFileSync(join(recordFolder, `${randomUUID()}.json`), JSON.stringify(record));
}
