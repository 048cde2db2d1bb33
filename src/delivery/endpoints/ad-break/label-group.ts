/** One of several equal groups of exclusion labels, for a break of a content item. */
export type LabelGroup = { readonly group: number; readonly of: number };

/** Name of the group in a query. @example 'labelgroup=2-4' is the third of four groups */
export const labelGroupName = 'labelgroup';

/** Reads a group from a query; null: it has none, or it is invalid. */
export function readLabelGroup(given: URLSearchParams): LabelGroup | null {
  const [, group, of] = /^(\d{1,2})-(\d{1,2})$/.exec(given.get(labelGroupName) ?? '') ?? [];
  const found = { group: Number(group), of: Number(of) };
  return found.group < found.of ? found : null;
}

export function labelGroupText({ group, of }: LabelGroup): string {
  return `${group}-${of}`;
}

/**
 * Returns the first label that is not in the group, or undefined. Each label is in exactly one group, the same in every
 * process, so that breaks with different groups have no label in common.
 */
export function labelOutside(labels: readonly string[], { group, of }: LabelGroup): string | undefined {
  return labels.find((label) => hashOf(label) % of !== group);
}

/** FNV-1a of the UTF-16 units of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
