import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathOf } from './repository.mjs';

/** @typedef {'production' | 'all'} Kind */

/**
 * Says whether node_modules already has what package-lock.json asks for, without starting npm.
 *
 * A stamp file in node_modules makes the usual answer cheap. It names the lock's hash and the hash of npm's own record of
 * what it installed, so an `npm ci` or `npm prune` by hand is noticed. Without a fitting stamp the two are compared.
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
 * Remembers that npm installed this kind from the present package-lock.json.
 * @param {Kind} kind
 */
export function stampInstall(kind) {
  const now = hashes();
  if (now !== null) writeFileSync(stampFile(), `${JSON.stringify({ ...now, kind })}\n`);
}

/** Whether packages that only development needs are installed; an incremental install must then keep them. */
export function hasDevelopmentPackages() {
  if (!existsSync(recordFile())) return false;
  return Object.values(readPackages(recordFile())).some((entry) => entry.dev === true);
}

/** Whether npm has finished an install in this folder before. */
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
    return null; // No stamp, or one that was cut short: the comparison answers.
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
  // npm leaves out what it cannot tell or install among the optional ones; only those for a named machine must be there.
  return entry.optional !== true || (entry.os !== undefined && entry.libc === undefined);
}
