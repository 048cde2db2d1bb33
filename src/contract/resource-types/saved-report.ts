import { resourceType } from './resource-type.ts';

/** `/saved-reports`. */
export const savedReportType = resourceType({
  kind: 'saved-reports',
  one: 'saved report',
  many: 'saved reports',
  operationName: ['SavedReport', 'SavedReports'],
  tag: 'Reports',
  readScope: 'reports:read',
  writeScope: 'reports:read',
  access: 'operations',
  isInChanges: false,
  isSearched: false,
  eventNoun: null,
  listPath: '/reports/saved',
  page: null,
});
