import type { ReportSchedule } from '../../client/generated/types.gen.ts';
import { daysAfter, type ReportParameters, reportParametersOf } from '../report/model/report-query.ts';

/** The editable fields of a schedule. */
export type ScheduleValues = Pick<
  ReportSchedule,
  'name' | 'report' | 'timeZone' | 'cadence' | 'weekday' | 'monthDay' | 'hour' | 'format' | 'tellsWebhooks' | 'active'
> & { readonly recipients: readonly string[] };

const defaultHour = 6;

/** The values of a stored schedule. */
export function scheduleValuesOf(schedule: ReportSchedule): ScheduleValues {
  const { name, report, timeZone, cadence, weekday, monthDay, hour, format } = schedule;
  const { recipients, tellsWebhooks, active } = schedule;
  return { name, report, timeZone, cadence, weekday, monthDay, hour, format, recipients, tellsWebhooks, active };
}

/** The initial values of a new schedule: the report of the address, sent to the signed-in user. */
export function newScheduleValues(
  address: Readonly<Record<string, string | undefined>>,
  { today, zone, email }: { readonly today: string; readonly zone: string; readonly email: string | null },
): ScheduleValues {
  const parameters = reportParametersOf(address, { today });
  return {
    name: '',
    report: {
      period: periodOf(parameters, today),
      groupBy: [...parameters.groupBy],
      // The columns of the page, if they were chosen.
      ...(address['show'] === undefined ? {} : { metrics: [...parameters.metrics] }),
      ...(parameters.key === null ? {} : { key: parameters.key }),
      ...(parameters.top === null ? {} : { top: parameters.top }),
      ...parameters.only,
      ...parameters.facts,
    } as ScheduleValues['report'],
    timeZone: zone,
    cadence: 'weekly',
    weekday: 'mon',
    monthDay: null,
    hour: defaultHour,
    format: 'xlsx',
    recipients: email === null ? [] : [email],
    tellsWebhooks: email === null,
    active: true,
  };
}

/** The period that is closest to the days of the report. */
function periodOf({ period, from, until }: ReportParameters, today: string): ScheduleValues['report']['period'] {
  if (period !== null && period !== 'today') return period;
  const yesterday = daysAfter(today, -1);
  if (from === until) return 'yesterday';
  if (from.endsWith('-01') && from.slice(0, 7) === today.slice(0, 7)) return 'month_to_date';
  if (from.endsWith('-01') && daysAfter(until, 1).endsWith('-01') && until <= yesterday) return 'last_month';
  return until >= daysAfter(from, 20) ? 'last_30_days' : 'last_7_days';
}
