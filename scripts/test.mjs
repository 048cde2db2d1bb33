// `npm test`: installs everything, provides PostgreSQL, Redis and Chromium, and runs every check and test on the pinned
// Node. Works with Node 20 without packages. The last line is `N passed, N failed`.
import { buildWeb, WebBuildError } from './bootstrap/build-web.mjs';
import { findNode, NodeError } from './bootstrap/find-node.mjs';
import { InstallError, installPackages } from './bootstrap/install-packages.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';
import { runStaticChecks } from './bootstrap/static-checks.mjs';
import { MissingEngineError, provideEngines } from './bootstrap/test-engines.mjs';

const startedMs = Date.now();
const { passed, failed } = await testEverything();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function testEverything() {
  try {
    await installPackages('all');
    provideEngines();
    const node = findNode();
    await buildWeb(node);
    const checks = await runStaticChecks(node);
    const tests = await runVitest(node, ['!nightly']);
    summarize(checks, tests);
    return { passed: checks.passed + tests.passed, failed: checks.failed + tests.failed };
  } catch (error) {
    const isExpected = [InstallError, NodeError, MissingEngineError, WebBuildError].some(
      (kind) => error instanceof kind,
    );
    process.stdout.write(`${isExpected ? error.message : error.stack}\n\n`);
    return { passed: 0, failed: 1 };
  }
}

function summarize(checks, tests) {
  const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
  process.stdout.write(`\nstatic checks: ${checks.passed} passed, ${checks.failed} failed\n`);
  process.stdout.write(`tests: ${tests.passed} passed, ${tests.failed} failed\n`);
  for (const remark of tests.remarks) process.stdout.write(`  ${remark}\n`);
  process.stdout.write(`${minutes} minutes\n\n`);
}
