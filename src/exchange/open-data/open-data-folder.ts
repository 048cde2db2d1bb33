import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { syncFolder } from '../../platform/durable/sync-folder.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';
import type { OpenDataFile, OpenDataStore } from './open-data-files.ts';

/** Files of open data in a folder. */
export function openOpenDataFolder(root: string): OpenDataStore {
  return {
    async put(name, path) {
      const target = join(root, name);
      const draft = join(dirname(target), `.${basename(target)}.${process.pid}`);
      await mkdir(dirname(target), { recursive: true });
      try {
        await copyFile(path, draft);
        const file = await open(draft, 'r+');
        await file.sync().finally(() => file.close());
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(target));
    },
    async putText(name, text) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await replaceFile(join(root, name), text);
      await syncFolder(dirname(join(root, name)));
    },
    getText: (name) => readFile(join(root, name), 'utf8').catch(absentIs(null)),
    fetch: (name, path) => copyFile(join(root, name), path).then(() => true, absentIs(false)),
    localPath: (name) => join(root, name),
    async list(folder) {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(absentIs([]));
      const found: OpenDataFile[] = [];
      for (const entry of entries) {
        // Names that start with a dot are incomplete.
        if (!entry.isFile() || entry.name.startsWith('.')) continue;
        const path = join(entry.parentPath, entry.name);
        const facts = await stat(path).catch(absentIs(null));
        if (facts !== null) found.push({ name: relative(root, path).replaceAll(sep, '/'), bytes: facts.size });
      }
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async remove(name) {
      await rm(join(root, name), { force: true });
    },
    close: async () => undefined,
  };
}

function absentIs<Instead>(instead: Instead): (error: NodeJS.ErrnoException) => Instead {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
