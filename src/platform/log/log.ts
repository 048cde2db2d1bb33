import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DestinationStream, destination, type Logger, multistream, pino, stdSerializers } from 'pino';

export type { Logger };

/** Maximum size of a log file. One previous file is retained, so the folder stays below twice this size per process. */
const maxLogFileBytes = 20 * 1024 * 1024;
const sizeCheckMs = 10_000;

export type LogOptions = {
  /** A pino level, or `silent`. */
  readonly level: string;
  /** Name of the process: `main`, `delivery-0`. Also the name of the file. */
  readonly name: string;
  /**
   * Folder of the log files. With it, JSON lines go to `<folder>/<name>.log` and only warnings and errors reach the
   * terminal, as readable lines. Without it, JSON lines go to the standard error output.
   */
  readonly folder?: string;
  /** Overrides the destination of JSON lines. */
  readonly destination?: DestinationStream;
};

/** Creates the log of one process. Never log a token, a secret or the authorization header of a request. */
export function createLog(options: LogOptions): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    serializers: { err: fullLevels.has(options.level) ? stdSerializers.err : errorOrValue },
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.secret', '*.clientSecret'],
  };
  if (options.level === 'silent') return pino(settings);
  if (options.destination !== undefined) return pino(settings, options.destination);
  if (options.folder === undefined) return pino(settings, destination({ dest: 2, sync: true }));
  return pino(
    settings,
    multistream([
      { level: 'trace', stream: openLogFile(join(options.folder, `${options.name}.log`)) },
      { level: 'warn', stream: readableLines },
    ]),
  );
}

/** Levels at which errors include stack traces. */
const fullLevels: ReadonlySet<string> = new Set(['trace', 'debug']);
const maxCauses = 5;

type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Innermost location in Placard code. */
  readonly at?: string;
  readonly cause?: LoggedError;
};

/** Any value can be thrown. */
function errorOrValue(thrown: unknown): unknown {
  return thrown instanceof Error ? shortError(thrown) : thrown;
}

/** Returns the message and origin of an error, without stack trace and without properties added by libraries. */
function shortError(error: Error, depth = 0): LoggedError {
  const { code } = error as NodeJS.ErrnoException;
  const at = /\/(src\/[\w./-]+:\d+):\d+/.exec(error.stack ?? '')?.[1];
  return {
    type: error.constructor.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(at === undefined ? {} : { at }),
    ...(error.cause instanceof Error && depth < maxCauses ? { cause: shortError(error.cause, depth + 1) } : {}),
  };
}

/** Appends to a file. Renames it to `<file>.1` when it is too large. */
function openLogFile(path: string): DestinationStream {
  mkdirSync(join(path, '..'), { recursive: true });
  putAsideWhenLarge(path);
  // Reports a failure to the caller immediately. pino would detect it later and end the process with its own stack
  // trace.
  closeSync(openSync(path, 'a'));
  const file = destination({ dest: path, append: true, sync: false, mkdir: true });
  setInterval(() => {
    if (putAsideWhenLarge(path)) file.reopen();
  }, sizeCheckMs).unref();
  // A full disk must not stop the server. Only lines that cannot be written are lost.
  file.on('error', () => undefined);
  return file;
}

function putAsideWhenLarge(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < maxLogFileBytes) return false;
  renameSync(path, `${path}.1`);
  return true;
}

/** Writes readable lines: time, level, process, message and cause. */
const readableLines: DestinationStream = {
  write(line: string): void {
    process.stderr.write(`${readableLine(line)}\n`);
  },
};

export function readableLine(line: string): string {
  const entry = JSON.parse(line) as {
    time: number;
    level: number;
    name?: string;
    msg?: string;
    err?: { message?: string };
  };
  const level = entry.level >= 50 ? 'error' : entry.level >= 40 ? 'warning' : 'info';
  const time = new Date(entry.time).toISOString().slice(11, 19);
  const cause = entry.err?.message !== undefined && entry.err.message !== entry.msg ? `: ${entry.err.message}` : '';
  return `${time} ${level} ${entry.name ?? 'placard'}: ${entry.msg ?? ''}${cause}`;
}
