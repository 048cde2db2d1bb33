import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/db/schema.ts';
import type { Caller } from '../access/caller.ts';
import type { Resource, ResourceTable, ResourceView, Row } from './resource.ts';

/** Returns the view of a row, validated against the published schema. */
export async function presentRecord<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  row: Row<Table>,
  { database, caller }: { readonly database: Kysely<Database>; readonly caller: Caller },
): Promise<View> {
  const [view] = await resource.present([row], database, caller);
  return resource.view.parse(view);
}

/** Returns the members of a view that the body contains, without a derived name. */
export function writableOf<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  view: View,
): Record<string, unknown> {
  const { name, ...others } = view;
  const document = name === resource.derivedName?.(view) ? others : view;
  return Object.fromEntries(Object.entries(document).filter(([member]) => member in resource.body.shape));
}
