import type { TestProject } from 'vitest/node';
import { provideTestServer } from '../server/provide-test-server.ts';
import { findBundledPostgres } from './find-postgres.ts';

/** Global setup: the bundled PostgreSQL from npm, which `npm start` uses. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServer(project, findBundledPostgres());
}
