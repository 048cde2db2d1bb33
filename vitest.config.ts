import { configDefaults, defineConfig } from 'vitest/config';

/** Folders with the tests of the store suite, which run on both supported database engines (architecture 4). */
const storeTests = [
  'platform/{db,audit}/**',
  'exchange/{journal,revision,rows}/**',
  'worker/{count,publish}/**',
  'management/api/{call,problem,resource}',
].map((folder) => `src/${folder}/*.test.ts`);

/**
 * Tests with whole servers and browsers that are too slow for `npm test`: `npm run test:nightly -- browser` runs them.
 */
const longBrowserTests = [
  'client-guides',
  'creative-channels',
  'guide',
  'hostile-files',
  'html5',
  'markup-ads',
  'prebid',
  'prebid-consent',
  'prebid-video',
  'prebid-video-cache',
  'safe-frame',
  'shop-page',
  'video-creatives',
  'video-players',
  'watching',
  'webhooks',
  'web/activity',
  'web/administration',
  'web/audiences',
  'web/booking-bulk',
  'web/booking-list',
  'web/booking-templates',
  'web/booking-timeline',
  'web/campaign-bulk',
  'web/collaboration',
  'web/command-palette',
  'web/create-inside-forms',
  'web/creatives',
  'web/decisions',
  'web/diagnose-and-fix',
  'web/dialog-focus',
  'web/holds',
  'web/home',
  'web/invitation',
  'web/language',
  'web/makegoods',
  'web/manager-booking',
  'web/missed-plays',
  'web/no-input-lost',
  'web/payloads',
  'web/products',
  'web/pseudo-locales',
  'web/raw-reports',
  'web/review',
  'web/screen-loops',
  'web/white-label',
].map((name) => `test/e2e/${name}.test.ts`);

/** Tests with random changes or simulated weeks that are too slow for `npm test`. */
const longServerTests = [
  'src/main/demo/seed-demo',
  'src/management/api/resource/concurrent-changes',
  'src/management/insight/forecast/simulation',
  'src/worker/publish/snapshot-writer',
  'test/simulation/simulated-days',
].map((name) => `${name}.test.ts`);

/** Fault tests that are too slow for `npm test`: `npm run test:nightly -- database` runs them. */
const longFaults = ['embedded-postgres', 'configuration-kill'].map((name) => `test/faults/${name}.test.ts`);

/** Fault tests that measure time: nothing else may use the machine during them. */
const timedFaults = ['kill', 'database-away'].map((name) => `test/faults/${name}.test.ts`);

/** Generous limits, because build servers share cores. Tests with time requirements state their own limits. */
const databaseTimeouts = { testTimeout: 60_000, hookTimeout: 120_000 };

/**
 * `unit` is pure and fast. `server` runs on Debian's PostgreSQL (or TEST_DATABASE_URL), `store` repeats the store suite
 * on the bundled PostgreSQL. `browser` starts whole servers and browsers; `faults` and `system` (timed) terminate
 * servers in various ways.
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
          include: ['src/{core,contract,messages,web}/**/*.test.ts', 'test/{bench,oracle,text,walls}/**/*.test.ts'],
          setupFiles: ['test/support/web/english-messages.ts'],
          // Takes seconds on a quiet machine, and several times that with other load.
          testTimeout: 60_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          // Tens of thousands of generated cases and simulated weeks: too slow for `npm run check`.
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
          exclude: [...configDefaults.exclude, ...longServerTests],
          globalSetup: ['test/support/database/machine-database.ts'],
          // Files share the modules of a worker, which saves a third of the time. A test must not mock a module.
          isolate: false,
          // Retries are reported in the summary: docs/decisions/0130-second-try.md.
          retry: 1,
          sequence: { groupOrder: 1 },
          ...databaseTimeouts,
        },
      },
      {
        test: {
          name: 'store',
          include: storeTests,
          // Load tests and hundreds of random edits, whose results do not depend on the database.
          exclude: [...configDefaults.exclude, ...longServerTests],
          isolate: false,
          globalSetup: ['test/support/database/bundled-database.ts'],
          sequence: { groupOrder: 2 },
          ...databaseTimeouts,
        },
      },
      {
        test: {
          // Tests that need a quiet machine. Only `npm run test:nightly` runs them.
          name: 'nightly',
          include: ['test/nightly/**/*.test.ts', ...longBrowserTests, ...longServerTests, ...longFaults],
          globalSetup: ['test/support/database/machine-database.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          // Whole servers and browsers, which mostly wait for each other: two files at once.
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
          // Whole servers that crash, are disconnected or run out of disk space.
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...longFaults, ...timedFaults],
          globalSetup: ['test/support/database/machine-database.ts'],
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // Crashes and recovery with measured time: last and without concurrency.
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
