import { maxPlays } from '../../core/vocabulary/limits.ts';
import { RequestError } from '../request/request-error.ts';
import { type ChainPosition, type PlayChain, readChainPosition, readDeviceId, readPlayChain } from './play-chain.ts';
import { objectOf, readPlayerBody, readTime } from './read-player-body.ts';
import { type ReportedCondition, readCondition } from './screen-condition.ts';

/** One event that a player tells of later, as it stands in its batch. */
export type ReportedPlay = {
  /** Path of its tracking address; null: it is none. */
  readonly path: string | null;
  /** Epoch ms; null: no time; NaN is none either. */
  readonly atMs: number | null;
  /** null: it is in no chain, or should be and is not. */
  readonly chainPosition: ChainPosition | null;
};

/** The body of `POST /v1/plays`. */
export type PlayBatch = {
  /** null: its plays are in none. */
  readonly chain: PlayChain | null;
  /** null: it names no screen. */
  readonly screen: (ReportedCondition & { readonly deviceId: string }) | null;
  readonly plays: readonly ReportedPlay[];
};

/** Reads the body of `POST /v1/plays`: strict about the list, and each play by itself, so that one bad one loses no other. */
export function readPlays(body: Buffer): PlayBatch {
  const batch = readPlayerBody(body);
  const { plays } = batch;
  if (!Array.isArray(plays) || plays.length === 0) throw wrong('/plays', 'A list of at least one play is needed');
  if (plays.length > maxPlays) throw wrong('/plays', `At most ${maxPlays} plays fit in one call`);
  const chain = readPlayChain(batch);
  const deviceId = readDeviceId(batch['screen']);
  return {
    chain,
    screen: deviceId === null ? null : { deviceId, ...readCondition(batch) },
    plays: plays.map((given: unknown) => {
      const play = objectOf(given);
      return { path: pathOf(play['url']), atMs: readTime(play['at']), chainPosition: chain && readChainPosition(play) };
    }),
  };
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
