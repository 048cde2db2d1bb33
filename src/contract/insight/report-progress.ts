import { z } from 'zod';
import { requestIdText } from './report.ts';

/** The path of the progress of a report. */
export const reportProgressParams = z.strictObject({
  requestId: requestIdText.meta({
    description: '`requestId` of the report',
    example: '5f0c1a3e-8d5b-4a52-9c0e-1a2b3c4d5e6f',
  }),
});

/** Progress of a report that is counted from raw events. Source: docs/decisions/0202-raw-reports.md. */
export const reportProgressView = z
  .strictObject({
    waiting: z.number().meta({ description: 'Number of reports before it. 0: it is being counted.', example: 0 }),
    percent: z.number().meta({ description: 'Part of the work that is done, in percent', example: 40 }),
  })
  .meta({ id: 'ReportProgress' });
