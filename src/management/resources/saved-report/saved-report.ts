import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { type ReportDefinition, savedReportBody, savedReportView } from '../../../contract/insight/saved-report.ts';
import { savedReportType } from '../../../contract/resource-types/saved-report.ts';
import { maxSavedReports } from '../../../core/vocabulary/limits.ts';
import { readActorNames } from '../../access/actor-names.ts';
import type { Caller } from '../../access/caller.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { booleanFilter, textFilter } from '../../api/resource/list-filters.ts';
import { listQuerySchema, sendList } from '../../api/resource/list-resource.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, registerResource } from '../../api/resource/register-resource.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField, missingObject } from '../../records/domain-error.ts';
import { commonFields, type Resource, readRow, type WriteContext } from '../../records/resource.ts';

type Write = WriteContext<'savedReport'>;

/**
 * Registers `/saved-reports`. A private report is visible only to its owner, a shared one to every caller. It contains
 * no data: the report that it defines is read with the reach of the reader.
 * Source: docs/decisions/0178-saved-reports.md.
 */
export function registerSavedReportRoutes(app: FastifyInstance, services: ManagementServices): void {
  const plain = resource as unknown as Parameters<typeof sendList>[1];
  const requireVisible = async (request: FastifyRequest) => {
    const id = (request.params as { readonly id?: number }).id;
    if (id === undefined) return;
    const { actor, reach } = callerOf(request);
    const row = await readRow(services.database, { table: 'savedReport', id, reach });
    if (row?.owner !== actor && row?.shared !== true) throw missingObject(resource.kind, idOfPath(request.params));
  };
  void app.register(async (visible) => {
    visible.addHook('preHandler', requireVisible);
    registerResource(visible, services, resource, { without: ['list'] });
    visible.get('/saved-reports', {
      config: { scope: resource.readScope },
      schema: operationSchema({
        tag: resource.tag,
        operationId: 'listSavedReports',
        summary: 'List saved reports of the caller, and shared ones',
        scope: resource.readScope,
        querystring: listQuerySchema(plain),
        answers: 'list',
        view: resource.view,
      }),
      handler: (request, reply) =>
        sendList({ services, request, reply }, plain, [
          sql<boolean>`(saved_report.shared or saved_report.owner = ${callerOf(request).actor})`,
        ]),
    });
  });
}

const resource: Resource<'savedReport', typeof savedReportBody, z.output<typeof savedReportView>> = {
  ...savedReportType,
  table: 'savedReport',
  body: savedReportBody,
  view: savedReportView,
  async present(rows, database, caller) {
    const names = await readActorNames(
      database,
      rows.map(({ owner }) => owner),
    );
    return rows.map((row) => ({
      ...commonFields(row),
      report: row.report as ReportDefinition,
      shared: row.shared,
      owner: row.owner,
      ownerName: names.get(row.owner) ?? null,
      editable: mayWrite(row, caller),
    }));
  },
  async columns(body, write) {
    if (write.current === null) await requireQuota(write);
    requireMayWrite(write);
    // A limited caller would show the name of the report to other companies.
    if (body.shared && write.caller.reach !== 'everything') {
      throw invalidField('/shared', 'not_permitted', fieldMessage('fullReachOnly'));
    }
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      owner: write.current?.owner ?? write.caller.actor,
      report: JSON.stringify(body.report),
      shared: body.shared,
    };
  },
  archivedColumns(write) {
    requireMayWrite(write);
    return {};
  },
  unarchivedColumns(write) {
    requireMayWrite(write);
    return {};
  },
  requiredActive: () => [],
  filters: {
    shared: booleanFilter('savedReport.shared', 'Whether everyone can open the report'),
    externalId: textFilter('savedReport.externalId', 'External id'),
  },
  computedFields: ['ownerName', 'editable'],
};

/** Administrators maintain shared reports whose owners have left. */
function mayWrite(row: { readonly owner: string; readonly shared: boolean }, { actor, scopes }: Caller): boolean {
  return row.owner === actor || (row.shared && scopes.has('users:write'));
}

function requireMayWrite({ current, caller }: Write): void {
  if (current === null || mayWrite(current, caller)) return;
  throw new DomainError('not_permitted', { detail: detailMessage('savedReportOwner') });
}

async function requireQuota({ transaction, caller }: Write): Promise<void> {
  const { count } = await transaction
    .selectFrom('savedReport')
    .select(sql<number>`count(*)`.as('count'))
    .where('savedReport.owner', '=', caller.actor)
    .where('savedReport.archivedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (count < maxSavedReports) return;
  throw new DomainError('not_permitted', { detail: detailMessage('maxSavedReports', { count: maxSavedReports }) });
}
