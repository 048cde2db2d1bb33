type State = Readonly<Record<string, unknown>> | null;

/** One part of an object that a change made different; undefined: it was not there. */
export type ChangedPart = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** What every change raises, and nobody reads. */
const always = new Set(['version', 'updatedAt']);
/** Deeper parts are shown as a whole. */
const maxDepth = 3;

/** What differs between two states of an object, by path: `delivery.goal.amount`. Lists are compared as wholes. */
export function changedParts(before: State, after: State): readonly ChangedPart[] {
  return partsOf(before ?? {}, after ?? {}, '', 1).filter(({ path }) => !always.has(path));
}

function partsOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  prefix: string,
  depth: number,
): readonly ChangedPart[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [one, other, path] = [before[name], after[name], `${prefix}${name}`];
    if (isObject(one) && isObject(other) && depth < maxDepth) return partsOf(one, other, `${path}.`, depth + 1);
    return textOf(one) === textOf(other) ? [] : [{ path, before: one, after: other }];
  });
}

/** A value as a person reads it: texts as they are, all else as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
