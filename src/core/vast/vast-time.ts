import { hourMs } from '../time/durations.ts';

/** Milliseconds from the start, or an integer percentage of the duration. */
export type TimeOffset = { readonly ms: number } | { readonly percent: number };

const msPerSecond = 1_000;
const msPerMinute = 60_000;

/**
 * Formats milliseconds as a VAST time.
 * @example vastTime(15_500) // '00:00:15.500'
 */
export function vastTime(ms: number): string {
  const hours = twoDigits(Math.trunc(ms / hourMs));
  const minutes = twoDigits(Math.trunc(ms / msPerMinute) % 60);
  const seconds = twoDigits(Math.trunc(ms / msPerSecond) % 60);
  const rest = ms % msPerSecond;
  return `${hours}:${minutes}:${seconds}${rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`}`;
}

/**
 * Formats an offset for VAST.
 * @example vastOffset({ percent: 25 }) // '25%'
 */
export function vastOffset(offset: TimeOffset): string {
  return 'percent' in offset ? `${offset.percent}%` : vastTime(offset.ms);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
