import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Names that tools require: Kysely calls `up` of each migration, vitest calls `setup` before the tests. */
const prescribed = new Set(['up', 'setup']);

const declaration =
  /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface|enum)\s+([\w$]+)/gm;

test('no exported name is defined twice', () => {
  const files = globSync('{src,test,bin,scripts/bootstrap}/**/*.{ts,tsx,mjs}', { cwd: root }).filter(
    // The generated client repeats the names of the contract.
    (file) => !file.startsWith('src/client/generated/'),
  );
  const definedIn = new Map<string, string[]>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declaration)) {
      const others = definedIn.get(name) ?? [];
      if (!others.includes(file)) definedIn.set(name, [...others, file]);
    }
  }
  expect(definedIn.size).toBeGreaterThan(2000);
  const twice = [...definedIn].filter(([name, definitions]) => definitions.length > 1 && !prescribed.has(name));
  expect(twice.map(([name, definitions]) => `${name}: ${definitions.join(', ')}`)).toEqual([]);
});
