// Writes src/client/generated from the contract that the management application publishes. With --check it fails if the
// files differ from the contract.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSnapshotFolder } from '../src/exchange/snapshot/snapshot-folder.ts';
import { buildManagementApp } from '../src/management/api/app/build-management-app.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/db/open-database.ts';
import { createLog } from '../src/platform/log/log.ts';
import { pathOf } from './bootstrap/repository.mjs';

const target = pathOf('src/client/generated');

// The generator uses the compiler API, which TypeScript 7 no longer has. It gets the bundled version 6.
const typescript6 = pathToFileURL(createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: typescript6, shortCircuit: true } : next(specifier, context),
});
const { createClient } = await import('@hey-api/openapi-ts');

const contract = await readContract();
if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'placard-client-'));
  try {
    await generate(folder);
    const [is, should] = [filesIn(target), filesIn(folder)];
    const names = new Set([...is.keys(), ...should.keys()]);
    const stale = [...names].filter((name) => is.get(name) !== should.get(name)).sort();
    for (const name of stale) process.stdout.write(`src/client/generated/${name} is out of date\n`);
    if (stale.length > 0) process.stdout.write('Run: npm run client\n');
    process.exitCode = stale.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  await generate(target);
}

/** Returns the OpenAPI document of every deployment. The database is not accessed. */
async function readContract() {
  const { kysely } = openDatabase('postgres://nobody@localhost/nothing', { maxConnections: 1 });
  const log = createLog({ level: 'silent', name: 'client' });
  const app = await buildManagementApp({
    database: kysely,
    log,
    config: readConfig({}, 'management'),
    snapshotFolder: openSnapshotFolder('nowhere'),
    tokenService: { handles: () => false, callback: () => undefined, verifyAccessToken: async () => null },
    secret: 'of no deployment',
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  await kysely.destroy();
  // Sorts schemas, so that the loading order of modules does not affect the client.
  const { components = {} } = document;
  return {
    ...document,
    paths: sorted(document.paths),
    components: { ...components, schemas: sorted(components.schemas) },
  };
}

function sorted(object = {}) {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function generate(folder) {
  await createClient({
    input: contract,
    output: { path: folder, clean: true, entryFile: false, module: { extension: '.ts' } },
    plugins: [
      { name: '@hey-api/client-fetch', baseUrl: false },
      { name: '@hey-api/typescript' },
      // No default client, because operations require an explicit client with an address.
      { name: '@hey-api/sdk', client: false },
    ],
    logs: { level: 'silent', file: false },
  });
}

function filesIn(folder) {
  const names = globSync('**/*.ts', { cwd: folder });
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
