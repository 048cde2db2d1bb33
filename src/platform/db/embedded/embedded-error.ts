import { ExplainedError } from '../../log/explained-error.ts';

/** The PostgreSQL that comes along cannot run here; the message says why and what to do. */
export class EmbeddedPostgresError extends ExplainedError {
  constructor(cause: string, options?: ErrorOptions) {
    super(
      `The PostgreSQL that comes along cannot run: ${cause}. ` +
        'Mend that, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
      options,
    );
  }
}
