import type { ReviveRow } from './source/revive-data.ts';

/** Returns a column as text. Missing columns and null are empty. */
export function textIn(row: ReviveRow, column: string): string {
  const value = row[column];
  return value === null || value === undefined
    ? ''
    : repaired(typeof value === 'string' ? value : value.toString('utf8'));
}

/** Returns a column as an integer. Missing, unreadable and unsafe values are `fallback`. */
export function integerIn(row: ReviveRow, column: string, fallback = 0): number {
  const text = textIn(row, column).trim();
  const number = Math.trunc(Number(text));
  return text === '' || !Number.isSafeInteger(number) ? fallback : number;
}

/** Returns the instant of a column with a date and time in UTC. null: missing, a zero date, or invalid. */
export function instantIn(row: ReviveRow, column: string): number | null {
  const [, date, time = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/.exec(textIn(row, column)) ?? [];
  if (date === undefined || date.startsWith('0000')) return null;
  const ms = Date.parse(`${date}T${time}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** Returns the date of a column in the form YYYY-MM-DD. null: missing, a zero date, or invalid. */
export function dateIn(row: ReviveRow, column: string): string | null {
  const ms = instantIn(row, column);
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
}

/** Rows by an integer column. The first row of an ID counts. */
export function byId(rows: readonly ReviveRow[], column: string): ReadonlyMap<number, ReviveRow> {
  const result = new Map<number, ReviveRow>();
  for (const row of rows) {
    const id = integerIn(row, column);
    if (!result.has(id)) result.set(id, row);
  }
  return result;
}

/** Groups values by a key, in the given order. */
export function grouped<Key, Value>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns a text that was stored as UTF-8 in a latin1 column as it was meant: `cafÃ©` is `café`. Old installations
 * contain such texts. Other texts are returned unchanged.
 */
function repaired(text: string): string {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/.test(text)) return text;
  const bytes = windows1252Bytes(text);
  if (bytes === null) return text;
  try {
    return utf8.decode(bytes);
  } catch {
    // TextDecoder reports invalid bytes only by throwing.
    return text;
  }
}

/** Characters of windows-1252 for the bytes 0x80 to 0x9f. Unassigned bytes stand for themselves. */
const highCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function windows1252Bytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const high = code > 0x7f ? highCharacters.indexOf(text.charAt(index)) : -1;
    if (high !== -1) bytes[index] = 0x80 + high;
    else if (code <= 0xff) bytes[index] = code;
    else return null;
  }
  return bytes;
}
