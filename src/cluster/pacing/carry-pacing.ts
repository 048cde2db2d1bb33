import type { PacingFolder } from '../../exchange/plan/pacing-folder.ts';
import type { JournalShipper } from '../journal/ship-journal.ts';
import { planForHost, sharedCounts } from './shared-pacing.ts';

/** What goes between the pacing of this host and that of all: counts there, plans here. */
export type PacingCarriage = {
  /** Ships the journals, and then what was counted before; false: some events have to wait. */
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
    /** What was counted is told after the events that it counts, so that no plan knows of the one without the other. */
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
