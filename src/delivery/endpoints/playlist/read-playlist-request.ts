import { readDeviceId } from '../../events/play-chain.ts';
import { readPlayerBody, readTime } from '../../events/read-player-body.ts';
import { type ReportedCondition, readCondition } from '../../events/screen-condition.ts';
import { RequestError } from '../../request/request-error.ts';

/** What a player asks for. */
export type PlaylistRequest = ReportedCondition & {
  readonly deviceId: string;
  readonly slotName: string;
  /** Epoch ms; null: now. */
  readonly fromMs: number | null;
};

/** Reads path and body of `POST /v1/screens/{deviceId}/playlist`; what it does not know is passed over. */
export function readPlaylistRequest(deviceText: string, body: Buffer): PlaylistRequest {
  const deviceId = readDeviceId(deviceText);
  if (deviceId === null) {
    throw wrong('', 'The id of a screen has 1 to 64 letters, digits, `.`, `_` and `-`');
  }
  const asked = readPlayerBody(body);
  const { slotName, from } = asked;
  if (typeof slotName !== 'string' || slotName === '')
    throw wrong('/slotName', 'The slot name of a position is needed');
  const fromMs = from === undefined ? null : readTime(from);
  if (from !== undefined && fromMs === null) {
    throw wrong('/from', 'A time of RFC 3339 with an offset is needed, or milliseconds');
  }
  return { deviceId, slotName, fromMs, ...readCondition(asked) };
}

export function wrong(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}
