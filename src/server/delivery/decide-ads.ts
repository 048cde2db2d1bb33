import type { Logger } from 'pino';
import type { AdRequest } from '../../core/decision/ad-request.ts';
import { decide } from '../../core/decision/decide.ts';
import type { Winner } from '../../core/decision/decision.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { AdTemplates } from './ad-templates.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { createDecisionId, type EventTokens } from './event-token.ts';

export type DecideAdsOptions = {
  readonly templates: AdTemplates;
  readonly tokens: EventTokens;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
  readonly now: () => number;
};

/** Decides a request and answers the JSON array of its ads; `[]` when there is none. */
export type DecideAds = (snapshot: Snapshot, request: AdRequest) => string;

/**
 * The ad path: decision, signature, answer. A failed assert here means no ad and no bill: it is counted and logged,
 * and the page gets an answer that says nothing is to be shown.
 */
export function createDecideAds(options: DecideAdsOptions): DecideAds {
  const { metrics, log } = options;
  // Looked up once: finding a counter by its labels costs more than counting.
  const filled = metrics.slots.labels({ outcome: 'ad' });
  const empty = metrics.slots.labels({ outcome: 'no_ad' });
  return (snapshot, request) => {
    metrics.adRequests.inc();
    try {
      const ads = decideAndSign(options, snapshot, request);
      filled.inc(ads.length);
      empty.inc(request.slots.length - ads.length);
      return `[${ads.join(',')}]`;
    } catch (error) {
      metrics.failedDecisions.inc();
      log.error({ err: error, revision: snapshot.revision }, 'A decision failed and was answered with no ad');
      return '[]';
    }
  };
}

function decideAndSign({ templates, tokens, now }: DecideAdsOptions, snapshot: Snapshot, request: AdRequest): string[] {
  const id = createDecisionId();
  const decidedAtMs = now();
  const { winners } = decide(snapshot, request, {
    nowMs: decidedAtMs,
    seed: [id.readUInt32BE(0), id.readUInt32BE(4)],
    explain: false,
  });
  const decisionId = id.toString('hex');
  const sign = ({ position, ad }: Winner, slotIndex: number): string | null => {
    const template = templates.templateOf(snapshot, position, ad);
    if (template === null) return null;
    const token = tokens.sign({
      decisionId,
      slotIndex,
      decidedAtMs,
      adId: ad.row.id,
      bookingId: ad.booking.id,
      creativeId: ad.creative.id,
      positionId: position.row.id,
      targetHash: template.targetHash,
    });
    return template.pieces.join(token);
  };
  return winners
    .map((winner, slotIndex) => (winner === null ? null : sign(winner, slotIndex)))
    .filter((ad) => ad !== null);
}
