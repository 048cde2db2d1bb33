import { readDeviceId } from '../../events/play-chain.ts';
import { readPlayerBody, readTime } from '../../events/read-player-body.ts';
import { type ReportedCondition, readCondition } from '../../events/screen-condition.ts';
import { RequestError } from '../../request/request-error.ts';

/** Playlist request of a player. */
export type PlaylistRequest = ReportedCondition & {
  readonly deviceId: string;
  readonly slotName: string;
  /** Epoch milliseconds. null: now. */
  readonly fromMs: number | null;
};

/** Reads the path and body of `POST /v1/screens/{deviceId}/playlist`. Unknown fields are ignored. */
export function readPlaylistRequest(deviceText: string, body: Buffer): PlaylistRequest {
  const deviceId = readDeviceId(deviceText);
  if (deviceId === null) {
    throw wrong('', 'The ID of a screen must have 1 to 64 letters, digits, `.`, `_` or `-`');
  }
  const asked = readPlayerBody(body);
  const { slotName, from } = asked;
  if (typeof slotName !== 'string' || slotName === '')
    throw wrong('/slotName', 'The slot name of a position is required');
  const fromMs = from === undefined ? null : readTime(from);
  if (from !== undefined && fromMs === null) {
    throw wrong('/from', 'A time as RFC 3339 with an offset, or milliseconds, is required');
  }
  return { deviceId, slotName, fromMs, ...readCondition(asked) };
}

export function wrong(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}
