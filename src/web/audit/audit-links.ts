import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { findResourceType, resourceTypes } from '../../contract/resource-types/all-resource-types.ts';
import type { PageAddress } from '../../contract/resource-types/resource-type.ts';

/** Kinds of the audit log that are not resource types. */
const otherKinds = { 'user-mapping': 'User mapping', erasures: 'Erasure' };

/** Kinds by which the log can be filtered, with their labels. */
export const inventoryKindLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(resourceTypes.map(({ kind, label }) => [kind, label])),
  ...otherKinds,
};

/** The page that shows the object of an entry; undefined: none does. */
export function pageOf({ kind, objectId }: AuditEntry): PageAddress | undefined {
  return objectId === null ? undefined : findResourceType(kind)?.page?.(objectId);
}

/** What an entry is about: `Campaign “Winter” (12)`. */
export function objectText({ kind, objectId, before, after }: AuditEntry): string {
  const name = after?.['name'] ?? before?.['name'];
  const named = typeof name === 'string' ? ` “${name}”` : '';
  return `${inventoryKindLabels[kind] ?? kind}${named}${objectId === null ? '' : ` (${objectId})`}`;
}
