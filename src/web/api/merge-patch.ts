type Fields = Readonly<Record<string, unknown>>;

/**
 * What makes `next` of `base` as a merge patch (RFC 7396): fields that differ, objects by their parts, `null` for what is no
 * longer there. Lists replace each other. Fields of `base` that `next` does not name stay as they are.
 */
export function mergePatchOf(base: Fields, next: Fields): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(next)) {
    const before = base[name];
    if (isEqual(before, value)) continue;
    patch[name] =
      isObject(before) && isObject(value) ? { ...gone(before, value), ...mergePatchOf(before, value) } : value;
  }
  return patch;
}

/** What a merge patch makes of a value (RFC 7396, 2). */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = applyMergePatch(result[name], value);
  }
  return result;
}

/** Whether two values of JSON say the same. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function gone(before: Fields, after: Fields): Record<string, null> {
  const names = Object.keys(before).filter((name) => !(name in after));
  return Object.fromEntries(names.map((name) => [name, null]));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}
