import {
  createReportSchedule,
  deleteReportSchedule,
  getReportSchedule,
  updateReportSchedule,
} from '../../client/generated/sdk.gen.ts';
import type { ReportSchedule, ReportScheduleBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const reportScheduleResource: ResourceClient<ReportSchedule> = {
  noun: 'report-schedules',
  kind: 'report-schedules',
  read: (id) => getReportSchedule({ client, path: { id } }),
  create: (body) => createReportSchedule({ client, body: body as ReportScheduleBody }),
  patch: (id, body, etag) => updateReportSchedule({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteReportSchedule({ client, path: { id }, headers: { 'If-Match': etag } }),
};
