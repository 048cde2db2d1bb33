import { type LogFormat, logFormats } from '../shadow-run/log/log-formats.ts';
import { UsageError } from './usage-error.ts';

/** Arguments of `placard shadow-run`. */
export type ShadowRunCommand = {
  readonly file: string;
  readonly format: LogFormat;
  readonly map: string | null;
  readonly delivered: string | null;
  /** Epoch ms of the first request; null: the times of the log. */
  readonly startMs: number | null;
  readonly seed: number;
  readonly viewer: 'request' | 'address';
  readonly assumesConsent: boolean;
  readonly json: boolean;
  /** Path of the HTML page; null: none. */
  readonly html: string | null;
};

export const shadowRunHelp = `  shadow-run <log>   decide a log of ad requests without serving, and compare with what the log delivered
    --format auto|access|har|openrtb        format of the log (default: detected)
    --map <file>                            CSV file: zone of the log, slot name of Placard
    --delivered <file>                      CSV file with the columns zone, campaign, impressions
    --at <time>|now                         decide the first request at this time, for example 2026-12-01T08:00:00Z
    --seed <number>                         seed of the draws (default: 1); equal seeds give equal results
    --viewer request|address                who a viewer is: as in the request (default), or address and user agent
    --consent assumed|stated                viewers of other ad servers agreed (default), or only if their requests say so
    --json                                  print the report as JSON
    --html <file>                           write the report as an HTML page`;

export const shadowRunOptions = {
  format: { type: 'string' },
  map: { type: 'string' },
  delivered: { type: 'string' },
  at: { type: 'string' },
  seed: { type: 'string' },
  viewer: { type: 'string' },
  consent: { type: 'string' },
  json: { type: 'boolean' },
  html: { type: 'string' },
} as const;

type Values = { readonly [Name in keyof typeof shadowRunOptions]?: string | boolean | undefined };

/** @param rest arguments after the name of the command */
export function readShadowRun(rest: readonly string[], values: Values): ShadowRunCommand {
  const [file, more] = rest;
  if (file === undefined || more !== undefined) {
    throw new UsageError('Exactly one log file is required: "shadow-run access.log".');
  }
  return {
    file,
    format: choiceOf('format', values.format, logFormats) ?? 'auto',
    map: textOf(values.map),
    delivered: textOf(values.delivered),
    startMs: readTime(textOf(values.at)),
    seed: readSeed(textOf(values.seed)),
    viewer: choiceOf('viewer', values.viewer, ['request', 'address'] as const) ?? 'request',
    assumesConsent: choiceOf('consent', values.consent, ['assumed', 'stated'] as const) !== 'stated',
    json: values.json === true,
    html: textOf(values.html),
  };
}

/** Throws a `UsageError` if an option of a shadow run was given to another command. */
export function refuseShadowRunOptions(values: Values): void {
  const given = (Object.keys(shadowRunOptions) as (keyof Values)[]).find((name) => values[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} belongs to "shadow-run".`);
}

function textOf(value: string | boolean | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function choiceOf<Choice extends string>(
  name: string,
  value: string | boolean | undefined,
  choices: readonly Choice[],
): Choice | null {
  if (value === undefined) return null;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new UsageError(`--${name} is one of ${choices.join(', ')}, not "${String(value)}".`);
  return choice;
}

function readTime(text: string | null): number | null {
  if (text === null) return null;
  if (text === 'now') return Date.now();
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) {
    throw new UsageError(`--at is "now" or a time such as 2026-12-01T08:00:00Z, not "${text}".`);
  }
  return atMs;
}

const maxSeed = 2 ** 32 - 1;

function readSeed(text: string | null): number {
  if (text === null) return 1;
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seed <= maxSeed)) throw new UsageError(`--seed is a number from 0 to ${maxSeed}, not "${text}".`);
  return seed;
}
