import { dayMs } from '../../../../core/time/durations.ts';
import { integerIn } from '../source-values.ts';
import type { SourceCampaign } from './source-campaign.ts';

/** What a campaign delivered in Revive, according to its statistics. */
export type Delivered = { readonly impressions: number; readonly clicks: number };

/** Goal of a campaign, before it is split into bookings. */
export type CampaignGoal = {
  readonly method: 'even' | 'asap' | 'none';
  readonly kind: 'impressions' | 'clicks';
  /** Remaining events; null: no goal. */
  readonly total: number | null;
  /** Period that replaces that of the campaign. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** True: nothing remains to be delivered, or Revive does not deliver the campaign. */
  readonly isPaused: boolean;
  readonly notes: readonly string[];
  readonly unsupported: readonly { readonly message: string; readonly remedy: string }[];
};

/** Days for which the daily target of a campaign without an end is booked. */
const daysWithoutEnd = 365;
/** Most days until a total is reached. */
const mostDays = 3_650;
const maxTotal = 1_000_000_000_000;

/** Translates totals and daily targets. Placard counts from zero, so what was delivered is subtracted. */
export function goalOf(campaign: SourceCampaign, delivered: Delivered, nowMs: number): CampaignGoal {
  const { row, tier } = campaign;
  const booked = {
    impressions: amountIn(row, 'views'),
    clicks: amountIn(row, 'clicks'),
    conversions: amountIn(row, 'conversions'),
  };
  const daily =
    tier === 'contract'
      ? { impressions: amountIn(row, 'target_impression'), clicks: amountIn(row, 'target_click') }
      : none;
  const unsupported = unsupportedTotals(campaign, booked);
  const kind = booked.impressions > 0 || (booked.clicks === 0 && daily.clicks === 0) ? 'impressions' : 'clicks';
  const plain: CampaignGoal = {
    method: 'none',
    kind,
    total: null,
    startMs: null,
    endMs: null,
    isPaused: false,
    notes: [],
    unsupported,
  };
  const total = booked[kind];
  const remaining = total - delivered[kind];
  if (total > 0 && remaining <= 0) {
    const notes = [`Revive delivered all ${total} ${kind}. The booking is paused.`];
    return { ...plain, method: 'asap', total, isPaused: true, notes };
  }
  const notes =
    total > 0 && delivered[kind] > 0
      ? [`Revive delivered ${delivered[kind]} of ${total} ${kind}. The rest is booked.`]
      : [];
  if (tier !== 'contract')
    return {
      ...plain,
      method: tier === 'override' && total > 0 ? 'asap' : 'none',
      total: total > 0 ? remaining : null,
      notes,
    };
  if (daily[kind] > 0 && (total === 0 || campaign.endMs === null)) {
    return dailyGoal(campaign, { plain, nowMs, perDay: daily[kind], remaining: total > 0 ? remaining : null, notes });
  }
  if (total > 0) return { ...plain, method: campaign.endMs === null ? 'asap' : 'even', total: remaining, notes };
  return {
    ...plain,
    isPaused: true,
    notes: ['The contract has no total and no daily target, so Revive does not deliver it. The booking is paused.'],
  };
}

const none = { impressions: 0, clicks: 0 };

type Daily = {
  readonly plain: CampaignGoal;
  readonly nowMs: number;
  readonly perDay: number;
  readonly remaining: number | null;
  readonly notes: readonly string[];
};

function dailyGoal(campaign: SourceCampaign, { plain, nowMs, perDay, remaining, notes }: Daily): CampaignGoal {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const startMs = Math.max(campaign.startMs ?? today, today);
  const openDays = remaining === null ? daysWithoutEnd : Math.min(mostDays, Math.ceil(remaining / perDay));
  const days = campaign.endMs === null ? openDays : Math.max(1, Math.ceil((campaign.endMs - startMs) / dayMs));
  const endMs = campaign.endMs ?? startMs + days * dayMs;
  const total = Math.min(maxTotal, remaining ?? perDay * days, perDay * days);
  const message = `The daily target of ${perDay} ${plain.kind} became ${total} ${plain.kind} from ${dateOf(startMs)} to ${dateOf(endMs)}, delivered evenly.`;
  if (endMs <= startMs) return { ...plain, method: 'even', total, isPaused: true, notes };
  return { ...plain, method: 'even', total, startMs, endMs, notes: [...notes, message] };
}

function unsupportedTotals({ row, tier }: SourceCampaign, booked: Readonly<Record<string, number>>) {
  const unsupported: { message: string; remedy: string }[] = [];
  const targetsConversions = tier === 'contract' && amountIn(row, 'target_conversion') > 0;
  if ((booked['conversions'] ?? 0) > 0 || targetsConversions) {
    unsupported.push({
      message: 'Placard has no goals of conversions.',
      remedy: 'Set a goal of impressions or clicks.',
    });
  }
  if ((booked['impressions'] ?? 0) > 0 && (booked['clicks'] ?? 0) > 0) {
    unsupported.push({
      message: 'Placard has one goal per booking. Only the total of impressions is imported.',
      remedy: 'Decide which goal applies, and remove the other one in Revive.',
    });
  }
  return unsupported;
}

/** Revive stores -1 or 0 for unlimited. */
function amountIn(row: SourceCampaign['row'], column: string): number {
  return Math.min(maxTotal, Math.max(0, integerIn(row, column, -1)));
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
