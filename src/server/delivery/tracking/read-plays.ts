import { maxPlays } from '../../../core/words/limits.ts';
import { RequestError } from '../requests/request-error.ts';
import { type ChainPlace, type PlayChain, readChainPlace, readPlayChain } from './play-chain.ts';

/** One event that a player tells of later, as it stands in its batch. */
export type ReportedPlay = {
  /** Path of its tracking address; null: it is none. */
  readonly path: string | null;
  /** Epoch ms; null: no time; NaN is none either. */
  readonly atMs: number | null;
  /** null: it is in no chain, or should be and is not. */
  readonly place: ChainPlace | null;
};

/** The body of `POST /v1/plays`. */
export type PlayBatch = {
  /** null: its plays are in none. */
  readonly chain: PlayChain | null;
  readonly plays: readonly ReportedPlay[];
};

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** Reads the body of `POST /v1/plays`: strict about the list, and each play by itself, so that one bad one loses no other. */
export function readPlays(body: Buffer): PlayBatch {
  const batch = objectOf(readJsonBody(body));
  const { plays } = batch;
  if (!Array.isArray(plays) || plays.length === 0) throw wrong('/plays', 'A list of at least one play is needed');
  if (plays.length > maxPlays) throw wrong('/plays', `At most ${maxPlays} plays fit in one call`);
  const chain = readPlayChain(batch);
  return {
    chain,
    plays: plays.map((given: unknown) => {
      const play = objectOf(given);
      return { path: pathOf(play['url']), atMs: readTime(play['at']), place: chain && readChainPlace(play) };
    }),
  };
}

/** The value of a body of JSON, or a refusal. */
export function readJsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw wrong('', 'The body is not JSON');
  }
}

function wrong(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}

function pathOf(url: unknown): string | null {
  if (typeof url !== 'string') return null;
  const path = URL.parse(url, 'http://delivery')?.pathname ?? '';
  // A proxy may have a prefix of its own before it.
  const from = path.indexOf('/track/');
  return from === -1 ? null : path.slice(from);
}

/** RFC 3339 with an offset, or epoch milliseconds. */
export function readTime(at: unknown): number | null {
  if (typeof at === 'number' && Number.isSafeInteger(at)) return at;
  if (typeof at !== 'string' || !time.test(at)) return null;
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? null : atMs;
}

/** An object as it is, of anything else an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
