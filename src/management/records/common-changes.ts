import type { z } from 'zod';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import { detailMessage, nounOf } from './detail-message.ts';
import { DomainError } from './domain-error.ts';
import { parseBody } from './field-errors.ts';
import { mergePatch } from './merge-patch.ts';
import { presentRecord, writableOf } from './present-record.ts';
import { refuseWhileInUse, requireLive } from './references.ts';
import type { Resource, ResourceTable, ResourceView, SomeColumns } from './resource.ts';
import type { RecordChange } from './save-record.ts';

/** Object and merge patch of its writable members. */
export type Patch = { readonly id: number; readonly patch: Readonly<Record<string, unknown>> };

/** Applies RFC 7396 to the writable members of the object. The result must be a valid body. */
export function patchChange<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  options: Patch,
): RecordChange<Table> {
  return {
    id: options.id,
    action: 'update',
    version: 'required',
    async change(write) {
      if (write.current.archivedAt !== null) throw archivedError(resource, options.id);
      if (Object.keys(options.patch).length === 0) return null;
      const { transaction: database, caller } = write;
      const view = await presentRecord(resource, write.current, { database, caller });
      const document = await (resource.writable?.(view, write) ?? writableOf(resource, view));
      const body = parseBody(resource.body, mergePatch(withoutNulls(document), options.patch));
      return {
        columns: (await resource.columns(body, write)) as SomeColumns<Table>,
        after: async (row) => resource.afterWrite?.(row, body, write),
      };
    },
  };
}

/** Archives an object. Objects are never deleted. An object that active objects depend on is `in_use`. */
export function archiveChange<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  id: number,
): RecordChange<Table> {
  return {
    id,
    action: 'archive',
    version: 'required',
    async change(write) {
      if (write.current.archivedAt !== null) return null;
      await refuseWhileInUse(write, { id, noun: resource.kind, dependents: resource.dependents ?? [] });
      return {
        columns: {
          archivedAt: new Date(),
          ...(await resource.archivedColumns?.(write)),
        } as unknown as SomeColumns<Table>,
        after: async () => resource.afterArchive?.(id, write),
      };
    },
  };
}

/** Restores an archived object if all objects that it depends on are active. An active object stays unchanged. */
export function unarchiveChange<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  id: number,
): RecordChange<Table> {
  return {
    id,
    action: 'unarchive',
    version: 'optional',
    async change(write) {
      const { current, transaction } = write;
      if (current.archivedAt === null) return null;
      for (const needed of resource.requiredActive?.(current) ?? []) await requireLive(transaction, needed);
      const others = await resource.unarchivedColumns?.(write);
      return { columns: { ...others, archivedAt: null } as unknown as SomeColumns<Table> };
    },
  };
}

/** Returns the error for changes of an archived object. */
export function archivedError(resource: { readonly kind: ObjectKind }, id: number): DomainError {
  return new DomainError('archived', { detail: detailMessage('archived', { object: nounOf(resource.kind), id }) });
}

/** In a merge patch document an absent member equals null. */
function withoutNulls(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}
