// `npm run test:nightly`: the long forms of the randomized tests, and tests that need a quiet machine. `npm test` runs
// the short forms. `npm run test:nightly -- streams replay` runs only these, and `-- segments` the slow tests whose
// names start with it. The last line is `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';
import { pathOf } from './bootstrap/repository.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';
import { provideEngines } from './bootstrap/test-engines.mjs';

const hourMs = 3_600_000;
/** Different cases each night. A failure prints the seed that repeats it. */
const today = Math.floor(Date.now() / (24 * hourMs));

const slowFiles = readdirSync(pathOf('test/nightly'));

/** Project, files and variables of each long run. */
const runs = [
  {
    name: 'slow',
    says: 'effect of 5,000 slow clients and floods of wrong secrets on other requests, pacing with real processes, speed of lists and of the interface',
    project: 'nightly',
    // Tests of several hosts have a separate run.
    files: slowFiles.filter((name) => name !== 'hosts.test.ts').map((name) => `test/nightly/${name}`),
    env: {},
  },
  {
    name: 'browser',
    says: 'hostile texts and files, client guides, consent and HTML5 in Chromium',
    project: 'nightly',
    // Tests that vitest.config.ts assigns to the nightly run.
    files: ['test/e2e/'],
    env: {},
  },
  {
    name: 'edits',
    says: 'random and concurrent edits, simulated days, the data of the demo',
    project: 'nightly',
    // Tests that vitest.config.ts assigns to the nightly run.
    files: ['src/', 'test/simulation/'],
    env: {},
  },
  {
    name: 'interface',
    says: 'every page also in the dark theme and as a screenshot, the five main tasks by every role',
    project: 'browser',
    files: ['test/e2e/web/', 'test/e2e/example-page'],
    env: { PLACARD_TEST_WEB: 'all' },
  },
  {
    name: 'properties',
    says: '100,000 generated cases of each property',
    project: 'proof',
    files: ['test/proof/properties', 'test/proof/both-engines'],
    env: { PLACARD_TEST_CASES: '100000', PLACARD_TEST_SEED: String(today * 100_000) },
  },
  {
    name: 'pacing',
    says: 'two months of simulated traffic',
    project: 'proof',
    files: ['test/proof/pacing', 'test/proof/forecast'],
    env: { PLACARD_TEST_DAYS: '60' },
  },
  {
    name: 'replay',
    says: 'a million requests replayed in two processes',
    project: 'unit',
    files: ['test/oracle/cases/replay'],
    env: { PLACARD_REPLAY: '1000000' },
  },
  {
    name: 'bytes',
    says: 'arbitrary bytes, paths and bodies',
    project: 'server',
    files: ['src/delivery/listener/connections'],
    env: { PLACARD_TEST_BYTES: '100' },
  },
  {
    name: 'requests',
    says: '100,000 mutated requests over all endpoints of delivery',
    project: 'server',
    files: ['test/contract/mutated-requests'],
    env: { PLACARD_TEST_REQUESTS: '100000' },
  },
  {
    name: 'month',
    says: 'a month of a market with kills, torn records and cut connections, with equal counts of journals, reports and a reference implementation',
    project: 'nightly',
    files: ['test/simulation/simulated-days'],
    env: { PLACARD_SIMULATED_DAYS: '30', PLACARD_TEST_SEED: String(today) },
  },
  {
    name: 'kills',
    says: '50 kills of all processes, and of random processes of several hosts, each under load',
    project: 'system',
    files: ['test/faults/kill'],
    env: { PLACARD_TEST_KILLS: '50' },
  },
  {
    name: 'counting',
    says: '50 kills of workers that count events of the same journals',
    project: 'server',
    files: ['test/simulation/kill-counting-workers'],
    env: { PLACARD_TEST_KILLS: '50' },
  },
  {
    name: 'database',
    says: 'starts, crashes and permissions of the bundled PostgreSQL',
    project: 'nightly',
    // Tests that vitest.config.ts assigns to the nightly run.
    files: ['test/faults/'],
    env: {},
  },
  {
    name: 'hosts',
    says: 'each engine stopped, frozen and disconnected for a minute, and a host disconnected from all of them',
    project: 'nightly',
    files: ['test/nightly/hosts'],
    env: {},
  },
  {
    name: 'creatives',
    says: '2,000 unusual creatives and videos, read like every client',
    project: 'server',
    files: ['test/contract/odd-creatives'],
    env: { PLACARD_TEST_CREATIVES: '2000' },
  },
  {
    name: 'streams',
    says: '1,000,000 unusual streams by the fast path and by node:http',
    project: 'server',
    files: ['src/delivery/listener/fast-path/differential'],
    env: { PLACARD_TEST_STREAMS: '1000000', PLACARD_TEST_SEED: String(today * 1_000_000) },
  },
];

const wanted = process.argv.slice(2);
const unknown = [];
for (const name of wanted.filter((one) => !runs.some((run) => run.name === one))) {
  const files = slowFiles.filter((file) => file.startsWith(name)).map((file) => `test/nightly/${file}`);
  if (files.length === 0) unknown.push(name);
  else runs.push({ name, says: files.join(', '), project: 'nightly', files, env: {} });
}
if (unknown.length > 0) {
  const names = runs.map(({ name, says }) => `  ${name}: ${says}`).join('\n');
  process.stdout.write(`Unknown nightly test: ${unknown.join(', ')}. Available tests:\n${names}\n`);
  process.exit(2);
}

await installPackages('all');
provideEngines();
const node = findNode();
const sum = { passed: 0, failed: 0 };
for (const { name, says, project, files, env } of runs) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const startedMs = Date.now();
  const { passed, failed, remarks } = await runVitest(node, [project], { files, env, longestMs: 3 * hourMs });
  const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
  process.stdout.write(
    `${[`${name}: ${says}: ${passed} passed, ${failed} failed`, `${minutes} minutes`, ...variables].join(', ')}\n`,
  );
  for (const remark of remarks) process.stdout.write(`  ${remark}\n`);
  sum.passed += passed;
  // A run without tests counts as a failure.
  sum.failed += passed + failed === 0 ? 1 : failed;
}
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;
