import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { findResourceType } from '../../contract/resource-types/all-resource-types.ts';
import type { PageAddress } from '../../contract/resource-types/resource-type.ts';
import { t } from '../i18n/t.ts';
import { kindOfObjectLabel } from '../labels/kind-label.ts';

/** The page of the object of an entry. undefined: it has none. */
export function pageOf({ kind, objectId }: AuditEntry): PageAddress | undefined {
  return objectId === null ? undefined : findResourceType(kind)?.page?.(objectId);
}

/** The object of an entry: `Campaign “Winter” (12)`. */
export function objectText({ kind, objectId, before, after }: AuditEntry): string {
  const name = after?.['name'] ?? before?.['name'];
  const type = kindOfObjectLabel(kind);
  const id = String(objectId);
  if (typeof name !== 'string') return objectId === null ? type : t('audit.object.withId', { type, id });
  return objectId === null
    ? t('audit.object.named', { type, name })
    : t('audit.object.namedWithId', { type, name, id });
}
