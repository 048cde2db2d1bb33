import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { importFeed } from '../fixtures/import-products.ts';
import { makeObject } from '../fixtures/make-objects.ts';
import { startTestManagement } from '../server/test-management.ts';

/**
 * Imports this number of products into a catalog, imports them again, imports one in a hundred as out of stock, and
 * searches among them.
 */
export async function takeLargeFeeds(products: number) {
  const management = await startTestManagement();
  try {
    const brand = await makeObject(management, 'brands');
    const mediaPartnerId = brand['mediaPartnerId'] as number;
    const take = async (content: Buffer, name: string, kind: 'full' | 'delta') => {
      const startedMs = performance.now();
      const report = await importFeed(management, { mediaPartnerId, name, content, kind });
      return { report, seconds: Math.round((performance.now() - startedMs) / 100) / 10 };
    };
    const all = Buffer.from(feedOf(products));
    const first = await take(all, 'feed.csv', 'full');
    expect(first.report).toMatchObject({ rows: products, badRows: 0, added: products });
    const again = await take(gzipSync(all), 'feed.csv.gz', 'full');
    expect(again.report).toMatchObject({ added: 0, changed: 0, archived: 0, unchanged: products });
    const sold = Array.from({ length: products / 100 }, (_, index) => `sku-${index * 100},out_of_stock`);
    const stock = await take(Buffer.from(['id,availability', ...sold].join('\n')), 'stock.csv', 'delta');
    expect(stock.report).toMatchObject({ changed: products / 100, added: 0, archived: 0 });
    const listed = await management.call('GET', `/products?mediaPartnerId=${mediaPartnerId}&limit=1`);
    expect(listed.headers['record-count']).toBe(String(products));
    // As autovacuum does within a minute.
    await sql`vacuum analyze product`.execute(management.database);
    const searchMs: Record<string, number> = {};
    // One product by its name, one by its ID in the shop, and none.
    for (const [text, found] of [
      [`number ${products - 1}`, '1'],
      [`SKU-${products - 2}`, '1'],
      ['unheard_of', '0'],
    ] as const) {
      const startedMs = performance.now();
      const answer = await management.call('GET', `/products?search=${encodeURIComponent(text)}`);
      searchMs[text] = Math.round(performance.now() - startedMs);
      expect([text, answer.headers['record-count']]).toEqual([text, found]);
    }
    const seconds = { first: first.seconds, again: again.seconds, stock: stock.seconds };
    return { products, bytes: all.length, seconds, searchMs };
  } finally {
    await management.close();
  }
}

function feedOf(products: number): string {
  const rows = Array.from({ length: products }, (_, index) => {
    const category = `Shelf ${index % 100} > Rack ${index % 1_000}`;
    return `sku-${index},Product number ${index},https://shop.example/p/${index},${index % 900}.95 EUR,in_stock,${category}`;
  });
  return ['id,title,link,price,availability,product_type', ...rows].join('\n');
}
