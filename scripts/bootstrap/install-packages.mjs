import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasDevelopmentPackages, isCurrent, isInstalled, stampInstall } from './installed-packages.mjs';
import { showProgress } from './progress.mjs';
import { cacheFolder, root } from './repository.mjs';

/** Packages could not be installed. The message states the remedy. */
export class InstallError extends Error {}

const logTailLines = 20;
const waitMs = 250;
const longestWaitMs = 600_000;

/**
 * Updates node_modules to package-lock.json. Does nothing, without starting npm, if it is up to date.
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
 * An empty folder is installed with `npm ci`. An existing installation may be in use by a running server and is updated
 * in place, because `npm ci` would delete everything first.
 */
function npmArguments(kind) {
  const command = isInstalled() ? ['install', '--no-save'] : ['ci'];
  // Listed explicitly, because user settings or NODE_ENV may differ.
  const groups = ['--include=prod', '--include=optional', kind === 'all' ? '--include=dev' : '--omit=dev'];
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--no-color', '--loglevel=http'];
  const cache = isHomeUsable() ? [] : [`--cache=${join(cacheFolder(), 'npm')}`];
  return [...command, ...groups, '--ignore-scripts=false', ...quiet, ...cache];
}

/** npm stores its cache in the home folder, which some service accounts do not have. */
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
  // With NODE_ENV=production, some versions of npm omit development packages regardless of the flags.
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
    `npm exited with ${code}. Check the following:`,
    '  - the network: npm must reach its registry (behind a proxy: npm config set proxy and https-proxy)',
    '    - disk space: the packages need about 500 MB here, see `df -h .`',
    '    - an incomplete installation: rm -rf node_modules, then repeat the command',
    'The complete log is .cache/install.log.',
  ].join('\n');
}

/** Prevents concurrent installations, such as two `npm start` in two terminals, which would damage each other. */
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
      throw new InstallError(`Another installation is still running. Remove ${file} if this is not the case.`);
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
