import { readFileSync } from 'node:fs';
import { pathOf } from './repository.mjs';

/** Node package of a clone. An image has its own Node. */
/** `@lingui/core` depends on the plugin of its macros, which is unused here. */
const unused = '@lingui/babel-plugin-lingui-macro';
const nodeItself = /(^|\/)node-(linux|darwin|bin)-[^/]*$/;

/** Declarations and source maps, and the test data of the agent protocol. */
const unusedFile = /\.d\.[cm]?ts$|\.map$|^node_modules\/@adcp\/sdk\/(?:compliance|skills|docs|examples)\//;

/**
 * Returns whether no server reads a file of a package.
 * @param {string} path relative to the clone
 */
export function isUnusedFile(path) {
  return unusedFile.test(path);
}

/**
 * Returns the folders of node_modules that a built server needs: the dependencies of package.json and their
 * dependencies, as resolved by package-lock.json, without the packages of the web interface and its build
 * (`webDependencies`). Includes folders of other platforms.
 * @returns {ReadonlySet<string>}
 */
export function serverPackages() {
  const { dependencies, optionalDependencies, webDependencies } = JSON.parse(
    readFileSync(pathOf('package.json'), 'utf8'),
  );
  const { packages } = JSON.parse(readFileSync(pathOf('package-lock.json'), 'utf8'));
  const skipped = new Set([...webDependencies, unused]);
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const needed = new Set();
  const left = names.map((name) => ({ from: '', name }));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (skipped.has(next.name)) continue;
    const path = resolve(packages, next);
    if (path === null || needed.has(path) || nodeItself.test(path)) continue;
    needed.add(path);
    for (const name of neededBy(packages[path])) left.push({ from: path, name });
  }
  return needed;
}

function neededBy({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** Returns the path to which Node resolves a package from another package's folder. null: not installed. */
function resolve(packages, { from, name }) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return null;
  }
}
