import type { AdRequest, RequestedSlot } from '../../core/decision/ad-request.ts';
import { maxSlotsPerRequest } from '../../core/words/limits.ts';
import { RequestError } from './request-error.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads the body of `POST /json`. Strict about the slots, lenient about everything else: unknown fields and
 * parameter values of other kinds are passed over, as real clients send them. Source: wire-protocol 2.3.
 */
export function readJsonRequest(body: Buffer): AdRequest {
  const content = parseObject(body);
  const { slots } = content;
  if (!Array.isArray(slots) || slots.length === 0) {
    throw new RequestError({ status: 400, pointer: '/slots', message: 'A list of at least one slot is needed' });
  }
  requireSlotCount(slots.length);
  const bySlotName = new Map<string, RequestedSlot>();
  for (const [index, slot] of slots.entries()) {
    const read = readSlot(slot, index);
    if (!bySlotName.has(read.slotName)) bySlotName.set(read.slotName, read);
  }
  return { slots: [...bySlotName.values()], parameters: readParameters(content.parameters, '/parameters') };
}

/** Shared with the path form: a request may name so many slots and no more. */
export function requireSlotCount(count: number): void {
  if (count <= maxSlotsPerRequest) return;
  throw new RequestError({
    status: 400,
    pointer: '/slots',
    message: `At most ${maxSlotsPerRequest} slots fit in one request`,
  });
}

function parseObject(body: Buffer): JsonObject {
  try {
    const content: unknown = JSON.parse(body.toString('utf8'));
    if (isObject(content)) return content;
  } catch {
    // Told to the caller like any other body that is not an object.
  }
  throw new RequestError({ status: 400, pointer: '', message: 'The body must be a JSON object' });
}

function readSlot(slot: unknown, index: number): RequestedSlot {
  const pointer = `/slots/${index}`;
  if (!isObject(slot)) throw new RequestError({ status: 400, pointer, message: 'A slot must be an object' });
  const { slotname } = slot;
  if (typeof slotname !== 'string' || slotname === '') {
    throw new RequestError({ status: 400, pointer: `${pointer}/slotname`, message: 'A slot needs its name' });
  }
  return { slotName: slotname, parameters: readParameters(slot.parameters, `${pointer}/parameters`) };
}

function readParameters(value: unknown, pointer: string): Map<string, readonly string[]> {
  const parameters = new Map<string, readonly string[]>();
  if (value === undefined || value === null) return parameters;
  if (!isObject(value)) throw new RequestError({ status: 400, pointer, message: 'Parameters must be an object' });
  for (const [key, given] of Object.entries(value)) {
    const values = (Array.isArray(given) ? given : [given]).filter(isValue).map(String);
    if (values.length > 0) parameters.set(key, values);
  }
  return parameters;
}

/** A text that is not empty, or a number (zero counts). */
function isValue(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
