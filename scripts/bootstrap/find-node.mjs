import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { pathOf } from './repository.mjs';

/** This machine has no Node that can run the program. The message states what to install. */
export class NodeError extends Error {}

/** Oldest Node that runs the sources, if none is pinned. `engines` is the version that these scripts need. */
const oldestRuntime = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')).config.oldestRuntime;

/** Returns the Node that runs the program: the pinned one of node_modules, otherwise the Node of this script. */
export function findNode() {
  const pinned = pathOf('node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
  return existsSync(pinned) && !isMusl() ? pinned : findOwnNode();
}

/** Returns an environment in which `node` and the tools of node_modules are those of this program. */
export function environmentOf(node) {
  const folders = [dirname(node), pathOf('node_modules/.bin'), process.env.PATH ?? ''];
  return { ...process.env, PATH: folders.join(delimiter) };
}

function findOwnNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestRuntime.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return process.execPath;
  throw new NodeError(
    `Placard needs Node ${oldestRuntime} or newer on ${process.platform} ${process.arch}, and this is Node ` +
      `${process.versions.node}. Install Node 24 and start again.`,
  );
}

/** The pinned Node requires glibc and does not start on Alpine. */
function isMusl() {
  return (
    process.platform === 'linux' && existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  );
}
