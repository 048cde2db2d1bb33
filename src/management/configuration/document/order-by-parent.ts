import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { FieldError } from '../../../contract/common/problems.ts';
import type { CheckedObject } from './checked-document.ts';
import { errorAt } from './document-errors.ts';

/** Returns publishers with each parent before its children. Reports publishers that are their own ancestors. */
export function orderByParent(
  publishers: ReadonlyMap<string, CheckedObject>,
  errors: FieldError[],
): ReadonlyMap<string, CheckedObject> {
  const ordered = new Map<string, CheckedObject>();
  for (const key of publishers.keys()) {
    const line = ancestorsOf(key, publishers);
    if (line === null) {
      errors.push(errorAt(['publishers', key, 'parent'], 'cycle', fieldMessage('publisherCycle')));
      continue;
    }
    for (const ancestor of line) ordered.set(ancestor.key, ancestor);
  }
  return ordered;
}

/** Returns a publisher after its ancestors in the document, the topmost first. null if they form a cycle. */
function ancestorsOf(key: string, publishers: ReadonlyMap<string, CheckedObject>): readonly CheckedObject[] | null {
  const line = new Map<string, CheckedObject>();
  let next: string | undefined = key;
  while (next !== undefined) {
    if (line.has(next)) return null;
    const publisher: CheckedObject | undefined = publishers.get(next);
    if (publisher === undefined) break;
    line.set(next, publisher);
    next = publisher.object['parent'] as string | undefined;
  }
  return [...line.values()].toReversed();
}
