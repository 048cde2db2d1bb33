/*
 * Converts all forms of ad requests to an `AdRequest`.
 *
 * - `read-request.ts`: JSON bodies. `read-path-request.ts`: requests in a path. `plain-body.ts`, `plain-parameters.ts`:
 *   common bodies, read from their bytes.
 * - `read-context.ts`, `request-context.ts`, `context-sources.ts`: device, location, page and language, read on demand.
 * - `viewer-key.ts`: identifiers of the viewer. `consent/`: allowed uses. `viewer/`: user agents and geo database.
 * - `request-error.ts`: an invalid request.
 */

import type { RequestedSlot, RequestParameters } from '../../core/decision/ad-request.ts';
import { maxSlotsPerRequest } from '../../core/vocabulary/limits/delivery-limits.ts';
import { readVideoOptions } from '../answer/player-support.ts';
import { readPlainBody } from './plain-body.ts';
import { RequestError } from './request-error.ts';
import { noParameters, parametersOf } from './request-parameters.ts';
import type { ReadRequest } from './viewer-key.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads the body of `POST /json`. Strict for slots and lenient for all other fields: unknown fields and parameter
 * values of other types are ignored, because real clients send them. Source: wire-protocol 2.3.
 * @param from start offset of the body
 * @param to end offset of the body (exclusive)
 */
export function readJsonRequest(bytes: Buffer, from = 0, to = bytes.length): ReadRequest {
  return readPlainBody(bytes, from, to) ?? readAnyBody(bytes.toString('utf8', from, to));
}

/** Reads any valid body. */
export function readAnyBody(body: string): ReadRequest {
  const content = parseObject(body);
  const { slots } = content;
  if (!Array.isArray(slots) || slots.length === 0) {
    throw new RequestError({ status: 400, pointer: '/slots', message: 'A list with at least one slot is required' });
  }
  requireSlotCount(slots.length);
  return {
    slots: readSlots(slots),
    parameters: readParameters(content.parameters, '/parameters'),
    user: content.user,
    regs: content.regs,
    video: readVideoOptions(content.vastContentAsUrl, content.vastVersion),
  };
}

/** Checks the number of slots, for bodies and paths. */
export function requireSlotCount(count: number): void {
  if (count <= maxSlotsPerRequest) return;
  throw new RequestError({
    status: 400,
    pointer: '/slots',
    message: `At most ${maxSlotsPerRequest} slots are allowed in one request`,
  });
}

/** Returns the body as an object. Throws a `RequestError` for anything else. */
export function parseObject(body: string): JsonObject {
  try {
    const content: unknown = JSON.parse(body);
    if (isObject(content)) return content;
  } catch {
    // Reported like any other body that is not an object.
  }
  throw new RequestError({ status: 400, pointer: '', message: 'The body must be a JSON object' });
}

/** Reads unique slots. The first occurrence of a name wins. There are few slots, so a linear search is fastest. */
function readSlots(given: readonly unknown[]): readonly RequestedSlot[] {
  const slots: RequestedSlot[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const slot = readSlot(given[index], index);
    if (!slots.some(({ slotName }) => slotName === slot.slotName)) slots.push(slot);
  }
  return slots;
}

function readSlot(slot: unknown, index: number): RequestedSlot {
  if (!isObject(slot)) {
    throw new RequestError({ status: 400, pointer: `/slots/${index}`, message: 'A slot must be an object' });
  }
  const { slotname } = slot;
  if (typeof slotname !== 'string' || slotname === '') {
    throw new RequestError({ status: 400, pointer: `/slots/${index}/slotname`, message: 'A slot requires a name' });
  }
  return { slotName: slotname, parameters: readParameters(slot.parameters, `/slots/${index}/parameters`) };
}

function readParameters(value: unknown, pointer: string): RequestParameters {
  if (value === undefined || value === null) return noParameters;
  if (!isObject(value)) throw new RequestError({ status: 400, pointer, message: 'Parameters must be an object' });
  return parametersOf(value);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
