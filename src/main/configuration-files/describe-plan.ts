import type {
  ConfigurationChangeView,
  ConfigurationPlanView,
} from '../../contract/configuration/configuration-calls.ts';

const signs = { create: '+', update: '~', restore: '^', archive: '-' } as const;
const verbs = { create: 'create', update: 'change', restore: 'restore', archive: 'archive' } as const;

/** Longest printed value. */
const maxValueLength = 100;
/** Changes that are printed completely. */
const maxListed = 500;

/** Returns the lines that describe a plan. */
export function describePlan(plan: ConfigurationPlanView): readonly string[] {
  const { changes, unmanaged, shares, positionsAffected, revision } = plan;
  const hidden = changes.length - maxListed;
  return [
    ...changes.slice(0, maxListed).flatMap(describeChange),
    ...(hidden > 0 ? [`  and ${hidden} more changes`] : []),
    ...(unmanaged.length > 0 ? ['', `Not in the configuration (--prune archives them): ${unmanaged.length}`] : []),
    ...unmanaged.slice(0, maxUnmanaged).map(({ section, key }) => `    ${section} "${key}"`),
    ...(shares.length > 0
      ? ['', `Shares change at ${positionsAffected} ${positionsAffected === 1 ? 'position' : 'positions'}:`]
      : []),
    ...shares.flatMap(({ position, bookings }) => [
      `  ${position}`,
      ...bookings
        .slice(0, maxBookings)
        .map(({ key, before, after }) => `    ${percent(before)} -> ${percent(after)}  ${key}`),
    ]),
    '',
    summaryOf(plan),
    `Revision ${revision}.`,
  ];
}

const maxUnmanaged = 20;
const maxBookings = 10;

/** Returns one sentence with the numbers of a plan or an apply. */
export function summaryOf({
  created,
  updated,
  restored,
  archived,
}: Pick<ConfigurationPlanView, 'created' | 'updated' | 'restored' | 'archived'>): string {
  if (created + updated + restored + archived === 0) return 'No changes. The installation matches the configuration.';
  return `${created} to create, ${updated} to change, ${restored} to restore, ${archived} to archive.`;
}

function describeChange({ section, key, action, fields, changedBy }: ConfigurationChangeView): readonly string[] {
  const author =
    action === 'update' && changedBy !== null ? `  (last changed by ${changedBy.actor} at ${changedBy.at})` : '';
  return [
    `${signs[action]} ${verbs[action]} ${section} "${key}"${author}`,
    ...fields.map(({ field, before, after }) => `    ${field}: ${valueText(before)} -> ${valueText(after)}`),
  ];
}

function valueText(value: unknown): string {
  if (value === null) return '(default)';
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`.padStart(7);
}
