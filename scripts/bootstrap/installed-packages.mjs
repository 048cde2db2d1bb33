import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathOf } from './repository.mjs';

/** @typedef {'production' | 'all'} Kind */

/**
 * Returns whether node_modules matches package-lock.json, without starting npm.
 *
 * A stamp file in node_modules makes the common case fast. It contains the hash of the lock file and of npm's own
 * record of installed packages, so that a manual `npm ci` or `npm prune` is detected. Without a matching stamp both are
 * compared.
 * @param {Kind} kind
 */
export function isCurrent(kind) {
  const now = hashes();
  if (now === null) return false;
  const stamp = readStamp();
  if (stamp?.lock === now.lock && stamp.record === now.record && (kind === 'production' || stamp.kind === 'all')) {
    return true;
  }
  if (!hasEverything(kind)) return false;
  stampInstall(kind);
  return true;
}

/**
 * Writes the stamp of an installation of this kind from the current package-lock.json.
 * @param {Kind} kind
 */
export function stampInstall(kind) {
  const now = hashes();
  if (now !== null) writeFileSync(stampFile(), `${JSON.stringify({ ...now, kind })}\n`);
}

/** Returns whether development packages are installed. An incremental installation must then keep them. */
export function hasDevelopmentPackages() {
  if (!existsSync(recordFile())) return false;
  return Object.values(readPackages(recordFile())).some((entry) => entry.dev === true);
}

/** Returns whether npm has completed an installation in this folder. */
export function isInstalled() {
  return existsSync(recordFile());
}

const lockFile = () => pathOf('package-lock.json');
const recordFile = () => pathOf('node_modules/.package-lock.json');
const stampFile = () => pathOf('node_modules/.placard-install.json');

function hashes() {
  if (!existsSync(recordFile())) return null;
  return { lock: hashOf(lockFile()), record: hashOf(recordFile()) };
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile(), 'utf8'));
  } catch {
    return null; // Missing or truncated stamp: the files are compared.
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function hasEverything(kind) {
  const installed = readPackages(recordFile());
  return Object.entries(readPackages(lockFile()))
    .filter(([path, entry]) => path !== '' && (kind === 'all' || entry.dev !== true) && isForThisMachine(entry))
    .every(([path, entry]) => installed[path]?.version === entry.version && existsSync(pathOf(path)));
}

function isForThisMachine(entry) {
  if (entry.os !== undefined && !entry.os.includes(process.platform)) return false;
  if (entry.cpu !== undefined && !entry.cpu.includes(process.arch)) return false;
  // npm may skip optional packages. Only those for a specific platform are required.
  return entry.optional !== true || (entry.os !== undefined && entry.libc === undefined);
}
