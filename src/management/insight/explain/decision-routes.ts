import type { FastifyInstance } from 'fastify';
import {
  type DecisionParams,
  type DecisionQuery,
  type DecisionsQuery,
  type DecisionsView,
  type DecisionView,
  decisionParams,
  decisionQuery,
  decisionsQuery,
  decisionsView,
  decisionView,
  type ExplainBody,
  explainBody,
} from '../../../contract/insight/decision.ts';
import { isRepeated, repeatDecision } from '../../../core/decision/explain/repeat-decision.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { openRecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { snapshotFolders } from '../../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { explainRequest, knownOfDraft, requireModestRequest } from './explain-request.ts';
import { type FoundDecision, findDecision, keptFromMs, listDecisions } from './find-decisions.ts';
import { positionIdsOf, presentBareSlot, presentRequest, presentSlots, readBookingNames } from './present-decision.ts';
import { shownSlots } from './shown-candidates.ts';

/**
 * A trace contains every booking, so advertisers do not have this scope. Source: docs/decisions/0036-who-sees-what.md.
 */
const scope = 'decisions:read';
const tag = 'Debugging';
/** Snapshots that are loaded concurrently. A large one takes a second and considerable memory. */
const snapshotsAtOnce = 2;
/** Searched period if `from` is omitted. */
const usualPeriodMs = hourMs;

/**
 * Registers `/decisions`: explanations of recorded and simulated decisions. Source:
 * docs/decisions/0085-recorded-decisions.md.
 */
export function registerDecisionRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config } = services;
  const sources = {
    kept: openRecordedDecisions(config.dataFolder),
    snapshots: openPastSnapshots(snapshotFolders(config.dataFolder)),
    readPlan: openLatestPlan(config.dataFolder),
    inTurn: limitConcurrency(snapshotsAtOnce),
    lookInTurn: limitConcurrency(1),
    nowMs: services.nowMs ?? Date.now,
    database: services.database,
  };
  registerList(app, sources);
  registerExplain(app, sources);
  registerRead(app, sources);
}

type Sources = {
  readonly kept: ReturnType<typeof openRecordedDecisions>;
  readonly snapshots: ReturnType<typeof openPastSnapshots>;
  readonly readPlan: ReturnType<typeof openLatestPlan>;
  readonly inTurn: ReturnType<typeof limitConcurrency>;
  /** Limits concurrent searches of all recorded decisions. One search occupies a core. */
  readonly lookInTurn: ReturnType<typeof limitConcurrency>;
  readonly nowMs: () => number;
  readonly database: ManagementServices['database'];
};

function registerList(app: FastifyInstance, { kept, nowMs, lookInTurn }: Sources): void {
  app.get('/decisions', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'listDecisions',
      summary: 'List recent decisions',
      description:
        'Recorded decisions with an ID: all of a delivery process below 200 per second, a sample above. Latest first.',
      scope,
      querystring: decisionsQuery,
      answers: 'reading',
      view: decisionsView,
    }),
    async handler(request): Promise<DecisionsView> {
      const { positionId, bookingId, from, to, limit } = request.query as DecisionsQuery;
      const toMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
      const fromMs = from === undefined ? Math.min(nowMs(), toMs) - usualPeriodMs : Date.parse(from);
      const options = { positionId: positionId ?? null, bookingId: bookingId ?? null, fromMs, toMs, limit };
      const { found, lookedFromMs } = await lookInTurn(() => listDecisions(kept, options));
      const keptFrom = await keptFromMs(kept);
      return {
        decisions: found.map(({ id, atMs, revision, slots }) => ({
          decisionId: id ?? '',
          at: new Date(atMs).toISOString(),
          revision,
          slots: slots.map(({ positionId: at, winner }) => ({ positionId: at, bookingId: winner?.bookingId ?? null })),
        })),
        lookedFrom: new Date(lookedFromMs).toISOString(),
        keptFrom: keptFrom === null ? null : new Date(keptFrom).toISOString(),
      };
    },
  });
}

