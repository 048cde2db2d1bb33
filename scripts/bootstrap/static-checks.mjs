import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { environmentOf } from './find-node.mjs';
import { pathOf, root } from './repository.mjs';

const walls = ['--config', '.dependency-cruiser.mjs', 'src', 'test', 'scripts', 'bin'];

/** Checks that do not run the sources. */
const checks = [
  { name: 'types', command: ['typescript/bin/tsc', '-b', '--pretty', 'false'] },
  {
    name: 'format and lint',
    command: ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '--reporter=concise'],
  },
  { name: 'promises', command: ['oxlint/bin/oxlint', '--deny-warnings'] },
  { name: 'walls', command: ['dependency-cruiser/bin/dependency-cruiser.mjs', ...walls] },
  { name: 'dead code', command: ['knip/bin/knip.js', '--no-progress', '--no-config-hints'] },
  { name: 'lockfile', script: 'scripts/check-lockfile.mjs' },
  { name: 'licences', script: 'scripts/check-licences.mjs' },
  { name: 'client', script: 'scripts/generate-client.mjs', flags: ['--check'] },
  { name: 'registries', script: 'scripts/generate-registries.mjs', flags: ['--check'] },
  { name: 'messages', script: 'scripts/generate-messages.mjs', flags: ['--check'] },
  { name: 'picture', script: 'scripts/draw-architecture.mjs', flags: ['--check'] },
];

/**
 * Runs all checks, one per core concurrently, and prints failures.
 * @param {string} node the Node to run them on
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runStaticChecks(node) {
  const waiting = [...checks];
  const outcomes = [];
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      outcomes.push(await runCheck(node, check));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  const passed = outcomes.filter(Boolean).length;
  return { passed, failed: checks.length - passed };
}

async function runCheck(node, check) {
  const startedMs = Date.now();
  const { code, text } = await capture(node, commandLine(check));
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${text.trimEnd()}\n\n`);
  return code === 0;
}

function commandLine(check) {
  if (check.script !== undefined) return [pathOf(check.script), ...(check.flags ?? [])];
  const [program, ...rest] = check.command;
  return [pathOf('node_modules', program), ...rest];
}

/** Runs a script on the given Node, whose folder is also first in the PATH of its children. */
function capture(node, scriptAndFlags) {
  const env = environmentOf(node);
  return new Promise((resolve) => {
    const child = spawn(node, scriptAndFlags, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('error', (error) => resolve({ code: 1, text: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}
