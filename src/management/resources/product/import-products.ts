import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { readBrandsOfPartner } from './brands-of-partner.ts';
import { type CatalogChanges, openCatalog } from './catalog.ts';
import { FeedFault } from './feed/feed-fault.ts';
import { createFeedReporter, type FeedListener, type FeedReport } from './feed/feed-report.ts';
import { type FeedFile, readFeed } from './feed/read-feed.ts';
import { type FeedProduct, isBadRow, readProduct } from './feed/read-product.ts';

/** Most products of one feed, and therefore of one catalog. */
const maxFeedProducts = 1_000_000;

export type ProductImportTask = FeedFile & {
  readonly mediaPartnerId: number;
  readonly kind: 'full' | 'delta';
  readonly maxBadRowsPercent: number;
};

export type ProductImportOutcome = {
  /** null: imported. */
  readonly fault: FeedFault | null;
  readonly report: FeedReport;
  readonly changes: CatalogChanges;
};

/** Imports a feed into a catalog atomically. A refused feed leaves the transaction unchanged. */
export async function importProducts(
  transaction: Transaction<Database>,
  task: ProductImportTask,
): Promise<ProductImportOutcome> {
  const reporter = createFeedReporter();
  await sql`savepoint feed`.execute(transaction);
  try {
    const changes = await takeFeed(transaction, task, reporter);
    return { fault: null, report: reporter.report(), changes };
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
    await sql`rollback to savepoint feed`.execute(transaction);
    const changes = { added: 0, changed: 0, unchanged: 0, archived: 0, creativeIds: [] };
    return { fault: error, report: reporter.report(), changes };
  }
}

async function takeFeed(
  transaction: Transaction<Database>,
  task: ProductImportTask,
  reporter: ReturnType<typeof createFeedReporter>,
): Promise<CatalogChanges> {
  const findBrand = await readBrandsOfPartner(transaction, task.mediaPartnerId);
  const catalog = openCatalog(transaction, { ...task, findBrand, bad: reporter.bad });
  const { repeated, count } = await findRepeated(task);
  if (count > maxFeedProducts) throw new FeedFault('too_many_rows', `more than ${maxFeedProducts} products`);
  let unnamedRows = 0;
  for await (const rows of readFeed(
    task,
    noteUnnamed(reporter, () => (unnamedRows += 1)),
  )) {
    const products: FeedProduct[] = [];
    const wrong: string[] = [];
    for (const row of rows) {
      const product = readProduct(row);
      if (isBadRow(product)) {
        reporter.bad(product);
        if (product.sku === null) unnamedRows += 1;
        else wrong.push(product.sku);
      } else if (repeated.has(product.sku)) {
        // Which of the rows is correct is unknown, so the product stays unchanged.
        reporter.bad({ line: product.line, sku: product.sku, code: 'repeated' });
        wrong.push(product.sku);
      } else products.push(product);
    }
    await catalog.take(products);
    await catalog.keep(wrong);
  }
  // A row without a readable ID may belong to any product, so missing products are not archived.
  const changes = await catalog.finish({ archives: unnamedRows === 0 });
  requireGoodRows(reporter.report(), task);
  return changes;
}

/** Returns the IDs of several rows of a feed, and the number of distinct IDs. Reads the feed once before the import. */
async function findRepeated(
  task: ProductImportTask,
): Promise<{ readonly repeated: ReadonlySet<string>; readonly count: number }> {
  const known = new Set<string>();
  const repeated = new Set<string>();
  try {
    for await (const rows of readFeed(task, { row: () => undefined, bad: () => undefined })) {
      for (const { sku } of rows.map(readProduct)) {
        if (sku === null) continue;
        if (known.has(sku)) repeated.add(sku);
        else known.add(sku);
      }
      if (known.size > maxFeedProducts) break;
    }
  } catch (error) {
    // The import reports the same error, and the rows before it.
    if (!(error instanceof FeedFault)) throw error;
  }
  return { repeated, count: known.size };
}

/** Calls `unnamed` for unreadable rows, which identify no product. */
function noteUnnamed(reporter: FeedListener, unnamed: () => void): FeedListener {
  return {
    row: reporter.row,
    bad(row) {
      reporter.bad(row);
      unnamed();
    },
  };
}

/** Refuses a full feed with many wrong rows, because it would archive existing products. */
function requireGoodRows({ rows, badRows }: FeedReport, { kind, maxBadRowsPercent }: ProductImportTask): void {
  if (kind === 'full' && rows === 0) throw new FeedFault('empty', 'the file contains no products');
  if (badRows * 100 <= rows * maxBadRowsPercent) return;
  throw new FeedFault('too_many_bad_rows', `${badRows} of ${rows} rows are wrong`);
}
