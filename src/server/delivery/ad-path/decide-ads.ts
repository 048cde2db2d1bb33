import type { Logger } from 'pino';
import { decide } from '../../../core/decision/decide.ts';
import type { Winner } from '../../../core/decision/decision.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { ShopperKeys } from '../../keys/shopper-keys.ts';
import type { AdTemplates } from '../answers/ad-templates.ts';
import type { JsonAd } from '../answers/present-json.ts';
import { usualWish, type VideoWish } from '../answers/video-wish.ts';
import { type AskedAds, type MacroSettings, writeAd } from '../answers/write-ad.ts';
import type { TraceableRequest } from '../debug/note-decision.ts';
import type { DecisionLog } from '../decision-log/decision-log.ts';
import type { DeliveryMetrics } from '../delivery-metrics.ts';
import type { DeliveryPacing } from '../pacing/delivery-pacing.ts';
import { createDecisionId, type EventTokens } from '../signed-address/event-token.ts';
import { presentStackAd } from '../stack/present-stack.ts';
import { asciiJson } from '../text/ascii-json.ts';

export type DecideAdsOptions = {
  readonly templates: AdTemplates;
  readonly tokens: EventTokens;
  readonly pacing: Pick<DeliveryPacing, 'stateFor' | 'noteDecision'>;
  /** null: decisions are not kept. */
  readonly decisionLog: Pick<DecisionLog, 'prepare' | 'note'> | null;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
  readonly now: () => number;
  readonly deliveryUrl: string;
  readonly macroSettings: MacroSettings;
  readonly shopperKeys: Pick<ShopperKeys, 'bytesOf'> | null;
};

/** Decides a request and answers the JSON array of its ads, ASCII only; `[]` when there is none. */
export type DecideAds = (snapshot: Snapshot, request: TraceableRequest, video?: VideoWish) => string;

/** Decides a request for one position and answers its ads in the order of their draws. */
export type DecideStack = (snapshot: Snapshot, request: TraceableRequest, video?: VideoWish) => readonly JsonAd[];

/**
 * The ad path: decision, signature, answer. A failed assert here means no ad and no bill: it is counted and logged,
 * and the page gets an answer that says nothing is to be shown.
 */
export function createDecideAds(options: DecideAdsOptions): DecideAds {
  return (snapshot, request, video = usualWish) =>
    orNothing(options, snapshot, () => decideAndSign(options, snapshot, request, video), '[]');
}

export function createDecideStack(options: DecideAdsOptions): DecideStack {
  return (snapshot, request, video = usualWish) =>
    orNothing(options, snapshot, () => decideOnePosition(options, snapshot, request, video), []);
}

function orNothing<Answer>(
  { metrics, log }: DecideAdsOptions,
  snapshot: Snapshot,
  answer: () => Answer,
  nothing: Answer,
): Answer {
  metrics.counts.adRequests += 1;
  try {
    return answer();
  } catch (error) {
    metrics.failedDecisions.inc();
    log.error({ err: error, revision: snapshot.revision }, 'A decision failed and was answered with no ad');
    return nothing;
  }
}

function decideAndSign(
  options: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
  video: VideoWish,
): string {
  const { slots } = request;
  const decided = decideNow(options, snapshot, request);
  let answer = '[';
  let ads = 0;
  let asked = 0;
  for (let slotIndex = 0; slotIndex < slots.length; slotIndex += 1) {
    if (slots[slotIndex]?.isFurther === true) continue;
    asked += 1;
    const isStack = slots[slotIndex + 1]?.isFurther === true;
    const text = isStack
      ? stackText(options, snapshot, request, decided, slotIndex)
      : adText(options, decided, slotIndex, video);
    if (text === null) continue;
    answer += ads === 0 ? text : `,${text}`;
    ads += 1;
  }
  options.metrics.counts.filledSlots += ads;
  options.metrics.counts.emptySlots += asked - ads;
  return `${answer}]`;
}

function decideOnePosition(
  options: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
  video: VideoWish,
): readonly JsonAd[] {
  const ads = adsFrom(options, request, decideNow(options, snapshot, request), { first: 0, video });
  if (ads.length > 0) options.metrics.counts.filledSlots += 1;
  else options.metrics.counts.emptySlots += 1;
  return ads;
}

/** What was decided of what was asked. */
type Decided = { readonly winners: readonly (Winner | null)[]; readonly asked: AskedAds };

function decideNow(
  { pacing, decisionLog, now }: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
): Decided {
  const id = createDecisionId();
  const decidedAtMs = now();
  const state = pacing.stateFor(snapshot);
  const reading = { ofAll: null };
  decisionLog?.prepare(snapshot, request, state, decidedAtMs);
  const decided = decide(snapshot, request, {
    nowMs: decidedAtMs,
    seed: [id.readUInt32BE(0), id.readUInt32BE(4)],
    state,
    reading,
    explain: request.noteDecision !== undefined,
  });
  // Before the pacing hears of it: what it stops is stopped for the next.
  decisionLog?.note(snapshot, request, decided, reading, id);
  pacing.noteDecision(snapshot, request, decided);
  request.noteDecision?.(decided, id);
  return { winners: decided.winners, asked: { request, decision: { id, decidedAtMs } } };
}

/** The ad of a slot as JSON text; null: none. */
function adText(options: DecideAdsOptions, { winners, asked }: Decided, slotIndex: number, video: VideoWish) {
  const winner = winners[slotIndex];
  return winner === null || winner === undefined ? null : writeAd(options, winner, asked, slotIndex, video);
}

/** The ads of a slot and of the further ones behind it. */
function adsFrom(
  options: DecideAdsOptions,
  { slots }: TraceableRequest,
  decided: Decided,
  { first, video }: { readonly first: number; readonly video: VideoWish },
): readonly JsonAd[] {
  const ads: JsonAd[] = [];
  for (let slotIndex = first; slotIndex === first || slots[slotIndex]?.isFurther === true; slotIndex += 1) {
    const text = adText(options, decided, slotIndex, video);
    if (text !== null) ads.push(JSON.parse(text) as JsonAd);
  }
  return ads;
}

/** All ads of a stack in the one element that its slot has in an array. */
function stackText(
  options: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
  decided: Decided,
  slotIndex: number,
): string | null {
  const ads = adsFrom(options, request, decided, { first: slotIndex, video: usualWish });
  const stack = presentStackAd(ads, snapshot, options.deliveryUrl);
  return stack === null ? null : asciiJson(stack);
}
