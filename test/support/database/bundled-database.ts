import type { TestProject } from 'vitest/node';
import { provideTestServer } from '../server/provide-test-server.ts';
import { findBundledPostgres } from './find-postgres.ts';

/** Global setup: the PostgreSQL that comes along from npm, on which `npm start` keeps its records. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServer(project, findBundledPostgres());
}
