import { z } from 'zod';
import { defaultReportMetrics, reportMetrics } from '../../core/reporting/report-metrics.ts';
import { reportPeriods } from '../../core/time/report-times.ts';
import { commonView, externalIdSchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import {
  calendarDay,
  hasKey,
  isPivotGrouped,
  reportDimensions,
  requestFields,
  storedFilters,
  tableFields,
  topField,
  topNumber,
} from './report-table-fields.ts';

/** Charts of a saved report. */
export const reportCharts = ['auto', 'line', 'bar', 'stacked', 'none'] as const;

const reportDefinition = z
  .strictObject({
    period: z.enum(reportPeriods).optional().meta({
      description: 'Period relative to the day on which the report is opened. Alternative to `from` and `to`.',
      example: 'last_30_days',
    }),
    from: calendarDay.optional().meta({ description: 'First day (inclusive)', example: '2026-11-01' }),
    to: calendarDay.optional().meta({ description: 'End (exclusive)', example: '2026-12-01' }),
    groupBy: z
      .array(z.enum(reportDimensions))
      .min(1)
      .max(reportDimensions.length)
      .default(['day'])
      .meta({ description: 'Dimensions, as in `GET /reports`', example: ['campaign', 'month'] }),
    metrics: z
      .array(z.enum(reportMetrics))
      .min(1)
      .max(reportMetrics.length)
      .default([...defaultReportMetrics])
      .meta({ description: 'Metrics, in the order of the columns', example: ['impressions', 'clicks'] }),
    ...tableFields,
    ...requestFields,
    top: topField(topNumber.optional()),
    chart: z.enum(reportCharts).default('auto').meta({
      description: 'Chart above the table. `auto`: a line over time, bars of other dimensions.',
      example: 'auto',
    }),
    ...storedFilters,
  })
  .refine(({ period, from, to }) => (period === undefined ? from !== undefined && to !== undefined : true), {
    path: ['period'],
    error: fieldMessage('periodOrDays'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: fieldMessage('afterFrom'),
  })
  .refine(isPivotGrouped, { path: ['pivot'], error: fieldMessage('pivotInGroupBy') })
  .refine(hasKey, { path: ['key'], error: fieldMessage('keyOfKeyValue') })
  .meta({
    id: 'ReportDefinition',
    description: 'What a report shows: period, dimensions, metrics, filters, comparison, pivot, order and chart',
  });
/** A valid `reportDefinition`. */
export type ReportDefinition = z.output<typeof reportDefinition>;

const fields = {
  report: reportDefinition,
  shared: z.boolean().default(false).meta({
    description:
      'Whether everyone in the account who may read reports can open it. Each user sees only the data that the user may see.',
    example: false,
  }),
};

/** Creates or replaces a saved report. Source: docs/decisions/0178-saved-reports.md. */
export const savedReportBody = z
  .strictObject({ name: nameSchema.meta({ example: 'Campaigns by month' }), externalId: externalIdSchema, ...fields })
  .meta({ id: 'SavedReportBody' });

/** A saved report. */
export const savedReportView = z
  .strictObject({
    ...commonView,
    ...fields,
    shared: z.boolean().meta({ description: 'Whether everyone in the account can open it', example: false }),
    owner: z.string().meta({ description: 'Creator, as in the audit log', example: 'user:12' }),
    ownerName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the creator. Null if it no longer exists.', example: 'Maya Peeters' }),
    editable: z.boolean().meta({ description: 'Whether the caller may change and delete it', example: true }),
  })
  .meta({ id: 'SavedReport' });
