import type { FormatReferenceStructuredObject } from '@adcp/sdk/types';
import type { Kysely } from 'kysely';
import type { TemplateField } from '../../../../core/creative/template-field.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import { readSeededFormats } from '../test-controller/seeded-products.ts';

/** A format in which a buyer may supply a creative. */
export type AcceptedFormat = {
  readonly id: number;
  readonly code: string;
  readonly mediaType: string;
  readonly templateFields: readonly TemplateField[];
};

type FormatId = Pick<FormatReferenceStructuredObject, 'id'>;

/**
 * Reads the active formats with these IDs of the protocol: their code, or their number. Codes of formats are unique and
 * do not change. `agent_url` is not compared: assets are checked against the format of this server in any case.
 */
export async function readAcceptedFormats(
  database: Kysely<Database>,
  formatIds: readonly FormatId[],
  buyer: Pick<Buyer, 'id' | 'test'>,
): Promise<ReadonlyMap<string, AcceptedFormat>> {
  const given = [...new Set(formatIds.map(({ id }) => id))];
  const codeOf = await readSeededFormats(database, buyer);
  const names = given.map((id) => codeOf.get(id) ?? id);
  if (names.length === 0) return new Map();
  const numbers = names.flatMap((name) => numberOf(name) ?? []);
  const formats = await database
    .selectFrom('format')
    .select(['format.id', 'format.code', 'format.mediaType', 'format.templateFields'])
    .where('format.archivedAt', 'is', null)
    .where((where) =>
      where.or([where('format.code', 'in', names), ...(numbers.length > 0 ? [where('format.id', 'in', numbers)] : [])]),
    )
    .execute();
  return new Map(
    given.flatMap((id) => {
      const name = codeOf.get(id) ?? id;
      const format = formats.find(({ code }) => code === name) ?? formats.find(({ id }) => id === numberOf(name));
      return format === undefined ? [] : [[id, format] as const];
    }),
  );
}

/** Returns whether an ID of the protocol is that of a format: its code or its number. */
export function isFormatId({ id }: FormatId, format: { readonly id: number; readonly code: string }): boolean {
  return id === format.code || id === String(format.id);
}

function numberOf(name: string): number | null {
  return /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null;
}
