import { maxPreparedDraftLength, preparedDraftParameter } from '../../core/vocabulary/limits/api-limits.ts';

/** Values for fields of a form that were prepared outside of it, such as by an assistant. */
export type PreparedDraft = Readonly<Record<string, unknown>>;

/**
 * The prepared values in the fragment of an address. null: it has none, or they are not valid.
 * @param hash such as `#draft=eyJ...`
 */
export function readPreparedDraft(hash: string): PreparedDraft | null {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get(preparedDraftParameter);
  if (text === null || text.length > maxPreparedDraftLength) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const values: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as PreparedDraft) : null;
  } catch {
    return null;
  }
}

/** The values of a form with prepared ones. Unknown fields, and values of another type, are ignored. */
export function withPrepared<Values extends object>(values: Values, prepared: PreparedDraft | null): Values {
  if (prepared === null) return values;
  const fields = Object.entries(values).map(([name, value]) => {
    const given = Object.hasOwn(prepared, name) ? prepared[name] : undefined;
    return [name, given !== undefined && isSameType(value, given) ? given : value];
  });
  return Object.fromEntries(fields) as Values;
}

/** A field without a value may have one of any type. The form shows it, and the server validates it. */
function isSameType(value: unknown, given: unknown): boolean {
  if (value === null || given === null) return true;
  return typeof value === typeof given && Array.isArray(value) === Array.isArray(given);
}
