import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** True when the database answers within that time; why it does not is logged by the calls that need it. */
export function databaseAnswers(database: Kysely<Database>, withinMs: number): Promise<boolean> {
  const answered = sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), withinMs).unref();
  });
  return Promise.race([answered, late]);
}
