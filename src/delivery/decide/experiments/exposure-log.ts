import type { AdRequest } from '../../../core/decision/ad-request.ts';
import type { Decision, Winner } from '../../../core/decision/decision.ts';
import type { PlannedRotations } from '../../../core/rotation/planned-rotation.ts';
import type { EventJournal } from '../../../exchange/journal/delivery-event.ts';
import type { ShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { createRecentMap } from '../../recent-map.ts';

/** Viewers that are not recorded again. Others are: records are idempotent. */
const rememberedViewers = 50_000;

export type ExposureLogOptions = {
  readonly journal: Pick<EventJournal, 'append'>;
  readonly shopperKeys: Pick<ShopperKeys, 'keyOf'>;
};

/** A decided request of an identified viewer. */
export type ExposedRequest = {
  readonly request: Pick<AdRequest, 'context'>;
  readonly decision: Pick<Decision, 'winners' | 'nowMs'>;
  /** Ads that the viewer would have seen outside the holdout. */
  readonly ghosts: readonly Winner[];
  readonly rotations: PlannedRotations;
};

/**
 * Records the viewers of experiments with a holdout in the journal: those who get an ad, and those who would have. Both
 * are recorded at the decision, so that the groups can be compared. Source: docs/decisions/0224-experiments.md.
 */
export function createExposureLog({ journal, shopperKeys }: ExposureLogOptions) {
  const recent = createRecentMap<string, true>(rememberedViewers);

  function record(bookingId: number, viewer: string, { isHeldOut, atMs }: { isHeldOut: boolean; atMs: number }): void {
    const viewerKey = shopperKeys.keyOf(viewer, atMs);
    const key = `${bookingId} ${viewerKey}`;
    if (recent.get(key) === true) return;
    recent.set(key, true);
    // The journal counts and logs its failures. A viewer that is not recorded now is recorded by a later request.
    journal.append({ record: 'exposure', bookingId, viewerKey, isHeldOut, atMs }).catch(() => recent.delete(key));
  }

  return {
    note({ request, decision: { winners, nowMs: atMs }, ghosts, rotations }: ExposedRequest): void {
      // Most deployments have no experiment.
      if (rotations.size === 0) return;
      for (const ghost of ghosts) {
        const viewer = request.context?.shopper;
        if (viewer !== undefined) record(ghost.ad.booking.id, viewer, { isHeldOut: true, atMs });
      }
      for (const winner of winners) {
        const id = winner?.ad.booking.id;
        if (id === undefined || (rotations.get(id)?.experiment?.holdoutPercent ?? 0) === 0) continue;
        const viewer = request.context?.shopper;
        if (viewer !== undefined) record(id, viewer, { isHeldOut: false, atMs });
      }
    },
  };
}

export type ExposureLog = ReturnType<typeof createExposureLog>;
