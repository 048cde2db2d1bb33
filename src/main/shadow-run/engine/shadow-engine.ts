/*
 * Decisions of a shadow run.
 *
 * - `shadow-engine.ts`: takes the entries of a log and decides its requests. `shadow-context.ts`: the context of a request.
 * - `open-shadow-context.ts`: what contexts are read from.
 * - `zone-tally.ts`: counts of a zone. `skipped-lines.ts`: lines that are not used.
 * - `shadow-pacing.ts`: goals, budgets and claims within the run.
 */

import type { RequestedSlot } from '../../../core/decision/ad-request.ts';
import { decide } from '../../../core/decision/decide.ts';
import type { Circumstances, Decision } from '../../../core/decision/decision.ts';
import { drawSpace, drawTicket } from '../../../core/decision/draw/random.ts';
import type { DeliveryState } from '../../../core/pacing/delivery-state.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import { maxSlotsPerRequest } from '../../../core/vocabulary/limits/delivery-limits.ts';
import type { TraceableRequest } from '../../../delivery/endpoints/debug/note-decision.ts';
import { slotsOfStack } from '../../../delivery/endpoints/stack/stack-slots.ts';
import { createRecentMap } from '../../../delivery/recent-map.ts';
import { readAuction } from '../calls/auction-calls.ts';
import type { PlacardTokens } from '../calls/path-calls.ts';
import { readCall } from '../calls/read-call.ts';
import type { AdServer, CallMeaning, LoggedDelivery, ShadowRequest, ShadowSlot } from '../calls/shadow-request.ts';
import type { LogEntry } from '../log/logged-call.ts';
import type { ExternalNames } from '../names/external-names.ts';
import type { RequestClient, ShadowContext } from './shadow-context.ts';
import type { ShadowPacing } from './shadow-pacing.ts';
import { SkippedLines } from './skipped-lines.ts';
import { ZoneTally } from './zone-tally.ts';

/** Limits of the memory: zones, and campaigns and creatives at them. */
const maxZones = 50_000;
const maxDeliveredRows = 500_000;
/** Repeated calls of one ad follow each other within seconds. */
const rememberedDeliveries = 200_000;
/** Slots of a zone that are explained before the probability of an explanation falls. */
const explainedSlots = 200;
/** Bookings of a position from which fewer slots are explained, because each explanation judges all of them. */
const manyBookings = 500;
const leastExplained = 5;
const defaultStackSlots = 5;
/** Beginning of the reason of entries that an error of Placard skips. */
export const internalError = 'internal error';
/** Zone of deliveries whose log line names none. */
const unknownZone = '(zone not in the log)';

export type EngineOptions = {
  readonly snapshot: Snapshot;
  readonly state: DeliveryState;
  readonly pacing: ShadowPacing;
  readonly names: ExternalNames;
  readonly tokens: PlacardTokens;
  readonly context: ShadowContext;
  /** Seed of the run: equal seeds give equal results. */
  readonly seed: number;
  /** Epoch ms to which the first request is moved; null: the times of the log. */
  readonly startMs: number | null;
  /** Time of entries without one, epoch ms. */
  readonly nowMs: number;
};

/** Counts of a run besides those of its zones. */
export type EngineCounts = {
  requests: number;
  slots: number;
  impressions: number;
  clicks: number;
  responses: number;
  repeatedDeliveries: number;
  /** Entries without a time. */
  untimed: number;
  /** Requests that identify a viewer. */
  identified: number;
  explanations: number;
  /** Times of the requests as decided, epoch ms. */
  firstMs: number | null;
  lastMs: number | null;
  shiftMs: number;
};

