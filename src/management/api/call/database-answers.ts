import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** Returns whether the database responds within the time. The calls that need it log the cause. */
export function databaseAnswers(database: Kysely<Database>, withinMs: number): Promise<boolean> {
  const answered = sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, falseAfter(withinMs)]);
}

/** Records the time of the last response of the database, to distinguish a long queue from an unresponsive database. */
export class DatabasePulse implements KyselyPlugin {
  #answeredAtMs = 0;

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    this.#answeredAtMs = performance.now();
    return result;
  };

  /** Returns whether a probe or any other query is answered within the time. */
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
