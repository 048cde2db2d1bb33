/** An object of a JSON source, or a row of a CSV file. Its content is unknown. */
export type SourceRecord = Readonly<Record<string, unknown>>;

/** Names of members under which sources wrap lists. */
const listMembers = ['results', 'items', 'data', 'rval'] as const;

/** Returns a value as a record. Anything but an object is empty. */
export function sourceRecord(value: unknown): SourceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SourceRecord) : {};
}

/** Returns the objects of a list. A single object is a list of one, as converters from XML write it. */
export function recordsOf(value: unknown): readonly SourceRecord[] {
  if (Array.isArray(value)) return value.flatMap((one) => (isRecord(one) ? [one] : []));
  if (!isRecord(value)) return [];
  for (const name of listMembers) if (Array.isArray(value[name])) return recordsOf(value[name]);
  return [value];
}

/** Returns the values of a list. A single value is a list of one. */
export function valuesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Returns the first member with one of the names. Case, spaces and punctuation do not matter, so that the columns of a CSV
 * file and the members of an API are found under the same names.
 */
export function memberOf(record: SourceRecord, ...names: readonly string[]): unknown {
  const wanted = names.map(normalized);
  for (const name of wanted) {
    for (const [member, value] of Object.entries(record)) {
      if (normalized(member) === name && value !== undefined && value !== null) return value;
    }
  }
  return undefined;
}

/** Returns a member as text. Missing members and objects are empty. */
export function memberText(record: SourceRecord, ...names: readonly string[]): string {
  return sourceText(memberOf(record, ...names));
}

/** Returns a value as text. Objects and missing values are empty. */
export function sourceText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : '';
}

/** Returns a member as a finite number. null: missing or not a number. */
export function memberNumber(record: SourceRecord, ...names: readonly string[]): number | null {
  const text = memberText(record, ...names)
    .replace(/[,\s]/g, '')
    .replace(/^[€$£]|%$/g, '');
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Returns a member as a truth value. */
export function memberIs(record: SourceRecord, ...names: readonly string[]): boolean {
  return /^(?:true|1|yes)$/i.test(memberText(record, ...names));
}

/** Normalized names. Exports repeat the same names in each record. */
const normalizedNames = new Map<string, string>();
const maxNormalizedNames = 10_000;

/** Returns a name without case, spaces and punctuation. */
export function normalized(name: string): string {
  const known = normalizedNames.get(name);
  if (known !== undefined) return known;
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (normalizedNames.size < maxNormalizedNames) normalizedNames.set(name, plain);
  return plain;
}

function isRecord(value: unknown): value is SourceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
