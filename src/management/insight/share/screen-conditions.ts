import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createPositionTest, screenFactsOf } from '../../../core/targeting/screen-facts.ts';
import type { Targeting } from '../../../core/targeting/targeting.ts';
import { noScreenFacts, type ScreenFacts, screenFactNames } from '../../../core/targeting/value-facts.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Returns the targeting of the `wanted` bookings that have a condition on the screen. null for all others. */
export function screenTargetingSql(): RawBuilder<Targeting | null> {
  const path = `$.**.fact ? (${screenFactNames.map((fact) => `@ == "${fact}"`).join(' || ')})`;
  return sql`case when jsonb_path_exists(wanted.targeting, ${path}::jsonpath) then wanted.targeting end`;
}

/** Whether the targeting of a booking has a condition on the screen. */
export function hasScreenCondition(tree: Targeting | null): boolean {
  if (tree === null) return false;
  if ('fact' in tree) return (screenFactNames as readonly string[]).includes(tree.fact);
  const parts = 'all' in tree ? tree.all : 'any' in tree ? tree.any : 'not' in tree ? [tree.not] : [];
  return parts.some(hasScreenCondition);
}

/** Reports whether a booking with this targeting may deliver at a position. */
export type ScreenMatch = (targeting: Targeting | null, positionId: number) => boolean;

/**
 * Reads the screens of positions, and returns a function that compares them with conditions on the screen. Conditions
 * on the request are ignored. Reads nothing if no booking has a condition on the screen.
 */
export async function readScreenMatch(
  database: Kysely<Database>,
  positionIds: readonly number[],
  targetings: readonly (Targeting | null)[],
): Promise<ScreenMatch> {
  if (!targetings.some(hasScreenCondition)) return () => true;
  const rows = await database
    .selectFrom('position')
    .innerJoin('location', 'location.id', 'position.locationId')
    .select(['position.id', 'location.screen'])
    .where('position.id', 'in', [...new Set(positionIds)])
    .where('location.screen', 'is not', null)
    .execute();
  const facts = new Map<number, ScreenFacts>(rows.map(({ id, screen }) => [id, screenFactsOf(screen)]));
  const tests = new Map<Targeting, (position: ScreenFacts) => boolean>();
  return (targeting, positionId) => {
    if (targeting === null) return true;
    const test = tests.get(targeting) ?? createPositionTest(targeting);
    tests.set(targeting, test);
    return test(facts.get(positionId) ?? noScreenFacts);
  };
}
