/*
 * Forecasts: expected delivery of a draft booking.
 *
 * - `forecast-routes.ts`, `forecast-tasks.ts`: the routes and their inputs. `forecast-delivery.ts`: a forecast. `simulate-shares.ts`: shares by recorded
 *   requests.
 * - `sample-requests.ts`, `replay-sample.ts`, `replay-draft.ts`, `replay-claiming.ts`: recorded requests, decided again
 *   with the draft.
 * - `assume-draft.ts`, `assume-reserved.ts`: a draft, and held bookings, as bookings of a snapshot. `expected-traffic.ts`: expected requests of positions.
 * - `preview-position.ts`: ads of a position at a given time.
 *
 * See docs/decisions/0095-simulations.md and 0096-forecasts.md.
 */

import type { Kysely } from 'kysely';
import { type Forecast, openEndDays } from '../../../contract/booking/forecast.ts';
import { maxPreviewedPositions } from '../../../contract/booking/share-preview.ts';
import type { ForecastSpread } from '../../../core/pacing/back-test.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import type { HostDirectory } from '../../../exchange/hosts/host-state.ts';
import { type EventGoal, goalInEvents } from '../../../exchange/plan/goal-in-events.ts';
import { createLearnedRates } from '../../../exchange/plan/learned-rates.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { storedDelivery } from '../../resources/booking/delivery-columns.ts';
import type { BookingPreview } from '../../resources/booking/preview-booking.ts';
import { type DraftTerms, draftBookingId, type PositionShares, type PreviewOptions } from '../share/position-shares.ts';
import { expectTraffic } from './expected-traffic.ts';
import type { ReplaySources } from './replay-draft.ts';
import { presentReplayRecord, type SimulatedPositions, simulateShares } from './simulate-shares.ts';

/** Quantile of the normal distribution for a 95 % interval. */
const reach95 = 1.96;

export type ForecastTask = {
  readonly body: DraftTerms;
  readonly preview: BookingPreview;
  readonly options: PreviewOptions;
};

export type ForecastSources = ReplaySources & { readonly hosts: HostDirectory };

/**
 * Forecasts the delivery of a booking until its end: its share by recorded requests, multiplied by the expected
 * requests of its positions, limited by its goal. Source: docs/decisions/0096-forecasts.md.
 */
export async function forecastDelivery(
  database: Kysely<Database>,
  { body, preview, options }: ForecastTask,
  sources: ForecastSources,
): Promise<Forecast> {
  const bookingId = body.bookingId ?? null;
  const goal = goalOf(body);
  const counter = goal?.counter ?? 'impressions';
  // The pacing claims what a goal needs, so the forecast uses the most that the booking could claim.
  const claimedPart = body.delivery.method === 'even' ? { claimedPart: 1 } : {};
  const task = { body, preview, options: { ...options, ...claimedPart } };
  const simulated = await simulateShares(database, task, sources);
  const { atMs: fromMs } = simulated.shares;
  const toMs = Math.max(fromMs, preview.row.endMs ?? fromMs + openEndDays * dayMs);
  const { activeDays, dayParts } = preview.row;
  const weighted = simulated.allShares.map((positionShares) => ({
    positionId: positionShares.position.positionId,
    timeZone: positionShares.position.timeZone,
    share: scheduledShare(simulated, positionShares),
  }));
  const span = { schedule: { activeDays, dayParts }, fromMs, toMs, nowMs: options.nowMs };
  const traffic = await expectTraffic(database, weighted, span);
  const of = (id: number) => traffic.positions.get(id)?.requests ?? 0;
  const requests = weighted.reduce((sum, { positionId }) => sum + of(positionId), 0);
  const slots = weighted.reduce((sum, { positionId, share }) => sum + share * of(positionId), 0);
  const delivered = bookingId === null ? 0 : await readDelivered(database, bookingId, counter);
  const left = goal === null ? Number.POSITIVE_INFINITY : Math.max(0, goal.total - delivered);
  const events = slots * bringsOf(options, bookingId, counter);
  const spread = withSampling(traffic.spread, simulated, requests === 0 ? 0 : slots / requests);
  const atMost = (count: number) => Math.round(Math.min(left, count));
  return {
    bookingId,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    counter,
    delivered,
    expected: atMost(events),
    low: spread === null ? null : atMost(events * spread.low),
    high: spread === null ? null : atMost(events * spread.high),
    goal: goal?.total ?? null,
    requests: {
      expected: Math.round(requests),
      low: traffic.spread === null ? null : Math.round(requests * traffic.spread.low),
      high: traffic.spread === null ? null : Math.round(requests * traffic.spread.high),
    },
    sharePercent: percentOf(requests === 0 ? 0 : slots / requests),
    wonPercent: percentOf(requests === 0 || events === 0 ? 0 : (slots / requests) * Math.min(1, left / events)),
    replayed: replayedSlots(simulated),
    horizonDays: traffic.horizonDays,
    backTests: traffic.backTests,
    record: await presentReplayRecord(simulated.replay, sources.hosts),
    assumed: simulated.assumed,
    notRecorded: [...simulated.replay.notRecorded],
    positions: simulated.allShares
      .slice(0, maxPreviewedPositions)
      .flatMap(({ position: { positionId, slotName } }, index) => {
        const expected = traffic.positions.get(positionId);
        const share = weighted[index]?.share ?? 0;
        if (expected === undefined) return [];
        return [
          {
            positionId,
            slotName,
            requests: Math.round(expected.requests),
            sharePercent: percentOf(share),
            error: expected.error,
          },
        ];
      }),
  };
}

