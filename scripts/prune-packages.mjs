// Removes packages from node_modules that only build the web interface, and files of packages that no server reads. Run it after `npm ci --omit=dev` and `npm run
// web`, as deploy/Dockerfile does. The clone can then no longer build the web interface.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathOf } from './bootstrap/repository.mjs';
import { isUnusedFile, serverPackages } from './bootstrap/server-packages.mjs';

if (!existsSync(pathOf('dist/web.stamp'))) throw new Error('Build the web interface first: npm run web');
const needed = serverPackages();
const { packages } = JSON.parse(readFileSync(pathOf('package-lock.json'), 'utf8'));
const removed = Object.keys(packages).filter((path) => path !== '' && !needed.has(path) && existsSync(pathOf(path)));
for (const path of removed) rmSync(pathOf(path), { recursive: true, force: true });
for (const name of ['.bin', '.package-lock.json'])
  rmSync(pathOf(`node_modules/${name}`), { recursive: true, force: true });
const root = pathOf('.');
const files = readdirSync(pathOf('node_modules'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => isUnusedFile(relative(root, file)));
for (const file of files) rmSync(file);
process.stdout.write(
  `${removed.length} packages and ${files.length} files removed, ${readdirSync(pathOf('node_modules')).length} folders left\n`,
);
