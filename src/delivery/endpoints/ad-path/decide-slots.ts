import type { Logger } from 'pino';
import { heldOutBookings } from '../../../core/decision/covering-experiments.ts';
import { decide } from '../../../core/decision/decide.ts';
import { ghostsOf } from '../../../core/decision/ghosts-of.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { DecisionIds } from '../../../platform/keys/decision-ids.ts';
import type { ShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import type { AdTemplates } from '../../answer/ad-templates.ts';
import { defaultPlayerSupport, type PlayerSupport } from '../../answer/player-support.ts';
import type { TrackedAd } from '../../answer/present-json.ts';
import type { EventTokens } from '../../answer/signed-address/event-token.ts';
import { asciiJson } from '../../answer/text/ascii-json.ts';
import { type MacroSettings, trackersFor, writeAd } from '../../answer/write-ad.ts';
import type { DecisionLog } from '../../decide/decision-log/decision-log.ts';
import type { ExposureLog } from '../../decide/experiments/exposure-log.ts';
import type { FactLog } from '../../decide/fact-log/fact-log.ts';
import type { DeliveryPacing } from '../../decide/pacing/delivery-pacing.ts';
import type { DeliveryMetrics } from '../../delivery-metrics.ts';
import type { TraceableRequest } from '../debug/note-decision.ts';
import type { Decided } from '../stack/decide-stack-slot.ts';
import { presentStackAd } from '../stack/present-stack.ts';
import type { StackSelections } from '../stack/stack-selections.ts';

export type DecideAdsOptions = {
  readonly templates: AdTemplates;
  readonly tokens: EventTokens;
  readonly decisionIds: DecisionIds;
  readonly pacing: Pick<DeliveryPacing, 'stateFor' | 'noteDecision'>;
  /** null if decisions are not recorded. */
  readonly decisionLog: Pick<DecisionLog, 'prepare' | 'note'> | null;
  /** null if the facts of requests are not recorded. */
  readonly factLog: Pick<FactLog, 'note'> | null;
  /** null if viewers of experiments are not recorded. */
  readonly exposureLog: Pick<ExposureLog, 'note'> | null;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
  readonly now: () => number;
  readonly deliveryUrl: string;
  readonly macroSettings: MacroSettings;
  readonly shopperKeys: Pick<ShopperKeys, 'bytesOf'> | null;
  /** Recent selections of stacks by page view. */
  readonly stackSelections: StackSelections;
};

/**
 * Decides a request and counts the requested positions and the winners. @param id 16 bytes, of which the first 8 are
 * the seed
 */
export function decideNow(
  { decisionIds, pacing, decisionLog, factLog, exposureLog, now }: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
  id: Buffer = decisionIds.next(),
): Decided {
  const decidedAtMs = now();
  const state = pacing.stateFor(snapshot);
  const reading = { ofAll: null };
  decisionLog?.prepare(snapshot, request, state, decidedAtMs);
  const circumstances = {
    nowMs: decidedAtMs,
    seed: [id.readUInt32BE(0), id.readUInt32BE(4)] as const,
    state,
    reading,
    heldOut: heldOutBookings(snapshot, request, state.rotations),
    explain: request.noteDecision !== undefined,
  };
  const ghosts = ghostsOf(snapshot, request, circumstances);
  const decided = decide(snapshot, request, circumstances);
  // Recorded before pacing is updated: a stop takes effect for the next decision.
  decisionLog?.note(snapshot, request, decided, reading, id);
  factLog?.note(request, decided, id);
  pacing.noteDecision(snapshot, request, decided);
  exposureLog?.note({ request, decision: decided, ghosts, rotations: state.rotations });
  request.noteDecision?.(decided, id);
  return { winners: decided.winners, asked: { request, decision: { id, decidedAtMs } } };
}

/** Returns the ad of a slot as JSON text, or null. */
export function adText(
  options: DecideAdsOptions,
  { winners, asked }: Decided,
  slotIndex: number,
  video: PlayerSupport,
) {
  const winner = winners[slotIndex];
  return winner === null || winner === undefined ? null : writeAd(options, winner, asked, slotIndex, video);
}

/** Returns the ads of a slot and its further slots. */
export function adsFrom(
  options: DecideAdsOptions,
  { slots }: TraceableRequest,
  decided: Decided,
  { first, video }: { readonly first: number; readonly video: PlayerSupport },
): readonly TrackedAd[] {
  const ads: TrackedAd[] = [];
  for (let slotIndex = first; slotIndex === first || slots[slotIndex]?.isFurther === true; slotIndex += 1) {
    const text = adText(options, decided, slotIndex, video);
    const winner = decided.winners[slotIndex];
    if (text === null || winner === null || winner === undefined) continue;
    const ad = JSON.parse(text) as TrackedAd;
    const trackers = trackersFor(options, winner, decided.asked, slotIndex);
    ads.push(trackers === null ? ad : { ...ad, trackers });
  }
  return ads;
}

/** Returns all ads of a stack as the single element of its slot. */
export function stackText(
  options: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
  decided: Decided,
  slotIndex: number,
): string | null {
  const ads = adsFrom(options, request, decided, { first: slotIndex, video: defaultPlayerSupport });
  const stack = presentStackAd(ads, snapshot, options.deliveryUrl);
  return stack === null ? null : asciiJson(stack);
}
