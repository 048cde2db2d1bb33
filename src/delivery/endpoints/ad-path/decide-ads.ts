import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { defaultPlayerSupport, type PlayerSupport } from '../../answer/player-support.ts';
import type { TrackedAd } from '../../answer/present-json.ts';
import type { TraceableRequest } from '../debug/note-decision.ts';
import { decideStackSlot } from '../stack/decide-stack-slot.ts';
import { decidePageView } from './decide-page-view.ts';
import { adsFrom, adText, type DecideAdsOptions, decideNow, stackText } from './decide-slots.ts';

/**
 * Decides a request and returns the ASCII JSON array of its ads, `[]` if there is none.
 * @param pageView page view of the request. null: stacks are decided like all other slots
 */
export type DecideAds = (
  snapshot: Snapshot,
  request: TraceableRequest,
  video?: PlayerSupport,
  pageView?: string | null,
) => string;

/** Decides a request for one position and returns its ads in the order of the draws. */
export type DecideStack = (
  snapshot: Snapshot,
  request: TraceableRequest,
  video?: PlayerSupport,
  pageView?: string | null,
) => readonly TrackedAd[];

/**
 * The ad path: decision, signature, answer. A failed assertion results in no ad and no billing. It is counted and
 * logged, and the page receives an answer without ads.
 */
export function createDecideAds(options: DecideAdsOptions): DecideAds {
  return (snapshot, request, video = defaultPlayerSupport, pageView = null) => {
    options.metrics.counts.adRequests += 1;
    const answer = () =>
      pageView === null
        ? decideAndSign(options, snapshot, request, video)
        : decidePageView(options, snapshot, request, { video, pageView });
    return orNothing(options, snapshot, answer, '[]');
  };
}

export function createDecideStack(options: DecideAdsOptions): DecideStack {
  return (snapshot, request, video = defaultPlayerSupport, pageView = null) =>
    orNothing(options, snapshot, () => decideOnePosition(options, snapshot, request, { video, pageView }), []);
}

function orNothing<Answer>(
  { metrics, log }: DecideAdsOptions,
  snapshot: Snapshot,
  answer: () => Answer,
  nothing: Answer,
): Answer {
  try {
    return answer();
  } catch (error) {
    metrics.failedDecisions.inc();
    log.error({ err: error, revision: snapshot.revision }, 'A decision failed and was answered without an ad');
    return nothing;
  }
}

function decideAndSign(
  options: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
  video: PlayerSupport,
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
  { video, pageView }: { readonly video: PlayerSupport; readonly pageView: string | null },
): readonly TrackedAd[] {
  const { metrics, stackSelections } = options;
  const decideAnew = (id?: Buffer) => {
    metrics.counts.adRequests += 1;
    return decideNow(options, snapshot, request, id);
  };
  const decided =
    pageView === null || request.slots.length === 0
      ? { ...decideAnew(), isRepeated: false }
      : decideStackSlot(stackSelections, snapshot, request, { pageView, saysLimits: true }, decideAnew);
  const ads = adsFrom(options, request, decided, { first: 0, video });
  if (decided.isRepeated) return ads;
  if (ads.length > 0) metrics.counts.filledSlots += 1;
  else metrics.counts.emptySlots += 1;
  return ads;
}
