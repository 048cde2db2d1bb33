import type { TestProject } from 'vitest/node';
import { findMachinePostgres } from './find-postgres.ts';
import { provideTestServer } from './provide-test-server.ts';

/** Global setup: the PostgreSQL of this machine, or the one that TEST_DATABASE_URL names. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServer(project, process.env['TEST_DATABASE_URL'] ?? findMachinePostgres());
}
