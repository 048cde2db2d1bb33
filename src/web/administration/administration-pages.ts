import type { Scope } from '../../contract/access/scopes.ts';
import { resourceTypes } from '../../contract/resource-types/all-resource-types.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';

type Declared = (typeof resourceTypes)[number];
type ListedType = Extract<Declared, { readonly listPath: `/administration/${string}` }>;

/** A page of administration. */
type AdministrationPage = {
  readonly to: string;
  readonly label: PlainMessageKey;
  readonly scope: Scope;
};

/** The pages of administration with the scope that each needs: lists of resource types, then the others. */
export const administrationPages: readonly AdministrationPage[] = [
  ...resourceTypes.filter(isListed).map(({ kind, listPath, readScope }) => ({
    to: listPath,
    label: `labels.resourceTypes.${kind}` as const,
    scope: readScope,
  })),
  {
    to: '/administration/configuration',
    label: 'shell.administrationPage.configuration',
    scope: 'configuration:read',
  },
  { to: '/administration/audit', label: 'shell.administrationPage.audit', scope: 'audit:read' },
  { to: '/administration/system', label: 'shell.administrationPage.system', scope: 'settings:read' },
  { to: '/administration/settings', label: 'shell.administrationPage.settings', scope: 'settings:read' },
];

function isListed(type: Declared): type is ListedType {
  return type.listPath?.startsWith('/administration/') === true;
}
