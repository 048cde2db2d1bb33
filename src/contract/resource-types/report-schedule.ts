import { resourceType } from './resource-type.ts';

/** `/report-schedules`. */
export const reportScheduleType = resourceType({
  kind: 'report-schedules',
  one: 'report schedule',
  many: 'report schedules',
  operationName: ['ReportSchedule', 'ReportSchedules'],
  tag: 'Reports',
  readScope: 'reports:read',
  writeScope: 'reports:read',
  access: 'operations',
  isInChanges: false,
  isSearched: false,
  eventNoun: null,
  listPath: '/reports/schedules',
  page: null,
});
