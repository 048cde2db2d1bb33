import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { environmentOf } from './find-node.mjs';
import { cacheFolder, pathOf, root } from './repository.mjs';
import { secondTriesFile } from './second-tries.mjs';

/** Longer than the slowest machine needs, and shorter than the limit of build servers. */
const longestRunMs = 75 * 60_000;

/**
 * Runs the tests of the given projects (all if empty; `!name`: all except that one) and counts them from vitest's
 * report.
 * @param {string} node the Node to run them on
 * @param {readonly string[]} projects
 * @param {{ files?: readonly string[], env?: Record<string, string>, longestMs?: number }} only files whose path
 * contains one of these texts, with these variables, ended after the time limit
 * @returns {Promise<{ passed: number, failed: number, remarks: readonly string[] }>}
 */
export async function runVitest(node, projects = [], { files = [], env = {}, longestMs = longestRunMs } = {}) {
  const report = join(cacheFolder(), 'vitest.json');
  rmSync(report, { force: true });
  rmSync(secondTriesFile, { force: true });
  const reporters = ['default', 'json', pathOf('scripts/bootstrap/second-tries.mjs')];
  const flags = ['run', ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`];
  const chosen = [...projects.map((project) => `--project=${project}`), ...files];
  const code = await run(node, [...flags, ...chosen], { env, longestMs });
  const counted = count(readReport(report), code);
  const secondTries = (readReport(secondTriesFile) ?? []).map((name) => `passed only in the second attempt: ${name}`);
  return { ...counted, remarks: [...counted.remarks, ...secondTries] };
}

function run(node, flags, { env, longestMs }) {
  return new Promise((resolve) => {
    const child = spawn(node, [pathOf('node_modules/vitest/vitest.mjs'), ...flags], {
      cwd: root,
      env: { ...environmentOf(node), ...env },
      stdio: 'inherit',
    });
    const late = setTimeout(() => child.kill('SIGTERM'), longestMs);
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      resolve(code ?? signal);
    });
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // Vitest exited without a report. `count` treats this as a failure.
  }
}

/** A file that cannot be loaded, a skipped test, and an error outside of tests count as failures. */
function count(report, code) {
  if (report === null) return { passed: 0, failed: 1, remarks: [`vitest exited with ${code} without a report`] };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const leftOut = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status !== 'passed' && test.status !== 'failed')
      .map((test) => `${relative(root, file.name)}: ${test.fullName} (${test.status})`),
  );
  const remarks = [
    ...broken.map((file) => `could not be loaded: ${relative(root, file.name)}`),
    ...leftOut.map((test) => `skipped: ${test}`),
  ];
  const counted = report.numFailedTests + remarks.length;
  const unseen = code !== 0 && counted === 0;
  if (unseen) remarks.push(`vitest exited with ${code} although no test failed; see the output above`);
  return { passed: report.numPassedTests, failed: counted + (unseen ? 1 : 0), remarks };
}
