import { type Kysely, sql } from 'kysely';
import type { BookingSettings, UnavailableReference } from '../../../contract/booking/booking-template.ts';
import type { TargetingTree } from '../../../contract/booking/targeting.ts';
import { fold } from '../../../core/targeting/fold.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';

/** Objects that settings refer to by their ids: the field, the table, and the ids. */
export const templateReferences = [
  { field: 'positionIds', table: 'position', noun: 'inventory/position', ids: idsOf('positionIds') },
  { field: 'locationIds', table: 'location', noun: 'inventory/location', ids: idsOf('locationIds') },
  { field: 'publicationIds', table: 'publication', noun: 'inventory/publication', ids: idsOf('publicationIds') },
  { field: 'publisherIds', table: 'publisher', noun: 'inventory/publisher', ids: idsOf('publisherIds') },
  {
    field: 'creatives',
    table: 'creative',
    noun: 'creatives',
    member: '/creativeId',
    ids: ({ creatives }: BookingSettings) => creatives.map(({ creativeId }) => creativeId),
  },
  {
    field: 'sponsored/products',
    table: 'product',
    noun: 'products',
    ids: ({ sponsored }: BookingSettings) => sponsored?.products ?? [],
  },
  {
    field: 'sponsored/formatId',
    table: 'format',
    noun: 'inventory/format',
    ids: ({ sponsored }: BookingSettings) => (sponsored === null ? [] : [sponsored.formatId]),
  },
] as const;

type Named = { readonly name: string; readonly isActive: boolean };
type NamedSegment = Named & { readonly code: string };

/**
 * Reads which references of settings cannot be used by a caller: the object is archived, or the caller may not see it.
 * A segment counts as unavailable if it is archived. Other codes may be events of the user sync.
 * @returns a function for each of the settings
 */
export async function readUnavailable(
  database: Kysely<Database>,
  settings: readonly BookingSettings[],
  reach: Reach,
): Promise<(settings: BookingSettings) => UnavailableReference[]> {
  const objects = new Map<string, ReadonlyMap<number, Named>>();
  for (const { field, table, ids } of templateReferences) {
    const wanted = [...new Set(settings.flatMap((one) => [...ids(one)]))];
    if (wanted.length === 0) continue;
    const { rows } = await sql<Named & { id: number }>`
      select id, name, archived_at is null as is_active from ${sql.table(table)}
      where id = any(${wanted}::bigint[]) and ${visibleRows(table, reach)}
    `.execute(database);
    objects.set(field, new Map(rows.map((row) => [row.id, row])));
  }
  const archivedSegments = await readArchivedSegments(database, settings, reach);
  return (one) => [
    ...templateReferences.flatMap(({ field, noun, ids }) =>
      ids(one).flatMap((id): UnavailableReference[] => {
        const object = objects.get(field)?.get(id);
        return object?.isActive === true ? [] : [{ field, kind: noun, id, code: null, name: object?.name ?? null }];
      }),
    ),
    ...segmentCodesOf(one.targeting).flatMap((code): UnavailableReference[] => {
      const segment = archivedSegments.get(fold(code));
      return segment === undefined
        ? []
        : [{ field: 'targeting', kind: 'segments', id: null, code, name: segment.name }];
    }),
  ];
}

/** Returns archived segments by their folded codes, without codes that an active segment has. */
async function readArchivedSegments(
  database: Kysely<Database>,
  settings: readonly BookingSettings[],
  reach: Reach,
): Promise<ReadonlyMap<string, Named>> {
  const codes = [...new Set(settings.flatMap(({ targeting }) => segmentCodesOf(targeting)).map(fold))];
  if (codes.length === 0) return new Map();
  const { rows } = await sql<NamedSegment>`
    select folded_code as code, name, archived_at is null as is_active from segment
    where folded_code = any(${codes}::text[]) and ${visibleRows('segment', reach)}
    order by archived_at is null
  `.execute(database);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  return new Map([...byCode].filter(([, { isActive }]) => !isActive));
}

function segmentCodesOf(tree: TargetingTree | null): readonly string[] {
  if (tree === null) return [];
  if ('all' in tree) return tree.all.flatMap(segmentCodesOf);
  if ('any' in tree) return tree.any.flatMap(segmentCodesOf);
  if ('not' in tree) return segmentCodesOf(tree.not);
  return 'fact' in tree && tree.fact === 'segment' ? tree.values : [];
}

function idsOf(field: 'positionIds' | 'locationIds' | 'publicationIds' | 'publisherIds') {
  return (settings: BookingSettings): readonly number[] => settings[field];
}
