import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type AuditQuery, auditEntryView, auditQuery } from '../../../contract/access/audit.ts';
import { idText } from '../../../contract/common/common.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { readAuditEntry, readAuditPage } from '../../../platform/audit/read-audit.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { invalidRequest, missingObject } from '../../records/domain-error.ts';

const tag = 'Audit';
const scope = 'audit:read';

/** Registers `/audit`, newest first, and `/audit/{id}`: every change with its entry in the hash chain. */
export function registerAuditRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/audit', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'listAuditEntries',
      summary: 'List audit entries, newest first',
      description:
        'Each entry contains the change, its author, and its position in a hash chain, which proves that no entry was changed, removed or inserted.',
      scope,
      querystring: auditQuery,
      answers: 'list',
      view: auditEntryView,
    }),
    async handler(request, reply) {
      const query = request.query as AuditQuery;
      if (query.cursor !== undefined && query.offset !== undefined) {
        const message = fieldMessage('notWithOffset');
        throw invalidRequest([{ pointer: '/cursor', in: 'query', code: 'invalid_cursor', message }]);
      }
      const { entries, total, hasMore } = await readAuditPage(services.database, query);
      reply.header('Record-Count', String(total));
      const last = entries.at(-1);
      if (hasMore && last !== undefined) reply.header('Link', `<${nextAddress(request.url, last.id)}>; rel="next"`);
      return entries;
    },
  });
  app.get('/audit/:id', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'getAuditEntry',
      summary: 'Retrieve an audit entry',
      scope,
      params: z.strictObject({ id: idText('audit entry') }),
      answers: 'reading',
      view: auditEntryView,
    }),
    async handler(request) {
      const { id } = request.params as { readonly id: number };
      const entry = await readAuditEntry(services.database, id);
      if (entry === undefined) throw missingObject('audit-entries', id);
      return entry;
    },
  });
}

function nextAddress(url: string, cursor: number): string {
  const { pathname, searchParams: parameters } = new URL(url, 'http://management');
  parameters.delete('offset');
  parameters.set('cursor', String(cursor));
  return `${pathname}?${parameters}`;
}
