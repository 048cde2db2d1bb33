import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { pathOf } from './repository.mjs';

/** This machine has no Node that the program runs on; the message says what to install. */
export class NodeError extends Error {}

/** The oldest Node that runs the sources, where none is pinned. `engines` is what these scripts need. */
const oldestRuntime = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')).config.oldestRuntime;

/** The Node that the program runs on: the pinned one from node_modules, else the one that runs this script. */
export function findNode() {
  const pinned = pathOf('node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
  return existsSync(pinned) && !isMusl() ? pinned : findOwnNode();
}

/** The environment in which `node` and the tools of node_modules are the ones that belong to this program. */
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

/** The pinned Node is built for glibc and does not start on Alpine. */
function isMusl() {
  return (
    process.platform === 'linux' && existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  );
}
