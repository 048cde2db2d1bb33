import type { ByteRange } from '../../../platform/files/file-store.ts';

const oneRange = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})$/i;

/**
 * The range that a `Range` field asks for, of so many bytes. Null: the whole, also for several ranges and for what
 * cannot be read, as RFC 9110 (14.2) allows.
 */
export function readRange(field: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = oneRange.exec(field?.trim() ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : whole({ start: Math.max(0, bytes - Number(to)), bytes });
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= bytes) return 'unsatisfiable';
  return to === '' ? whole({ start, bytes }) : { start, end: Math.min(bytes, Number(to) + 1) };
}

function whole({ start, bytes }: { readonly start: number; readonly bytes: number }): ByteRange | 'unsatisfiable' {
  return start < bytes ? { start, end: bytes } : 'unsatisfiable';
}
