// `npm run simulate`: simulates a month of a market in minutes, with kills, torn records and cut connections, and then
// compares journals, reports and a reference implementation. `npm run simulate -- 7 42`: seven days of seed 42.
import { findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';
import { provideEngines } from './bootstrap/test-engines.mjs';

const [days = '30', seed = '1', ...surplus] = process.argv.slice(2);
if (surplus.length > 0 || ![days, seed].every((number) => /^[1-9]\d{0,6}$/.test(number))) {
  process.stderr.write('Usage: npm run simulate -- [days] [seed]\n');
  process.exit(2);
}
await installPackages('all');
provideEngines();
const { passed, failed, remarks } = await runVitest(findNode(), ['server'], {
  files: ['test/simulation/'],
  env: { PLACARD_SIMULATED_DAYS: days, PLACARD_TEST_SEED: seed },
  longestMs: 3_600_000,
});
for (const remark of remarks) process.stdout.write(`${remark}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
