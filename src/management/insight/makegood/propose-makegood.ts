/*
 * Makegoods: delivering the shortfall of a booking that misses its goal.
 *
 * - `makegood-routes.ts`: the routes. `read-shortfall.ts`: the events that a booking misses.
 * - `draft-makegood.ts`: the extended or linked booking. `propose-makegood.ts`: its end and its forecast.
 * - `read-displacement.ts`: the bookings that lose delivery.
 * - `read-missed.ts`, `propose-loop-makegood.ts`, `plan-loops-with-draft.ts`: missed plays of screens.
 *
 * See docs/decisions/0219-makegoods.md and docs/decisions/0237-missed-play-makegoods.md.
 */

import type { MakegoodBody, MakegoodProposal } from '../../../contract/booking/actions/makegood.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { localClock, localDayAt } from '../../../core/time/local-time.ts';
import { invalidField } from '../../records/domain-error.ts';
import { forecastDelivery } from '../forecast/forecast-delivery.ts';
import { type AskedBy, type SharedSources, taskOfDraft } from '../forecast/forecast-tasks.ts';
import { draftMakegood, type MakegoodDraft, type SolvedMakegood } from './draft-makegood.ts';
import { proposeLoopMakegood } from './propose-loop-makegood.ts';
import { readDisplacement } from './read-displacement.ts';
import type { Shortfall } from './read-shortfall.ts';

/** Longest added period that is searched. Forecasts of later days are guesses. */
const maxAddedMs = 183 * dayMs;
/** First added period if the rate of delivery is unknown. */
const firstAddedMs = 7 * dayMs;
/** Most forecasts of one proposal, each of which takes one to three seconds. */
const maxForecasts = 4;
/** Added to an extrapolated period, so that the goal is reached despite different weekdays. */
const reserve = 1.05;

/** Returns the proposal, with the displacement of other bookings. */
export async function proposeMakegood(
  shortfall: Shortfall,
  terms: MakegoodBody,
  call: AskedBy,
  sources: SharedSources,
): Promise<MakegoodProposal> {
  const { row, basis, goal, delivered, expected, missing } = shortfall;
  if (basis === 'missed_plays') return proposeLoopMakegood(shortfall, terms, call, sources);
  const solved = await solveMakegood(shortfall, terms, call, sources);
  const { draft, endMs, added, forecast } = solved;
  const bound = (events: number | null) => (events === null ? null : Math.max(0, events - before(draft, shortfall)));
  const task = await taskOfDraft(draft.bodyUntil(endMs), draft.bookingId, call, sources);
  const displacement = await readDisplacement(call.services.database, { task, solved }, sources);
  return {
    bookingId: row.id,
    method: terms.method,
    basis,
    counter: goal.counter,
    goal: goal.total,
    delivered,
    expected,
    shortfall: missing,
    startDate: new Date(draft.startMs).toISOString(),
    endDate: new Date(endMs).toISOString(),
    reached: added >= draft.wanted,
    added,
    low: bound(forecast.low),
    high: bound(forecast.high),
    ...displacement,
    assumed: forecast.assumed,
  };
}

/** Returns the draft until the given end, or until the first local midnight at which the missing events are expected. */
export async function solveMakegood(
  shortfall: Shortfall,
  terms: MakegoodBody,
  call: AskedBy,
  sources: SharedSources,
): Promise<SolvedMakegood> {
  const nowMs = sources.nowMs();
  const draft = draftMakegood(shortfall, terms, nowMs);
  const forecastUntil = async (endMs: number): Promise<SolvedMakegood> => {
    const task = await taskOfDraft(draft.bodyUntil(endMs), draft.bookingId, call, sources);
    const forecast = await forecastDelivery(call.services.database, task, sources);
    return { draft, endMs, added: Math.max(0, forecast.expected - before(draft, shortfall)), forecast };
  };
  if (terms.endDate != null) {
    const endMs = Date.parse(terms.endDate);
    if (endMs <= draft.startMs) throw invalidField('/endDate', 'invalid_value', fieldMessage('afterStartDate'));
    return forecastUntil(endMs);
  }
  const midnight = midnightIn(shortfall.view.timeZones[0] ?? 'UTC');
  const lastMs = midnight(draft.startMs + maxAddedMs);
  let solved = await forecastUntil(midnight(draft.startMs + firstPeriod(shortfall, draft, nowMs)));
  for (let count = 1; count < maxForecasts && solved.added < draft.wanted && solved.endMs < lastMs; count += 1) {
    const factor = solved.added === 0 ? Number.POSITIVE_INFINITY : (draft.wanted / solved.added) * reserve;
    const endMs = Math.min(lastMs, draft.startMs + (solved.endMs - draft.startMs) * factor);
    solved = await forecastUntil(midnight(endMs));
  }
  return solved;
}

/** Events that the forecast of an extended booking contains before the added period. */
function before({ bookingId }: MakegoodDraft, { expected }: Shortfall): number {
  return bookingId === null ? 0 : expected;
}

/** The period in which the current rate of delivery brings the missing events, in ms. */
function firstPeriod({ expected, endMs }: Shortfall, { wanted }: MakegoodDraft, nowMs: number): number {
  const restMs = endMs - nowMs;
  if (expected === 0 || restMs < dayMs) return firstAddedMs;
  return Math.min(maxAddedMs, Math.max(dayMs, (wanted / expected) * restMs));
}

/** Returns a function that rounds a time up to the start of a local day. */
function midnightIn(timeZone: string): (ms: number) => number {
  const clock = localClock(timeZone);
  return (ms) => {
    const { fromMs, toMs } = localDayAt(clock, ms);
    return fromMs === ms ? ms : toMs;
  };
}
