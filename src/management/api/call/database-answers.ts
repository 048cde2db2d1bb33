import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** True when the database answers within that time; why it does not is logged by the calls that need it. */
export function databaseAnswers(database: Kysely<Database>, withinMs: number): Promise<boolean> {
  const answered = sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, falseAfter(withinMs)]);
}

/** Notes when the database last answered anything, so that a long queue in front of it is told from silence. */
export class DatabasePulse implements KyselyPlugin {
  #answeredAtMs = 0;

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    this.#answeredAtMs = performance.now();
    return result;
  };

  /** True when it answers a question of ours, or anybody's, within that time. */
  async beats(database: Kysely<Database>, withinMs: number): Promise<boolean> {
    const askedAtMs = performance.now();
    return (await databaseAnswers(database, withinMs)) || this.#answeredAtMs > askedAtMs;
  }
}

function falseAfter(milliseconds: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref();
  });
}
