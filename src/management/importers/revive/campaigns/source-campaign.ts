import { dayMs } from '../../../../core/time/durations.ts';
import { instantOfDate, localClock, localDayAt } from '../../../../core/time/local-time.ts';
import type { SourceItem } from '../../import-builder.ts';
import { itemOf } from '../import-context.ts';
import type { ReviveRow } from '../source/revive-data.ts';
import { dateIn, instantIn, integerIn, textIn } from '../source-values.ts';

/** Campaigns of a higher tier deliver first. */
export type CampaignTier = 'override' | 'contract' | 'remnant' | 'ecpm';

/** A campaign of Revive. */
export type SourceCampaign = {
  readonly id: number;
  readonly row: ReviveRow;
  readonly item: SourceItem;
  readonly tier: CampaignTier;
  /** 1 to 10 (highest) for contracts, otherwise 0. */
  readonly level: number;
  readonly weight: number;
  readonly status: CampaignStatus;
  readonly startMs: number | null;
  /** Exclusive. null: no end. */
  readonly endMs: number | null;
};

/** Statuses of campaigns in Revive. */
export type CampaignStatus = 'running' | 'paused' | 'inactive' | 'approval' | 'rejected' | 'unknown';

const statuses: Readonly<Record<number, CampaignStatus>> = {
  0: 'running',
  1: 'paused',
  // Awaiting activation and expired follow from the dates and goals.
  2: 'running',
  3: 'running',
  4: 'inactive',
  21: 'approval',
  22: 'rejected',
};

/** Priority of campaigns that override all others, and of those that are ordered by eCPM. */
const overridePriority = -1;
const ecpmPriority = -2;
const highestLevel = 10;
/** Start of campaigns that have none: before any delivery. */
export const earliestStart = '2000-01-01T00:00:00Z';

/** Reads a campaign. @param timeZone of the agency, for the dates of older schemas */
export function readSourceCampaign(row: ReviveRow, timeZone: string): SourceCampaign {
  const id = integerIn(row, 'campaignid');
  const priority = integerIn(row, 'priority');
  const isEcpm = priority === ecpmPriority || (priority === 0 && integerIn(row, 'ecpm_enabled') === 1);
  const tier = priority === overridePriority ? 'override' : isEcpm ? 'ecpm' : priority > 0 ? 'contract' : 'remnant';
  return {
    id,
    row,
    item: itemOf(row, 'campaign', { id, name: 'campaignname' }),
    tier,
    level: tier === 'contract' ? Math.min(priority, highestLevel) : 0,
    weight: Math.max(0, integerIn(row, 'weight', 1)),
    status: statusOf(row),
    startMs: instantIn(row, 'activate_time') ?? dateStart(row, 'activate', timeZone, 0),
    endMs: endOf(row, timeZone),
  };
}

/** Older schemas have a column `active`, newer ones `status`. */
function statusOf(row: ReviveRow): CampaignStatus {
  const active = textIn(row, 'active').toLowerCase();
  if (row['status'] === undefined || textIn(row, 'status') === '') return active === 'f' ? 'inactive' : 'running';
  return statuses[integerIn(row, 'status', -1)] ?? 'unknown';
}

/** Revive stores the last second of a campaign. Older schemas store its last day. */
function endOf(row: ReviveRow, timeZone: string): number | null {
  const lastMs = instantIn(row, 'expire_time');
  if (lastMs === null) return dateStart(row, 'expire', timeZone, 1);
  return lastMs % 60_000 === 59_000 ? lastMs + 1_000 : lastMs;
}

function dateStart(row: ReviveRow, column: string, timeZone: string, days: number): number | null {
  const date = dateIn(row, column);
  if (date === null) return null;
  const moved = new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
  const clock = localClock(timeZone);
  return localDayAt(clock, instantOfDate(clock, moved)).fromMs;
}
