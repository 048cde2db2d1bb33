import { hash } from 'node:crypto';
import { RequestError } from '../request/request-error.ts';

/** The chain of a batch of plays. */
export type PlayChain = { readonly deviceId: string; readonly chainKey: string };

/** Position of a play in its chain. */
export type ChainPosition = {
  /** From 1. */
  readonly sequence: number;
  /** SHA-256 of the previous record and of this one, 64 hexadecimal digits each. */
  readonly previous: string;
  readonly hash: string;
};

const deviceIdPattern = /^[A-Za-z0-9._-]{1,64}$/;
const chainPattern = /^[A-Za-z0-9_-]{16,64}$/;
const hashPattern = /^[0-9a-f]{64}$/;

/** Returns the ID of a screen as reported by its player, or null if it is invalid. */
export function readDeviceId(value: unknown): string | null {
  return typeof value === 'string' && deviceIdPattern.test(value) ? value : null;
}

/**
 * Returns the chain that a batch names, or null. Only a hash of its name is stored, so that a reader of the tables
 * cannot continue the chain. Source: docs/decisions/0116-play-chains.md.
 */
export function readPlayChain({ screen, chain }: Readonly<Record<string, unknown>>): PlayChain | null {
  if (chain === undefined) return null;
  const deviceId = readDeviceId(screen);
  if (deviceId === null) {
    throw wrong('/screen', 'A chain requires the ID of its screen: 1 to 64 letters, digits, `.`, `_` and `-`');
  }
  if (typeof chain !== 'string' || !chainPattern.test(chain)) {
    throw wrong('/chain', 'A chain name must be a secret of 16 to 64 letters, digits, `_` and `-`');
  }
  return { deviceId, chainKey: hash('sha256', `${deviceId}\n${chain}`) };
}

/** Returns the position of a play in the chain as stated in its batch, or null. */
export function readChainPosition(play: Readonly<Record<string, unknown>>): ChainPosition | null {
  const { sequence, previous, at, url } = play;
  if (!Number.isSafeInteger(sequence) || (sequence as number) < 1) return null;
  if (typeof previous !== 'string' || !hashPattern.test(previous)) return null;
  return { sequence: sequence as number, previous, hash: hash('sha256', `${previous}\n${textOf(at)}\n${textOf(url)}`) };
}

/** Returns a text unchanged, a number in digits, and an empty text for all other values. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function wrong(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}
