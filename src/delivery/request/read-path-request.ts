import type { AdRequest, RequestedSlot } from '../../core/decision/ad-request.ts';
import { requireSlotCount } from './read-request.ts';
import { RequestError } from './request-error.ts';
import { noParameters } from './request-parameters.ts';

/**
 * Reads the path form, `/json/sl<slot>/sl<slot>/<xx><value>;<value>/...`, from the text after the endpoint. Empty and
 * prefix-only segments are valid, values are separated by `;` or `,`, and everything is decoded once. A value with
 * invalid percent encoding is left unchanged. Source: wire-protocol 2.2.
 */
export function readPathRequest(path: string): AdRequest {
  const slots = new Map<string, RequestedSlot>();
  const parameters = new Map<string, readonly string[]>();
  for (const segment of path.split('/')) {
    const prefix = segment.slice(0, 2);
    const rest = segment.slice(2);
    if (rest === '' || !/^\w\w$/.test(prefix)) continue;
    if (prefix === 'sl') {
      const slotName = decodeOnce(rest);
      slots.set(slotName, { slotName, parameters: noParameters });
    } else {
      const values = rest.split(/[;,]/).filter(Boolean).map(decodeOnce);
      if (values.length > 0) parameters.set(prefix, [...(parameters.get(prefix) ?? []), ...values]);
    }
  }
  if (slots.size === 0) {
    throw new RequestError({ status: 400, pointer: '/slots', message: 'The path contains no slot: .../sl<slot name>' });
  }
  requireSlotCount(slots.size);
  return { slots: [...slots.values()], parameters };
}

/** Decodes a text once. A text with invalid percent encoding is returned unchanged. */
export function decodeOnce(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