/** Decides the requests of a log without serving or counting anything outside this object. */
export class ShadowEngine {
  readonly skipped = new SkippedLines();
  readonly zones = new Map<string, ZoneTally>();
  readonly servers = new Map<AdServer, number>();
  readonly counts: EngineCounts = {
    requests: 0,
    slots: 0,
    impressions: 0,
    clicks: 0,
    responses: 0,
    repeatedDeliveries: 0,
    untimed: 0,
    identified: 0,
    explanations: 0,
    firstMs: null,
    lastMs: null,
    shiftMs: 0,
  };
  readonly #options: EngineOptions;
  readonly #seen = createRecentMap<string, true>(rememberedDeliveries);
  /** Campaigns by creative of the other ad server: clicks of some servers name only the banner. */
  readonly #campaigns = createRecentMap<string, string>(rememberedDeliveries);
  readonly #priorities = createRecentMap<number, number>(rememberedDeliveries);
  #isShifted = false;
  #lastLoggedMs: number | null = null;
  #deliveredRows = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Processes an entry of the log. An entry that causes an error does not end the run. */
  take(entry: LogEntry): void {
    try {
      this.#take(entry);
    } catch (error) {
      this.skipped.add(entry.line, `${internalError}: ${error instanceof Error ? error.message : String(error)}`, true);
    }
  }

  #take(entry: LogEntry): void {
    if ('fault' in entry) {
      this.skipped.add(entry.line, entry.fault, true);
      return;
    }
    const meaning = 'auction' in entry ? readAuction(entry.auction) : readCall(entry.call, this.#options.tokens);
    if ('skipped' in meaning) this.skipped.add(entry.line, meaning.skipped);
    else this.#use(entry, meaning);
  }

