import type { Logger } from 'pino';
import type { AdRequest } from '../../../core/decision/ad-request.ts';
import { decide } from '../../../core/decision/decide.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { AdTemplates } from '../answers/ad-templates.ts';
import type { DeliveryMetrics } from '../delivery-metrics.ts';
import type { DeliveryPacing } from '../pacing/delivery-pacing.ts';
import { createDecisionId, type EventTokens } from '../tracking/event-token.ts';

export type DecideAdsOptions = {
  readonly templates: AdTemplates;
  readonly tokens: EventTokens;
  readonly pacing: Pick<DeliveryPacing, 'stateFor' | 'noteDecision'>;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
  readonly now: () => number;
};

/** Decides a request and answers the JSON array of its ads, ASCII only; `[]` when there is none. */
export type DecideAds = (snapshot: Snapshot, request: AdRequest) => string;

/**
 * The ad path: decision, signature, answer. A failed assert here means no ad and no bill: it is counted and logged,
 * and the page gets an answer that says nothing is to be shown.
 */
export function createDecideAds(options: DecideAdsOptions): DecideAds {
  const { metrics, log } = options;
  return (snapshot, request) => {
    const { counts } = metrics;
    counts.adRequests += 1;
    try {
      return decideAndSign(options, snapshot, request);
    } catch (error) {
      metrics.failedDecisions.inc();
      log.error({ err: error, revision: snapshot.revision }, 'A decision failed and was answered with no ad');
      return '[]';
    }
  };
}

function decideAndSign(options: DecideAdsOptions, snapshot: Snapshot, request: AdRequest): string {
  const { templates, tokens, pacing, metrics } = options;
  const id = createDecisionId();
  const decidedAtMs = options.now();
  const decided = decide(snapshot, request, {
    nowMs: decidedAtMs,
    seed: [id.readUInt32BE(0), id.readUInt32BE(4)],
    state: pacing.stateFor(snapshot),
    explain: false,
  });
  pacing.noteDecision(snapshot, request, decided);
  const { winners } = decided;
  const decision = { id, decidedAtMs };
  let answer = '[';
  let ads = 0;
  for (let slotIndex = 0; slotIndex < winners.length; slotIndex += 1) {
    const winner = winners[slotIndex];
    if (winner === null || winner === undefined) continue;
    const template = templates.templateOf(winner.position, winner.ad);
    if (template === null) continue;
    const place = templates.positionOf(winner.position);
    const address = place.mark + tokens.sign(decision, slotIndex, template.factsIn(winner.position));
    answer += ads === 0 ? place.fields : `,${place.fields}`;
    const { pieces } = template;
    answer += pieces[0];
    for (let piece = 1; piece < pieces.length; piece += 1) answer += address + pieces[piece];
    ads += 1;
  }
  metrics.counts.filledSlots += ads;
  metrics.counts.emptySlots += request.slots.length - ads;
  return `${answer}]`;
}
