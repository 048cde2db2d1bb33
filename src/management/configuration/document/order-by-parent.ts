import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { FieldError } from '../../../contract/common/problems.ts';
import type { CheckedObject } from './checked-document.ts';
import { errorAt } from './document-errors.ts';

/** Returns publishers with each parent before its children. Reports publishers whose ancestors form a cycle. */
export function orderByParent(
  publishers: ReadonlyMap<string, CheckedObject>,
  errors: FieldError[],
): ReadonlyMap<string, CheckedObject> {
  const ordered = new Map<string, CheckedObject>();
  const cyclic = new Set<string>();
  for (const key of publishers.keys()) {
    // Each publisher is visited once, because the search stops at those that are known.
    const line = new Map<string, CheckedObject>();
    let next: string | undefined = key;
    while (next !== undefined && !line.has(next) && !ordered.has(next) && !cyclic.has(next)) {
      const publisher: CheckedObject | undefined = publishers.get(next);
      if (publisher === undefined) break;
      line.set(next, publisher);
      next = publisher.object['parent'] as string | undefined;
    }
    const isCyclic = next !== undefined && (line.has(next) || cyclic.has(next));
    for (const [ancestor, publisher] of [...line].toReversed()) {
      if (isCyclic) cyclic.add(ancestor);
      else ordered.set(ancestor, publisher);
    }
  }
  for (const key of cyclic)
    errors.push(errorAt(['publishers', key, 'parent'], 'cycle', fieldMessage('publisherCycle')));
  return ordered;
}
