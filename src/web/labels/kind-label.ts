import { resourceTypes } from '../../contract/resource-types/all-resource-types.ts';
import { t } from '../i18n/t.ts';

const otherKinds = ['user-mapping', 'erasures', 'segments/deliveries', 'comments'] as const;

/** The kinds of objects that entries of the audit log are about. */
export const auditedKinds: readonly string[] = [
  ...resourceTypes.map(({ kind }) => kind),
  'user-mapping',
  'erasures',
  'comments',
];

/** The label of a kind of object. An unknown kind, of a newer server, is shown as it is. */
export function kindOfObjectLabel(kind: string): string {
  const type = resourceTypes.find((known) => known.kind === kind);
  if (type !== undefined) return t(`labels.resourceType.${type.kind}`);
  const other = otherKinds.find((known) => known === kind);
  return other === undefined ? kind : t(`labels.otherKind.${other}`);
}
