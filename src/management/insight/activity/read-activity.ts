import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ActivityChangeView,
  ActivityEntryView,
  ActivityKind,
  ActivityQuery,
} from '../../../contract/collaboration/activity.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readActorNames } from '../../access/actor-names.ts';
import type { Caller } from '../../access/caller.ts';
import { commentExcerpt } from '../../resources/comment/attachment/comment-excerpt.ts';
import { entriesAbout, readSubjects, type SubjectFilter } from './activity-subjects.ts';

/** Characters of a comment that an entry contains. */
const excerptLength = 200;

/** Members of a view that every change updates, that are computed, or that depend on the caller. */
const unlistedFields: ReadonlySet<string> = new Set([
  'version',
  'updatedAt',
  'availableActions',
  'blockingReasons',
  'limitingReasons',
  'health',
  'delivered',
  'progress',
]);

type State = Readonly<Record<string, unknown>>;

type EntryRow = {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly kind: ActivityKind;
  readonly objectId: number;
  readonly objectName: string | null;
  readonly before: State | null;
  readonly after: State | null;
  readonly excerpt: string | null;
};

type Wanted = {
  readonly filter: SubjectFilter;
  readonly limit: number;
  readonly conditions: readonly RawBuilder<boolean>[];
};

/** Returns a page of entries about objects that the caller may read now, newest first. */
export async function readActivity(
  database: Kysely<Database>,
  caller: Caller,
  query: ActivityQuery,
): Promise<{ readonly entries: readonly ActivityEntryView[]; readonly next: number | null }> {
  const { limit, before, actor, from, to } = query;
  const conditions = [
    ...(before === undefined ? [] : [sql<boolean>`link.number < ${before}`]),
    ...(actor === undefined ? [] : [sql<boolean>`entry.actor = any(${actor}::text[])`]),
    ...(from === undefined ? [] : [sql<boolean>`entry.at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`entry.at < ${new Date(to)}`]),
  ];
  const rows = await readRows(database, caller, { filter: query, limit: limit + 1, conditions });
  const names = await readActorNames(
    database,
    rows.map((row) => row.actor),
  );
  const page = rows.slice(0, limit);
  return {
    entries: page.map((row) => entryOf(row, names)),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Returns one entry with the values of its changed fields. null: none that the caller may read. */
export async function readActivityChange(
  database: Kysely<Database>,
  caller: Caller,
  number: number,
): Promise<ActivityChangeView | null> {
  const conditions = [sql<boolean>`link.number = ${number}`];
  const [row] = await readRows(database, caller, { filter: {}, limit: 1, conditions });
  if (row === undefined) return null;
  const fields = changedFields(row);
  const entry = entryOf(row, await readActorNames(database, [row.actor]));
  const isNew = row.before === null;
  return {
    ...entry,
    before: row.excerpt !== null || isNew ? null : partOf(row.before, fields),
    after: row.excerpt !== null ? null : partOf(row.after, isNew ? listedFields(row.after) : fields),
  };
}

async function readRows(
  database: Kysely<Database>,
  caller: Caller,
  { filter, limit, conditions }: Wanted,
): Promise<readonly EntryRow[]> {
  const about = await entriesAbout(database, await readSubjects(database, caller, filter));
  const { rows } = await sql<EntryRow>`
    select link.number as id, entry.at, entry.actor, subject.kind, subject.object_id, entry.before, entry.after,
      case when entry.kind = 'comments' then 'comment' else entry.action end as action,
      case when entry.kind = 'comments' then ${commentExcerpt('comment', excerptLength)} end as excerpt,
      coalesce(campaign.name, booking.name, creative.name, media_partner.name, brand.name, product.name) as object_name
    from audit_link link
    join audit_entry entry on entry.id = link.entry_id
    left join object_comment comment on entry.kind = 'comments' and comment.id = entry.object_id
    cross join lateral (
      select coalesce(comment.kind, entry.kind) as kind, coalesce(comment.object_id, entry.object_id) as object_id
    ) subject
    left join campaign on subject.kind = 'campaigns' and campaign.id = subject.object_id
    left join booking on subject.kind = 'bookings' and booking.id = subject.object_id
    left join creative on subject.kind = 'creatives' and creative.id = subject.object_id
    left join media_partner on subject.kind = 'media-partners' and media_partner.id = subject.object_id
    left join brand on subject.kind = 'brands' and brand.id = subject.object_id
    left join product on subject.kind = 'products' and product.id = subject.object_id
    where ${sql.join([about, isListed, sinceOwned(caller), ...conditions], sql` and `)}
    order by link.number desc limit ${limit}
  `.execute(database);
  return rows;
}

/** New comments that still exist. All changes of objects are listed. */
const isListed = sql<boolean>`(entry.kind <> 'comments' or (entry.action = 'create' and comment.deleted_at is null))`;

/**
 * Returns the condition for entries since the object belongs to its current advertiser and brands. An object that was
 * moved has earlier entries with data of its previous owner, which a caller with limited reach must not read.
 */
function sinceOwned({ reach }: Caller): RawBuilder<boolean> {
  if (reach === 'everything') return sql<boolean>`true`;
  // The state before an action may contain only some members.
  const differs = (member: string) => sql`moved.before -> ${sql.lit(member)} <> moved.after -> ${sql.lit(member)}`;
  const members = ['advertiserCompanyId', 'invoiceCompanyId', 'brandIds', 'brandId', 'mediaPartnerId'];
  return sql<boolean>`not exists (
    select 1 from audit_entry moved
    where moved.id >= entry.id and moved.before is not null and entry.kind <> 'comments' and (
      (moved.kind = subject.kind and moved.object_id = subject.object_id)
      or (moved.kind = 'campaigns' and moved.object_id = booking.campaign_id)
      or (moved.kind = 'brands' and moved.object_id = coalesce(creative.brand_id, product.brand_id))
    ) and (${sql.join(members.map(differs), sql` or `)})
  )`;
}

function entryOf(row: EntryRow, names: ReadonlyMap<string, string>): ActivityEntryView {
  const { before: _before, after: _after, at, objectName, ...rest } = row;
  return {
    ...rest,
    at: at.toISOString(),
    actorName: names.get(row.actor) ?? null,
    objectName: objectName ?? '',
    fields: [...changedFields(row)],
  };
}

/**
 * Returns the names of the members that differ. Empty for a new object and for a comment. The state before an action may
 * contain only some members.
 */
function changedFields({ before, after, excerpt }: EntryRow): readonly string[] {
  if (before === null || after === null || excerpt !== null) return [];
  return listedFields(after).filter((name) => name in before && !isDeepStrictEqual(before[name], after[name]));
}

function listedFields(state: State | null): readonly string[] {
  return Object.keys(state ?? {}).filter((name) => !unlistedFields.has(name));
}

function partOf(state: State | null, fields: readonly string[]): State {
  return Object.fromEntries(fields.map((field) => [field, state?.[field] ?? null]));
}
