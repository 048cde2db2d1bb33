/** Returns true if two values of rows (texts, numbers, lists, plain objects, null) are deeply equal. */
export function sameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  let fields = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !sameContent((a as Row)[key], (b as Row)[key])) return false;
    fields += 1;
  }
  for (const _ in b) fields -= 1;
  return fields === 0;
}

type Row = Readonly<Record<string, unknown>>;
