// `npm run check`: all checks that need neither a database nor a browser, in about two minutes.
import { findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';
import { runStaticChecks } from './bootstrap/static-checks.mjs';

await installPackages('all');
const node = findNode();
const checks = await runStaticChecks(node);
const tests = await runVitest(node, ['unit']);
for (const remark of tests.remarks) process.stdout.write(`${remark}\n`);
const failed = checks.failed + tests.failed;
process.stdout.write(`${checks.passed + tests.passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
