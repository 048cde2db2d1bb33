import type { PacingFolder } from '../../exchange/plan/pacing-folder.ts';
import type { JournalShipper } from '../journal/ship-journal.ts';
import { planForHost, sharedCounts } from './shared-pacing.ts';

/** Exchange of pacing data of this host: counts to the shared state, plans from it. */
export type PacingCarriage = {
  /** Sends the journals, then the counts read before. false: some events have to wait. */
  ship(): Promise<boolean>;
  followPlan(): Promise<void>;
};

export function carryPacing(options: {
  readonly host: string;
  readonly local: PacingFolder;
  readonly shared: PacingFolder;
  readonly shipper: JournalShipper;
}): PacingCarriage {
  const { host, local, shared, shipper } = options;
  let followed: string | null = null;
  return {
    /** Counts are sent after the events that they count, so that no plan sees counts without events. */
    async ship() {
      const counted = await local.counts.list();
      const isComplete = await shipper.ship();
      if (isComplete) for (const file of counted) await shared.counts.write(sharedCounts(host, file));
      return isComplete;
    },
    async followPlan() {
      const mark = await shared.plan.mark();
      if (mark === followed) return;
      const plan = await shared.plan.read();
      if (plan !== null) await local.plan.write(planForHost(host, plan));
      followed = mark;
    },
  };
}
