import { dayMs, hourMs } from '../../../../core/time/durations.ts';
import { maxCapMost } from '../../../../core/vocabulary/limits/booking-limits.ts';
import type { ReviveRow } from '../source/revive-data.ts';
import { integerIn } from '../source-values.ts';

/** A frequency cap of a booking. */
export type ImportedCap = {
  readonly scope: 'hour' | 'day' | 'life';
  readonly most: number;
  readonly per?: 'session';
  readonly whenUnknown?: 'serve';
};

/** Caps of a banner or campaign, and how they differ from Revive. */
export type ImportedCaps = { readonly caps: readonly ImportedCap[]; readonly notes: readonly string[] };

/**
 * Translates the columns `capping`, `session_capping` and `block` (seconds after which the counters are reset). A period
 * that Placard does not have becomes the next longer one. Periods of Revive start with the first impression of a viewer,
 * those of Placard at fixed times, so a viewer can see the ad more often around the end of a period.
 */
export function capsOfRow(row: ReviveRow): ImportedCaps {
  const total = integerIn(row, 'capping');
  const perSession = integerIn(row, 'session_capping');
  const resetMs = integerIn(row, 'block') * 1_000;
  const unknown = integerIn(row, 'show_capped_no_cookie') === 1 ? ({ whenUnknown: 'serve' } as const) : {};
  const caps: ImportedCap[] = [];
  const notes: string[] = [];
  // A reset without a limit stands for one impression per period.
  const most = total > 0 ? total : perSession > 0 || resetMs <= 0 ? 0 : 1;
  if (most > 0) {
    const scope = resetMs <= 0 ? 'life' : resetMs <= hourMs ? 'hour' : resetMs <= dayMs ? 'day' : 'life';
    caps.push({ scope, most: Math.min(most, maxCapMost), ...unknown });
    if (resetMs > 0) notes.push(periodNote(most, resetMs, scope));
  }
  if (perSession > 0) {
    caps.push({ scope: 'life', most: Math.min(perSession, maxCapMost), per: 'session', ...unknown });
    notes.push('Caps per session require the parameter se in ad requests.');
  }
  if (caps.length > 0) notes.push('Viewers start with new counts. Caps per viewer require an identifier and consent.');
  return { caps, notes };
}

function periodNote(most: number, resetMs: number, scope: ImportedCap['scope']): string {
  const period = { hour: 'hour (UTC)', day: 'day of the publication', life: 'lifetime of the booking' }[scope];
  const around = scope === 'life' ? '' : ' A viewer can see the ad up to twice as often around the end of a period.';
  return `${most} per ${resetMs / 1_000} seconds became ${most} per ${period}.${around}`;
}

/** Joins caps of several levels: the smallest count of each period and subject. */
export function joinedCaps(all: readonly ImportedCap[]): readonly ImportedCap[] {
  const joined = new Map<string, ImportedCap>();
  for (const cap of all) {
    const key = `${cap.scope} ${cap.per ?? ''}`;
    const other = joined.get(key);
    if (other === undefined || cap.most < other.most) joined.set(key, cap);
  }
  return [...joined.values()];
}
