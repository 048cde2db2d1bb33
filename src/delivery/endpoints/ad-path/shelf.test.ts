import { expect, test } from 'vitest';
import { fittingBookings, searchOf, shelfBatches, shelfSlot } from '../../../../test/support/database/shelf-rows.ts';
import { startTestDelivery } from '../../../../test/support/server/test-delivery.ts';
import type { SnapshotRows } from '../../../core/snapshot/snapshot-rows.ts';

const size = { bookings: 2_000, productsOfBooking: 3 };
const searches = 200;

// test/nightly/shelf-of-a-million.test.ts measures the speed with a million products.
test('with 2,000 keyword bookings each search gets a matching one, or none if none matches', async () => {
  const delivery = await startTestDelivery(rowsOf());
  try {
    const seen = { some: 0, none: 0 };
    for (let index = 0; index < searches; index += 1) {
      const kw = index % 10 === 9 ? `nothing${index}` : searchOf(index, size);
      const body = JSON.stringify({ slots: [{ slotname: shelfSlot }], parameters: { kw } });
      const answer = await delivery.fetch('/json', { method: 'POST', body });
      const [ad, ...others] = (await answer.json()) as { readonly adspaceId: string; readonly tag: string }[];
      const fitting = fittingBookings(kw, size);
      expect(others).toEqual([]);
      if (ad === undefined) expect([kw, fitting.size]).toEqual([kw, 0]);
      else expect([kw, fitting.has(Number(ad.adspaceId))]).toEqual([kw, true]);
      if (ad !== undefined) expect(JSON.parse(ad.tag).native.fields.sku).toMatch(/^sku-\d+$/);
      seen[ad === undefined ? 'none' : 'some'] += 1;
    }
    expect(seen.some).toBeGreaterThan(searches / 3);
    expect(seen.none).toBeGreaterThanOrEqual(searches / 10);
  } finally {
    await delivery.close();
  }
});

function rowsOf(): SnapshotRows {
  const rows: Record<string, unknown[]> = {};
  for (const { kind, rows: some } of shelfBatches(size)) {
    const known = rows[kind] ?? [];
    rows[kind] = known;
    known.push(...some);
  }
  return { revision: 1, builtAtMs: Date.now(), ...rows } as unknown as SnapshotRows;
}
