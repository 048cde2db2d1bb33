import { createHash } from 'node:crypto';
import { maxNameLength } from '../../core/vocabulary/limits/api-limits.ts';
import {
  type FindingOutcome,
  type ImportedDocument,
  type ImportedFile,
  type ImportedObject,
  type ImportedSection,
  type ImportFinding,
  type ImportResult,
  importedSections,
} from './importer.ts';

/** An item of the source that findings refer to. */
export type SourceItem = { readonly kind: string; readonly id: string | number; readonly name: string };

type Note = {
  readonly feature?: string;
  readonly message: string;
  readonly target?: { readonly section: ImportedSection; readonly key: string } | null;
};

/** Collects the objects, files and findings of an import. */
export class ImportBuilder {
  readonly #sections = new Map<ImportedSection, Map<string, ImportedObject>>(
    importedSections.map((section) => [section, new Map()]),
  );
  readonly #files = new Map<string, ImportedFile>();
  /** Equal findings are kept once. */
  readonly #findings = new Map<string, ImportFinding>();

  /** Adds an object. The key must be new. Fields that are undefined or null are omitted. */
  add(section: ImportedSection, key: string, object: Readonly<Record<string, unknown>>): void {
    const objects = this.#section(section);
    if (objects.has(key)) throw new Error(`The import contains the key ${key} of ${section} twice.`);
    objects.set(key, withoutEmpty(object));
  }

  has(section: ImportedSection, key: string): boolean {
    return this.#section(section).has(key);
  }

  get(section: ImportedSection, key: string): ImportedObject | undefined {
    return this.#section(section).get(key);
  }

  /** Adds a file that is already in memory, and returns the value of `file` of its creative. */
  addContent(name: string, content: Buffer): { readonly name: string; readonly sha256: string } {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return this.addFile({ sha256, name, read: () => content });
  }

  addFile(file: ImportedFile): { readonly name: string; readonly sha256: string } {
    if (!this.#files.has(file.sha256)) this.#files.set(file.sha256, file);
    return { name: file.name, sha256: file.sha256 };
  }

  imported(item: SourceItem, note: Note): void {
    this.#note('imported', item, { ...note, remedy: null });
  }

  translated(item: SourceItem, note: Note): void {
    this.#note('translated', item, { ...note, remedy: null });
  }

  unsupported(item: SourceItem, note: Note & { readonly remedy: string }): void {
    this.#note('unsupported', item, note);
  }

  result(): ImportResult {
    const sections = [...this.#sections].filter(([, objects]) => objects.size > 0);
    const document = {
      version: 1,
      ...Object.fromEntries(sections.map(([name, objects]) => [name, Object.fromEntries(objects)])),
    } satisfies ImportedDocument;
    return { document, files: [...this.#files.values()], findings: [...this.#findings.values()] };
  }

  #section(section: ImportedSection): Map<string, ImportedObject> {
    return this.#sections.get(section) as Map<string, ImportedObject>;
  }

  #note(outcome: FindingOutcome, item: SourceItem, note: Note & { readonly remedy: string | null }): void {
    const finding = {
      outcome,
      sourceKind: item.kind,
      sourceId: String(item.id),
      name: item.name,
      feature: note.feature ?? null,
      message: note.message,
      remedy: note.remedy,
      target: note.target ?? null,
    };
    const key = JSON.stringify([outcome, item.kind, item.id, note.feature, note.message]);
    if (!this.#findings.has(key)) this.#findings.set(key, finding);
  }
}

/**
 * Returns a text of the source as a name of Placard: one line without control characters, at most 255 characters. null:
 * nothing remains.
 */
export function plainName(text: string | null | undefined): string | null {
  const line = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? null : shorten(line).trim();
}

/** The limit counts UTF-16 code units. A surrogate pair is not split. */
function shorten(line: string): string {
  return line.length <= maxNameLength ? line : line.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '');
}

function withoutEmpty(object: Readonly<Record<string, unknown>>): ImportedObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null));
}
