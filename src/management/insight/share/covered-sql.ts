import { type RawBuilder, sql } from 'kysely';

/**
 * Returns a query of the positions that bookings cover: `id` of the booking and `position_id`. The statement has the
 * tables `wanted` (bookings) and `ancestry` (`ancestor`, `publisher_id`: a publisher and each publisher below it).
 * @param positions table of the statement with `position_id`, `location_id`, `publication_id` and `publisher_id`
 */
export function coveredPositionsSql(positions: 'live' | 'target'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${positions}.${name}`);
  const coveredBy = (nodes: string, join: RawBuilder<unknown>) => sql`
      select wanted.id, ${column('position_id')}
      from wanted cross join lateral unnest(${sql.ref(`wanted.${nodes}`)}) node (id) ${join}`;
  const on = (name: string, id: RawBuilder<unknown>) => sql`join ${sql.table(positions)} on ${column(name)} = ${id}`;
  return sql.join(
    [
      coveredBy('position_ids', on('position_id', sql`node.id`)),
      coveredBy('location_ids', on('location_id', sql`node.id`)),
      coveredBy('publication_ids', on('publication_id', sql`node.id`)),
      coveredBy(
        'publisher_ids',
        sql`join ancestry on ancestry.ancestor = node.id ${on('publisher_id', sql`ancestry.publisher_id`)}`,
      ),
    ],
    sql` union `,
  );
}

/**
 * Returns a recursive query of publishers and all publishers below each: `ancestor` and `publisher_id`. Its table is
 * `ancestry (ancestor, publisher_id)`.
 * @param isAncestor condition on `publisher`
 */
export function ancestrySql(isAncestor: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
      select publisher.id, publisher.id from publisher where ${isAncestor}
      union
      select ancestry.ancestor, child.id
      from publisher child join ancestry on child.parent_id = ancestry.publisher_id`;
}
