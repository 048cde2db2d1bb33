import type { Creative } from '../../../client/generated/types.gen.ts';

/** The formats that none of the creatives has, in the given order. */
export function formatsWithoutCreative(
  formatIds: readonly number[],
  creatives: readonly Pick<Creative, 'formatId'>[],
): readonly number[] {
  const covered = new Set(creatives.map(({ formatId }) => formatId));
  return formatIds.filter((id) => !covered.has(id));
}
