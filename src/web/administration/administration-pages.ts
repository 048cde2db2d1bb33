import type { Scope } from '../../contract/access/scopes.ts';
import { resourceTypes } from '../../contract/resource-types/all-resource-types.ts';

type AdministrationPage = { readonly to: string; readonly text: string; readonly scope: Scope };

const lists = resourceTypes.flatMap(({ listPage, readScope }): AdministrationPage[] => {
  if (listPage === null || !listPage.to.startsWith('/administration/')) return [];
  return [{ to: listPage.to, text: listPage.title, scope: readScope }];
});

/** The pages of administration with the scope that each needs: lists of resource types, then the others. */
export const administrationPages: readonly AdministrationPage[] = [
  ...lists,
  { to: '/administration/audit', text: 'Audit log', scope: 'audit:read' },
  { to: '/administration/system', text: 'System', scope: 'settings:read' },
  { to: '/administration/settings', text: 'Settings', scope: 'settings:read' },
];
