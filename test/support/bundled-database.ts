import type { TestProject } from 'vitest/node';
import { findBundledPostgres } from './find-postgres.ts';
import { provideTestServer } from './provide-test-server.ts';

/** Global setup: the PostgreSQL that comes along from npm, on which `npm start` keeps its records. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServer(project, findBundledPostgres());
}
