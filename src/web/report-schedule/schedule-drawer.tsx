import { useMe } from '../api/use-me.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import { wallTimeOf } from '../ui/time/zoned-time.ts';
import { reportScheduleResource } from './report-schedule-resource.ts';
import { RunList } from './run-list.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { newScheduleValues, type ScheduleValues, scheduleValuesOf } from './schedule-values.ts';

/** Makes or changes a schedule, and shows what it made. */
export function ScheduleDrawer(props: {
  readonly id: number | null;
  /** The report that a new one is of, as the page of reports writes it. */
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
      archiveText="It is made no more, and links to its files end."
      close={props.close}
    />
  );
}

function isComplete({ name, recipients, tellsWebhooks, report }: ScheduleValues): boolean {
  return name.trim() !== '' && (recipients.length > 0 || tellsWebhooks) && report.groupBy.length > 0;
}
