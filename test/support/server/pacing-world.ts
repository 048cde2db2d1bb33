import { sql } from 'kysely';
import { DeliveryPacing } from '../../../src/delivery/decide/pacing/delivery-pacing.ts';
import { openPacingFolder, type PacingFolder } from '../../../src/exchange/plan/pacing-folder.ts';
import { createLease } from '../../../src/platform/lease/lease.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { createPacing, type Pacing } from '../../../src/worker/pace/pacing.ts';
import { makeObject } from '../fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from './test-management.ts';

/** A campaign with a creative for positions of one location, and pacing with a simulated clock. */
export type PacingWorld = {
  readonly management: TestManagement;
  readonly folder: PacingFolder;
  readonly campaignId: number;
  readonly slots: readonly { readonly positionId: number; readonly slotName: string }[];
  /** Books all positions and submits the booking. Returns its ID. */
  book(fields: Readonly<Record<string, unknown>>): Promise<number>;
  startPacing(): Pacing;
  /** Adds impressions by booking ID to the totals, like the roll-up. */
  count(shown: ReadonlyMap<number, number>): Promise<void>;
  /** Reports the counts of the processes `delivery-0` and so on, plans, and applies the plan. */
  plan(pacing: Pacing, processes: readonly DeliveryPacing[]): Promise<void>;
};

type PacingWorldOptions = {
  readonly now: () => number;
  /** Time between two plans. */
  readonly tickMs: number;
  readonly positions: number;
  /** Local day of the counted impressions. */
  readonly localDay: string;
};

/** Starts the management API with these objects. */
export async function startPacingWorld({ now, tickMs, positions, localDay }: PacingWorldOptions): Promise<PacingWorld> {
  const management = await startTestManagement({ nowMs: now });
  const { database } = management;
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const { id: locationId } = await makeObject(management, 'inventory/location');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner };
  const { id: campaignId } = await makeObject(management, 'campaigns', { ...companies, brandIds: [brand] });
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId });
  const slots: { positionId: number; slotName: string }[] = [];
  for (let index = 0; index < positions; index += 1) {
    const { id, slotName } = await makeObject(management, 'inventory/position', { formatId, locationId });
    slots.push({ positionId: id, slotName: String(slotName) });
  }
  const folder = openPacingFolder(management.services.config.dataFolder);
  const log = createLog({ level: 'silent', name: 'test' });
  return {
    management,
    folder,
    campaignId,
    slots,
    book: async (fields) => {
      const positionIds = slots.map(({ positionId }) => positionId);
      const booking = { campaignId, positionIds, creatives: [{ creativeId }], ...fields };
      const { id } = await makeObject(management, 'bookings', booking);
      const { status, body } = await management.call('POST', `/bookings/${id}/actions/submit`);
      if (status !== 200) throw new Error(`submit returned ${status}: ${JSON.stringify(body)}`);
      return id;
    },
    startPacing: () => {
      const lease = createLease({ database, name: 'pacing', holder: 'test' });
      return createPacing({ database, folder, lease, log, now, pauseMs: tickMs });
    },
    count: async (shown) => {
      for (const [bookingId, impressions] of shown) {
        await sql`insert into booking_total (booking_id, impressions) values (${bookingId}, ${impressions})
          on conflict (booking_id) do update set impressions = booking_total.impressions + excluded.impressions
        `.execute(database);
        await sql`insert into booking_day (booking_id, local_day) values (${bookingId}, ${localDay})
          on conflict do nothing`.execute(database);
      }
    },
    plan: async (pacing, processes) => {
      for (const [index, process] of processes.entries()) {
        const times = process.cut(now());
        await folder.counts.write({ processId: `delivery-${index}`, at: Date.now(), times });
      }
      await pacing.before();
      await pacing.after();
      const plan = await folder.plan.read();
      if (plan !== null) for (const process of processes) process.follow(plan, now());
    },
  };
}

/** Creates the pacing state of delivery processes `delivery-0` and so on. */
export function startPacedProcesses(processes: number): DeliveryPacing[] {
  return Array.from(
    { length: processes },
    (_, index) => new DeliveryPacing({ processId: `delivery-${index}`, processes }),
  );
}
