import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import { wallTimeOf } from '../ui/time/zoned-time.ts';
import { reportScheduleResource } from './report-schedule-resource.ts';
import { RunList } from './run-list.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { newScheduleValues, type ScheduleValues, scheduleValuesOf } from './schedule-values.ts';

/** Creates or edits a schedule, and shows its runs. */
export function ScheduleDrawer(props: {
  readonly id: number | null;
  /** The report of a new schedule, as search parameters of the report page. */
  readonly address: Readonly<Record<string, string | undefined>>;
  readonly close: () => void;
}) {
  const me = useMe();
  const zone = useZone();
  const email = me.mailFrom === null ? null : me.email;
  const fresh = newScheduleValues(props.address, { today: wallTimeOf(new Date(), zone).slice(0, 10), zone, email });
  return (
    <ObjectDrawer
      resource={reportScheduleResource}
      id={props.id}
      fresh={{ ...fresh, tellsWebhooks: fresh.tellsWebhooks && me.reach === 'everything' }}
      valuesOf={scheduleValuesOf}
      fields={(form) => <ScheduleFields {...form} />}
      isComplete={isComplete}
      mayWrite
      head={(schedule) => <RunList schedule={schedule} />}
      archiveText={t('report.text.archiveWarning')}
      close={props.close}
    />
  );
}

function isComplete({ name, recipients, tellsWebhooks, report }: ScheduleValues): boolean {
  return name.trim() !== '' && (recipients.length > 0 || tellsWebhooks) && report.groupBy.length > 0;
}
