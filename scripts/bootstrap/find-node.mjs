import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { pathOf } from './repository.mjs';

/** This machine has no Node that the program runs on; the message says what to install. */
export class NodeError extends Error {}

const oldest = [22, 18];

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
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return process.execPath;
  throw new NodeError(
    `Placard needs Node ${oldest.join('.')} or newer, and this is ${process.versions.node}. For ${process.platform} on ` +
      `${process.arch} none comes along, so please install Node 24 and start again.`,
  );
}

/** The pinned Node is built for glibc and does not start on Alpine. */
function isMusl() {
  return (
    process.platform === 'linux' && existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  );
}
