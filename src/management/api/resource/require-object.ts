import type { ObjectKind } from '../../../contract/resource-types/resource-type.ts';
import { missingObject } from '../../records/domain-error.ts';
import { type ResourceTable, type Row, readRow } from '../../records/resource.ts';
import type { Call } from '../call/answer-once.ts';
import { callerOf } from '../call/authenticate-call.ts';

/**
 * Returns the object of a path, such as the booking of `/bookings/{id}/pacing`. Throws 404 if the caller does not see
 * it.
 */
export async function requireObject<Table extends ResourceTable>(
  { services, request }: Pick<Call, 'services' | 'request'>,
  { table, id, noun }: { readonly table: Table; readonly id: number; readonly noun: ObjectKind },
): Promise<Row<Table>> {
  const row = await readRow(services.database, { table, id, reach: callerOf(request).reach });
  if (row === undefined) throw missingObject(noun, id);
  return row;
}
