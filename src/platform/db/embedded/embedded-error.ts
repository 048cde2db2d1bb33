import { ExplainedError } from '../../log/explained-error.ts';

/** The bundled PostgreSQL cannot run here. The message states the reason and the remedy. */
export class EmbeddedPostgresError extends ExplainedError {
  constructor(cause: string, options?: ErrorOptions) {
    super(
      `The bundled PostgreSQL cannot run: ${cause}.` +
        ' Fix the problem, or set DATABASE_URL to your own PostgreSQL 15 or newer.',
      options,
    );
  }
}
