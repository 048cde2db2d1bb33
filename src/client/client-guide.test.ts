import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesIn, guideBlocks } from '../../test/support/browser/guide-page.ts';
import { type ListeningManagement, startListeningManagement } from '../../test/support/server/listening-management.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

let management: ListeningManagement;
let folder: string;

beforeAll(async () => {
  management = await startListeningManagement();
  folder = await mkdtemp(join(tmpdir(), 'placard-integrator-'));
  const page = codesIn(await guideBlocks('reference/typescript-client.md'), 'ts').join('\n');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'integration.ts'), page);
  await cp(join(repository, 'src/client'), join(folder, 'placard-client'), { recursive: true });
});
afterAll(async () => {
  await management?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test('runs the examples of the client guide with a copied folder', async () => {
  const { stdout } = await run(process.execPath, [join(folder, 'integration.ts')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PLACARD_URL: management.origin,
      PLACARD_CLIENT_ID: management.account.id,
      PLACARD_CLIENT_SECRET: management.account.secret,
    },
  });
  expect(stdout.trim().split('\n')).toEqual([
    'created The Courier Group true',
    'refused 400 invalid_request',
    '/name too_small must not be empty',
    'listed The Courier Group',
    'found 1 of 1',
    'changed The Courier Group and Sons 2',
    'stale 412 stale_version',
  ]);
});

test('compiles the examples without errors', async () => {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom,dom.iterable',
  ];
  const types = [
    '--allowImportingTsExtensions',
    '--typeRoots',
    join(repository, 'node_modules/@types'),
    '--types',
    'node',
  ];
  const file = join(folder, 'integration.ts');
  const outcome = await run(process.execPath, [compiler, ...options, ...types, file], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(outcome.stdout).toBe('');
});
