import type { FastifyInstance } from 'fastify';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import {
  type FeedFormat,
  type ProductImportBody,
  type ProductImportReport,
  type ProductImportsQuery,
  productImportBody,
  productImportReportView,
  productImportsQuery,
  productImportView,
} from '../../../contract/commerce/product.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { raiseRevision } from '../../../exchange/revision/raise-revision.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { answerOnce, type Call, type KeyedAnswer } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField, missingObject } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { requireCompleteUpload } from '../upload/complete-upload.ts';
import { importProducts, type ProductImportTask } from './import-products.ts';

/** Reading imports requires the scope for importing. */
const scope = 'products:write';
const tag = 'Products';

/**
 * Registers `/product-imports`: imports of feeds into catalogs. Source: docs/decisions/0120-product-catalogs.md.
 */
export function addProductImports(app: FastifyInstance, services: ManagementServices): void {
  registerReads(app, services);
  app.post('/product-imports', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'importProducts',
      summary: 'Import a feed into the catalog of a media partner',
      description:
        'Returns when the import is complete, after some minutes for a million products. The feed is imported completely or not at all; wrong rows are skipped and listed. While another import into the same catalog is running, the response is 409 `request_in_progress` with `Retry-After`.',
      scope,
      body: productImportBody,
      answers: 'bulk',
      view: productImportReportView,
    }),
    async handler(request, reply) {
      const body = request.body as ProductImportBody;
      const call = { services, request, reply };
      const upload = await requireCompleteUpload(request, services, body);
      const path = services.uploads.contentPath(upload);
      const task = { ...body, path, ...formatOf(upload.fileName, body.format) };
      const answered = await answerOnce(call, (transaction) => runImport(call, transaction, task, upload.fileName));
      // If this fails, the products stay imported and the upload is only removed later.
      await services.uploads
        .markUsed(upload)
        .catch((error: unknown) => services.log.warn({ err: error }, 'upload not flagged as used'));
      return answered;
    },
  });
}

const formatOfEnding: Readonly<Record<string, FeedFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  txt: 'tsv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  xml: 'xml',
  rss: 'xml',
  atom: 'xml',
};

function formatOf(fileName: string, said: FeedFormat | undefined) {
  const isGzip = /\.gz$/i.test(fileName);
  const [, ending = ''] = /\.([a-z]+)(?:\.gz)?$/i.exec(fileName) ?? [];
  const format = said ?? formatOfEnding[ending.toLowerCase()];
  if (format === undefined) {
    throw invalidField('/format', 'required', fieldMessage('feedFormatRequired'));
  }
  return { format, isGzip };
}

async function runImport(
  { services, request }: Pick<Call, 'services' | 'request'>,
  transaction: Transaction<Database>,
  task: ProductImportTask,
  fileName: string,
): Promise<KeyedAnswer> {
  const { mediaPartnerId, kind } = task;
  const caller = callerOf(request);
  const nowMs = services.nowMs ?? Date.now;
  const startedAt = new Date(nowMs());
  const pointer = '/mediaPartnerId';
  await requireReference(
    { transaction, caller },
    { table: 'mediaPartner', id: mediaPartnerId, pointer, noun: 'media-partners' },
  );
  await lockCatalog(transaction, mediaPartnerId);
  const { fault, report, changes } = await importProducts(transaction, task);
  const { creativeIds, ...counts } = changes;
  const row = await transaction
    .insertInto('productImport')
    .values({
      mediaPartnerId,
      fileName: fileName.slice(0, 255),
      kind,
      status: fault === null ? 'accepted' : 'refused',
      problem: fault?.code ?? null,
      detail: fault?.message ?? null,
      rows: report.rows,
      badRows: report.badRows,
      faults: JSON.stringify(report.faults),
      namedRows: JSON.stringify(report.named),
      ...counts,
      startedAt,
      finishedAt: new Date(nowMs()),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = presentImport(row);
  const entry = { actor: caller.actor, action: 'create', kind: 'product-imports', objectId: row.id, before: null };
  await appendAudit(transaction, { ...entry, after, requestId: request.id });
  if (creativeIds.length > 0) {
    const touched = creativeIds.map((creativeId) => ({ kind: 'creatives', id: creativeId, members: null }));
    await raiseRevision(transaction, { actor: caller.actor, summary: `import products ${row.id}`, touched });
  }
  return { status: 200, headers: {}, body: JSON.stringify(withRows(row)) };
}

/** Serializes imports into one catalog, which would otherwise overwrite each other. */
async function lockCatalog(transaction: Transaction<Database>, mediaPartnerId: number): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`catalog ${mediaPartnerId}`}, 0)) as locked
  `.execute(transaction);
  if (rows[0]?.locked === true) return;
  throw new DomainError('request_in_progress', {
    detail: detailMessage('importRunning', { id: mediaPartnerId }),
    retryAfterSeconds: 10,
  });
}

function registerReads(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/product-imports', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'listProductImports',
      summary: 'List product imports, newest first',
      scope,
      querystring: productImportsQuery,
      answers: 'list',
      view: productImportView,
    }),
    async handler(request, reply) {
      const { limit, offset = 0, mediaPartnerId } = request.query as ProductImportsQuery;
      let matching = database.selectFrom('productImport');
      if (mediaPartnerId !== undefined) matching = matching.where('productImport.mediaPartnerId', '=', mediaPartnerId);
      const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      reply.header('Record-Count', String(total));
      const rows = await matching.selectAll().orderBy('productImport.id', 'desc').limit(limit).offset(offset).execute();
      return rows.map(presentImport);
    },
  });
  app.get('/product-imports/:id', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'getProductImport',
      summary: 'Retrieve an import with its wrong rows',
      scope,
      params: idParams('import'),
      answers: 'reading',
      view: productImportReportView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const row = await readImport(database, id);
      if (row === undefined) throw missingObject('imports', id);
      return withRows(row);
    },
  });
}

type ImportRow = Selectable<Database['productImport']>;

function readImport(database: Kysely<Database>, id: number): Promise<ImportRow | undefined> {
  return database.selectFrom('productImport').selectAll().where('productImport.id', '=', id).executeTakeFirst();
}

function withRows(row: ImportRow): ProductImportReport {
  return { ...presentImport(row), badRowList: row.namedRows };
}

function presentImport(row: ImportRow): z.output<typeof productImportView> {
  const { namedRows: _rows, startedAt, finishedAt, ...others } = row;
  return productImportView.parse({
    ...others,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  });
}
