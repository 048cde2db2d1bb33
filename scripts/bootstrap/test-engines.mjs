import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from './progress.mjs';
import { cacheFolder } from './repository.mjs';

/** A program required by the tests is missing and cannot be installed. The message names its package. */
export class MissingEngineError extends Error {}

const oldestPostgres = 15;
const postgresFolder = '/usr/lib/postgresql';

/**
 * Programs that the tests need in addition to npm packages, and their Debian packages in order of preference. A
 * variable for a running server or another path takes precedence.
 */
const engines = [
  {
    name: `PostgreSQL ${oldestPostgres} or newer`,
    variable: 'TEST_DATABASE_URL',
    find: findPostgres,
    packages: [`postgresql-${oldestPostgres}`, 'postgresql'],
  },
  {
    name: 'Redis 7 or Valkey',
    variable: 'TEST_REDIS_URL',
    find: () => findProgram(['redis-server', 'valkey-server']),
    packages: ['redis-server', 'valkey-server'],
  },
  {
    name: 'Chromium',
    variable: 'PLACARD_CHROMIUM',
    find: findChromium,
    packages: ['chromium'],
  },
  {
    name: 'curl, for the commands of the guides',
    variable: null,
    find: () => findProgram(['curl']),
    packages: ['curl'],
  },
  {
    name: 'zip, for the commands of the guides',
    variable: null,
    find: () => findProgram(['zip']),
    packages: ['zip'],
  },
  {
    name: 'FFmpeg, for videos',
    variable: null,
    find: () => findProgram(['ffprobe']),
    packages: ['ffmpeg'],
  },
];

/** Ensures that all programs are available and installs Debian packages where possible. Throws otherwise. */
export function provideEngines() {
  const missing = engines.filter((engine) => !isThere(engine));
  if (missing.length > 0) installEngines(missing);
  for (const engine of engines) {
    process.stdout.write(`${engine.name}: ${isNamed(engine) ? `$${engine.variable}` : engine.find()}\n`);
  }
  // The tests look in Debian's path. It may be elsewhere.
  process.env.PLACARD_CHROMIUM ??= findChromium();
}

function isThere(engine) {
  return isNamed(engine) || engine.find() !== null;
}

function isNamed({ variable }) {
  return variable !== null && Boolean(process.env[variable]);
}

function installEngines(missing) {
  const root = rootCommand();
  if (root === null) throw new MissingEngineError(explain(missing, 'they cannot be installed automatically'));
  const log = join(cacheFolder(), 'apt.log');
  const names = missing.map((engine) => engine.name).join(', ');
  const done = showProgress(`Installing ${names} with apt-get`, 'log: .cache/apt.log');
  const output = openSync(log, 'w');
  const apt = (...rest) => {
    const [program, ...first] = [...root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y', ...rest];
    return spawnSync(program, first, { stdio: ['ignore', output, output] }).status === 0;
  };
  const updated = apt('update');
  const packages = missing.map((engine) => engine.packages.find(isKnownToApt) ?? engine.packages[0]);
  const installed = apt('install', '--no-install-recommends', ...packages);
  const stillMissing = missing.filter((engine) => !isThere(engine));
  done(stillMissing.length === 0 ? `Installed ${packages.join(' ')}` : 'apt-get failed');
  if (stillMissing.length > 0) {
    const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
    const why = `apt-get ${updated && installed ? 'did not install them' : 'failed'}:\n${tail}\n`;
    throw new MissingEngineError(explain(stillMissing, why));
  }
}

function explain(missing, why) {
  const lines = missing.map(
    ({ name, packages, variable }) =>
      `  - ${name}: apt-get install ${packages[0]}${variable === null ? '' : `, or set ${variable}`}`,
  );
  return [`The tests need programs that this machine does not have; ${why}`, ...lines, 'No tests were run.'].join('\n');
}

/** Returns the prefix of a command to run it as root: empty, or sudo without a password. null: not possible. */
function rootCommand() {
  if (findProgram(['apt-get']) === null) return null;
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram(['sudo']);
  return sudo !== null && spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? [sudo, '-n'] : null;
}

function isKnownToApt(name) {
  try {
    return execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' }).match(/Candidate: (?!\(none\))/) !== null;
  } catch {
    return false;
  }
}

function findPostgres() {
  const versions = existsSync(postgresFolder) ? readdirSync(postgresFolder).map(Number) : [];
  const usable = versions.filter((version) => version >= oldestPostgres).sort((a, b) => a - b);
  const folders = usable.map((version) => join(postgresFolder, String(version), 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null;
}

function findChromium() {
  return findProgram(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']);
}

function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/bin'].filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}
