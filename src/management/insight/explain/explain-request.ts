/*
 * Explanations of decisions.
 *
 * - `decision-routes.ts`: `/decisions`. `explain-request.ts`: decides a hypothetical request with its trace.
 * - `find-decisions.ts`: recorded decisions of all hosts. `state-of-plan.ts`: delivery state according to the plan.
 * - `shown-candidates.ts`, `present-decision.ts`: the response, limited in size.
 */

import { randomBytes } from 'node:crypto';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { ExplainBody } from '../../../contract/insight/decision.ts';
import type { AdRequest, RequestParameters } from '../../../core/decision/ad-request.ts';
import { decide } from '../../../core/decision/decide.ts';
import type { Decision } from '../../../core/decision/decision.ts';
import { contextOfKnown, seedOfId } from '../../../core/decision/explain/recorded-request.ts';
import { createCapTable } from '../../../core/pacing/cap-table.ts';
import { bookingIdsAt } from '../../../core/snapshot/inventory-nodes.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { withoutOwnPage } from '../../../core/sponsored/own-page.ts';
import { categoryTerms, searchTerms } from '../../../core/sponsored/search-terms.ts';
import type { RequestContext } from '../../../core/targeting/targeting.ts';
import { type FactMember, memberOfFact } from '../../../core/targeting/value-facts.ts';
import {
  type CapSubject,
  capParameters,
  capSubjects,
  impersonalSubjects,
} from '../../../core/vocabulary/cap-subjects.ts';
import { venueCodesOf } from '../../../core/vocabulary/codes/venue-types.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { DomainError } from '../../records/domain-error.ts';
import { stateOfPlan } from './state-of-plan.ts';

/** Limit for all slots of a request together. The response then has some megabytes. */
export const maxExplainedBookings = 20_000;
/** Minimal cap table. Nothing is counted in it. */
const capSlots = 64;
const seedBytes = 8;

export type Explanation = { readonly decision: Decision; readonly seed: string };

/**
 * Decides a hypothetical request with its trace. Nothing is counted and no state changes. Claims and goals are those of
 * the latest plan, and the viewer has no previous impressions.
 */
export function explainRequest(
  snapshot: Snapshot,
  body: ExplainBody,
  { atMs, plan }: { readonly atMs: number; readonly plan: LatestPlan | null },
): Explanation {
  const seed = body.seed ?? randomBytes(seedBytes).toString('hex');
  const decision = decide(snapshot, requestOf(body), {
    nowMs: atMs,
    seed: seedOfId(seed),
    state: stateOfPlan(snapshot, plan, createCapTable(capSlots)),
    explain: true,
  });
  return { decision, seed };
}

/**
 * Limits the size of a trace, which contains every booking that covers a slot, once per slot. @throws a `DomainError`
 * if there are too many
 */
export function requireModestRequest(
  { positionBySlotName }: Pick<Snapshot, 'positionBySlotName'>,
  { slots }: Pick<ExplainBody, 'slots'>,
): void {
  let asked = 0;
  for (const slotName of new Set(slots.map((slot) => slot.slotName))) {
    for (const node of positionBySlotName.get(slotName)?.nodes ?? []) asked += bookingIdsAt(node).size;
    if (asked > maxExplainedBookings) throw tooManyBookings();
  }
}

function tooManyBookings(): DomainError {
  const message = fieldMessage('tooManyExplained', { count: maxExplainedBookings });
  return new DomainError('invalid_request', {
    errors: [{ pointer: '/slots', in: 'body', code: 'too_long', message }],
  });
}

function requestOf(body: ExplainBody): AdRequest {
  return {
    slots: body.slots.map(({ slotName, parameters }) => ({ slotName, parameters: parametersOf(parameters) })),
    parameters: parametersOf(body.parameters),
    context: contextOf(body),
    terms: withoutOwnPage(body.products, undefined),
  };
}

function parametersOf(given: Readonly<Record<string, readonly string[]>> | undefined): RequestParameters {
  return new Map(Object.entries(given ?? {}));
}

/** Returns the subjects that caps can count: the viewer with consent, and all subjects named by a parameter. */
export function knownOfDraft({ consent, parameters = {} }: ExplainBody): readonly CapSubject[] {
  return capSubjects.filter((subject) => {
    if (!impersonalSubjects.has(subject) && consent !== 'granted') return false;
    if (subject === 'viewer' || subject === 'first_party') return true;
    return (parameters[capParameters[subject]] ?? []).length > 0;
  });
}

function contextOf(body: ExplainBody): RequestContext {
  const consent = body.consent ?? undefined;
  const { pageUrl, country, postalCode, categories, keywords, venueTypes } = body;
  const facts = Object.fromEntries(Object.values(memberOfFact).map((member) => [member, body[member]]));
  return {
    ...(facts as Pick<ExplainBody, Exclude<FactMember, 'consent'>>),
    pageUrl,
    country: country?.[0],
    postalCode: postalCode?.[0],
    categories: categories?.flatMap(categoryTerms),
    keywords: keywords?.flatMap(searchTerms),
    venueTypes: venueTypes?.flatMap(venueCodesOf),
    consent,
    coordinates: body.coordinates ?? undefined,
    ...contextOfKnown(knownOfDraft(body)),
  };
}
