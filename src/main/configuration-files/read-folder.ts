/*
 * A configuration as YAML files in a folder.
 *
 * - `read-folder.ts`, `read-yaml.ts`, `source-lines.ts`, `source-error.ts`: files to a document, with lines.
 * - `write-folder.ts`: a document to files. `transfer-files.ts`: files of creatives.
 * - `run-configuration-command.ts`: the commands. `describe-plan.ts`, `describe-errors.ts`, `remedies.ts`: their output.
 * - `management-api.ts`: calls of the API.
 */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { type ParsedFile, parseYaml } from './read-yaml.ts';
import type { SourceError } from './source-error.ts';
import { openSourceLines, type SourceLines } from './source-lines.ts';

/** A document read from files. */
export type ReadDocument = {
  readonly document: Readonly<Record<string, unknown>>;
  readonly lines: SourceLines;
  /** Errors that the files contain regardless of the installation. */
  readonly errors: readonly SourceError[];
  readonly files: number;
};

/** Folder with the files of creatives. */
export const filesFolder = 'files';

/** Bytes of the largest YAML file that is read. */
const maxFileBytes = 64 * 1024 * 1024;

/** Reads all YAML files of a folder, except those of creatives, or one file. */
export async function readFolder(folder: string): Promise<ReadDocument> {
  const paths = await yamlFilesOf(folder);
  if (paths.length === 0)
    throw new ExplainedError(`${folder} contains no YAML file. Create one with "placard export ${folder}".`);
  const parsed: ParsedFile[] = [];
  const errors: SourceError[] = [];
  for (const path of paths) {
    const name = relative(folder, path) === '' ? path : join(folder, relative(folder, path));
    if ((await stat(path)).size > maxFileBytes) {
      errors.push({
        file: name,
        line: 1,
        pointer: '',
        code: 'file_too_large',
        message: `is larger than ${maxFileBytes} bytes`,
      });
      continue;
    }
    const file = parseYaml(name, await readFile(path, 'utf8'));
    parsed.push(file);
    errors.push(...file.errors);
  }
  const merged = mergeFiles(parsed);
  return {
    document: merged.document,
    lines: openSourceLines(parsed),
    errors: [...errors, ...merged.errors],
    files: paths.length,
  };
}

async function yamlFilesOf(folder: string): Promise<readonly string[]> {
  const found = await stat(folder).catch((error: unknown) => {
    throw new ExplainedError(`${folder} cannot be read.`, { cause: error });
  });
  if (found.isFile()) return [folder];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) =>
      relative(folder, path)
        .split(/[\\/]/)
        .every((part) => part !== filesFolder && !part.startsWith('.')),
    )
    .toSorted();
}

type Merged = Pick<ReadDocument, 'document' | 'errors'>;

/** Merges the sections of several files. The same key in two files is an error. */
function mergeFiles(files: readonly ParsedFile[]): Merged {
  const sections = new Map<string, unknown>();
  const errors: SourceError[] = [];
  for (const file of files) {
    for (const [name, value] of Object.entries(file.content)) {
      const before = sections.get(name);
      if (before === undefined) sections.set(name, value);
      else if (isMapping(before) && isMapping(value)) {
        for (const key of Object.keys(value).filter((own) => Object.hasOwn(before, own))) {
          const at = file.positionOf([name, key]);
          const message = `is also in another file`;
          errors.push({ file: file.name, line: at, pointer: `/${name}/${key}`, code: 'duplicate_key', message });
        }
        sections.set(name, Object.fromEntries([...Object.entries(before), ...Object.entries(value)]));
      } else if (before !== value) {
        const at = file.positionOf([name]);
        errors.push({
          file: file.name,
          line: at,
          pointer: `/${name}`,
          code: 'duplicate_key',
          message: 'has another value in another file',
        });
      }
    }
  }
  return { document: Object.fromEntries(sections), errors };
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
