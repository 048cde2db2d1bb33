import type { TestProject } from 'vitest/node';
import { provideTestServer } from '../server/provide-test-server.ts';
import { findMachinePostgres } from './find-postgres.ts';

/** Global setup: the PostgreSQL of this machine, or the one in TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServer(project, process.env['TEST_DATABASE_URL'] ?? findMachinePostgres());
}
