// Checks whether package-lock.json allows `npm ci` on every platform and with every registry. npm omits packages from
// the lock file that the current registry lacks, such as a tool's build for another platform, and `npm ci` then refuses
// the lock file everywhere. `node scripts/check-lockfile.mjs --write` adds the missing entries.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathOf } from './bootstrap/repository.mjs';

const file = pathOf('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = findMissing(lock.packages);
const withHost = Object.entries(lock.packages).filter(([, entry]) => /^https?:/.test(entry.resolved ?? ''));

if (process.argv.includes('--write')) {
  for (const { path, entry } of missing) lock.packages[path] = entry;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} entries added\n`);
} else {
  for (const { path } of missing) process.stdout.write(`missing: ${path}\n`);
  for (const [path] of withHost) process.stdout.write(`contains the host of a registry: ${path}\n`);
  if (missing.length > 0) process.stdout.write('Run: node scripts/check-lockfile.mjs --write\n');
  process.exitCode = missing.length + withHost.length > 0 ? 1 : 0;
}

/** Returns optional dependencies without a lock entry, with the entry that they need. */
function findMissing(packages) {
  return Object.entries(packages).flatMap(([parent, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, parent, name))
      .map(([name, version]) => ({ path: `node_modules/${name}`, entry: makeEntry(name, version, dev) })),
  );
}

/** Searches like Node: next to the requesting package, then in each parent folder. */
function isLocked(packages, parent, name) {
  const folders = parent.split('/node_modules/');
  const above = folders.map((_, index) => folders.slice(0, folders.length - index).join('/node_modules/'));
  return [...above, ''].some(
    (folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined,
  );
}

/** The platform is part of the name (`@oxlint/binding-linux-arm-musleabihf`). The version must be exact. */
function makeEntry(name, version, dev) {
  const platform =
    /(aix|android|darwin|freebsd|linux|openharmony|win32)-(x64|arm64|arm|ia32|ppc64|s390x|riscv64)(?:-(.+))?$/;
  const [, os, cpu, abi = ''] = name.match(platform) ?? [];
  if (os === undefined || !/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name}@${version} needs a manual entry`);
  const libc = os !== 'linux' || abi === '' ? {} : { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] };
  return { version, cpu: [cpu], ...(dev === true ? { dev } : {}), ...libc, optional: true, os: [os] };
}
