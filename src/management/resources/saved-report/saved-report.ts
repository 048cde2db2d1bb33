import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { type ReportDefinition, savedReportBody, savedReportView } from '../../../contract/insight/saved-report.ts';
import { savedReportType } from '../../../contract/resource-types/saved-report.ts';
import { maxSavedReports } from '../../../core/vocabulary/limits/report-limits.ts';
import { readActorNames } from '../../access/actor-names.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { booleanFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerOwnedResource } from '../../api/resource/register-owned.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { mayChangeOwned, requireMayChange, requireOwnerQuota } from '../../records/owner-rules.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';

type Write = WriteContext<'savedReport'>;

/**
 * Registers `/saved-reports`. A private report is visible only to its owner, a shared one to every caller. It contains
 * no data: the report that it defines is read with the reach of the reader.
 * Source: docs/decisions/0178-saved-reports.md.
 */
export function registerSavedReportRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerOwnedResource(app, services, resource, {
    sharedWith: 'everyone',
    listSummary: 'List saved reports of the caller, and shared ones',
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
      editable: mayChangeOwned(row, caller),
    }));
  },
  async columns(body, write) {
    if (write.current === null) await requireOwnerQuota(write, 'savedReport', limit());
    requireOwner(write);
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
    requireOwner(write);
    return {};
  },
  unarchivedColumns(write) {
    requireOwner(write);
    return {};
  },
  requiredActive: () => [],
  filters: {
    shared: booleanFilter('savedReport.shared', 'Whether everyone can open the report'),
    externalId: textFilter('savedReport.externalId', 'External id'),
  },
  computedFields: ['ownerName', 'editable'],
};

function requireOwner({ current, caller }: Write): void {
  requireMayChange(current, caller, detailMessage('savedReportOwner'));
}

function limit() {
  return { most: maxSavedReports, detail: detailMessage('maxSavedReports', { count: maxSavedReports }) };
}
