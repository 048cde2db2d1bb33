type Fields = Readonly<Record<string, unknown>>;

/**
 * The merge patch (RFC 7396) that turns `base` into `next`: fields that differ, nested for objects, `null` for removed members.
 * Lists are replaced. Fields of `base` that `next` does not contain are not part of the patch.
 */
export function mergePatchOf(base: Fields, next: Fields): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(next)) {
    const before = base[name];
    if (isEqual(before, value)) continue;
    patch[name] =
      isObject(before) && isObject(value)
        ? { ...removedMembers(before, value), ...mergePatchOf(before, value) }
        : value;
  }
  return patch;
}

/** Applies a merge patch (RFC 7396, section 2). */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = applyMergePatch(result[name], value);
  }
  return result;
}

/** Whether two JSON values are equal, regardless of the order of members. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function removedMembers(before: Fields, after: Fields): Record<string, null> {
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
