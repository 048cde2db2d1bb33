import { maxPlays } from '../../core/vocabulary/limits/screen-limits.ts';
import { RequestError } from '../request/request-error.ts';
import { type ReportedEvent, trackingPathOf } from './check-reported-event.ts';
import { type ChainPosition, type PlayChain, readChainPosition, readDeviceId, readPlayChain } from './play-chain.ts';
import { objectOf, readPlayerBody, readTime } from './read-player-body.ts';
import { type ReportedCondition, readCondition } from './screen-condition.ts';

/** An event that a player reports later, as in its batch. */
export type ReportedPlay = ReportedEvent & {
  /** null if the play is in no chain, or lacks the fields of the chain. */
  readonly chainPosition: ChainPosition | null;
};

/** The body of `POST /v1/plays`. */
export type PlayBatch = {
  /** null if its plays are in no chain. */
  readonly chain: PlayChain | null;
  /** null if the batch names no screen. */
  readonly screen: (ReportedCondition & { readonly deviceId: string }) | null;
  readonly plays: readonly ReportedPlay[];
};

/**
 * Reads the body of `POST /v1/plays`. The list must be valid. Each play is read separately, so that an invalid one does
 * not affect the others.
 */
export function readPlays(body: Buffer): PlayBatch {
  const batch = readPlayerBody(body);
  const { plays } = batch;
  if (!Array.isArray(plays) || plays.length === 0) throw wrong('/plays', 'A list with at least one play is required');
  if (plays.length > maxPlays) throw wrong('/plays', `At most ${maxPlays} plays are allowed in one call`);
  const chain = readPlayChain(batch);
  const deviceId = readDeviceId(batch['screen']);
  return {
    chain,
    screen: deviceId === null ? null : { deviceId, ...readCondition(batch) },
    plays: plays.map((given: unknown) => {
      const play = objectOf(given);
      return {
        path: trackingPathOf(play['url']),
        atMs: readTime(play['at']),
        chainPosition: chain && readChainPosition(play),
      };
    }),
  };
}

function wrong(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}
