import { type Kysely, sql } from 'kysely';
import type { MakegoodBody, MakegoodProposal } from '../../../contract/booking/actions/makegood.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { sumPlays } from '../../../core/loop/added-plays.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { callerOf, recordCallOf } from '../../api/call/authenticate-call.ts';
import { invalidField } from '../../records/domain-error.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { previewBooking } from '../../resources/booking/preview-booking.ts';
import { assumeDraft } from '../forecast/assume-draft.ts';
import type { AskedBy, SharedSources } from '../forecast/forecast-tasks.ts';
import { draftMakegood, type MakegoodDraft } from './draft-makegood.ts';
import { openDraftScreens, planUntil } from './plan-loops-with-draft.ts';
import { refuseMakegood, type Shortfall } from './read-shortfall.ts';

/** Longest period that is planned. */
const maxAddedMs = 183 * dayMs;
/** Most bookings that are listed, those with the largest loss first. */
const maxDisplaced = 20;

/**
 * Returns the proposal for missed plays: the linked booking is planned in the loops of its screens until it has the
 * missing plays. Source: docs/decisions/0237-missed-play-makegoods.md.
 */
export async function proposeLoopMakegood(
  shortfall: Shortfall,
  terms: MakegoodBody,
  call: AskedBy,
  sources: SharedSources,
): Promise<MakegoodProposal> {
  const { row, goal, delivered, expected, missing, basis, view } = shortfall;
  if (terms.method === 'extend') throw refuseMakegood(view, 'makegoodOnly');
  const draft = draftMakegood(shortfall, terms, sources.nowMs());
  const { loops, endMs, draftId } = await planDraft(draft, terms.endDate ?? null, call, sources);
  const [without, withDraft] = [sumPlays(loops, 'without', endMs), sumPlays(loops, 'with', endMs)];
  const added = withDraft.plays.get(draftId) ?? 0;
  const losses = [...without.plays]
    .map(([id, plays]): Loss => ({ id, without: plays, with: withDraft.plays.get(id) ?? 0 }))
    .filter((loss) => loss.without > loss.with)
    .sort((a, b) => b.without - b.with - (a.without - a.with) || a.id - b.id);
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
    low: null,
    high: null,
    ...(await presentLosses(call.services.database, losses, {
      slots: without.slots,
      reach: callerOf(call.request).reach,
    })),
    assumed: [],
  };
}

/** Plans the draft until its end, or until it has the wanted plays. */
async function planDraft(draft: MakegoodDraft, endDate: string | null, call: AskedBy, sources: SharedSources) {
  const { startMs, wanted } = draft;
  const planTo = async (lastMs: number, stopAt: number | null) => {
    const preview = await previewBooking(recordCallOf(call), sources.bookings, draft.bodyUntil(lastMs), null);
    const screens = await openDraftScreens(call.services.database, assumeDraft(preview, []).draft, sources);
    return { draftId: screens.draftId, ...(await planUntil(screens, { startMs, lastMs, wanted: stopAt })) };
  };
  if (endDate === null) {
    const searched = await planTo(startMs + maxAddedMs, wanted);
    // The end of a booking changes its share of the rest of a loop.
    return searched.reached ? planTo(searched.endMs, null) : searched;
  }
  const endMs = Date.parse(endDate);
  if (endMs <= startMs) throw invalidField('/endDate', 'invalid_value', fieldMessage('afterStartDate'));
  return planTo(Math.min(endMs, startMs + maxAddedMs), null);
}

type Loss = { readonly id: number; readonly without: number; readonly with: number };
type Named = {
  readonly id: number;
  readonly name: string;
  readonly campaignId: number;
  readonly campaignName: string;
  readonly held: boolean;
};

async function presentLosses(
  database: Kysely<Database>,
  losses: readonly Loss[],
  { slots, reach }: { readonly slots: number; readonly reach: Reach },
): Promise<Pick<MakegoodProposal, 'displaced' | 'others'>> {
  const { rows } = await sql<Named>`
    select booking.id, booking.name, booking.campaign_id, campaign.name as campaign_name, booking.held
    from booking join campaign on campaign.id = booking.campaign_id
    where booking.id = any(${losses.map(({ id }) => id)}::bigint[]) and ${visibleRows('booking', reach)}`.execute(
    database,
  );
  const nameOf = new Map(rows.map((named) => [named.id, named]));
  const named = losses.filter(({ id }) => nameOf.has(id)).slice(0, maxDisplaced);
  const others = losses.filter((loss) => !named.includes(loss));
  const figures = (some: readonly Loss[]) => {
    const sum = (which: 'without' | 'with') => some.reduce((total, loss) => total + loss[which], 0);
    return {
      sharePercent: percentOf(slots === 0 ? 0 : sum('without') / slots),
      sharePercentWith: percentOf(slots === 0 ? 0 : sum('with') / slots),
      lostEvents: sum('without') - sum('with'),
    };
  };
  return {
    displaced: named.flatMap((loss) => {
      const known = nameOf.get(loss.id);
      if (known === undefined) return [];
      const { id: bookingId, ...naming } = known;
      return [{ bookingId, ...naming, ...figures([loss]) }];
    }),
    others: others.length === 0 ? null : figures(others),
  };
}
