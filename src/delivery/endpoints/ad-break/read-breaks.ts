import type { TimeOffset } from '../../../core/vast/vast-time.ts';
import type { BreakOffset } from '../../../core/vast/write-vmap.ts';
import { maxAdBreaks } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { RequestError } from '../../request/request-error.ts';
import { breakParameters } from './read-ad-break.ts';

/** An ad break as requested. */
export type RequestedBreak = {
  readonly offset: BreakOffset;
  /** Slot name of the break; null: the first of the path. */
  readonly slotName: string | null;
  /** Limits of this break by parameter name, which replace those of the request. */
  readonly limits: ReadonlyMap<string, string>;
};

const breakName = 'break';
const slotOption = 'slot';
const limitNames: readonly string[] = Object.values(breakParameters);
const offsetText = 'start, end, hh:mm:ss, hh:mm:ss.mmm or a percentage such as 50%';

/**
 * Reads the ad breaks of a content item, sorted by neither time nor size: the order of the query. Without a break, one
 * at the start. Throws a `RequestError` for an invalid one, because a break that is left out would be noticed too late.
 * @example readBreaks(new URLSearchParams('break=start&break=00:10:00;poddur=90')) // two breaks
 */
export function readBreaks(query: URLSearchParams): readonly RequestedBreak[] {
  const given = query.getAll(breakName);
  if (given.length > maxAdBreaks) throw invalid(`At most ${maxAdBreaks} ad breaks are allowed`);
  return (given.length === 0 ? ['start'] : given).map(readBreak);
}

function readBreak(text: string): RequestedBreak {
  const [start = '', ...options] = text.split(';');
  let slotName: string | null = null;
  const limits = new Map<string, string>();
  for (const option of options) {
    const [name = '', value = ''] = option.split('=');
    if (name === slotOption && value !== '') slotName = value;
    else if (limitNames.includes(name) && isLimit(value)) limits.set(name, value);
    else throw invalid(`${option} is not slot=<slot name> or a number for ${limitNames.join(', ')}`);
  }
  return { offset: readOffset(start), slotName, limits };
}

/** Reports whether a value is a number as in `readAdBreak`. */
export function isLimit(value: string): boolean {
  return /^\d{1,6}$/.test(value);
}

function readOffset(text: string): BreakOffset {
  if (text === 'start' || text === 'end') return text;
  const offset = readPercent(text) ?? readTime(text);
  if (offset === null) throw invalid(`${text} is not ${offsetText}`);
  return offset;
}

function readPercent(text: string): TimeOffset | null {
  const [, digits] = /^(\d{1,3})%$/.exec(text) ?? [];
  return digits === undefined || Number(digits) > 100 ? null : { percent: Number(digits) };
}

function readTime(text: string): TimeOffset | null {
  const parts = /^(\d\d):([0-5]\d):([0-5]\d)(?:\.(\d{3}))?$/.exec(text);
  if (parts === null) return null;
  const [hours, minutes, seconds, ms] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return { ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms };
}

function invalid(message: string): RequestError {
  return new RequestError({ status: 400, pointer: `/${breakName}`, message });
}
