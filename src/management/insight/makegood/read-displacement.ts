import type { Kysely } from 'kysely';
import type { MakegoodProposal } from '../../../contract/booking/actions/makegood.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import { createLearnedRates } from '../../../exchange/plan/learned-rates.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { expectTraffic } from '../forecast/expected-traffic.ts';
import type { ForecastTask } from '../forecast/forecast-delivery.ts';
import type { SharedSources } from '../forecast/forecast-tasks.ts';
import { simulateShares } from '../forecast/simulate-shares.ts';
import { draftBookingId } from '../share/position-shares.ts';
import type { SolvedMakegood } from './draft-makegood.ts';

/** Most bookings that are listed, those with the largest loss first. */
const maxDisplaced = 20;

type Displacement = Pick<MakegoodProposal, 'displaced' | 'others'>;

/**
 * Returns the bookings that lose delivery between the start and the end of a draft: the shares without and with it at
 * its start, times the expected requests of each position. Source: docs/decisions/0219-makegoods.md.
 */
export async function readDisplacement(
  database: Kysely<Database>,
  { task, solved }: { readonly task: ForecastTask; readonly solved: SolvedMakegood },
  sources: SharedSources,
): Promise<Displacement> {
  const { draft, endMs } = solved;
  const { activeDays, dayParts } = task.preview.row;
  const simulated = await simulateShares(
    database,
    {
      ...task,
      body: { ...task.body, at: new Date(draft.startMs).toISOString() },
      options: { ...task.options, ...claimOf(task, solved) },
    },
    sources,
  );
  const { allShares, shares } = simulated;
  const weighted = allShares.map(({ position }) => ({ ...position, share: 1 }));
  const span = { schedule: { activeDays, dayParts }, fromMs: draft.startMs, toMs: endMs, nowMs: task.options.nowMs };
  const { positions } = await expectTraffic(database, weighted, span);
  const requestsAt = (id: number) => positions.get(id)?.requests ?? 0;
  const requests = allShares.reduce((sum, { position }) => sum + requestsAt(position.positionId), 0);
  const winsOf = (which: 'before' | 'after', id: number) =>
    allShares.reduce((sum, each) => sum + (each[which].get(id) ?? 0) * requestsAt(each.position.positionId), 0);
  const losses = shares.bookings
    .filter(({ id }) => id !== draftBookingId && id !== draft.bookingId)
    .map((booking) => ({ booking, without: winsOf('before', booking.id), with: winsOf('after', booking.id) }))
    .filter((each) => Math.round(each.without - each.with) > 0)
    .toSorted((a, b) => b.without - b.with - (a.without - a.with) || a.booking.id - b.booking.id);
  const named = losses.filter(({ booking }) => booking.visible).slice(0, maxDisplaced);
  const others = losses.filter((each) => !named.includes(each));
  const figures = (some: typeof losses) => {
    const sum = (which: 'without' | 'with') => some.reduce((total, each) => total + each[which], 0);
    return {
      sharePercent: percentOf(requests === 0 ? 0 : sum('without') / requests),
      sharePercentWith: percentOf(requests === 0 ? 0 : sum('with') / requests),
      lostEvents: Math.round(sum('without') - sum('with')),
    };
  };
  return {
    displaced: named.map((each) => ({
      bookingId: each.booking.id,
      name: each.booking.name,
      campaignId: each.booking.campaignId,
      campaignName: each.booking.campaignName,
      held: each.booking.held,
      ...figures([each]),
    })),
    others: others.length === 0 ? null : figures(others),
  };
}

/** The fraction of the requests that the missing events need, which a goal claims. */
function claimOf(
  { body }: ForecastTask,
  { draft, endMs, forecast }: SolvedMakegood,
): { readonly claimedPart?: number } {
  if (body.delivery.method !== 'even' && body.delivery.method !== 'asap') return {};
  const { brings } = createLearnedRates(null).of(0, forecast.counter);
  // The forecast of an extension also covers the time until its current end.
  const part = (endMs - draft.startMs) / (Date.parse(forecast.to) - Date.parse(forecast.from));
  const requests = forecast.requests.expected * part;
  return { claimedPart: requests === 0 ? 1 : Math.min(1, draft.wanted / brings / requests) };
}