function registerRead(app: FastifyInstance, sources: Sources): void {
  app.get('/decisions/:decisionId', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'getDecision',
      summary: 'Explain a recorded decision',
      description:
        'Replays a recorded decision. For each booking that covers its positions, returns the first rule that refused it, or its share, its tickets and the draw.',
      scope,
      params: decisionParams,
      querystring: decisionQuery,
      answers: 'reading',
      view: decisionView,
    }),
    async handler(request): Promise<DecisionView> {
      const { decisionId } = request.params as DecisionParams;
      const found = await sources.lookInTurn(() => findDecision(sources.kept, decisionId));
      if (found === null)
        throw new DomainError('not_found', { detail: detailMessage('decisionNotFound', { id: decisionId }) });
      const { bookingId } = request.query as DecisionQuery;
      return sources.inTurn(() => traceOf(found, bookingId ?? null, sources));
    },
  });
}

async function traceOf(
  { processId, request, stopped }: FoundDecision,
  bookingId: number | null,
  { snapshots, database }: Sources,
): Promise<DecisionView> {
  const { id, atMs, revision } = request;
  const common = {
    decisionId: id,
    at: new Date(atMs).toISOString(),
    revision,
    processId,
    seed: (id ?? '').slice(0, 16),
    request: presentRequest(request),
  };
  const bare = request.slots.map(presentBareSlot);
  if (request.missing !== 0) return { ...common, trace: 'kept_in_part', slots: bare };
  const past = await snapshots.open(revision, atMs, { kind: 'positions', ids: positionIdsOf(request) });
  if (past === null) return { ...common, trace: 'snapshot_gone', slots: bare };
  const decision = repeatDecision(past.snapshot, request, stopped);
  const shown = shownSlots(decision.traces, bookingId);
  const names = await readBookingNames(database, shown);
  return {
    ...common,
    trace: isRepeated(decision, request) ? 'repeated' : 'differs',
    slots: presentSlots(shown, decision.winners, past.snapshot, names),
  };
}

function registerExplain(app: FastifyInstance, sources: Sources): void {
  app.post('/decisions/explain', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'explainDecision',
      summary: 'Simulate an ad request',
      description:
        'Decides a hypothetical request at any time and with any stored revision, and returns its trace. Nothing is counted. Goals and shares of voice use the current pacing plan. The viewer has no previous impressions.',
      scope,
      body: explainBody,
      reachesBack: true,
      answers: 'computed',
      view: decisionView,
    }),
    handler: (request) => sources.inTurn(() => explained(request.body as ExplainBody, sources)),
  });
}

async function explained(body: ExplainBody, { snapshots, readPlan, nowMs, database }: Sources): Promise<DecisionView> {
  const known = await snapshots.revisions();
  const revision = body.revision ?? known?.newest;
  const atMs = body.at ? Date.parse(body.at) : nowMs();
  const wanted = { kind: 'slots', names: new Set(body.slots.map(({ slotName }) => slotName)) } as const;
  const past = revision === undefined ? null : await snapshots.open(revision, nowMs(), wanted);
  if (past === null || revision === undefined) throw goneRevision(revision, known);
  requireModestRequest(past.snapshot, body);
  const { decision, seed } = explainRequest(past.snapshot, body, { atMs, plan: await readPlan() });
  const shown = shownSlots(decision.traces, body.bookingId ?? null);
  const names = await readBookingNames(database, shown);
  return {
    decisionId: null,
    at: new Date(atMs).toISOString(),
    revision,
    processId: null,
    seed,
    trace: 'thought',
    request: {
      facts: [],
      consent: body.consent ?? null,
      viewerKnown: body.consent === 'granted',
      knownToCaps: [...knownOfDraft(body)],
      terms: null,
    },
    slots: presentSlots(shown, decision.winners, past.snapshot, names),
  };
}

function goneRevision(
  revision: number | undefined,
  known: { readonly newest: number; readonly oldest: number } | null,
) {
  if (known === null) return new DomainError('unavailable', { detail: detailMessage('nothingPublished') });
  const { oldest, newest } = known;
  return new DomainError('no_longer_kept', {
    detail: detailMessage('revisionGone', { revision: revision ?? newest, oldest, newest }),
  });
}
