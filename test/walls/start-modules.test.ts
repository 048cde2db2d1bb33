import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Libraries that take 20 to 400 ms of CPU time to load and that only some installations or requests need. */
const loadedOnDemand = [
  'oidc-provider',
  'nodemailer',
  'sharp',
  'opentype.js',
  'pdfmake',
  '@aws-sdk/client-s3',
  '@redis/client',
  '@duckdb/node-api',
];

/** Prints the paths of all modules that a module imports statically. */
const listModules = `
const { registerHooks } = await import('node:module');
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
await import(process.argv[1]);
process.stdout.write(loaded.join('\\n'));
process.exit();
`;

async function modulesOf(file: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', listModules, new URL(`../../${file}`, import.meta.url).href],
    { cwd: root, maxBuffer: 16 * 1024 * 1024 },
  );
  return stdout.split('\n');
}

for (const name of ['serve-management', 'serve-worker', 'delivery/serve-delivery', 'serve-host']) {
  test(`${name} starts without the libraries that are loaded on demand`, { timeout: 30_000 }, async () => {
    const modules = await modulesOf(`src/main/process/${name}.ts`);
    expect(modules.some((url) => url.endsWith(`/${name}.ts`))).toBe(true);
    expect(
      loadedOnDemand.filter((library) => modules.some((url) => url.includes(`/node_modules/${library}/`))),
    ).toEqual([]);
  });
}