function goalOf({ delivery, pricing }: DraftTerms): EventGoal | null {
  const { goal } = storedDelivery(delivery);
  if (goal === undefined) return null;
  const rateMicros = pricing ? microsFromDecimal(pricing.rate.amount) : null;
  return goalInEvents(goal, pricing && rateMicros !== null ? { model: pricing.model, rateMicros } : null);
}

/** Returns the share within its days and dayparts. The forecast excludes requests at other times as well. */
function scheduledShare({ replay }: SimulatedPositions, { after, position: { positionId } }: PositionShares): number {
  const share = after.get(draftBookingId) ?? 0;
  const scheduled = replay.after.has(positionId) ? (replay.scheduled.get(positionId) ?? 1) : 1;
  return scheduled === 0 ? 0 : Math.min(1, share / scheduled);
}

/** Returns the judged slots within its days and dayparts, the times that the forecast covers. */
function replayedSlots({ replay: { refused, fittingCount } }: SimulatedPositions): Forecast['replayed'] {
  const { DAY_NOT_ACTIVE: _day, OUTSIDE_DAY_PART: _dayPart, ...rejected } = refused;
  const slots = Object.values(rejected).reduce((sum, count) => sum + count, fittingCount);
  return { slots, eligible: fittingCount, refused: rejected };
}

/** Returns the events per slot as measured for the booking, or the initial assumption. */
function bringsOf({ plan }: PreviewOptions, bookingId: number | null, counter: EventGoal['counter']): number {
  const planned = bookingId === null ? undefined : plan?.bookings.get(bookingId);
  return planned?.counter === counter ? planned.brings : createLearnedRates(null).of(0, counter).brings;
}

/** Adds the sampling error of a share. */
function withSampling(
  spread: ForecastSpread | null,
  { replay: { requestCount } }: SimulatedPositions,
  share: number,
): ForecastSpread | null {
  if (spread === null || requestCount === 0 || share === 0) return spread;
  const ofShare = reach95 * Math.sqrt((1 - share) / (share * requestCount));
  const reach = Math.hypot(Math.log(spread.high), ofShare);
  return { low: Math.exp(-reach), high: Math.exp(reach) };
}

async function readDelivered(
  database: Kysely<Database>,
  bookingId: number,
  counter: EventGoal['counter'],
): Promise<number> {
  const row = await database
    .selectFrom('bookingTotal')
    .select(`bookingTotal.${counter} as delivered`)
    .where('bookingTotal.bookingId', '=', bookingId)
    .executeTakeFirst();
  return row?.delivered ?? 0;
}
