import type { RawReportTask } from '../../../src/management/insight/raw-report/raw-report-task.ts';

/** A report of everything by country. */
export const taskByCountry: RawReportTask = {
  from: null,
  to: null,
  groupBy: ['country'],
  key: null,
  ids: {},
  values: {},
  bookingIds: null,
  screens: [],
  top: null,
  hasViewers: false,
  selected: null,
  hasInventory: false,
  maxRows: 1_000,
};
