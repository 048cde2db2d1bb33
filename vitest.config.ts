import { configDefaults, defineConfig } from 'vitest/config';

/** The folders whose tests are the store's suite: they run on both database engines we promise (architecture 4). */
const storeTests = [
  'platform/{db,audit}/**',
  'exchange/{journal,revision,rows}/**',
  'worker/{count,publish}/**',
  'management/api/{call,problem,resource}',
].map((folder) => `src/${folder}/*.test.ts`);

/**
 * Whole servers and browsers whose minutes `npm test` does not have: `npm run test:nightly -- browser` runs them.
 */
const longBrowserTests = [
  'client-guides',
  'hostile-files',
  'html5',
  'prebid-consent',
  'web/payloads',
  'web/audiences',
].map((name) => `test/e2e/${name}.test.ts`);

/** Faults after which a clock runs: nothing else may take the machine meanwhile. */
const timedFaults = ['kill', 'database-away'].map((name) => `test/faults/${name}.test.ts`);

/** Generous, because a build server's cores are shared; what must be quick says so in its own test. */
const databaseTimeouts = { testTimeout: 60_000, hookTimeout: 120_000 };

/**
 * `unit` is pure and fast. `server` runs on Debian's PostgreSQL (or TEST_DATABASE_URL), `store` repeats the store's
 * suite on the PostgreSQL that comes along. `browser` starts whole servers and browsers; `faults` and `system`, by the clock, end
 * servers in bad ways.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/{core,contract,messages,web}/**/*.test.ts', 'test/{oracle,text,walls}/**/*.test.ts'],
          setupFiles: ['test/support/web/english-messages.ts'],
          // Seconds on a quiet machine; several times that beside other work.
          testTimeout: 60_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          // Generated cases by the ten thousand and simulated weeks: too long for `npm run check`.
          name: 'proof',
          include: ['test/proof/**/*.test.ts'],
          testTimeout: 600_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'src/{client,cluster,delivery,exchange,main,management,platform,worker}/**/*.test.ts',
            'test/{contract,simulation}/**/*.test.ts',
          ],
          globalSetup: ['test/support/database/machine-database.ts'],
          // The files share each worker's modules, which saves a third of the time. A test must not mock a module.
          isolate: false,
          // Told in the closing lines: docs/decisions/0130-second-try.md.
          retry: 1,
          sequence: { groupOrder: 1 },
          ...databaseTimeouts,
        },
      },
      {
        test: {
          name: 'store',
          include: storeTests,
          // Crowds and hundreds of random edits, which say the same on every database.
          exclude: [...configDefaults.exclude, '**/concurrent-changes.test.ts', '**/snapshot-writer.test.ts'],
          isolate: false,
          globalSetup: ['test/support/database/bundled-database.ts'],
          sequence: { groupOrder: 2 },
          ...databaseTimeouts,
        },
      },
      {
        test: {
          // What needs a quiet machine: `npm run test:nightly` alone runs it.
          name: 'nightly',
          include: ['test/nightly/**/*.test.ts', ...longBrowserTests],
          globalSetup: ['test/support/database/machine-database.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          // Whole servers and browsers, which wait for each other most of the time: two at once.
          name: 'browser',
          include: ['test/e2e/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...longBrowserTests],
          globalSetup: ['test/support/database/machine-database.ts'],
          // As above.
          retry: 1,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // Whole servers that die, are cut off or full.
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...timedFaults],
          globalSetup: ['test/support/database/machine-database.ts'],
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // What dies and what comes back, measured by the clock: last and alone.
          name: 'system',
          include: timedFaults,
          globalSetup: ['test/support/database/machine-database.ts'],
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
