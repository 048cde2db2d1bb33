import type { TargetingTree } from '../../../contract/booking/targeting.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { FieldError } from '../../../contract/common/problems.ts';
import { hasRegionForm, suggestedRegion } from '../../../core/vocabulary/codes/region-codes.ts';
import { invalidRequest } from '../../records/domain-error.ts';

type RegionValue = { readonly value: string; readonly pointer: string };

/**
 * Refuses unknown ISO 3166-2 codes and suggests the most similar one. Other values, such as names, are accepted.
 * @param pointer of the tree in the body
 */
export async function requireRegions(tree: TargetingTree | null, pointer = '/targeting'): Promise<void> {
  const values = tree === null ? [] : regionsOf(tree, pointer).filter(({ value }) => hasRegionForm(value));
  if (values.length === 0) return;
  // Loaded on first use: the list takes 355 kB.
  const { iso31662 } = await import('iso-3166/2.js');
  const errors = values.flatMap(({ value, pointer }): FieldError[] => {
    const example = suggestedRegion(value, iso31662);
    if (example === null) return [];
    return [{ pointer, in: 'body', code: 'invalid_value', message: fieldMessage('regionCode', { example, value }) }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

function regionsOf(tree: TargetingTree, pointer: string): readonly RegionValue[] {
  if ('all' in tree) return tree.all.flatMap((node, index) => regionsOf(node, `${pointer}/all/${index}`));
  if ('any' in tree) return tree.any.flatMap((node, index) => regionsOf(node, `${pointer}/any/${index}`));
  if ('not' in tree) return regionsOf(tree.not, `${pointer}/not`);
  if (!('fact' in tree) || tree.fact !== 'region') return [];
  return tree.values.map((value, index) => ({ value, pointer: `${pointer}/values/${index}` }));
}
