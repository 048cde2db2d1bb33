import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasDevelopmentPackages, isCurrent, isInstalled, stampInstall } from './installed-packages.mjs';
import { showProgress } from './progress.mjs';
import { cacheFolder, root } from './repository.mjs';

/** Packages could not be installed; the message says what to do. */
export class InstallError extends Error {}

const logTailLines = 20;
const waitMs = 250;
const longestWaitMs = 600_000;

/**
 * Makes node_modules fit package-lock.json; does nothing, and starts nothing, when it fits already.
 * @param {'production' | 'all'} kind
 */
export async function installPackages(kind) {
  if (isCurrent(kind)) return;
  const unlock = await lockInstall();
  try {
    if (!isCurrent(kind)) await runNpm(kind);
  } finally {
    unlock();
  }
}

async function runNpm(kind) {
  const wanted = kind === 'all' || hasDevelopmentPackages() ? 'all' : 'production';
  const log = join(cacheFolder(), 'install.log');
  const done = showProgress('Installing packages', 'log: .cache/install.log');
  const output = openSync(log, 'w');
  const code = await run(npmArguments(wanted), output);
  closeSync(output);
  if (code !== 0) {
    done('Installing packages failed');
    const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-logTailLines).join('\n');
    throw new InstallError(`${tail}\n\n${advice(code)}`);
  }
  stampInstall(wanted);
  done('Packages installed');
}

/**
 * An empty folder gets `npm ci`. Where something is installed already, a server may be running on it, so it is brought up
 * to date in place: `npm ci` would delete everything first.
 */
function npmArguments(kind) {
  const command = isInstalled() ? ['install', '--no-save'] : ['ci'];
  // Named one by one, because settings of the user or NODE_ENV might say otherwise.
  const groups = ['--include=prod', '--include=optional', kind === 'all' ? '--include=dev' : '--omit=dev'];
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--no-color', '--loglevel=http'];
  const cache = isHomeUsable() ? [] : [`--cache=${join(cacheFolder(), 'npm')}`];
  return [...command, ...groups, '--ignore-scripts=false', ...quiet, ...cache];
}

/** npm keeps its cache in the home folder, which some service accounts do not have. */
function isHomeUsable() {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function run(commandLine, output) {
  const npm = process.env.npm_execpath ?? '';
  const [program, ...first] = /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  // NODE_ENV=production would leave out development packages whatever the flags say in some versions of npm.
  const env = { ...process.env, NODE_ENV: '' };
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...commandLine], { cwd: root, env, stdio: ['ignore', output, output] });
    child.once('error', (error) => {
      writeFileSync(output, `${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function advice(code) {
  return [
    `npm ended with ${code}. What usually helps:`,
    '  - the network: npm must reach its registry (behind a proxy: npm config set proxy and https-proxy)',
    '  - room: the packages need about 500 MB here, see `df -h .`',
    '  - a half-finished install: rm -rf node_modules, then the same command again',
    'The whole log is .cache/install.log.',
  ].join('\n');
}

/** Two installs at once would spoil each other, as when `npm start` is typed in two terminals. */
async function lockInstall() {
  const file = join(cacheFolder(), 'install.lock');
  const deadlineMs = Date.now() + longestWaitMs;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(file)) rmSync(file, { force: true });
    else if (Date.now() > deadlineMs)
      throw new InstallError(`Another install does not end; remove ${file} if there is none.`);
    else await new Promise((wake) => setTimeout(wake, waitMs));
  }
}

function isAbandoned(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid === 0) return Date.now() - statSync(file).mtimeMs > 5_000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
