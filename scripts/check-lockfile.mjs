// Says whether package-lock.json lets `npm ci` work on every platform and behind every registry. npm leaves out of the
// lock what the registry at hand did not have, such as another platform's build of a tool, and `npm ci` then refuses the
// lock everywhere. `node scripts/check-lockfile.mjs --write` adds those entries.
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
  for (const [path] of withHost) process.stdout.write(`names a registry's host: ${path}\n`);
  if (missing.length > 0) process.stdout.write('Run: node scripts/check-lockfile.mjs --write\n');
  process.exitCode = missing.length + withHost.length > 0 ? 1 : 0;
}

/** Optional dependencies without an entry of their own, with the entry that they need. */
function findMissing(packages) {
  return Object.entries(packages).flatMap(([parent, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, parent, name))
      .map(([name, version]) => ({ path: `node_modules/${name}`, entry: makeEntry(name, version, dev) })),
  );
}

/** Looks where Node would: beside the package that asks, then one folder further up each time. */
function isLocked(packages, parent, name) {
  const folders = parent.split('/node_modules/');
  const above = folders.map((_, index) => folders.slice(0, folders.length - index).join('/node_modules/'));
  return [...above, ''].some(
    (folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined,
  );
}

/** The platform stands in the name (`@oxlint/binding-linux-arm-musleabihf`); the version must be an exact one. */
function makeEntry(name, version, dev) {
  const platform =
    /(aix|android|darwin|freebsd|linux|openharmony|win32)-(x64|arm64|arm|ia32|ppc64|s390x|riscv64)(?:-(.+))?$/;
  const [, os, cpu, abi = ''] = name.match(platform) ?? [];
  if (os === undefined || !/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name}@${version} needs an entry by hand`);
  const libc = os !== 'linux' || abi === '' ? {} : { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] };
  return { version, cpu: [cpu], ...(dev === true ? { dev } : {}), ...libc, optional: true, os: [os] };
}
