import { hash } from 'node:crypto';
import { RequestError } from '../request/request-error.ts';

/** The chain that a batch of plays is part of. */
export type PlayChain = { readonly deviceId: string; readonly chainKey: string };

/** Where a play stands in its chain. */
export type ChainPosition = {
  /** From 1. */
  readonly sequence: number;
  /** SHA-256 of the record before, and of this one: 64 hexadecimal digits. */
  readonly previous: string;
  readonly hash: string;
};

const deviceIdPattern = /^[A-Za-z0-9._-]{1,64}$/;
const chainPattern = /^[A-Za-z0-9_-]{16,64}$/;
const hashPattern = /^[0-9a-f]{64}$/;

/** The id of a screen, as its player names itself; null: it is none. */
export function readDeviceId(value: unknown): string | null {
  return typeof value === 'string' && deviceIdPattern.test(value) ? value : null;
}

/**
 * The chain that a batch names; null: none. Of its name a hash is kept, so that nobody who reads our tables can continue it.
 * Source: docs/decisions/0116-play-chains.md.
 */
export function readPlayChain({ screen, chain }: Readonly<Record<string, unknown>>): PlayChain | null {
  if (chain === undefined) return null;
  const deviceId = readDeviceId(screen);
  if (deviceId === null) {
    throw wrong('/screen', 'A chain needs the id of its screen: 1 to 64 letters, digits, `.`, `_` and `-`');
  }
  if (typeof chain !== 'string' || !chainPattern.test(chain)) {
    throw wrong('/chain', 'A chain is named by 16 to 64 letters, digits, `_` and `-` that nobody else knows');
  }
  return { deviceId, chainKey: hash('sha256', `${deviceId}\n${chain}`) };
}

/** The place of one play as it stands in its batch; null: it has none. */
export function readChainPosition(play: Readonly<Record<string, unknown>>): ChainPosition | null {
  const { sequence, previous, at, url } = play;
  if (!Number.isSafeInteger(sequence) || (sequence as number) < 1) return null;
  if (typeof previous !== 'string' || !hashPattern.test(previous)) return null;
  return { sequence: sequence as number, previous, hash: hash('sha256', `${previous}\n${textOf(at)}\n${textOf(url)}`) };
}

/** A text as it is, a number in its digits, nothing else. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function wrong(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}
