import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';

/** Kinds of state that the test controller sets. */
export type FixtureKind = 'product' | 'format' | 'account-status' | 'creative-status' | 'next-purchase';

/** Reads all fixtures of a kind by their ID. */
export async function readFixtures<Content>(
  database: Kysely<Database>,
  buyerAgentId: number,
  kind: FixtureKind,
): Promise<ReadonlyMap<string, Content>> {
  const rows = await database
    .selectFrom('testFixture')
    .select(['testFixture.fixtureId', 'testFixture.content'])
    .where('testFixture.buyerAgentId', '=', buyerAgentId)
    .where('testFixture.kind', '=', kind)
    .execute();
  return new Map(rows.map(({ fixtureId, content }) => [fixtureId, content as Content]));
}

type Fixture = { readonly kind: FixtureKind; readonly fixtureId: string; readonly content: unknown };

/** Stores a fixture. It replaces one with the same ID. */
export async function writeFixture(
  database: Kysely<Database>,
  buyerAgentId: number,
  { kind, fixtureId, content }: Fixture,
): Promise<void> {
  const text = JSON.stringify(content);
  await database
    .insertInto('testFixture')
    .values({ buyerAgentId, kind, fixtureId, content: text })
    .onConflict((conflict) => conflict.columns(['buyerAgentId', 'kind', 'fixtureId']).doUpdateSet({ content: text }))
    .execute();
}

/** Removes a fixture and returns it. null: there is none. */
export async function takeFixture<Content>(
  database: Kysely<Database>,
  buyerAgentId: number,
  kind: FixtureKind,
): Promise<Content | null> {
  const row = await database
    .deleteFrom('testFixture')
    .where('testFixture.buyerAgentId', '=', buyerAgentId)
    .where('testFixture.kind', '=', kind)
    .returning('testFixture.content')
    .executeTakeFirst();
  return row === undefined ? null : (row.content as Content);
}