  #use(entry: Exclude<LogEntry, { fault: string }>, meaning: Exclude<CallMeaning, { skipped: string }>): void {
    const logged = 'auction' in entry ? entry.auction : entry.call;
    for (const request of meaning.requests) {
      const atMs = this.#timeOf(logged.atMs);
      this.#decide(entry.line, request, 'call' in entry ? entry.call : null, atMs);
    }
    for (const delivery of meaning.deliveries) this.#deliver(entry.line, delivery);
  }

  /** Returns the time at which a request is decided. */
  #timeOf(loggedMs: number | null): number {
    const { startMs, nowMs } = this.#options;
    if (loggedMs === null) this.counts.untimed += 1;
    const atMs = loggedMs ?? this.#lastLoggedMs ?? nowMs;
    this.#lastLoggedMs = atMs;
    if (!this.#isShifted) {
      this.#isShifted = true;
      this.counts.shiftMs = startMs === null ? 0 : startMs - atMs;
    }
    this.#options.context.loggedMs = atMs;
    return atMs + this.counts.shiftMs;
  }

  #decide(line: number, request: ShadowRequest, client: RequestClient | null, atMs: number): void {
    const { counts, servers } = this;
    if (request.slots.length > maxSlotsPerRequest) {
      this.skipped.add(line, `the request has more than ${maxSlotsPerRequest} slots`);
      return;
    }
    counts.requests += 1;
    counts.firstMs = Math.min(counts.firstMs ?? atMs, atMs);
    counts.lastMs = Math.max(counts.lastMs ?? atMs, atMs);
    servers.set(request.server, (servers.get(request.server) ?? 0) + 1);
    const asked: RequestedSlot[] = [];
    const tallies: ZoneTally[] = [];
    for (const slot of request.slots) this.#ask(request, slot, { asked, tallies, line });
    if (asked.length === 0) return;
    const { context, pacing, seed } = this.#options;
    pacing.advance(atMs);
    const inContext = context.requestOf(request, asked, client);
    if (inContext.context?.viewerKey !== undefined) counts.identified += 1;
    this.#draw(inContext, tallies, { nowMs: atMs, seed: [seed, counts.requests] });
  }

  /** Adds the slots of a zone to those of the request. */
  #ask(
    request: ShadowRequest,
    slot: ShadowSlot,
    { asked, tallies, line }: { readonly asked: RequestedSlot[]; readonly tallies: ZoneTally[]; readonly line: number },
  ): void {
    const tally = this.#tallyOf(slot.zone);
    if (tally === null) {
      this.skipped.add(line, `the log has more than ${maxZones} zones`);
      return;
    }
    this.counts.slots += 1;
    tally.requests += 1;
    const { slotName } = tally;
    if (slotName === null) return;
    if (asked.some((other) => other.slotName === slotName)) {
      tally.repeated += 1;
      return;
    }
    const { snapshot } = this.#options;
    const isStack = snapshot.positionBySlotName.get(slotName)?.format.mediaType === 'stack';
    const own = { slotName, parameters: slot.parameters };
    const slots = isStack ? slotsOfStack(own, request.stackAds ?? defaultStackSlots, snapshot) : [own];
    for (const one of slots) {
      asked.push(one);
      tallies.push(tally);
    }
  }

  #tallyOf(zone: string): ZoneTally | null {
    const known = this.zones.get(zone);
    if (known !== undefined) return known;
    if (this.zones.size >= maxZones) return null;
    const { names, snapshot } = this.#options;
    const tally = new ZoneTally(zone, names.slotNameOf(zone) ?? (snapshot.positionBySlotName.has(zone) ? zone : null));
    this.zones.set(zone, tally);
    return tally;
  }

  #draw(request: TraceableRequest, tallies: readonly ZoneTally[], moment: Pick<Circumstances, 'nowMs' | 'seed'>): void {
    const { snapshot, state, pacing } = this.#options;
    this.#explain(request, tallies, moment);
    const { winners } = decide(snapshot, request, { ...moment, state, explain: false });
    for (const [index, winner] of winners.entries()) {
      const tally = tallies[index] as ZoneTally;
      if (winner === null) continue;
      if (request.slots[index]?.isFurther !== true) tally.filled += 1;
      tally.win(winner.ad.booking.id, winner.ad.creative.id);
      pacing.noteWin(winner.ad.booking);
    }
  }

  /**
   * Explains a sample of the slots before they are decided. The probability of an explanation falls with the number of
   * requests, and each explained slot represents the inverse of its probability, so that the sums are unbiased.
   */
  #explain(
    request: TraceableRequest,
    tallies: readonly ZoneTally[],
    moment: Pick<Circumstances, 'nowMs' | 'seed'>,
  ): void {
    const { snapshot, state } = this.#options;
    let decision: Decision | null = null;
    for (const [index, tally] of tallies.entries()) {
      if (request.slots[index]?.isFurther === true) continue;
      const wanted = Math.max(leastExplained, explainedSlots * Math.min(1, manyBookings / Math.max(1, tally.covering)));
      const probability = Math.min(1, wanted / tally.requests);
      if (
        probability < 1 &&
        drawTicket(moment.seed, index + maxSlotsPerRequest, 'creative') / drawSpace >= probability
      ) {
        continue;
      }
      this.counts.explanations += 1;
      decision ??= decide(snapshot, request, { ...moment, state, explain: true, readsOnly: true });
      const trace = decision.traces[index];
      if (trace !== undefined) tally.explain(trace, 1 / probability, (id) => this.#priorityOf(id));
    }
  }

  #priorityOf(bookingId: number): number {
    const known = this.#priorities.get(bookingId);
    if (known !== undefined) return known;
    const priority = this.#options.snapshot.bookingById.get(bookingId as BookingId)?.row.priority ?? 0;
    this.#priorities.set(bookingId, priority);
    return priority;
  }

  #deliver(line: number, { id, source, zone, campaign, creative }: LoggedDelivery): void {
    if (id !== undefined && this.#seen.get(id) === true) {
      this.counts.repeatedDeliveries += 1;
      return;
    }
    if (id !== undefined) this.#seen.set(id, true);
    const tally = this.#tallyOf(this.#zoneNameOf(zone));
    if (tally === null || this.#deliveredRows >= maxDeliveredRows) {
      this.skipped.add(line, `the log delivers more than ${maxDeliveredRows} campaigns and creatives at its zones`);
      return;
    }
    if (campaign !== null && creative !== null) this.#campaigns.set(creative, campaign);
    const known = campaign ?? (creative === null ? null : (this.#campaigns.get(creative) ?? null));
    if (tally.deliver({ source, campaign: known, creative })) this.#deliveredRows += 1;
    if (source === 'impression') this.counts.impressions += 1;
    else if (source === 'click') this.counts.clicks += 1;
    else this.counts.responses += 1;
  }

  /** Events of Placard name the position by its ID, requests by its slot name. */
  #zoneNameOf(zone: string | null): string {
    if (zone === null) return unknownZone;
    const id = /^placard:position:(\d+)$/.exec(zone)?.[1];
    return id === undefined ? zone : (this.#options.names.slotNameOfPosition(Number(id)) ?? zone);
  }
}
