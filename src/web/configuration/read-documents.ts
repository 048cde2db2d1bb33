import { sectionNames } from '../../contract/configuration/sections.ts';
import { t } from '../i18n/t.ts';

/** Files that were read as one document. */
export type ReadFiles = {
  readonly names: readonly string[];
  readonly document: Record<string, unknown>;
};

/** A file that is not a configuration. The message names the file. */
class UnreadableFileError extends Error {}

/**
 * Reads YAML or JSON files and merges their sections, like the command line.
 * @throws Error with a message for the user
 */
export async function readDocuments(files: readonly File[]): Promise<ReadFiles> {
  const { parseDocument, visit, isAlias } = await import('yaml');
  const merged = new Map<string, unknown>();
  for (const file of files) {
    const parsed = parseDocument(await file.text(), { schema: 'core', uniqueKeys: true });
    const [problem] = [...parsed.errors, ...parsed.warnings];
    if (problem !== undefined) throw new UnreadableFileError(`${file.name}: ${problem.message.split('\n')[0]}`);
    visit(parsed, {
      Node(_key, node) {
        if (!isAlias(node)) return;
        throw new UnreadableFileError(t('configuration.error.alias', { file: file.name }));
      },
    });
    mergeSections(merged, file.name, parsed.toJS({ maxAliasCount: 0 }));
  }
  return { names: files.map(({ name }) => name), document: Object.fromEntries(merged) };
}

function mergeSections(merged: Map<string, unknown>, file: string, content: unknown): void {
  if (!isMapping(content)) throw new UnreadableFileError(t('configuration.error.noSections', { file }));
  for (const [name, value] of Object.entries(content)) {
    const before = merged.get(name);
    if (!isMapping(before) || !isMapping(value)) {
      merged.set(name, value);
      continue;
    }
    const double = Object.keys(value).find((key) => Object.hasOwn(before, key));
    if (double !== undefined) {
      throw new UnreadableFileError(t('configuration.error.doubleKey', { file, key: `${name}/${double}` }));
    }
    merged.set(name, { ...before, ...value });
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a document as YAML, with the sections in the order of their dependencies. */
export async function yamlOfDocument(document: Record<string, unknown>): Promise<string> {
  const { stringify } = await import('yaml');
  const order: readonly string[] = ['version', 'settings', ...sectionNames.filter((name) => name !== 'settings')];
  const sorted = order.flatMap((name) => (name in document ? [[name, document[name]] as const] : []));
  return stringify(Object.fromEntries(sorted), { lineWidth: 0, aliasDuplicateObjects: false });
}
