import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DestinationStream, destination, type Logger, multistream, pino, stdSerializers } from 'pino';

export type { Logger };

/** A log file is put aside at this size; one older file is kept, so the folder stays below twice this per process. */
const maxLogFileBytes = 20 * 1024 * 1024;
const sizeCheckMs = 10_000;

export type LogOptions = {
  /** A pino level, or `silent`. */
  readonly level: string;
  /** Who logs: `main`, `delivery-0`; also the name of the file. */
  readonly name: string;
  /**
   * Folder of the log files. With it, JSON lines go to `<folder>/<name>.log` and only warnings and errors reach the
   * terminal, as readable lines. Without it, JSON lines go to the standard error output.
   */
  readonly folder?: string;
  /** Where JSON lines go instead of all that. */
  readonly destination?: DestinationStream;
};

/** The log of one process. Never log a token, a secret or a request's authorization header. */
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

/** Who asks for that much gets errors with their stack traces too. */
const fullLevels: ReadonlySet<string> = new Set(['trace', 'debug']);
const maxCauses = 5;

type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The innermost place of ours. */
  readonly at?: string;
  readonly cause?: LoggedError;
};

/** Anything can be thrown. */
function errorOrValue(thrown: unknown): unknown {
  return thrown instanceof Error ? shortError(thrown) : thrown;
}

/** What an error says of itself and where it came from; no stack trace, and nothing that a library hung onto it. */
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

/** Appends to the file; puts it aside as `<file>.1` when it has grown too large. */
function openLogFile(path: string): DestinationStream {
  mkdirSync(join(path, '..'), { recursive: true });
  putAsideWhenLarge(path);
  // Told now and to whoever starts us: pino learns of it later, and then ends the process with a stack of its own.
  closeSync(openSync(path, 'a'));
  const file = destination({ dest: path, append: true, sync: false, mkdir: true });
  setInterval(() => {
    if (putAsideWhenLarge(path)) file.reopen();
  }, sizeCheckMs).unref();
  // A full disk must not stop the server: a line that cannot be written is lost, nothing else.
  file.on('error', () => undefined);
  return file;
}

function putAsideWhenLarge(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < maxLogFileBytes) return false;
  renameSync(path, `${path}.1`);
  return true;
}

/** A line for people: time, level, who, what, and why. */
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
