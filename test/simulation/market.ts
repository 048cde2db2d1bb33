import { expect } from 'vitest';
import { openSnapshotFolder } from '../../src/exchange/snapshot/snapshot-folder.ts';
import { buildSnapshotRows } from '../../src/worker/publish/build-snapshot-rows.ts';
import { publishRows } from '../support/database/publish-rows.ts';
import { makeObject } from '../support/fixtures/make-objects.ts';
import type { TestManagement } from '../support/server/test-management.ts';

/** Price model of a booking, with the rate in micro-units. */
export type Pricing = {
  readonly model: 'cpm' | 'cpc' | 'cpd' | 'flat';
  readonly rateMicros: bigint;
  readonly currency: string;
};

export type SimulationPosition = {
  readonly positionId: number;
  readonly slotName: string;
  readonly timeZone: string;
  readonly isScreen: boolean;
};

export type SimulationMarket = {
  readonly positions: readonly SimulationPosition[];
  readonly pricingOf: ReadonlyMap<number, Pricing>;
};

const startDate = '2025-09-01T00:00:00Z';
/** Days begin at different times in each zone, and two of them have a clock change in the simulated month. */
const zones = ['Europe/Brussels', 'America/New_York', 'Pacific/Auckland'];

const prices: readonly Pricing[] = [
  { model: 'cpm', rateMicros: 3_333_333n, currency: 'EUR' },
  { model: 'cpm', rateMicros: 10_001n, currency: 'USD' },
  { model: 'cpc', rateMicros: 450_001n, currency: 'EUR' },
  { model: 'cpd', rateMicros: 99_990_001n, currency: 'EUR' },
  { model: 'flat', rateMicros: 5_000_000_007n, currency: 'EUR' },
];

/**
 * Creates pages and a screen in three time zones, and bookings of every price model on all of them, and publishes them
 * to a data folder.
 */
export async function makeMarket(management: TestManagement, dataFolder: string): Promise<SimulationMarket> {
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const positions: SimulationPosition[] = [];
  for (const timeZone of zones) {
    const { id: publicationId } = await makeObject(management, 'inventory/publication', { timeZone });
    for (const kind of ['page', 'screen']) {
      const { id: locationId } = await makeObject(management, 'inventory/location', { publicationId, kind });
      const { id, ...position } = await makeObject(management, 'inventory/position', { locationId, formatId });
      positions.push({
        positionId: id,
        slotName: String(position['slotName']),
        timeZone,
        isScreen: kind === 'screen',
      });
    }
  }
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brandId } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brandId] };
  const { id: campaignId } = await makeObject(management, 'campaigns', companies);
  const pricingOf = new Map<number, Pricing>();
  for (const pricing of prices) {
    const creatives = [];
    for (let n = 0; n < 2; n += 1) {
      const { id } = await makeObject(management, 'creatives', {
        brandId,
        formatId,
        clickUrl: 'https://shop.example/',
      });
      creatives.push({ creativeId: id });
    }
    const { id } = await makeObject(management, 'bookings', {
      campaignId,
      startDate,
      positionIds: positions.map(({ positionId }) => positionId),
      pricing: { model: pricing.model, rate: { amount: decimal(pricing.rateMicros), currency: pricing.currency } },
      creatives,
    });
    expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
    pricingOf.set(id, pricing);
  }
  await publishRows(openSnapshotFolder(`${dataFolder}/snapshots`), await buildSnapshotRows(management.database));
  return { positions, pricingOf };
}

/** Returns an amount in the format of the API. */
export function decimal(micros: bigint): string {
  const digits = micros.toString().padStart(7, '0');
  const [units, part] = [digits.slice(0, -6), digits.slice(-6).replace(/0+$/, '')];
  return `${units}.${part.padEnd(2, '0')}`;
}
