import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Scope } from '../../../contract/access/scopes.ts';
import { type ReviewView, reviewView } from '../../../contract/booking/review.ts';
import { readStateLeft } from '../../../platform/audit/read-state-left.ts';
import { presentRecord } from '../../records/present-record.ts';
import type { Resource, ResourceTable, ResourceView, Row } from '../../records/resource.ts';
import { callerOf } from '../call/authenticate-call.ts';
import type { ManagementServices } from '../management-services.ts';
import { changedFields } from './changed-fields.ts';
import { operationSchema } from './operation-schema.ts';
import { idOfPath, idParams } from './register-resource.ts';
import { requireObject } from './require-object.ts';

export type ReviewRules<Table extends ResourceTable, View> = {
  /** Scope for approving. Reading the review requires it. */
  readonly approveScope: Scope;
  /** Returns whether the current state of the object is approved. */
  readonly isApproved: (row: Row<Table>) => boolean;
  /** Returns the same condition for a state in the audit log, as jsonb. */
  readonly wasApproved: (state: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** Returns the terms after an approval if they differ from the shown object, otherwise null. */
  readonly waiting?: (view: View) => Readonly<Record<string, unknown>> | null;
  /** Compared fields in display order. `termsOf` selects them from a view or an audit state. */
  readonly fields: readonly string[];
  readonly termsOf?: (state: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
};

/**
 * Registers `GET /{kind}/{id}/review`: the differences between a submitted object and its approved state. Source:
 * docs/decisions/0133-changes-under-review.md.
 */
export function registerReview<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  app: FastifyInstance,
  services: ManagementServices,
  resource: Resource<Table, Body, View>,
  rules: ReviewRules<Table, View>,
): void {
  const { database } = services;
  app.get(`/${resource.kind}/:id/review`, {
    config: { scope: rules.approveScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: `get${resource.operationName[0]}Review`,
      summary: `Retrieve the changes of a ${resource.one} since its approval`,
      scope: rules.approveScope,
      params: idParams(resource.one),
      answers: 'reading',
      view: reviewView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const row = await requireObject({ services, request }, { table: resource.table, id, noun: resource.kind });
      const view = await presentRecord(resource, row, { database, caller: callerOf(request) });
      const approved = await approvedState(view, rules.isApproved(row));
      return reviewView.parse(reviewOf(view, approved));
    },
  });

  async function approvedState(view: View, isApproved: boolean) {
    if (isApproved) return { state: view as Readonly<Record<string, unknown>>, until: null };
    const left = await readStateLeft(database, { kind: resource.kind, objectId: view.id, holds: rules.wasApproved });
    return left === null ? null : { state: left.state, until: left.at.toISOString() };
  }

  function reviewOf(view: View, approved: Awaited<ReturnType<typeof approvedState>>): ReviewView {
    if (approved === null) return { version: view.version, approved: null, changes: [] };
    const { termsOf = (state) => state, fields } = rules;
    const waiting = { ...view, ...rules.waiting?.(view) };
    return {
      version: view.version,
      approved: { version: Number(approved.state['version']), until: approved.until },
      changes: changedFields(termsOf(approved.state), termsOf(waiting), fields),
    };
  }
}
